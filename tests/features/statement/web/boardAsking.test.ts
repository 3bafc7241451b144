// @vitest-environment jsdom
// How a board asks: equal questions once, those in view first, a few at a time, nothing while nobody looks; and how it
// follows a table that is published anew.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Board, BoardTile } from '#semantic/model/board/types.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Report } from '#features/statement/contract.ts'
import { followTables } from '#features/statement/web/board/alive.ts'
import { forgetAnswers, want, watchSight } from '#features/statement/web/board/asking.ts'
import { asksOf } from '#features/statement/web/board/asks.ts'
import { emptyBoard, useBoard } from '#features/statement/web/board/store.ts'

const info = (points: number[]): ReportInfo => ({ dims: [1], points, dateRange: { relative: 'last7' } })
const report = (id: number, points = [id]) => ({ id, reportName: `报表${id}`, info: info(points) }) as Report
const place = { x: 0, y: 0, w: 3, h: 3 }
const chart = (id: string, of: number): BoardTile => ({ id, kind: 'chart', report: of, ...place })
const figure = (id: string, of: number, point: number): BoardTile => ({
  ...{ id, kind: 'figure', report: of, key: `p${point}`, of: 'day', ...place },
})
const reaches = (reports: readonly Report[]) =>
  reports.map(({ id }) => ({ report: id, dims: [1], day: 1, figures: [] }))

interface Sent {
  info: ReportInfo
  fresh: boolean
  answer: () => void
}
let sent: Sent[] = []
let published: Record<number, string> = {}
let looks = 0
let isHidden = false

const figures = {
  ...{ columns: [], data: [], rowCount: 1, truncated: false, summary: null, range: null, sql: '', trace: '' },
  ...{ elapsedMs: 1, cached: false, computedAt: '2026-10-12T00:00:00Z', updateTime: null, levels: null },
  ...{ others: null, unfinishedFrom: null, comparedRange: null, gone: [] },
}

beforeEach(() => {
  sent = []
  published = {}
  looks = 0
  isHidden = false
  useBoard.setState({ ...emptyBoard, status: 'ready' })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body ?? '{}'))
    const reply = (data: unknown) =>
      new Response(JSON.stringify({ isSuccess: true, data, msg: '' }), {
        headers: { 'content-type': 'application/json' },
      })
    if (String(typeof input === 'string' ? input : input.url).includes('getReportUpdateTime')) {
      looks += 1
      return reply(body.reportIds.map((id: number) => ({ reportId: id, updateTime: published[id] ?? null })))
    }
    const { promise, resolve } = Promise.withResolvers<Response>()
    sent.push({ info: body.info, fresh: body.fresh === true, answer: () => resolve(reply(figures)) })
    return promise
  })
})
afterEach(() => {
  forgetAnswers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const askAll = (tiles: BoardTile[], reports: Report[]) => {
  const asks = asksOf({ tiles, reports, reaches: reaches(reports), bar: {}, cross: null })
  want([...asks.values()].flatMap((one) => one.asks.map(({ ask }) => ask)))
  return asks
}
const pointsSent = () => sent.map((one) => one.info.points.join())
const settles = () => vi.waitFor(() => expect(useBoard.getState().answers.size).toBe(sent.length))

describe('a board asks', () => {
  it('equal questions once: two charts of a report, and all large figures of one', async () => {
    const reports = [report(11, [11, 12]), report(13)]
    const tiles = [
      chart('a', 11),
      chart('b', 11),
      figure('c', 11, 11),
      figure('d', 11, 12),
      figure('e', 13, 13),
    ]
    const asks = askAll(tiles, reports)
    await vi.waitFor(() => expect(sent).toHaveLength(3))
    expect(asks.get('c')?.asks[0]?.ask.key).toBe(asks.get('d')?.asks[0]?.ask.key)
    expect(pointsSent().toSorted()).toEqual(['11,12', '11,12', '13'])
    for (const one of sent) one.answer()
    await settles()
    expect(sent).toHaveLength(3)
  })

  it('at most six at a time, in the given order, and the rest as answers come', async () => {
    const reports = Array.from({ length: 9 }, (_, at) => report(at + 1))
    askAll(
      reports.map(({ id }) => chart(`t${id}`, id)),
      reports,
    )
    await vi.waitFor(() => expect(sent).toHaveLength(6))
    expect(pointsSent()).toEqual(['1', '2', '3', '4', '5', '6'])
    sent[0]?.answer()
    await vi.waitFor(() => expect(sent).toHaveLength(7))
    expect(pointsSent().at(-1)).toBe('7')
  })

  it('nothing while nobody looks at the page, and goes on when somebody does', async () => {
    isHidden = true
    const stop = watchSight()
    askAll([chart('a', 1)], [report(1)])
    await Promise.resolve()
    expect(sent).toEqual([])
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    stop()
  })
})

describe('a table that is published anew', () => {
  it('is followed within five seconds by the tiles that stand on it, and by no others', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const reports = [report(1), report(2)]
    const tiles = [chart('a', 1), chart('b', 2)]
    useBoard.setState({ board: { tiles, bar: {} } as Board })
    askAll(tiles, reports)
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    for (const one of sent) one.answer()
    await settles()
    published = { 1: 'one', 2: 'one' }
    const stop = followTables()
    await vi.waitFor(() => expect(looks).toBe(1))
    expect(sent).toHaveLength(2)
    published[2] = 'two'
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(sent).toHaveLength(3))
    // The server knows that its kept answer is old: nothing goes past its cache.
    expect(sent[2]).toMatchObject({ info: { points: [2] }, fresh: false })
    sent[2]?.answer()
    isHidden = true
    const before = looks
    await vi.advanceTimersByTimeAsync(20_000)
    expect(looks).toBe(before)
    expect(sent).toHaveLength(3)
    stop()
  })
})
