// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSettings } from '#web/shell/settings.ts'
import type { Report } from '#features/statement/contract.ts'
import { forgetFigures, showKept } from '#features/statement/web/report/asking/loading.ts'
import { startPrefetch } from '#features/statement/web/report/asking/prefetch.ts'
import { requestKey } from '#features/statement/web/report/asking/request.ts'
import { change, followAddress, showReport } from '#features/statement/web/report/follow.ts'
import { emptyReport, useReport } from '#features/statement/web/report/store.ts'

const report = (id: number): Report => ({
  id,
  reportName: `报表${id}`,
  remark: '',
  order: id,
  viewMetaId: 1,
  info: { dims: [1], points: [id], dateRange: { relative: 'last7' } },
  owner: 'admin',
  editable: true,
  revision: 1,
  modifiedAt: '2026-10-12T00:00:00Z',
})
const figures = (rowCount = 1) => ({
  columns: [],
  data: [],
  rowCount,
  truncated: false,
  summary: null,
  range: null,
  sql: '',
  elapsedMs: 1,
  cached: false,
  computedAt: '2026-10-12T00:00:00Z',
  updateTime: null,
  levels: null,
  others: null,
  unfinishedFrom: null,
  comparedRange: null,
  gone: [],
  trace: '',
})

interface Asked {
  reportId: number
  signal: AbortSignal | undefined
  answer: (rows?: number) => void
}
let asked: Asked[] = []

function serve(reports: Report[]) {
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const request = new Request(new URL(typeof input === 'string' ? input : input.url, location.href), init)
    const path = new URL(request.url).pathname.replace('/api/s1/data/', '')
    return new Promise<Response>((resolve, reject) => {
      const signal = init?.signal ?? undefined
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      const answer = (data: unknown) =>
        resolve(
          new Response(JSON.stringify({ isSuccess: true, data, msg: '' }), {
            headers: { 'content-type': 'application/json' },
          }),
        )
      if (path.startsWith('getReportByViewMetaId')) return answer(reports)
      if (path.startsWith('getReportQueryParam')) return answer({ dimensions: [], points: [] })
      if (path !== 'getReportDataByInfo') return answer([])
      const { reportId } = JSON.parse(String(init?.body ?? '{}'))
      asked.push({ reportId, signal, answer: (rows) => answer(figures(rows)) })
    })
  })
}

const ids = () => asked.map(({ reportId }) => reportId)
const untilAsked = (count: number) => vi.waitFor(() => expect(asked.length).toBe(count))
const untilShown = (reportId: number) =>
  vi.waitFor(() => expect(useReport.getState().result?.info.points).toEqual([reportId]))
/** Longer than anything waits before it fetches ahead. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700))

let stop = () => {}

async function open(reports: Report[]) {
  serve(reports)
  stop = startPrefetch()
  history.replaceState(null, '', '/statement/detail?id=1')
  await followAddress(location.search)
  await untilAsked(1)
}

beforeEach(() => {
  asked = []
  useSettings.setState({ autoLoadReportData: true })
  useReport.setState(emptyReport)
})
afterEach(() => {
  stop()
  forgetFigures()
  useReport.setState(emptyReport)
  vi.unstubAllGlobals()
})

describe('the other reports of a view', () => {
  it('are fetched one at a time, after the first is there, and shown at once when they are opened', async () => {
    await open([report(1), report(2), report(3)])
    await quiet()
    expect(ids()).toEqual([1])
    asked[0]?.answer()
    await untilAsked(2)
    await quiet()
    expect(ids()).toEqual([1, 2])
    asked[1]?.answer(22)
    await untilAsked(3)
    asked[2]?.answer()
    await quiet()
    showReport(2)
    await followAddress(location.search)
    expect(useReport.getState().result?.table.rowCount).toBe(22)
    expect(ids()).toEqual([1, 2, 3])
  })

  it('wait for what the reader asks: their question is called off, and asked again later', async () => {
    await open([report(1), report(2)])
    asked[0]?.answer()
    await untilAsked(2)
    change({ dateRange: { relative: 'last30' } }, { atOnce: true })
    await untilAsked(3)
    expect(asked[1]?.signal?.aborted).toBe(true)
    expect(ids()).toEqual([1, 2, 1])
    asked[2]?.answer()
    await untilAsked(4)
    expect(ids()).toEqual([1, 2, 1, 2])
  })

  it('are left alone where reports are not loaded by themselves, and once the page is left', async () => {
    await open([report(1), report(2)])
    useSettings.setState({ autoLoadReportData: false })
    asked[0]?.answer()
    await quiet()
    expect(ids()).toEqual([1])
    stop()
    useSettings.setState({ autoLoadReportData: true })
    change({ dateRange: { relative: 'last30' } }, { atOnce: true })
    await untilAsked(2)
    asked[1]?.answer()
    await quiet()
    expect(ids()).toEqual([1, 1])
  })
})

describe('a result that was kept in the background', () => {
  const kept = (id: number) => {
    const { info } = report(id)
    return { key: requestKey(id, info), info, table: figures(99), keptAt: '2026-10-12T00:00:00Z' }
  }

  it('is shown in place of what is asked for, and gives way to what is asked anew', async () => {
    await open([report(1), report(2)])
    asked[0]?.answer()
    await untilShown(1)
    showReport(2)
    await followAddress(location.search)
    showKept(kept(2))
    expect(useReport.getState().result).toMatchObject({
      keptAt: '2026-10-12T00:00:00Z',
      table: { rowCount: 99 },
    })
    expect(useReport.getState().asking).toBeNull()
  })

  it('waits for a page that is still opening', async () => {
    serve([report(1), report(2)])
    history.replaceState(null, '', '/statement/detail?id=1&report=2')
    showKept(kept(2))
    void followAddress(location.search)
    await vi.waitFor(() => expect(useReport.getState().result?.table.rowCount).toBe(99))
    expect(useReport.getState().asking).toBeNull()
  })
})
