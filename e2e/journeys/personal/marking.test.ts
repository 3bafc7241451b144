// A column is marked as personal data on its table's page; the analyst then sees masks in a report, the administrator the
// values. Then one player's data is looked for. By keys alone.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { ListPage } from '#e2e/pages/lists.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

/** The rows of 充值金额 by channel. */
async function asked(page: Page): Promise<string> {
  const list = new ListPage(page)
  await list.press('Control+k')
  await page.keyboard.type('充值金额 渠道 7d')
  await page
    .getByRole('option', { name: /充值金额/ })
    .first()
    .waitFor()
  await list.press('Enter')
  await page.waitForURL(/statement/)
  await page.getByRole('grid').first().waitFor()
  await expect.poll(() => page.locator('main').innerText()).toContain('合计')
  return page.locator('main').innerText()
}

it('a marked column is masked for the analyst, and not for who may see personal data', async () => {
  const admin = await openPage(product.address)
  const list = new ListPage(admin)
  await signIn(admin, 'admin', '/config/pointTable')
  await list.shows('指标表')
  await list.press('/')
  await admin.keyboard.type('pay_order')
  await list.entersOnlyRow()
  await list.press('i')
  const dialog = list.dialog('个人信息：pay_order')
  await dialog.waitFor()
  await list.tabTo('channel')
  await list.press('End')
  await list.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })

  const analyst = await openPage(product.address, { dark: true })
  await signIn(analyst, 'analyst', '/statement')
  expect(await asked(analyst)).toContain('***')
  expect(await asked(admin)).not.toContain('***')

  await new Palette(admin).run('查找一位玩家的数据', '查找一位玩家的数据')
  const player = list.dialog('一位玩家的数据')
  await player.waitFor()
  await admin.keyboard.type('10000001')
  await list.press('Enter')
  await player.getByText(/张表，共 [\d,]+ 行|没有找到/).waitFor()
})
