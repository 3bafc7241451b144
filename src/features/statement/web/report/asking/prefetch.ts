// Prefetches the figures of the view's other reports after the first are painted, so that `]` shows them at
// once. One at a time; the reader's own requests have priority, and nothing is fetched for a closed or hidden
// page.

import { call } from '#web/api/client.ts'
import { useSettings } from '#web/shell/settings.ts'
import { getReportDataByInfo, type Report } from '#features/statement/contract.ts'
import { useReport } from '../store.ts'
import { askedInfo, carriedOver, isAskable, requestKey } from './request.ts'
import { hasResult, keepIfRoom } from './resultCache.ts'

/** More distant reports are seldom opened. */
const mostReports = 9
const quietMs = 300

/** Runs until the returned function is called. */
export function startPrefetch(): () => void {
  let under: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Reports whose figures were fetched or tried, once per visit. */
  const tried = new Set<string>()
  const stop = () => {
    clearTimeout(timer)
    under?.abort()
    under = null
  }
  const next = async () => {
    const wanted = isQuiet() ? nextReport(tried) : null
    if (!wanted || under) return
    const mine = new AbortController()
    under = mine
    try {
      await fetchReport(wanted, mine.signal)
    } catch {
      // Prefetch errors are ignored; opening the report shows them.
    }
    if (under !== mine) {
      // Cancelled by a more important request, so it may be tried again.
      tried.delete(wanted.key)
      return
    }
    under = null
    later()
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => requestAnimationFrame(() => void next()), quietMs)
  }
  const leave = useReport.subscribe((state, before) => {
    if (state.asking !== null || state.viewId !== before.viewId) stop()
    else if (state.result !== null && state.result !== before.result) later()
  })
  if (useReport.getState().result) later()
  return () => {
    leave()
    stop()
  }
}

function isQuiet(): boolean {
  const { asking, result, exporting, status } = useReport.getState()
  const { autoLoadReportData } = useSettings.getState()
  return (
    autoLoadReportData &&
    status === 'ready' &&
    asking === null &&
    result !== null &&
    !exporting &&
    !document.hidden
  )
}

interface Wanted {
  key: string
  report: Report
}

/** The nearest report, first those to the right, as `]` would open it. */
function nextReport(tried: Set<string>): Wanted | null {
  const { present, reports } = useReport.getState()
  if (!present?.report) return null
  const at = reports.findIndex(({ id }) => id === present.report?.id)
  const others = [...reports.slice(at + 1), ...reports.slice(0, Math.max(0, at))].slice(0, mostReports)
  for (const report of others) {
    const info = carriedOver(present.info, present.saved, report.info)
    const key = requestKey(report.id, info)
    if (!isAskable(info) || hasResult(key) || tried.has(key)) continue
    tried.add(key)
    return { key, report: { ...report, info } }
  }
  return null
}

async function fetchReport({ key, report: { id, info } }: Wanted, signal: AbortSignal): Promise<void> {
  const { viewId } = useReport.getState()
  const table = await call(
    getReportDataByInfo,
    { body: { reportId: id, info: askedInfo(info), tolerant: true } },
    { signal, requestId: `ahead-${Date.now().toString(36)}-${id}`, quiet: true, loading: null },
  )
  if (!signal.aborted && useReport.getState().viewId === viewId) keepIfRoom({ key, info, table })
}
