// A view whose page is not open yet: its reports and figures are asked for, so that the page can be drawn out of sight.
import { followAddress, leaveReport } from '../follow.ts'
import { type ReportState, useReport } from '../store.ts'

/** Without them it can be drawn, too. */
const latestParamsMs = 500

/** Takes back what it did when the signal says so. Answers whether there is a page to draw. */
export async function makeReady(search: string, signal: AbortSignal): Promise<boolean> {
  // The page of another view, or the chart of this one, has the store.
  if (useReport.getState().viewId !== null) return false
  signal.addEventListener('abort', leaveReport)
  await followAddress(search, { ahead: true })
  await until(({ asking }) => asking === null)
  // What the bar offers comes behind the figures; drawn with it, the page has nothing to draw anew.
  await until(
    ({ params, paramsFailure, present }) => !present || params !== null || paramsFailure !== null,
    latestParamsMs,
  )
  const { status, askFailure } = useReport.getState()
  // What went wrong may go well when the page is opened: it asks then, and tells.
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
