// Segments: by keys, rules whose players are counted while typing, a computation, and a condition in a sentence; with
// the pointer, a list with a bad line, deleted and restored.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

describe('segments', () => {
  it('by keys: rules are counted as they are typed, computed, and narrow a sentence', async () => {
    const page = await openPage(product.address, { dark: true })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/others')
    await list.press('g', 'c', 's')
    await list.shows('人群')
    await list.press('c')
    const dialog = list.dialog('新建人群')
    await dialog.waitFor()
    await page.keyboard.type('旅程大户')
    await dialog.getByText(/^[\d,]+ 个玩家/).waitFor()
    await list.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    // The new segment is selected; the demo's other segments were computed before.
    const pane = page.locator('.segment-pane')
    await pane.getByRole('heading', { name: '旅程大户' }).waitFor()
    await pane.getByText('已算好').waitFor()
    await list.press('x')
    await list.says('已安排计算')
    await list.press('Control+k')
    await page.keyboard.type('充值金额 旅程大户 7d')
    const sentence = page
      .getByRole('option', { name: /充值金额/ })
      .filter({ hasText: '旅程大户' })
      .first()
    await sentence.waitFor()
    await list.press('Enter')
    await page.waitForURL(/statement/)
    await page.getByText('旅程大户').first().waitFor()
    expect(decodeURIComponent(page.url())).toMatch(/~in~在/)
    await page
      .getByRole('button', { name: /旅程大户.*属于/ })
      .first()
      .waitFor()
  })

  it('by the pointer: a list tells its bad lines, is saved without them, deleted and brought back', async () => {
    // Requests of the side pane may arrive after the segment was deleted.
    const page = await openPage(product.address, { expected: /404/, width: 1280 })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/config/segment')
    await list.shows('人群')
    await page.getByRole('button', { name: '新建', exact: true }).click()
    const dialog = list.dialog('新建人群')
    await dialog.getByLabel('名称').click()
    await page.keyboard.type('旅程名单')
    await dialog.getByLabel('来源').selectOption('list')
    await dialog.getByRole('textbox', { name: '名单', exact: true }).click()
    await page.keyboard.type('yhxt,10000001\nyhxt,10000002\n没有游戏的行')
    await dialog.getByText(/第 3 行：没有写游戏/).waitFor()
    await dialog.getByText('跳过有误的行').click()
    await dialog.getByRole('button', { name: /保存/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await list.click('旅程名单')
    await page.getByText('没有报表、告警、规则或推送任务用到它，可以删除').waitFor()
    await list.click('旅程名单', 'right')
    await page.getByRole('menuitem', { name: /^删除/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
    await list.says('已删除')
    await page.getByRole('button', { name: /撤销/ }).first().click()
    await list.cell('旅程名单').waitFor()
  })
})
