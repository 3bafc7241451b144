// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { setCalendarSource } from '#web/calendar/source.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { useMessages } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import type { Report } from '#features/statement/contract.ts'
import { statementWork } from '#features/statement/web/commandHandlers.ts'
import { keepAhead, takeAhead } from '#features/statement/web/report/asking/ahead.ts'
import { ask, forgetFigures } from '#features/statement/web/report/asking/loading.ts'
import { isStale, isUnderWay } from '#features/statement/web/report/asking/stale.ts'
import { exportReport } from '#features/statement/web/report/exporting.ts'
import { change, followAddress, showReport } from '#features/statement/web/report/follow.ts'
import { saveAsNew, saveReport } from '#features/statement/web/report/saving.ts'
import { emptyReport, useReport } from '#features/statement/web/report/store.ts'
import { readLabels } from '#features/statement/web/report/table/useDictionaryLabels.ts'
import { useTree } from '#features/statement/web/tree/store.ts'
import { forgetSteps, undoStep } from '#features/statement/web/undo.ts'

const report = (id: number, rest: Partial<Report> = {}): Report => ({
  id,
  reportName: `报表${id}`,
  remark: '',
  order: id,
  viewMetaId: 1,
  info: { dims: [1], points: [5], dateRange: { relative: 'last7' } },
  owner: 'admin',
  editable: true,
  revision: 1,
  modifiedAt: '2026-10-12T00:00:00Z',
  ...rest,
})

interface Asked {
  path: string
  body: Record<string, unknown>
  signal: AbortSignal | undefined
  answer: (data: unknown, failure?: { status?: number; code: string; msg: string }) => void
}

let asked: Asked[] = []
const figures = (value = 1) => ({
  columns: [],
  data: [],
  rowCount: value,
  truncated: false,
  summary: null,
  range: null,
  sql: '',
  elapsedMs: 1,
  cached: false,
  updateTime: null,
})

/** A server that answers what the page loads at once, and figures when the test says so. */
function serve(reports: Report[]) {
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const request = new Request(new URL(typeof input === 'string' ? input : input.url, location.href), init)
    const path = new URL(request.url).pathname.replace('/api/s1/data/', '')
    return new Promise<Response>((resolve, reject) => {
      const signal = init?.signal ?? undefined
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      const answer: Asked['answer'] = (data, failure) =>
        resolve(
          new Response(
            JSON.stringify({ isSuccess: !failure, data, msg: failure?.msg ?? '', code: failure?.code }),
            { status: failure?.status ?? 200, headers: { 'content-type': 'application/json' } },
          ),
        )
      if (path.startsWith('getReportByViewMetaId')) return answer(reports)
      if (path === 'getReportUpdateTime') return answer([])
      if (path.startsWith('getReportQueryParam')) return answer({ dimensions: [], points: [] })
      const body = JSON.parse(String(init?.body ?? '{}'))
      asked.push({ path, body, signal, answer })
    })
  })
}

/** Whatever the page does without the server or the time is done after some turns of the event loop. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}
const open = async (search: string) => {
  history.replaceState(null, '', `/statement/detail?${search}`)
  await followAddress(location.search)
  await settled()
}
const figuresAsked = () => asked.filter(({ path }) => path === 'getReportDataByInfo')

beforeEach(() => {
  asked = []
  localStorage.clear()
  forgetFigures()
  useReport.setState(emptyReport)
  useMessages.setState({ messages: [] })
  useSettings.setState({ autoLoadReportData: true, autoLoadOnDimChange: false })
  serve([report(11), report(12, { info: { dims: [2], points: [6], dateRange: { relative: 'last7' } } })])
})
afterEach(() => vi.unstubAllGlobals())

describe('a loose report', () => {
  it('opens without a view, stays so while it changes, and gives way to a view', async () => {
    await open('report=0&points=5')
    expect(useReport.getState()).toMatchObject({ viewId: null, status: 'ready', present: { report: null } })
    expect(figuresAsked()[0]?.body).toMatchObject({ info: { points: [5] } })
    change({ grain: 'week' })
    expect(location.search).toBe('?report=0&grain=week&points=5')
    expect(useReport.getState().present?.info.grain).toBe('week')
    await open('id=1')
    expect(useReport.getState()).toMatchObject({ viewId: 1, present: { report: { id: 11 } } })
  })

  it('is what 新建报表 starts where the view may not be changed, and offers to be kept', async () => {
    serve([report(11, { editable: false })])
    await open('id=1')
    statementWork['report.create']()
    expect(location.search).toBe('?report=0')
    await followAddress(location.search)
    statementWork['report.rename']()
    const [told] = useMessages.getState().messages
    expect(told).toMatchObject({ message: '这张报表还没有保存', action: { text: '另存到…' } })
    told?.action?.onClick()
    expect(useReport.getState().dialog).toEqual({ kind: 'save' })
  })

  it('is not taken for the view under the cursor of the tree', async () => {
    await open('report=0&points=5')
    useTree.setState({ cursor: 'v9', dialog: null })
    statementWork['view.delete']()
    expect(useTree.getState().dialog).toBeNull()
  })
})

describe('opening a report', () => {
  it('reads festivals in an address, though the calendar was not asked for yet', async () => {
    const year = Number(businessToday().slice(0, 4)) - 1
    setCalendarSource(async (from, to) => ({
      years: Array.from({ length: to - from + 1 }, (_, at) => ({
        year: from + at,
        source: 'shipped',
        springFestival: null,
        days: [{ day: `${from + at}-10-01`, kind: 'rest', name: '国庆节' }],
      })),
      notes: [],
    }))
    await open(`id=1&range=${encodeURIComponent('去年国庆')}`)
    await vi.waitFor(() => expect(figuresAsked()).toHaveLength(1))
    const dateRange = { from: `${year}-10-01`, to: `${year}-10-01` }
    expect(figuresAsked()[0]?.body).toMatchObject({ info: { dateRange } })
    expect(useMessages.getState().messages).toEqual([])
  })

  it('asks for its figures under the auto-load setting', async () => {
    await open('id=1')
    expect(figuresAsked()).toHaveLength(1)
    expect(figuresAsked()[0]?.body).toMatchObject({ reportId: 11, info: { dims: [1], points: [5] } })
  })

  it('shows them before what the filter bar offers, which waits no longer than a moment', async () => {
    const shown: string[] = []
    const stop = useReport.subscribe((now, before) => {
      if (now.result !== before.result && now.result) shown.push('figures')
      if (now.params !== before.params && now.params) shown.push('bar')
    })
    await open('id=1')
    expect(shown).toEqual([])
    figuresAsked()[0]?.answer(figures())
    await vi.waitFor(() => expect(shown).toEqual(['figures', 'bar']))
    shown.length = 0
    await open('id=1&report=12')
    await vi.waitFor(() => expect(shown).toEqual(['bar']))
    stop()
  })

  it('waits for 查询 without it', async () => {
    useSettings.setState({ autoLoadReportData: false })
    await open('id=1')
    expect(figuresAsked()).toHaveLength(0)
    void ask()
    await settled()
    expect(figuresAsked()).toHaveLength(1)
  })

  it('takes the changes of a link, and tells what it could not read', async () => {
    await open('id=1&report=12&range=last30&grain=nonsense')
    const { present } = useReport.getState()
    expect(present?.report?.id).toBe(12)
    expect(present?.info.dateRange).toEqual({ relative: 'last30' })
    expect(useMessages.getState().messages[0]?.message).toContain('粒度')
  })

  it('opens the first report for one that is not there, as it was saved', async () => {
    await open('id=1&report=999&dims=9')
    expect(useReport.getState().present?.report?.id).toBe(11)
    expect(useReport.getState().present?.info.dims).toEqual([1])
    expect(useMessages.getState().messages[0]?.message).toContain('子报表不存在')
  })

  it('says that a link has no number, and does not crash', async () => {
    await open('range=%%%&id=abc')
    expect(useReport.getState().status).toBe('failed')
  })
})

describe('keys on a report that its reader may not change', () => {
  it.each(['report.rename', 'report.moveDown', 'report.delete'] as const)(
    'refuse %s at once, say who may, and offer to keep it elsewhere',
    async (id) => {
      serve([report(11, { editable: false }), report(12, { editable: false })])
      await open('id=1')
      const before = asked.length
      statementWork[id]()
      await settled()
      expect(useReport.getState().dialog).toBeNull()
      expect(useReport.getState().present?.report?.id).toBe(11)
      expect(asked).toHaveLength(before)
      const [told] = useMessages.getState().messages
      expect(told?.message).toContain('只有所有者或报表配置人员可以修改')
      told?.action?.onClick()
      expect(useReport.getState().dialog).toEqual({ kind: 'save' })
    },
  )

  it('act where they may', async () => {
    await open('id=1')
    statementWork['report.delete']()
    expect(useReport.getState().dialog).toEqual({ kind: 'delete' })
  })
})

describe('names of codes', () => {
  it('are there before the figures are drawn, and figures do not wait for them for long', async () => {
    await open('id=1')
    const columns = [{ key: 'd1', title: '渠道', kind: 'dimension', type: 'string', dictId: 7 }]
    figuresAsked()[0]?.answer({ ...figures(), columns })
    await settled()
    const labels = asked.find(({ path }) => path.includes('anaDictListsByDictId'))
    expect(labels?.body).toEqual([7])
    expect(useReport.getState().result).toBeNull()
    labels?.answer([{ id: 7, values: [{ data: ['1', '华为'] }] }])
    await vi.waitFor(() => expect(useReport.getState().result?.table.rowCount).toBe(1))
    expect((await readLabels([7]))(7, '1')).toBe('华为')

    await open('id=1&report=12')
    figuresAsked()[1]?.answer({ ...figures(12), columns: [{ ...columns[0], dictId: 8 }] })
    // Nobody answers for dictionary 8.
    await vi.waitFor(() => expect(useReport.getState().result?.table.rowCount).toBe(12))
  })
})

describe('a view that the palette has shown', () => {
  it('opens without asking for its reports again, once', async () => {
    keepAhead(1, [report(11, { reportName: '见过' })])
    await open('id=1')
    expect(useReport.getState().reports.map(({ reportName }) => reportName)).toEqual(['见过'])
    expect(figuresAsked()).toHaveLength(1)
    expect(takeAhead(1)).toBeNull()
  })
})

describe('changing a report', () => {
  it('writes the address and waits for 查询', async () => {
    await open('id=1')
    figuresAsked()[0]?.answer(figures())
    await settled()
    change({ dims: [1, 3] })
    await settled()
    expect(location.search).toBe('?id=1&dims=1.3')
    expect(figuresAsked()).toHaveLength(1)
    expect(useReport.getState().result?.table.rowCount).toBe(1)
  })

  it('asks at once for a change that comes alone, and for those on its heels when they rest', async () => {
    useSettings.setState({ autoLoadOnDimChange: true })
    await open('id=1')
    for (const relative of ['last30', 'thisMonth', 'lastMonth'] as const) change({ dateRange: { relative } })
    await settled()
    const rangeAsked = (at: number) => (figuresAsked()[at]?.body.info as ReportInfo | undefined)?.dateRange
    // What is gone is called off, and the figures are on their way until what is wanted is asked for.
    expect([figuresAsked().length, rangeAsked(1)]).toEqual([2, { relative: 'last30' }])
    expect(figuresAsked()[1]?.signal?.aborted).toBe(true)
    expect(isUnderWay(useReport.getState())).toBe(true)
    await vi.waitFor(() => expect(rangeAsked(2)).toEqual({ relative: 'lastMonth' }))
    expect(figuresAsked()).toHaveLength(3)
  })

  it('of conditions that wait for 查询 the figures before them are exported', async () => {
    await open('id=1')
    figuresAsked()[0]?.answer(figures())
    await settled()
    expect(isStale(useReport.getState())).toBe(false)
    change({ grain: 'month' })
    await settled()
    expect(isStale(useReport.getState())).toBe(true)
    void exportReport()
    await settled()
    const exported = asked.find(({ path }) => path.includes('exporeExcel'))
    expect(exported?.body).toMatchObject({ info: { dims: [1], points: [5] } })
    expect(JSON.stringify(exported?.body)).not.toContain('month')
    change({ grain: undefined })
    await settled()
    expect(isStale(useReport.getState())).toBe(false)
  })

  it('of a failed query nothing of before is promised or exported, and it goes with its conditions', async () => {
    useSettings.setState({ autoLoadOnDimChange: true })
    await open('id=1')
    figuresAsked()[0]?.answer(figures())
    await settled()
    change({ grain: 'month' }, { atOnce: true })
    figuresAsked()[1]?.answer(null, { code: 'busy', msg: '数据仓库正忙' })
    await settled()
    expect(useReport.getState().askFailure).not.toBeNull()
    expect(isStale(useReport.getState())).toBe(false)
    void exportReport()
    await settled()
    expect(JSON.stringify(asked.find(({ path }) => path.includes('exporeExcel'))?.body)).toContain('month')
    change({ grain: undefined })
    await settled()
    expect(useReport.getState().askFailure).toBeNull()
    expect(figuresAsked()).toHaveLength(2)
  })

  it('asks at once under the setting, and a newer request cancels the older one', async () => {
    useSettings.setState({ autoLoadOnDimChange: true })
    await open('id=1')
    change({ dims: [1, 3] }, { atOnce: true })
    await settled()
    change({ dims: [3] }, { atOnce: true })
    await settled()
    const [first, second, third] = figuresAsked()
    expect([first?.signal?.aborted, second?.signal?.aborted, third?.signal?.aborted]).toEqual([
      true,
      true,
      false,
    ])
    third?.answer(figures(33))
    await settled()
    expect(useReport.getState().result?.table.rowCount).toBe(33)
    expect(useReport.getState().asking).toBeNull()
  })

  it('shows figures seen before at once when it is undone', async () => {
    await open('id=1')
    figuresAsked()[0]?.answer(figures(7))
    await settled()
    change({ dateRange: { relative: 'last30' } }, { atOnce: true })
    await settled()
    figuresAsked()[1]?.answer(figures(30))
    await settled()
    expect(useReport.getState().result?.table.rowCount).toBe(30)
    await open('id=1')
    expect(useReport.getState().result?.table.rowCount).toBe(7)
    expect(figuresAsked()).toHaveLength(2)
  })

  it('keeps the old figures until the new ones are there, and says when they fail', async () => {
    await open('id=1')
    figuresAsked()[0]?.answer(figures(7))
    await settled()
    change({ grain: 'week' }, { atOnce: true })
    await settled()
    expect(useReport.getState().result?.table.rowCount).toBe(7)
    figuresAsked()[1]?.answer(null, { code: 'query_timeout', msg: '查询超时，请缩小范围后再试' })
    await settled()
    expect(useReport.getState().askFailure?.failure.message).toBe('查询超时，请缩小范围后再试')
  })

  it('is taken back by undo, step by step, and no further', async () => {
    forgetSteps()
    await open('id=1')
    change({ grain: 'week' })
    change({ dims: [3] })
    undoStep()
    expect(location.search).toBe('?id=1&grain=week')
    undoStep()
    expect(location.search).toBe('?id=1')
    undoStep()
    expect(location.search).toBe('?id=1')
    expect(useMessages.getState().messages[0]?.message).toBe('没有可以撤销的操作')
  })

  it('goes to another report with the days that were chosen', async () => {
    await open('id=1&range=last30')
    showReport(12)
    expect(location.search).toBe('?id=1&report=12&range=last30')
  })
})

describe('saving', () => {
  it('shows a conflict and overwrites nothing', async () => {
    await open('id=1&grain=week')
    const saving = saveReport()
    await settled()
    const request = asked.find(({ path }) => path === 'addOrUpdateReportMeta')
    expect(request?.body).toMatchObject({
      id: 11,
      revision: 1,
      info: { grain: 'week' },
    })
    const present = report(11, { revision: 2, info: { dims: [1], points: [6] } })
    const conflict = { present, by: '别人', at: '2026-10-12T00:00:01Z' }
    request?.answer(conflict, { status: 409, code: 'object_conflict', msg: '内容已被他人修改' })
    await saving
    expect(useReport.getState().dialog).toEqual({ kind: 'conflict', conflict })
    expect(useReport.getState().present?.info.grain).toBe('week')
  })

  it('goes on beside what another changed of it, a remark or its name', async () => {
    await open('id=1&grain=week')
    const saving = saveReport()
    await settled()
    const requests = () => asked.filter(({ path }) => path === 'addOrUpdateReportMeta')
    const present = report(11, { revision: 7, remark: '口径', reportName: '改了名' })
    const conflict = { present, by: '别人', at: '2026-10-12T00:00:01Z' }
    requests()[0]?.answer(conflict, { status: 409, code: 'object_conflict', msg: '内容已被他人修改' })
    await settled()
    expect(requests()[1]?.body).toMatchObject({ id: 11, revision: 7, info: { grain: 'week' } })
    requests()[1]?.answer({ id: 11, modifiedAt: '2026-10-12T00:00:02Z' })
    await saving
    expect(useReport.getState().dialog).toBeNull()
  })

  it('is done once where its key is pressed twice', async () => {
    await open('id=1&grain=week')
    const both = [saveReport(), saveReport()]
    await settled()
    const requests = asked.filter(({ path }) => path === 'addOrUpdateReportMeta')
    expect(requests).toHaveLength(1)
    requests[0]?.answer({ id: 11, modifiedAt: '2026-10-12T00:00:01Z' })
    await Promise.all(both)
    expect(useReport.getState().dialog).toBeNull()
  })

  it('asks for a name where there is nothing to overwrite', async () => {
    await open('id=1&report=0&points=5')
    await saveReport()
    expect(useReport.getState().dialog).toEqual({ kind: 'save' })
  })

  it('asks where to keep what may not be changed, instead of a refusal', async () => {
    serve([report(11, { editable: false })])
    await open('id=1&grain=week')
    statementWork['report.save']()
    expect(useReport.getState().dialog).toEqual({ kind: 'save' })
    const keeping = saveAsNew('我的周报', { newView: '我的发现' })
    await settled()
    const request = asked.find(({ path }) => path === 'addOrUpdateReportMeta')
    expect(request?.body).toMatchObject({
      newView: '我的发现',
      reportName: '我的周报',
      info: { grain: 'week' },
    })
    request?.answer({ id: 31, viewMetaId: 7, modifiedAt: '2026-10-12T00:00:01Z' })
    await settled()
    asked.find(({ path }) => path === 'getViewMeta')?.answer([])
    expect(await keeping).toBe(true)
    expect(location.search).toBe('?id=7&report=31')
    expect(useMessages.getState().messages[0]?.message).toBe('已保存为「我的周报」，在私有视图「我的发现」里')
  })
})
