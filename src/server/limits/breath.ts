// Splits long work: between pieces, it yields to the event loop once the current turn has been long.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest turn before yielding. One piece of work should be no longer. */
const longestTurnMs = 10

let begun = 0
let isKnown = false

/** Whether the current turn of the event loop has been long since it was first checked. */
function isLong(): boolean {
  if (!isKnown) {
    isKnown = true
    begun = performance.now()
    void nextTurn().then(() => {
      isKnown = false
    })
  }
  return performance.now() - begun > longestTurnMs
}

/** Await this between pieces. Continues at once, or in the next turn where this one has been long. */
export function breathe(): Promise<unknown> | undefined {
  return isLong() ? nextTurn() : undefined
}
