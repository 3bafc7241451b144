// Every popup, dialog, drawer, menu and list of tabs by keyboard only: opening takes the focus and stays in the
// window, closing returns the focus, no reload loses what was typed, failed calls are told, and arrows move between
// tabs. The openings are listed in ../pages/openings.ts.

import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { exampleRule } from '#features/alarm/contract/rule.ts'
import * as slices from '#features/server.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { FailingPage } from '../pages/failing.ts'
import { arrowsChoose, closes, fade, focused, opens, tabInto, typedIsSafe } from '../pages/focus.ts'
import type { Opening, Tabs } from '../pages/openings.ts'
import * as openings from '../pages/openings.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'
import { SqlPage } from '../pages/sql.ts'

withBrowser()

const calls = callsOf(slices)

/** The browser's console also reports failed calls; saving what somebody else saved answers 409. */
const expected = /status of (409|5\d\d)/

/** Calls that are not failed, in all openings or in one file's, each with the reason. */
const passing: Record<string, string> = {
  countUnread: 'comes by itself',
  getReportByViewMetaId: 'of the page behind, which the sweep over all pages fails',
  getReportDataByInfo: 'of the page behind',
  getRecords: 'of the page behind',
  queryById: 'of the page behind',
  'MarkDialogs.tsx definitionUses': 'nothing opens without it: a passing message tells of its failure',
  'MarkDialogs.tsx markPoint': 'nothing opens without it: a passing message tells of its failure',
  'PersonalDialog.tsx personalTable': 'nothing opens without it: a passing message tells of its failure',
  readEmbed: 'nothing opens without it: a passing message tells of its failure',
  getAlarmReportData: 'of the pane behind',
  listGrantees: 'asked together with another call, and told with it',
  listWhitePublications: 'asked together with another call, and told with it',
  explainChange: 'told on the tab where it stands, behind the chosen one',
}
const passingIn = (part: string): Set<string> =>
  new Set(
    Object.keys(passing).flatMap((key) => {
      const [name = '', file = ''] = key.split(' ').reverse()
      return part.includes(file) ? name : []
    }),
  )
const failingPages = new WeakMap<Page, FailingPage>()

function failingPageOf(page: Page): FailingPage {
  const known = failingPages.get(page) ?? new FailingPage(page, calls)
  if (!failingPages.has(page)) known.watch()
  failingPages.set(page, known)
  return known
}

/** Presses keys one after another, in the help sheet's notation. */
const press = async (page: Page, keys: string) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}
const isGrid = (page: Page) => expect.poll(() => focused(page)).toContain(' grid ')

/** Moves to the place by Tab and presses all keys but the last, which opens; returns that key. */
async function lead(page: Page, { at, back, keys = '' }: Opening): Promise<string> {
  if (at === undefined) return keys
  await tabInto(page, at, back ? 'Shift+Tab' : 'Tab')
  const [last = 'Enter', ...before] = keys.split(' ').filter(Boolean).reverse()
  for (const key of before.reverse()) await page.keyboard.press(key)
  return last
}

async function walk(page: Page, all: readonly Opening[], depth = 0): Promise<void> {
  for (const opening of all) {
    const { part, shows, run, leave = 'Escape', within = [] } = opening
    const name = `${part} (${opening.keys ?? run?.[1] ?? opening.at})`
    const step = (what: string) => (error: unknown) => {
      throw new Error(`${name} ${what}: ${String(error)}`)
    }
    const keys = await lead(page, opening).catch(step('is led to'))
    const open = async () => {
      if (!run) return press(page, keys)
      await new Palette(page).run(...run)
      await page.locator('.palette').waitFor({ state: 'detached' })
    }
    const openTwice = async () => {
      const told = await failingPageOf(page).toldOf(open, passingIn(part))
      if (told.size === 0) return
      for (const [call, text] of told) expect.soft(text, `${name}: the failure of ${call}`).not.toBe('')
      await press(page, leave)
      await fade(page)
      await lead(page, opening)
      await open()
    }
    // The palette tells of its own lists; a command leaves it at once.
    const isPlain = depth > 0 || run !== undefined || /\/palette\/|ConflictDialog/.test(part)
    if (isPlain) failingPageOf(page).letPass()
    await opens(page, isPlain ? open : openTwice, { shows, depth }).catch(step('opens'))
    await walk(page, within, depth + 1)
    if (leave === 'Escape')
      expect.soft(await typedIsSafe(page), `${name}: a reload loses text`).not.toBe('lost')
    await closes(page, { depth, leave }).catch(step('closes'))
  }
}

/** Tests a list of tabs; `part` is listed in openings.ts. */
async function walkTabs(page: Page, { at, back }: Tabs): Promise<void> {
  await tabInto(page, at, back ? 'Shift+Tab' : 'Tab')
  await arrowsChoose(page)
}

async function intoTable(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await isGrid(page)
  await press(page, 'Control+Home ArrowDown ArrowRight')
}

async function goTo(page: Page, address: string, ready: string): Promise<void> {
  await page.goto(address)
  await page.locator(ready).first().waitFor()
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'hidden' })
}

it('over a report, its editor and its pivot', async () => {
  const page = await openPage(product.address, { moves: true, expected })
  await signIn(page, 'admin', '/statement/detail?id=1')
  const report = new ReportPage(page)
  await report.shows('经营日报')
  await walk(page, openings.byButtons)
  await intoTable(page)
  await walk(page, openings.overReport)
  await page.keyboard.press('x')
  await page.getByRole('tablist', { name: '解释' }).waitFor()
  await walkTabs(page, openings.tabs.explain)
  await page.keyboard.press('Escape')
  await isGrid(page)
  await walkTabs(page, openings.tabs.reports)
  await walkTabs(page, openings.tabs.side)

  await page.keyboard.press('Shift+E')
  await page.getByRole('heading', { name: '编辑报表' }).waitFor()
  await walk(page, openings.overEditor)
  // The first Escape leaves the field, the second the editor.
  await press(page, 'Escape Escape')
  await report.shows('经营日报')
  await page.keyboard.press('w')
  await page.locator('.pivot-fields').waitFor()
  await page.getByRole('grid').first().waitFor()
  await report.settled()
  await intoTable(page)
  await walk(page, openings.overPivot)
})

interface Report {
  id: number
  reportName: string
  info: { points: number[]; filters: { dim: number }[] }
}
const saveReport = '/api/s1/data/addOrUpdateReportMeta'
const aliyun = '/api/s1/redirect/aliyun'

it('over conditions, what asks on the way, and what somebody else saved', async () => {
  const page = await openPage(product.address, { moves: true, expected })
  await signIn(page, 'admin', '/statement')
  const [first] = await ask<Report[]>(page, '/api/s1/data/getReportByViewMetaId/1')
  const { points = [], filters = [] } = first?.info ?? {}
  // So few conditions that they all fit into the bar's line.
  const info = { ...first?.info, compare: undefined, filters: [{ point: points[0], op: 'gte', values: [1] }] }
  const reportName = '礼仪'
  const { id } = await ask<Report>(page, saveReport, { viewMetaId: 1, reportName, info })
  const settings = {
    filters: [{ dim: filters[0]?.dim, op: 'in', values: ['x'] }],
    days: null,
    reports: null,
    maxRows: 500,
  }
  await ask(page, '/api/s1/embed/save', { viewId: 1, enabled: false, settings })
  await ask(page, '/api/s1/report/background/run', { reportId: id, reportName, info })

  const report = new ReportPage(page)
  await page.goto(`/statement/detail?id=1&report=${id}`)
  await report.settled()
  await walk(page, openings.overConditions)
  await intoTable(page)
  await ask(page, saveReport, { id, reportName, info: { ...info, limit: 77 } })
  await press(page, 'v t')
  await walk(page, openings.overTheirs)
  await page.reload()
  await report.settled()
  await press(page, 'Shift+E')
  await page.getByRole('heading', { name: '编辑报表' }).waitFor()
  await page.keyboard.press('Alt+4')
  await walk(page, openings.byEditorConditions)
  await ask(page, saveReport, { id, reportName, info: { ...info, limit: 78 } })
  await walk(page, openings.overTheirsInEditor)
  await ask(page, '/api/s1/data/delReportByViewMetaId', { viewMetaId: 1, reportIds: [id] })
})

it('over lists, forms and custom reports', async () => {
  const page = await openPage(product.address, { moves: true, expected })
  await signIn(page, 'admin', '/statement')
  const alarm = await ask<{ id: number }>(page, saveAlarm, { id: -1, ...rule })
  await page.locator('.statement-tree').waitFor()
  await tabInto(page, '.statement-tree')
  await press(page, 'End')
  await walk(page, openings.overTree)
  for (const { go, title, over } of openings.overLists) {
    await press(page, go)
    await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
    await page.locator('.list-page [role="grid"], .list-page .state').first().waitFor()
    await page.keyboard.press('j')
    await walk(page, over)
  }
  await ask(page, `/api/s1/data/alarm/deleteAlarm/${alarm.id}`, {})
  await goTo(page, '/dictionary/detail?id=3', 'textarea[data-awaits-text]:focus')
  await walk(page, openings.overDictionary)
  await ask(page, `${aliyun}/save`, { name: '礼仪', sql: 'select 1', folder: '', tags: [] })
  await goTo(page, '/code/queryList', '.list-page [role="grid"]')
  await page.keyboard.press('j')
  await walk(page, openings.overQueries)
  const { id } = await ask<{ id: string }>(page, '/api/s1/custom/save', {
    name: '礼仪',
    sql: 'select :channel as channel',
    params: [{ name: 'channel', type: 'dictionary', label: '渠道', default: 'oppo', dictId: 3 }],
    chart: null,
    published: false,
  })
  await goTo(page, `/custom/detail?id=${id}`, '.custom-page [role="grid"]')
  await walk(page, openings.overCustomReport)
})

const saveAlarm = '/api/s1/data/alarm/addOrUpdateAlarm'
const rule = {
  ...exampleRule,
  name: '礼仪',
  watch: { points: [1], dims: [], filters: [], grain: 'day' },
  conditions: [{ kind: 'noData', point: 1 }],
}

it('over the rule of an alarm', async () => {
  const page = await openPage(product.address, { moves: true, expected })
  await signIn(page, 'admin', '/statement')
  const [report] = await ask<Report[]>(page, '/api/s1/data/getReportByViewMetaId/1')
  const filters = [{ dim: report?.info.filters[0]?.dim, op: 'in', values: ['x'] }]
  const watch = { points: [report?.info.points[0]], dims: [], filters, grain: 'day' }
  const empty = { kind: 'noData', point: watch.points[0] }
  const conditions = [empty, { all: [empty] }]
  const own = { ...rule, name: '礼仪的规则', watch, conditions }
  const { id, revision } = await ask<{ id: number; revision: number }>(page, saveAlarm, { id: -1, ...own })
  await goTo(page, `/alarm/edit?id=${id}`, '#alarm-name:focus')
  await walk(page, openings.overAlarm)
  await tabInto(page, '#alarm-name', 'Shift+Tab')
  await press(page, 'x Escape')
  await walk(page, openings.overTypedAlarm)
  await ask(page, saveAlarm, { id, revision, ...own, note: '先保存的' })
  await walk(page, openings.overTheirAlarm)
  await ask(page, `/api/s1/data/alarm/deleteAlarm/${id}`, {})
})

it('in a window of 360 px', async () => {
  const page = await openPage(product.address, { width: 360, height: 640, moves: true, expected })
  await signIn(page, 'admin', '/statement/detail?id=1')
  await new ReportPage(page).shows('经营日报')
  await walk(page, openings.byNarrowButtons)
  await intoTable(page)
  await press(page, 'Control+ArrowRight Control+ArrowDown')
  await walk(page, openings.overNarrow)
  await goTo(page, '/code/queryList', '.list-page [role="grid"], .list-page .state')
  await walk(page, openings.overNarrowQueries)
  await goTo(page, '/code/query', '.monaco-editor .view-lines')
  await press(page, 'Control+m')
  await walk(page, openings.overNarrowSql)
})

it('in the SQL workspace', async () => {
  const page = await openPage(product.address, { moves: true, expected })
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  await page.keyboard.press('Alt+n')
  await sql.ready()
  await sql.write("select * from (values ('a', 1), ('b', 2)) as t(name, amount) where amount < :most")
  await page.locator('.parameter').waitFor()
  await walk(page, openings.overSql)
  await press(page, 'Control+m')
  await walk(page, openings.bySqlButtons)
  await tabInto(page, '.monaco-editor [role="textbox"]', 'Shift+Tab')
  await press(page, 'Control+m')
  await sql.write("select * from (values ('a', 1), ('b', 2)) as t(name, amount)")
  await sql.run()
  await walk(page, openings.overFirstResult)
  await sql.write("select * from (values ('a', 1), ('b', 3)) as t(name, amount)")
  await sql.run()
  // Before its rows are loaded, the key leads to the result's tab.
  await page.getByRole('tabpanel', { name: '结果 2' }).getByRole('grid').waitFor()
  await page.keyboard.press('Control+`')
  await isGrid(page)
  await page.keyboard.press('Control+Home')
  await walk(page, openings.overResult)
  await walkTabs(page, openings.tabs.results)
  await walk(page, openings.byResultButtons)
  await page.keyboard.press('Control+`')
  await sql.ready()
  await page.keyboard.press('Control+`')
  await isGrid(page)
  await page.keyboard.press('f')
  await page.locator('.result-view-bar').waitFor()
  await walk(page, openings.byFilteredResult)
  // Closing returns the focus to the former result.
  await page.keyboard.press('Alt+Shift+X')
  await expect.poll(() => focused(page)).not.toBe('nobody')
  // Tab indents in the editor until Ctrl+M changes its meaning.
  if (!(await focused(page)).includes('SQL 编辑器')) await page.keyboard.press('Control+`')
  await sql.ready()
  await page.keyboard.press('Control+m')
  await walkTabs(page, openings.tabs.editor)
  await walkTabs(page, openings.tabs.sqlSide)
  await page.keyboard.press('Home')
  await walk(page, openings.bySqlTables)
  await tabInto(page, openings.tabs.sqlSide.at, 'Shift+Tab')
  await ask(page, `${aliyun}/createTmpTable`, { name: 'manners', sql: 'select 1 as one' })
  await page.keyboard.press('End')
  await tabInto(page, '[aria-label="刷新"]')
  await page.keyboard.press('Enter')
  await walk(page, openings.byTemporaryTables)
  await page.keyboard.press('Control+`')
  await sql.ready()
  await sql.write('select 1')
  await sql.save('礼仪二')
  const id = new URL(page.url()).searchParams.get('query')
  await ask(page, `${aliyun}/save`, { id, name: '礼仪二', sql: 'select 2', folder: '', tags: [] })
  await sql.write('select 3')
  await walk(page, openings.overTheirQuery)
})
