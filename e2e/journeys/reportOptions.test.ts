// Options of a report by keyboard only: comparison, subtotals, ranks, drilling, pinned columns. Figures are checked
// by plain SQL, independent of the engine.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { chooseTab, tabTo } from '../pages/focus.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'
import { figures } from '../warehouse.ts'

withBrowser()

const games = `cgi IN ('yhxt', 'fhsg')`
const number = (text = '') => Number(text.replaceAll(',', '').replace('%', ''))

/** The table from the cursor's row down, with its headers, read from the clipboard. */
async function copyFromCursor(page: Page): Promise<{ titles: string[]; rows: string[][] }> {
  // All pages share the clipboard, which is written a moment after the key.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+c')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).not.toBe('')
  const copied = await clipboard()
  const [titles = [], ...rows] = copied.split('\r\n').map((line) => line.split('\t'))
  return { titles, rows }
}

/** Moves to the table's first cell. */
async function enterTable(page: Page): Promise<void> {
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('j')
  await page.locator('[role=grid]:focus').waitFor()
  await page.keyboard.press('Control+Home')
}

async function openReport(search = ''): Promise<{ page: Page; report: ReportPage }> {
  const page = await openPage(product.address)
  await signIn(page, 'analyst', `/statement/detail?id=1${search}`)
  const report = new ReportPage(page)
  await report.shows('经营日报')
  return { page, report }
}

const shownRows = async (page: Page) => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 2

describe('the figures of a report by keys', () => {
  it('are compared with the week before, in days and in words; the running day is not', async () => {
    const { page, report } = await openReport('&range=last7')
    await page.keyboard.press('o')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('zhoutongbi')
    await page.keyboard.press('Enter')
    await expect.poll(() => report.titles()).toContain('周同比')
    await report.settled()
    expect(report.address.searchParams.get('cmp')).toBe('week')

    await enterTable(page)
    const { titles, rows } = await copyFromCursor(page)
    const at = titles.indexOf('活跃用户 周同比')
    const [today, yesterday] = rows
    expect(today?.[at]).toBe('')
    const day = yesterday?.[0]?.slice(0, 10)
    const [now, before] = await figures(
      product.dataDir,
      'login_day',
      `SELECT
        (SELECT count(DISTINCT player_id) FROM login_day WHERE ${games} AND login_date = DATE '${day}'),
        (SELECT count(DISTINCT player_id) FROM login_day WHERE ${games} AND login_date = DATE '${day}' - 7)`,
    )
    expect(number(yesterday?.[1])).toBe(Number(now))
    expect(number(yesterday?.[at])).toBeCloseTo((Number(now) / Number(before) - 1) * 100, 2)

    // The total includes today, its change does not: the tooltip shows the two figures that give the change.
    await enterTable(page)
    for (let step = 0; step < at; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => report.status.innerText()).toContain('本期可比的')
    await page.keyboard.press('x')
    const explained = page.getByRole('dialog', { name: /解释：活跃用户 周同比/ })
    await explained.getByText('（6 天）').first().waitFor()
    // A change begins with its origin; its parts stand in the part before.
    await chooseTab(page, '变化来自谁')
    await page.keyboard.press('ArrowLeft')
    await explained.locator('.explain-parts').first().waitFor()
    const parts = await explained.locator('.explain-parts tbody td:last-child').allInnerTexts()
    const [compared = 0, other = 1, shown = 0] = parts.map((text) =>
      Number.parseFloat(text.replaceAll(',', '')),
    )
    const change = Number.parseFloat(await explained.locator('.explain-figure > b').innerText())
    expect(change).toBeCloseTo((compared / other - 1) * 100, 1)
    expect(shown).toBe(number(await report.total('活跃用户')))
    await page.keyboard.press('Escape')
    await explained.waitFor({ state: 'detached' })

    await page.keyboard.press('v')
    await page.keyboard.press('b')
    await expect.poll(() => report.titles()).toContain('7 天前')
  })

  it('have subtotals that fold by keys and count once in the selection’s sum', async () => {
    const { page, report } = await openReport('&range=last7')
    await report.pick('d', 'pingtai', '平台')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => report.titles()).toContain('平台')
    await report.settled()
    await page.keyboard.press('v')
    await page.keyboard.press('s')
    await expect.poll(() => report.status.innerText()).toContain('含小计 7 行')
    const whole = await shownRows(page)

    await enterTable(page)
    await page.keyboard.press('Space')
    await expect.poll(() => shownRows(page)).toBeLessThan(whole)
    await page.keyboard.press('Space')
    await expect.poll(() => shownRows(page)).toBe(whole)
    await page.keyboard.press('Shift+Space')
    await expect.poll(() => shownRows(page)).toBe(7)
    await page.keyboard.press('Shift+Space')
    await expect.poll(() => shownRows(page)).toBe(whole)

    await enterTable(page)
    const { titles, rows } = await copyFromCursor(page)
    expect(rows.filter(([, platform]) => platform === '小计')).toHaveLength(7)
    const paid = titles.findIndex((title) => title.startsWith('充值金额'))
    for (let step = 0; step < paid; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+Shift+ArrowDown')
    const total = number(await report.total('充值金额'))
    await expect
      .poll(async () => number(/合计 ([\d,.]+)/.exec(await report.status.innerText())?.[1]))
      .toBeCloseTo(total, 2)
    expect(await report.status.innerText()).toContain('不重复计 7 行小计')
  })

  it('are ranked, with the others in one row that comes last', async () => {
    const { page, report } = await openReport('&range=last7&dims=4&order=')
    await page.keyboard.press('v')
    await page.keyboard.press('n')
    await page.locator('.option-top input:focus').waitFor()
    await page.keyboard.press('Space')
    await page.getByLabel('项数').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('3')
    await page.keyboard.press('Tab')
    await expect.poll(() => report.address.searchParams.get('top')).toMatch(/^4\.3\.\d+$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => shownRows(page)).toBe(4)
    await report.settled()
    await enterTable(page)
    const { titles, rows } = await copyFromCursor(page)
    expect(rows.at(-1)?.[0]).toBe('其他')
    const paid = titles.findIndex((title) => title.startsWith('充值金额'))
    const sum = rows.reduce((part, row) => part + number(row[paid]), 0)
    expect(sum).toBeCloseTo(number(await report.total('充值金额')), 2)
  })

  it('are drilled into: the row becomes conditions, Back undoes', async () => {
    const { page, report } = await openReport('&range=last7')
    await enterTable(page)
    await page.keyboard.press('ArrowDown')
    const before = page.url()
    const { rows } = await copyFromCursor(page)
    const day = rows[0]?.[0]?.slice(0, 10)
    await page.keyboard.press('v')
    await page.keyboard.press('l')
    await page.getByRole('dialog', { name: new RegExp(`下钻：${day}`) }).waitFor()
    await page.locator('[role=combobox]:focus').waitFor()
    await page.keyboard.type('pingtai')
    await page.keyboard.press('Enter')
    await expect.poll(() => report.titles()).toContain('平台')
    await report.settled()
    expect(report.address.searchParams.get('range')).toBe(`${day}..${day}`)
    expect(await report.titles()).not.toContain('日期')
    const [players] = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id) FROM login_day WHERE ${games} AND login_date = DATE '${day}'`,
    )
    expect(number(await report.total('活跃用户'))).toBe(Number(players))
    await page.goBack()
    await expect.poll(() => page.url()).toBe(before)
    await expect.poll(() => report.titles()).toContain('日期')
  })

  it('have shares of the true total, and columns that stay', async () => {
    const { page, report } = await openReport('&range=last7&dims=4&order=')
    await enterTable(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('v')
    await page.keyboard.press('p')
    await expect.poll(() => report.titles()).toContain('占比')
    await report.settled()
    // Read before the selection scrolls to the last column.
    const total = number(await report.total('活跃用户'))
    await enterTable(page)
    const { titles, rows } = await copyFromCursor(page)
    const at = titles.indexOf('活跃用户占比')
    for (const row of rows) expect(number(row[at])).toBeCloseTo((number(row[1]) / total) * 100, 2)

    await enterTable(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('v')
    await page.keyboard.press('z')
    await expect.poll(() => report.address.searchParams.get('frozen')).toBe('2')
    await page.reload()
    await report.shows('经营日报')
    await expect
      .poll(() => page.locator('.bp6-table-quadrant-left .data-table-row').first().locator('> *').count())
      .toBe(2)
  })

  it('are calculated: a mean of seven days by keys, a running total from the head’s menu', async () => {
    const { page, report } = await openReport('&range=last7&cmp=-')
    await enterTable(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('v')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: '计算列' }).locator('select:focus').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => report.titles()).toContain('7 日均')
    await page
      .locator('.bp6-table-quadrant-top .bp6-table-column-name[title^="充值金额"]')
      .first()
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^计算…/ }).click()
    await page.getByRole('button', { name: '充值金额 累计', exact: true }).click()
    await expect.poll(() => report.titles()).toContain('累计')
    await report.settled()
    expect(report.address.searchParams.getAll('calc')).toHaveLength(2)
    const total = number(await report.total('充值金额'))
    await enterTable(page)
    const { titles, rows } = await copyFromCursor(page)
    const of = (row: string[] | undefined, title: string) =>
      number(row?.[titles.findIndex((one) => one.startsWith(title))])
    // The latest day is the first row.
    expect(of(rows[0], '充值金额 累计')).toBeCloseTo(total, 2)
    const yesterday = rows[1]?.[0]?.slice(0, 10)
    const [mean] = await figures(
      product.dataDir,
      'login_day',
      `SELECT sum(players) / 7 FROM (SELECT count(DISTINCT player_id) AS players FROM login_day
        WHERE ${games} AND login_date BETWEEN DATE '${yesterday}' - 6 AND DATE '${yesterday}' GROUP BY login_date)`,
    )
    expect(of(rows[1], '活跃用户 7 日均')).toBeCloseTo(Number(mean), 2)

    // Compared with a row chosen by its label.
    await page.getByRole('tab', { name: '分渠道' }).click()
    await expect.poll(() => report.titles()).toContain('渠道')
    await report.settled()
    await page.keyboard.press('v')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: '计算列' }).locator('select:focus').waitFor()
    await page.keyboard.press('Tab')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    await tabTo(page, '第一行')
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.filter-popover input:focus').waitFor()
    await page.keyboard.type('xmyx')
    await page.locator('.pick-item.bp6-active', { hasText: '小米游戏中心' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/基准行是「小米游戏中心」/).waitFor()
    await tabTo(page, '添加')
    await page.keyboard.press('Enter')
    await expect.poll(() => report.titles()).toContain('较 小米游戏中心 之差')
  })

  it('name the days of a week that is cut, everywhere; copy their totals; are shaded by size on a key', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    // From a Wednesday to a Tuesday: two weeks are cut, and each keeps more than a day, so its label names both ends.
    const sinceMonday = (new Date().getUTCDay() + 6) % 7
    const [from, to] = [day(sinceMonday + 54), day(sinceMonday + 20)]
    const { page, report } = await openReport(`&grain=week&range=${from}..${to}&order=`)
    const cut = new RegExp(`^${from} – |^20\\S+ – (\\d{4}-)?${to.slice(5)}$`)
    const hatched = page.locator(
      '.bp6-table-quadrant-left .data-table-row.data-table-hatch .data-table-first',
    )
    const labels = (await hatched.allInnerTexts()).map((text) => text.trim())
    expect(labels).toHaveLength(2)
    for (const label of labels) expect(label).toMatch(cut)
    const file = await report.export()
    expect(file.rows.flat()).toEqual(expect.arrayContaining(labels))

    await enterTable(page)
    // The totals are one step above the first row.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await page.locator('.status-cell-note', { hasText: '整期' }).waitFor()
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.keyboard.press('Control+c')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe((await report.total('活跃用户')).replace(/^整期\s*/, ''))
    // The selection's sum is shown in full, and the note shrinks.
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    const selected = page.locator('.data-table-status-selection', { hasText: '不重复计 1 行' })
    await selected.waitFor()
    const cutBy = () =>
      selected.evaluate((line) =>
        Math.max(...[line, ...line.children].map((part) => part.scrollWidth - part.clientWidth)),
      )
    expect(await cutBy()).toBeLessThanOrEqual(1)
    await page.locator('.status-cell-note', { hasText: '整期' }).waitFor()
    const shaded = page.locator('.bp6-table-quadrant-main .data-table-heat')
    expect(await shaded.count()).toBe(0)
    for (const heat of ['column', 'all', null]) {
      await page.keyboard.press('v')
      await page.keyboard.press('r')
      await expect.poll(() => report.address.searchParams.get('heat')).toBe(heat)
      if (heat === null) await shaded.first().waitFor({ state: 'detached' })
      else await shaded.first().waitFor()
    }
  })
})
