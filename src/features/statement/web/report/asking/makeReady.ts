// Preloads a view whose page is not open yet: its reports and figures, so that the page can be rendered off
// screen.
import { followAddress, leaveReport } from '../follow.ts'
import { type ReportState, useReport } from '../store.ts'

/** The page can be rendered without them, too. */
const latestParamsMs = 500

/** Undoes its work when the signal aborts. Returns whether there is a page to render. */
export async function makeReady(search: string, signal: AbortSignal): Promise<boolean> {
  // Another view's page, or a chart of this view, is using the store.
  if (useReport.getState().status !== 'idle') return false
  signal.addEventListener('abort', leaveReport)
  await followAddress(search, { ahead: true })
  await until(({ asking }) => asking === null)
  // The bar's options arrive after the figures; if both are there, the page renders only once.
  await until(
    ({ params, paramsFailure, present }) => !present || params !== null || paramsFailure !== null,
    latestParamsMs,
  )
  const { status, askFailure } = useReport.getState()
  // An error here may not occur again when the page opens; the page then requests and reports for itself.
  return !signal.aborted && status === 'ready' && askFailure === null
}

async function until(holds: (state: ReportState) => boolean, latestMs?: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = (state: ReportState) => {
    if (holds(state)) resolve()
  }
  const stop = useReport.subscribe(look)
  const timer = latestMs === undefined ? undefined : setTimeout(resolve, latestMs)
  look(useReport.getState())
  await promise
  clearTimeout(timer)
  stop()
}
