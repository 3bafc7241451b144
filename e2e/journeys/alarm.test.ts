// Alarms by keys only: from a report's figure to handling a fired alarm and freezing its rule; and with the mouse.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

/** Types a condition «大于» a number, starting from the control before it. */
async function typeBound(list: ListPage, number: number, bound: string): Promise<void> {
  await list.tabTo(`条件 ${number} 的比较`)
  await list.press('Home')
  await list.tabTo(`条件 ${number} 的数值`)
  await list.press('Control+a')
  await list.page.keyboard.type(bound)
}

/** Chooses a place for the condition; the focused button moves along with it. */
async function picksPlace(page: Page, title: string, place: string, key = 'Enter'): Promise<void> {
  await page.keyboard.press(key)
  await page.locator('.pick-item.bp6-active', { hasText: title }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator(`[data-place="${place}"] .alarm-place:focus`).waitFor()
}

interface Fires {
  rows: { id: number; alarmName: string }[]
}

it('by keys alone a figure becomes a rule, which is tried, saved, fires, is acknowledged and frozen', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement/detail?id=1')
  const report = new ReportPage(page)
  await report.shows('经营日报')
  await report.settled()
  await page.keyboard.press('j')
  await page.locator('[role="grid"]:focus, [role="grid"] :focus').first().waitFor()
  await list.press('Control+Home', 'ArrowDown', 'ArrowRight', 'Shift+A')
  await page.locator('#alarm-name:focus').waitFor()
  await expect.poll(() => page.locator('#alarm-name').inputValue()).toBe('活跃用户下降')
  // The current figure, and whether the rule would have fired.
  await page.getByText('会触发').first().waitFor()
  await page.getByText('过去 90 天').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('旅程的告警')
  await list.tabTo('条件 1 的种类')
  await list.press('Home')
  await list.tabTo('条件 1 的比较')
  await list.press('Home')
  await list.tabTo('条件 1 的数值')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1')
  await page.getByText('会触发', { exact: true }).first().waitFor()
  await page.getByText(/会发 \d+ 条消息/).waitFor()
  // Adds a group beside the condition by key, then moves its second condition out and back in.
  await list.press('Alt+g')
  await typeBound(list, 2, '1')
  await list.press('Alt+n')
  await typeBound(list, 3, '2')
  await list.tabTo('条件 3 的位置')
  await picksPlace(page, '不在条件组里', '2')
  await picksPlace(page, '条件组 1', '1.1', 'Alt+m')
  await page.getByText('满足：条件组 1（同时满足）').waitFor()
  await list.press('Alt+r', 'ArrowDown')
  await page.locator('.alarm-outcome[aria-selected="true"]').waitFor()
  await list.press('Control+Enter')
  await page.getByRole('heading', { name: '旅程的告警', level: 1 }).waitFor()

  // Alarms are checked every minute; in the first two hours of a business day only after two hours without a
  // publication.
  let fire: Fires['rows'][number] | undefined
  await expect
    .poll(
      async () => {
        const { rows } = await ask<Fires>(page, '/api/s1/alarm/fires')
        fire = rows.find(({ alarmName }) => alarmName === '旅程的告警')
        return fire !== undefined
      },
      { timeout: 200_000 },
    )
    .toBe(true)
  // The start page says so, until somebody acknowledges it.
  const attention = page.getByRole('region', { name: '要留意' })
  await list.press('g', 's')
  await attention.getByRole('link', { name: '旅程的告警' }).waitFor()
  await new Palette(page).run('告警记录', '告警记录')
  await list.shows('告警记录')
  await list.cell('旅程的告警').waitFor()
  await list.press('/')
  await page.keyboard.type('旅程的告警')
  await list.entersOnlyRow()
  await list.press('Enter')
  await page.getByRole('heading', { name: '变化来自谁' }).waitFor()
  await list.press('y')
  await list.dialog('确认「旅程的告警」').waitFor()
  await page.keyboard.type('在查')
  await list.press('Control+Enter')
  await page.getByText('已确认', { exact: true }).first().waitFor()
  await page.getByText('在查').waitFor()
  await list.press('g', 's')
  await page.getByRole('region', { name: '昨日变化最大' }).waitFor()
  await expect.poll(() => attention.getByRole('link', { name: '旅程的告警' }).count()).toBe(0)

  await list.press('g', 'a')
  await list.shows('告警管理')
  await list.press('/')
  await page.keyboard.type('旅程的告警')
  await list.entersOnlyRow()
  await list.press('z')
  await list.dialog('冻结「旅程的告警」').waitFor()
  await list.press('Enter')
  await list.cell('已冻结，至').waitFor()
  await list.press('Shift+Z')
  await list.cell('已冻结').waitFor({ state: 'detached' })
}, 300_000)

it('by the mouse an alarm is made, opened and deleted', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/alarm/list')
  await list.shows('告警管理')
  await page.getByRole('button', { name: '新建' }).first().click()
  await page.getByRole('button', { name: /选择指标/ }).click()
  await page
    .getByRole('option', { name: /充值金额/ })
    .first()
    .click()
  await page.locator('.alarm-condition').waitFor()
  // A condition in a nested group: opens it, wraps it in another group, and removes both.
  const groups = page.locator('.alarm-group')
  await page.getByRole('button', { name: /^添加条件组/ }).click()
  await page.getByRole('button', { name: '解散条件组 1' }).click()
  await groups.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '条件 2 的位置' }).click()
  await page.getByRole('option', { name: '新的条件组' }).click()
  // Moves a whole group into another one.
  await page.getByRole('button', { name: /^添加条件组/ }).click()
  await page.getByRole('button', { name: '条件组 2 的位置' }).click()
  await page.getByRole('option', { name: '条件组 1' }).click()
  await page.locator('.alarm-group[data-place="1.1"]').waitFor()
  await groups.getByRole('button', { name: '删除条件组 1' }).click()
  await list.says('已删除条件组 1')
  expect(await page.locator('.alarm-condition').count()).toBe(1)
  await list.press('Control+z')
  await groups.getByRole('button', { name: '删除条件组 1' }).click()
  await groups.waitFor({ state: 'detached' })
  await page.locator('#alarm-name').click({ clickCount: 3 })
  await page.keyboard.type('鼠标的告警')
  await page.getByRole('button', { name: /^保存/ }).click()
  await page.getByRole('heading', { name: '鼠标的告警', level: 1 }).waitFor()
  await page.getByRole('link', { name: '告警管理' }).last().click()
  await list.click('鼠标的告警', 'right')
  await page.getByRole('menuitem', { name: /删除/ }).click()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await list.says('已删除')
})

it('mutes all alarms of an owner from a moment to another by keys, takes it back, and by the mouse one of them', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/alarm/list')
  await list.shows('告警管理')
  await page.getByText('充值数据没有按时到').first().waitFor()
  const muted = () => page.getByRole('gridcell').filter({ hasText: '维护中，至' }).count()
  await list.press('j', 'm')
  await list.dialog('设维护窗口').waitFor()
  // Its own alarms at first; then those of whoever owns it.
  await page.locator('select:focus').waitFor()
  await list.press('End')
  await page
    .getByRole('combobox', { name: '其中哪一个' })
    .getByText(/^admin（\d+ 个）$/)
    .waitFor({ state: 'attached' })
  await list.tabTo('其中哪一个')
  await list.tabTo('原因')
  await list.press('Enter')
  await page.getByText('设置失败：请写明维护原因').waitFor()
  await page.keyboard.type('换数据库')
  await list.press('Enter')
  await list.dialog('设维护窗口').waitFor({ state: 'detached' })
  await list.says(/^已为 \d+ 个告警设维护窗口/)
  await expect.poll(muted).toBeGreaterThan(3)
  await page.getByText('换数据库').first().waitFor()
  await list.press('Control+z')
  await expect.poll(muted).toBe(0)

  // With the mouse, silent and weekly; the pane takes it back.
  await list.click('充值数据没有按时到', 'right')
  await page.getByRole('menuitem', { name: /^维护/ }).click()
  await list.dialog('设维护窗口').waitFor()
  await page.getByText('每周同一时间').click()
  await page.getByText('不发，只留记录').click()
  await page.getByRole('textbox', { name: '原因' }).click()
  await page.keyboard.type('每周例行')
  await page.getByRole('button', { name: '设维护窗口' }).click()
  await list.cell('维护中，至').waitFor()
  await page.getByText(/^每周. \d\d:\d\d 至 (周. )?\d\d:\d\d，从 .* 起$/).waitFor()
  await page.getByRole('button', { name: /^取消维护窗口 每周/ }).click()
  await list.cell('维护中，至').waitFor({ state: 'detached' })
  await list.says('已取消「充值数据没有按时到」的维护窗口')
})
