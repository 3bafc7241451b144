// Chance that can be had again: each test that draws says its seed when it fails, and `SEED=… npm run unit` sets it.
import { onTestFailed } from 'vitest'

/** Draws from 0 to below 1, the same for the same seed. Call it in the test. */
export function chance(): () => number {
  const seed = Number(process.env.SEED ?? 1)
  onTestFailed(() => console.error(`SEED=${seed}`))
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
