// Long work in pieces: between two of them others have their turn, once this turn of the event loop has been long.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A turn may take so long before it gives way; a piece of work should be as short. */
const longestTurnMs = 10

let begun = 0
let isKnown = false

/** Whether this turn of the event loop has been long, since it was first asked. */
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

/** To be awaited between pieces: goes on at once, or in the next turn where this one has been long. */
export function breathe(): Promise<unknown> | undefined {
  return isLong() ? nextTurn() : undefined
}
