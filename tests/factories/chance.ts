// Chance that can be had again: each test that draws says its seed when it fails, and `SEED=… npm run unit` sets it.
import { onTestFailed } from 'vitest'
import { drawn } from './drawn.ts'

/** Draws from 0 to below 1, the same for the same seed. Call it in the test. */
export function chance(): () => number {
  const seed = Number(process.env.SEED ?? 1)
  onTestFailed(() => console.error(`SEED=${seed}`))
  return drawn(seed)
}
