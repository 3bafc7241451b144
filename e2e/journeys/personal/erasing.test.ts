// One player's data is erased by keys alone: the id has to be typed once more, and what was done is told.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ListPage } from '#e2e/pages/lists.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

it('is erased once the id is typed again, and what was done and what was not is told', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/config/pointTable')
  await list.shows('指标表')
  await new Palette(page).run('查找一位玩家的数据', '查找一位玩家的数据')
  const player = list.dialog('一位玩家的数据')
  await player.waitFor()
  // Nobody has this id: the figures of other journeys stay as they are.
  await page.keyboard.type('nobody-has-this-id')
  await list.press('Enter')
  await player.getByText('没有找到').waitFor()
  await list.tabTo('删除这位玩家的数据…')
  await list.press('Enter')
  const dialog = list.dialog('删除这位玩家的数据')
  await dialog.waitFor()
  const confirm = dialog.getByRole('button', { name: '永久删除' })
  await page.keyboard.type('nobody-has-this')
  await list.press('Enter')
  expect(await confirm.isDisabled()).toBe(true)
  await page.keyboard.type('-id')
  await expect.poll(() => confirm.isDisabled()).toBe(false)
  await list.press('Enter')
  await dialog.getByRole('heading', { name: '已删除' }).waitFor()
  const told = await dialog.innerText()
  expect(told).toContain('数据表里没有这位玩家的行')
  expect(told).toContain('备份：直到备份文件到期被清除')
  await list.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
