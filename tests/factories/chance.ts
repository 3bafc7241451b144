// Repeatable random numbers: a failing test prints its seed, and `SEED=… npm run unit` sets it.
import { onTestFailed } from 'vitest'
import { drawn } from './drawn.ts'

/** A generator of numbers from 0 up to, but not including, 1; the same for the same seed. Call it inside the test. */
export function chance(): () => number {
  const seed = Number(process.env.SEED ?? 1)
  onTestFailed(() => console.error(`SEED=${seed}`))
  return drawn(seed)
}
