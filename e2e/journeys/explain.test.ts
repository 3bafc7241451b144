// Explanations by keyboard only: the chart and its legend, a cell down to its rows and statement, a column's meaning,
// and background reports.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { likeness, lineHeights } from '../pages/chart.ts'
import { chooseTab, tabTo } from '../pages/focus.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const figure = (text: string) => Number(text.replace(/[^\d.-]/g, ''))

async function openReport(account: string, search = 'id=1'): Promise<{ page: Page; report: ReportPage }> {
  const page = await openPage(product.address)
  await signIn(page, account, `/statement/detail?${search}`)
  const report = new ReportPage(page)
  await report.shows('经营日报')
  return { page, report }
}

/** Moves to yesterday's row (the first row is the unfinished day) and the column with this title. */
async function goToCell(page: Page, title: string): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 12; step++) {
    const before = await selectedTitle(page)
    if (before === title) return
    await page.keyboard.press('ArrowRight')
    // The selection mark is drawn a moment later.
    await expect.poll(() => selectedTitle(page)).not.toBe(before)
  }
  throw new Error(`no column ${title}`)
}

/** Title of the active cell's column. The table draws its mark in each quadrant; those out of sight have no size. */
const selectedTitle = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const boxes = (of: string) =>
      [...document.querySelectorAll(of)]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1)
    const cell = boxes('.data-table-active').at(-1)?.box
    if (!cell) return ''
    const centre = cell.left + cell.width / 2
    const over = boxes('.bp6-table-header').filter(({ box }) => box.left <= centre && centre <= box.right)
    return over.at(-1)?.element.querySelector('.data-table-name')?.textContent ?? ''
  })

const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

describe('the chart above a report', () => {
  it('is walked by keys: a figure from the legend, a day in the plot; folded it stays so, Back brings it again', async () => {
    const { page, report } = await openReport('analyst')
    const chart = page.getByRole('region', { name: '图表' })
    await chart.locator('canvas').waitFor()
    const pressed = chart.getByRole('button', { pressed: true })
    await pressed.waitFor()
    await page.keyboard.press('Shift+J')
    const isThere = () => pressed.evaluate((button) => button === document.activeElement)
    await expect.poll(isThere).toBe(true)
    await expect.poll(() => pressed.innerText()).toContain('活跃用户')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => pressed.innerText()).toContain('新增用户')
    expect(figure((await pressed.locator('b').innerText()) ?? '')).toBe(
      figure(await report.total('新增用户')),
    )
    expect(report.address.search).toContain('chart=')

    await page.keyboard.press('Tab')
    const plot = chart.getByRole('slider')
    await expect.poll(() => plot.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Home')
    const words = await plot.getAttribute('aria-valuetext')
    expect(words).toMatch(/^\d{4}-\d{2}-\d{2} 周.*新增用户 [\d,]+/)
    await page.keyboard.press('End')
    expect(await plot.getAttribute('aria-valuetext')).toContain('未结束')

    await page.keyboard.press('v')
    await page.keyboard.press('c')
    await chart.waitFor({ state: 'detached' })
    await page.reload()
    await report.shows('经营日报')
    expect(await chart.count()).toBe(0)
  })

  it('draws the figures that the report’s file holds', async () => {
    const { page, report } = await openReport('analyst')
    const canvas = page.getByRole('region', { name: '图表' }).locator('canvas')
    await canvas.waitFor()
    const [head = [], ...rows] = (await report.export()).rows
    const column = head.indexOf('活跃用户（人）')
    const days = rows.filter(([day]) => typeof day === 'number').reverse()
    const figures = days.map((row) => Number(row[column]))
    expect(figures.length).toBeGreaterThan(3)
    // The chart is drawn over several frames.
    const drawn = async () => likeness(await lineHeights(canvas, figures.length), figures)
    await expect.poll(drawn).toBeGreaterThan(0.99)
  })

  it('changes its kind from the palette', async () => {
    const { page, report } = await openReport('analyst')
    await page.getByRole('region', { name: '图表' }).locator('canvas').waitFor()
    await page.keyboard.press('v')
    await page.keyboard.press('g')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('zhu zhuang')
    await page.keyboard.press('Enter')
    await expect.poll(() => report.address.search).toContain('column')
  })
})

describe('a figure that is asked for its reasons', () => {
  it('shows its formula, its parts, its rows and its statement, which opens in the workspace', async () => {
    const { page } = await openReport('admin')
    await goToCell(page, 'ARPU')
    await page.keyboard.press('x')
    const explained = dialog(page, /解释：ARPU/)
    await explained.getByText('公式').waitFor()
    await expect.poll(() => explained.innerText()).toContain('充值金额')
    const value = figure(await explained.locator('.explain-figure > b').innerText())
    expect(value).toBeGreaterThan(0)

    await chooseTab(page, '数据行')
    await explained.getByRole('grid').waitFor()
    expect(await explained.innerText()).toMatch(/共 [\d,]+ 行/)

    // Every visible column has its header, including the last one.
    const heads = await explained.locator('.bp6-table-quadrant-top .bp6-table-header').count()
    const shown = await explained
      .locator('.explain-table .data-table-row')
      .first()
      .locator('.data-table-cell')
      .count()
    expect(shown).toBeGreaterThan(0)
    expect(heads).toBeGreaterThanOrEqual(shown)
    await chooseTab(page, 'SQL')
    await tabTo(page, '在 SQL 工作区打开')
    await page.keyboard.press('Enter')
    await page.locator('.monaco-editor .view-lines').waitFor()
    await expect.poll(() => page.url()).toContain('/code/query')
    await page.keyboard.press('Control+Enter')
    await page.locator('.data-table-status').getByText('完整').waitFor()
    // Rows are rendered before their cells.
    const cells = async () =>
      (await page.locator('.data-table-cells .data-table-cell').allInnerTexts()).map(figure)
    await expect.poll(cells).toContainEqual(expect.closeTo(value, 2))
  })

  it('keeps rows and statement from those who may see neither, and says so', async () => {
    const { page } = await openReport('viewer')
    await goToCell(page, '充值金额')
    await page.keyboard.press('x')
    const explained = dialog(page, /解释：充值金额/)
    await explained.getByText('公式').waitFor()
    await chooseTab(page, '数据行')
    await explained.getByText('没有查看明细行的权限').waitFor()
    await chooseTab(page, 'SQL')
    await explained.getByText('没有查看 SQL 的权限').waitFor()
    await page.keyboard.press('Escape')
    await explained.waitFor({ state: 'detached' })
    // Keys continue at the former cell once the focus has returned.
    await page.locator('[role=grid]:focus').waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => selectedTitle(page)).toBe('环比')
  })

  it('is split by who moved it, and one press narrows the report to a value', async () => {
    const { page, report } = await openReport('viewer')
    await goToCell(page, '充值金额')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => selectedTitle(page)).toBe('环比')
    await page.keyboard.press('x')
    const explained = dialog(page, /解释：充值金额/)
    const table = explained.getByRole('table')
    await table.getByText('合计').waitFor()
    // Down to the dimension 渠道, whichever place it has, then into its values.
    const first = () => table.getByRole('columnheader').first().innerText()
    await tabTo(page, await first())
    for (let step = 0; step < 8 && (await first()) !== '渠道'; step++) {
      const before = await first()
      await page.keyboard.press('ArrowDown')
      await expect.poll(first).not.toBe(before)
    }
    const cells = async (row: Locator) => (await row.getByRole('cell').allInnerTexts()).map(figure)
    const effects = await Promise.all(
      (await table.locator('tbody tr').all()).map(async (row) => (await cells(row))[2] ?? 0),
    )
    const [before = 0, after = 0, whole = 0] = await cells(table.locator('tfoot tr'))
    expect(effects.length).toBeGreaterThan(2)
    expect(effects.reduce((sum, one) => sum + one, 0)).toBeCloseTo(whole, 1)
    expect(after - before).toBeCloseTo(whole, 1)

    await page.keyboard.press('Tab')
    const label = (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? ''
    expect(label).toMatch(/^只看 渠道 /)
    await page.keyboard.press('Enter')
    await explained.waitFor({ state: 'detached' })
    const condition = page.getByRole('button', { name: label.replace('只看 渠道 ', '渠道：') })
    await condition.first().waitFor()
    expect(report.address.searchParams.get('f')).not.toBeNull()
    await page.locator('[role=grid]:focus').waitFor()
  })

  it('says what a column means and when its tables were updated', async () => {
    const { page } = await openReport('viewer')
    await goToCell(page, '活跃用户')
    await page.keyboard.press('i')
    const described = dialog(page, /口径：活跃用户/)
    await described.getByText('数据表').waitFor()
    expect(await described.innerText()).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/)
  })
})

describe('what one would do next', () => {
  const menu = (page: Page) => page.getByRole('menu')
  const entries = async (page: Page) =>
    (await menu(page).getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0])
  const focusedItem = (page: Page) => page.locator('[role=menuitem]:focus').innerText()

  it('opens by Enter and double click on a cell, in at most ten entries, none of them twice', async () => {
    const { page, report } = await openReport('admin')
    await goToCell(page, '新增用户')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedItem(page)).toContain('解释此格')
    const offered = await entries(page)
    expect(offered.length).toBeLessThanOrEqual(10)
    expect(new Set(offered).size).toBe(offered.length)
    for (const name of ['变化来自谁', '按此值筛选', '为此数字设告警', '复制', '移除此列', '行与列'])
      expect(offered).toContain(name)
    // The page of the row and the column, there and back by arrows.
    await page.keyboard.press('End')
    await expect.poll(() => focusedItem(page)).toContain('行与列')
    await page.keyboard.press('ArrowRight')
    await menu(page).getByRole('menuitem', { name: '列宽适合内容' }).waitFor()
    await expect.poll(() => focusedItem(page)).toContain('行与列')
    await page.keyboard.press('ArrowLeft')
    await menu(page)
      .getByRole('menuitem', { name: /^移除此列/ })
      .waitFor()
    await expect.poll(() => focusedItem(page)).toContain('行与列')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focusedItem(page)).toContain('移除此列')
    await page.keyboard.press('Enter')
    await menu(page).waitFor({ state: 'detached' })
    await expect.poll(() => report.titles()).not.toContain('新增用户')
    await page.keyboard.press('Control+z')
    await expect.poll(() => report.titles()).toContain('新增用户')

    await report.settled()
    await goToCell(page, '新增用户')
    const cell = await page.evaluate(() =>
      [...document.querySelectorAll('.data-table-active')]
        .map((element) => element.getBoundingClientRect().toJSON() as DOMRect)
        .findLast(({ width }) => width > 1),
    )
    if (!cell) throw new Error('no chosen cell')
    await page.mouse.dblclick(cell.x + cell.width / 2, cell.y + cell.height / 2)
    await menu(page).waitFor()
    expect(await entries(page)).toContain('变化来自谁')
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })

    // A dimension's cell shows the whole of its text.
    await page.locator('[role=grid]:focus').waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await menu(page).getByRole('menuitem', { name: '看全文…' }).waitFor()
    await expect.poll(() => focusedItem(page)).toContain('解释此格')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('.cell-text').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[role=grid]:focus').waitFor()
  })

  it('becomes a report of whom its change comes from by keys, and back', async () => {
    const { page, report } = await openReport('viewer')
    await goToCell(page, '新增用户')
    await page.keyboard.press('v')
    await page.keyboard.press('y')
    await page.waitForURL((url) => url.searchParams.get('kind') === 'change')
    await report.settled()
    await expect.poll(() => report.titles()).toContain('占整体变化')
    const [before, after, effect] = [
      await report.total('新增用户 对比期'),
      await report.total('新增用户 本期'),
      await report.total('影响'),
    ].map(figure) as [number, number, number]
    expect(effect).toBe(after - before)
    expect(await report.rowCount()).toBeGreaterThan(2)
    await page.goBack()
    await expect.poll(() => report.titles()).toContain('活跃用户')
  })

  it('opens by a click on a mark of the chart, or Enter on its place, for the cell that it is', async () => {
    const { page } = await openReport('viewer')
    await page.getByRole('region', { name: '图表' }).locator('canvas').waitFor()
    const plot = page.getByRole('slider')
    await plot.waitFor()
    const box = await plot.boundingBox()
    if (!box) throw new Error('no plot')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await menu(page).waitFor()
    const title = await menu(page).locator('.menu-head').innerText()
    expect(title).toMatch(/^\d{4}-\d{2}-\d{2} 周.*，活跃用户$/)
    await expect.poll(() => focusedItem(page)).toContain('解释此格')
    await page.keyboard.press('Enter')
    const explained = dialog(page, /解释：活跃用户/)
    await explained.waitFor()
    expect(await explained.innerText()).toContain(title.slice(0, 10))
    await page.keyboard.press('Escape')
    await explained.waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+J')
    await page.locator('.chart-legend-row:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    const words = (await plot.getAttribute('aria-valuetext')) ?? ''
    await page.keyboard.press('Enter')
    await menu(page).locator('.menu-head').getByText(words.slice(0, 10)).waitFor()
  })

  it('opens by a click on a pie’s share, a funnel’s step and a mark of a pivot’s chart', async () => {
    const page = await openPage(product.address)
    await signIn(page, 'analyst', '/statement/detail?id=1&dims=8&chart=1~pie')
    const report = new ReportPage(page)
    const drawn = page.getByRole('region', { name: '图表' }).locator('.plot-drawing')
    const clickAt = async (right: number, down: number) => {
      await page.getByRole('region', { name: '图表' }).locator('canvas').waitFor()
      await report.settled()
      const box = await drawn.boundingBox()
      if (!box) throw new Error('no plot')
      const { x, y, width, height } = box
      await page.mouse.click(x + width / 2 + right * width, y + height / 2 + down * height)
      await menu(page).waitFor()
      return menu(page).locator('.menu-head').innerText()
    }
    // Just right of the top lies the first share.
    const share = await clickAt(0.01, -0.31)
    expect(share).toMatch(/^.+，活跃用户$/)
    await expect.poll(() => focusedItem(page)).toContain('解释此格')
    await page.keyboard.press('Enter')
    const explained = page.getByRole('dialog', { name: /解释：活跃用户/ })
    await explained.waitFor()
    expect(await explained.innerText()).toContain(share.split('，')[0])

    await page.goto(`${product.address}/statement`)
    await page.getByRole('treeitem', { name: /^转化漏斗/ }).click()
    await report.shows('转化漏斗')
    const step = await clickAt(-0.3, 0.2)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: `解释：${step}` }).waitFor()

    await page.goto(`${product.address}/statement/detail2?id=1&dims=1.8&pivot=8&range=last7`)
    const mark = await clickAt(0, 0)
    expect(mark).toMatch(/^\d{4}-\d{2}-\d{2} 周.*，.+$/)
    expect(await entries(page)).toContain('解释此格')
    await page.keyboard.press('Escape')
    // Back at the chart, from which it was opened.
    await page.locator('.plot-overlay:focus').waitFor()
  })
})

describe('chart and table', () => {
  it('light each other up: a row at its place in the chart, a place and a legend in their rows', async () => {
    const { page, report } = await openReport('analyst')
    await page.getByRole('region', { name: '图表' }).locator('canvas').waitFor()
    const rows = page.locator('.bp6-table-quadrant-left .data-table-row:not(.data-table-summary)')
    const row = rows.nth(3)
    const day = (await row.innerText()).slice(0, 10)
    const box = await row.boundingBox()
    if (!box) throw new Error('no row')
    await page.mouse.move(box.x + 20, box.y + box.height / 2)
    await expect.poll(() => page.locator('.plot-tip-title').innerText()).toContain(day)
    // Back from a place of the chart to its row.
    const plot = await page.getByRole('slider').boundingBox()
    if (!plot) throw new Error('no plot')
    await page.mouse.move(plot.x + plot.width * 0.9, plot.y + plot.height / 2)
    const title = page.locator('.plot-tip-title')
    await expect.poll(() => title.innerText()).not.toContain(day)
    const lit = page.locator('.bp6-table-quadrant-left .data-table-lit')
    await expect.poll(() => lit.innerText()).toContain((await title.innerText()).slice(0, 10))
    await page.mouse.move(plot.x + plot.width / 2, plot.y - 60)
    await expect.poll(() => lit.count()).toBe(0)

    await page.goto(`${product.address}/statement/detail?id=1&dims=1.8&range=last7`)
    await report.settled()
    const split = page.locator('.chart-legend-splits li:not(.chart-legend-place)').first()
    await split.waitFor()
    await split.hover()
    await expect.poll(() => page.locator('.data-table-lit').count()).toBeGreaterThan(0)
    const name = await split.locator('.chart-legend-name').innerText()
    const texts = await page.locator('.data-table-lit').allInnerTexts()
    expect(texts.some((text) => text.includes(name))).toBe(true)
  })
})

describe('a question in the background', () => {
  it('is sent, told when it is done, opened from the list as what was kept, and computed anew by r', async () => {
    const { page, report } = await openReport('analyst', 'id=1&range=last7')
    const rows = await report.rowCount()
    await page.keyboard.press('u')
    await page.getByText('已在后台算好').waitFor()
    await page.keyboard.press('Shift+U')
    const list = dialog(page, /后台记录/)
    await list.getByText('已完成').first().waitFor()
    await expect.poll(() => list.locator('button:focus').innerText()).toBe('打开')
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => report.status.innerText()).toContain('后台结果')
    expect(await report.rowCount()).toBe(rows)
    expect(report.address.search).toContain('range=last7')
    await page.keyboard.press('r')
    await expect.poll(() => report.status.innerText()).toContain('实时')
  })
})
