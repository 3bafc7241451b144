// When changed conditions are sent: the first change at once, quickly following ones after a pause.

import { useReport } from '../store.ts'
import { ask, cancelAsk } from './loading.ts'

/** Changes closer together than this count as one. */
const restMs = 250

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
  // The running request belongs to earlier conditions.
  cancelAsk()
  useReport.setState({ changing: true })
  timer = setTimeout(askNow, restMs)
}

function askNow(): void {
  clearTimeout(timer)
  void ask()
}

/**
 * Discards a waiting change, because it is sent otherwise or no longer needed; the next change counts as a
 * first one.
 */
export function forgetChange(): void {
  clearTimeout(timer)
  changedAt = Number.NEGATIVE_INFINITY
  if (useReport.getState().changing) useReport.setState({ changing: false })
}
