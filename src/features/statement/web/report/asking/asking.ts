// When figures are asked for as their conditions change: the first change at once, those on its heels when they rest.

import { useReport } from '../store.ts'
import { ask, cancelAsk } from './loading.ts'

/** Changes nearer to each other than this are one. */
export const restMs = 250

let changedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined

export function askSoon(): void {
  const now = performance.now()
  const isAlone = now - changedAt > restMs
  changedAt = now
  clearTimeout(timer)
  if (isAlone) {
    askNow()
    return
  }
  // What is under way answers conditions that are gone.
  cancelAsk()
  useReport.setState({ changing: true })
  timer = setTimeout(askNow, restMs)
}

function askNow(): void {
  clearTimeout(timer)
  void ask()
}

/** What waits is asked for otherwise, or no more wanted; the next change is a first one. */
export function forgetChange(): void {
  clearTimeout(timer)
  changedAt = Number.NEGATIVE_INFINITY
  if (useReport.getState().changing) useReport.setState({ changing: false })
}
