// Requests a view's reports, the filter bar's options and figures. Newer requests cancel older ones.

import { dimsIn, withoutOpen } from '#semantic/model/conditions.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { call, failureOf } from '#web/api/client.ts'
import { loadCalendar } from '#web/calendar/calendar.ts'
import { afterPaint } from '#web/table/paint/afterPaint.ts'
import {
  getReportByViewMetaId,
  getReportDataByInfo,
  getReportUpdateTime,
  type Report,
} from '#features/statement/contract.ts'
import { yearsOf } from '#features/statement/web/dates/holidays.ts'
import { readParams } from '#features/statement/web/formulas/params.ts'
import { blankInfo } from '../blankInfo.ts'
import { type Result, useReport } from '../store.ts'
import { readLabels } from '../table/useDictionaryLabels.ts'
import { askedInfo, isAskable, requestKey } from './request.ts'
import { forgetResults, keepResult, keptResult } from './resultCache.ts'

/** Limit of one call. */
const mostTimes = 200

/** Figures wait at most this long for labels and calendar days. */
const latestNamesMs = 250

/** The bar's controls wait at most this long for figures that are about to arrive. */
const latestFiguresMs = 120

/** A page that has not opened by then shows figures it requests itself. */
const keptWaitMs = 10_000
interface FiguresRequest {
  reportId: number | null
  info: ReportInfo
  signal: AbortSignal
  /** For the header `request-id`: identifies the request, so that the server can cancel it. */
  requestId: string
  /** Bypasses the cache. */
  fresh: boolean
}

/** How a page gets its figures: the key of a request and the function that answers it. */
export interface FiguresSource {
  keyOf: (reportId: number | null, info: ReportInfo) => string
  read: (request: FiguresRequest) => Promise<Pick<Result, 'table' | 'parts'>>
}

/** One table. Deleted points and dimensions are left out and reported. */
export const askTable = ({ reportId, signal, requestId, fresh }: FiguresRequest, info: ReportInfo) =>
  call(
    getReportDataByInfo,
    {
      body: { ...(reportId === null ? {} : { reportId }), info, tolerant: true, ...(fresh && { fresh }) },
    },
    { signal, requestId, quiet: true, loading: null },
  )

const flat: FiguresSource = {
  keyOf: requestKey,
  read: async (request) => ({ table: await askTable(request, askedInfo(request.info)) }),
}
let source = flat

/** Makes figures come from another source; the returned function restores one table per report. */
export function takeFiguresFrom(other: FiguresSource): () => void {
  source = other
  return () => {
    if (source === other) source = flat
  }
}

let asks = 0
let current: AbortController | null = null
let paramsAsked: AbortController | null = null

/** Loads the view's reports; the latest call wins. */
export async function loadReports(viewId: number): Promise<boolean> {
  try {
    const params = { id: viewId }
    const reports = await call(getReportByViewMetaId, { params }, { quiet: true, loading: null })
    if (useReport.getState().viewId !== viewId) return false
    showReports(viewId, reports)
    return true
  } catch (error) {
    if (useReport.getState().viewId === viewId) {
      useReport.setState({ status: 'failed', failure: failureOf(error) })
    }
    return false
  }
}

export function showReports(viewId: number, reports: readonly Report[]): void {
  const inOrder = [...reports].sort((one, other) => one.order - other.order || one.id - other.id)
  useReport.setState({ reports: inOrder, status: 'ready', failure: null })
  // Figures have priority.
  queueMicrotask(() => void loadUpdateTimes(viewId, idsOf(inOrder)))
}

const idsOf = (reports: readonly Report[]): number[] => reports.map(({ id }) => id).slice(0, mostTimes)

/** Shown until the figures arrive, which have a time of their own. */
async function loadUpdateTimes(viewId: number, reportIds: number[]): Promise<void> {
  if (reportIds.length === 0) return
  try {
    const times = await call(getReportUpdateTime, { body: { reportIds } }, { quiet: true, loading: null })
    if (useReport.getState().viewId !== viewId) return
    useReport.setState({
      updateTimes: new Map(times.map(({ reportId, updateTime }) => [reportId, updateTime])),
      updateTimesFailure: null,
    })
  } catch (error) {
    if (useReport.getState().viewId === viewId) useReport.setState({ updateTimesFailure: failureOf(error) })
  }
}

export function reloadUpdateTimes(): void {
  const { viewId, reports } = useReport.getState()
  if (viewId !== null) void loadUpdateTimes(viewId, idsOf(reports))
}

/** Loads the dimensions and points that the report can use, with the values of filtering dimensions. */
export async function loadParams(): Promise<void> {
  const { present } = useReport.getState()
  if (!present) return
  paramsAsked?.abort()
  const mine = new AbortController()
  paramsAsked = mine
  const { info, report } = present
  const chosen = dimsIn(withoutOpen(info.filters))
  try {
    const params = await readParams({
      reportId: report?.id ?? 0,
      info,
      options: [...new Set(chosen)],
      signal: mine.signal,
    })
    await firstFigures()
    if (paramsAsked === mine) useReport.setState({ params, paramsFailure: null })
  } catch (error) {
    // The bar keeps its previous options; its lists show why there are no new ones.
    const failure = failureOf(error)
    if (paramsAsked === mine && !failure.aborted) useReport.setState({ paramsFailure: failure })
  }
}

/** Rendering the bar's options first would delay a page's first figures. */
function firstFigures(): Promise<void> {
  const { asking, result } = useReport.getState()
  if (asking === null || result !== null) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, latestFiguresMs)
  const stop = useReport.subscribe((state) => {
    if (state.asking === null) afterPaint(resolve)
  })
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
  })
}

export async function loadOptions(dimensionId: number, like: string, signal: AbortSignal) {
  const { present } = useReport.getState()
  const params = await readParams({
    reportId: present?.report?.id ?? 0,
    info: present?.info ?? blankInfo,
    options: [dimensionId],
    like,
    signal,
  })
  const found = params.dimensions.find(({ id }) => id === dimensionId)
  return { options: found?.options ?? [], more: found?.moreOptions ?? false }
}

export function presentKey(): string | null {
  const { present } = useReport.getState()
  return present && source.keyOf(present.report?.id ?? null, present.info)
}

/**
 * Shows the figures for the current definition: recently seen ones, otherwise requested. `fresh` always
 * requests them.
 */
export async function ask({ fresh = false } = {}): Promise<void> {
  const { present, asking, changing } = useReport.getState()
  if (changing) useReport.setState({ changing: false })
  if (!present || !isAskable(present.info)) return
  const reportId = present.report?.id ?? null
  const key = source.keyOf(reportId, present.info)
  const known = fresh ? undefined : keptResult(key)
  if (known) {
    cancelAsk()
    useReport.setState({ result: known, askFailure: null })
    return
  }
  if (asking === key && !fresh) return
  await askServer(key, reportId, present.info, fresh)
}

async function askServer(
  key: string,
  reportId: number | null,
  info: ReportInfo,
  fresh: boolean,
): Promise<void> {
  current?.abort()
  const mine = new AbortController()
  current = mine
  asks += 1
  useReport.setState({ asking: key, askFailure: null })
  try {
    const requestId = `report-${Date.now().toString(36)}-${asks}`
    const figures = await source.read({ reportId, info, signal: mine.signal, requestId, fresh })
    await namesOf(figures.table)
    if (current !== mine) return
    const result = { key, info, ...figures }
    keepResult(result)
    useReport.setState({ result, asking: null })
  } catch (error) {
    if (current !== mine) return
    const failure = failureOf(error)
    useReport.setState({ asking: null, askFailure: failure.aborted ? null : { failure, key } })
  }
}

/** Data that a table needs beside its figures, loaded first so that the table is rendered once. */
async function namesOf(table: Result['table']): Promise<void> {
  const years = yearsOf(table)
  const wanted = [
    readLabels(table.columns.flatMap(({ dictId }) => dictId ?? [])),
    ...(years ? [loadCalendar(years.from, years.to)] : []),
  ]
  const late = new Promise((resolve) => setTimeout(resolve, latestNamesMs))
  await Promise.race([Promise.allSettled(wanted), late])
}

/** Shows a cached result as soon as its request matches the current one; the page may still be opening. */
export function showKept(result: Result): void {
  const show = () => {
    if (presentKey() !== result.key) return false
    cancelAsk()
    keepResult(result)
    useReport.setState({ result, askFailure: null })
    return true
  }
  if (show()) return
  const stop = useReport.subscribe(({ present, status }) => {
    // Opening continues after this state change and sends a request, which is cancelled here.
    if (status === 'ready' && present) queueMicrotask(() => show() && stop())
  })
  setTimeout(stop, keptWaitMs)
}

/** Cancels the running request; the old figures stay. */
export function cancelAsk(): void {
  current?.abort()
  current = null
  useReport.setState({ asking: null })
}

export function forgetFigures(): void {
  cancelAsk()
  paramsAsked?.abort()
  paramsAsked = null
  forgetResults()
}
