// The innovations filter: goes through the days, predicts each next day, and updates the state from the
// error. The errors are linear in the input and in the initial state, on which the estimate in `solve.ts`
// relies.
import type { Smoothing } from './form.ts'

/** Properties of the days, independent of their values. */
export interface Days {
  count: number
  /** 7 for days of the week. */
  period: number
  /** Index in the season; from `period` on, a mixture of indexes. */
  slots: Int32Array
  /** The seasonal indexes that slot `period + n` averages: a holiday is like a weekend. */
  mixtures: readonly (readonly number[])[]
}

/** `unknown`: no value. `ignored`: has a value that is not learned from. */
export const presence = { unknown: 0, known: 1, ignored: 2 } as const

/** Indexes in a state vector; the season follows. */
export const place = { level: 0, trend: 1, memory: 2, season: 3 } as const

function seasonAt(days: Days, state: Float64Array, slot: number): number {
  if (slot < days.period) return state[place.season + slot] as number
  const mixed = days.mixtures[slot - days.period] as readonly number[]
  let sum = 0
  for (const one of mixed) sum += state[place.season + one] as number
  return sum / mixed.length
}

/**
 * Writes the errors, and leaves the last state in `state`. `seen` is called with the state after each day.
 */
export function filter(
  days: Days,
  { level: alpha, trend: beta, damping, season: gamma, memory: kappa, decay }: Smoothing,
  input: Float64Array,
  present: Uint8Array,
  state: Float64Array,
  errors: Float64Array,
  history?: Float64Array,
): void {
  const { count, period, slots } = days
  let level = state[place.level] as number
  let trend = state[place.trend] as number
  let memory = state[place.memory] as number
  const hasSeason = period > 1
  for (let at = 0; at < count; at++) {
    const slot = slots[at] as number
    const grown = damping * trend
    const kind = present[at] as number
    const season = !hasSeason
      ? 0
      : slot < period
        ? (state[place.season + slot] as number)
        : seasonAt(days, state, slot)
    const error = kind === presence.unknown ? 0 : (input[at] as number) - level - grown - memory - season
    errors[at] = error
    level += grown
    trend = grown
    if (kind === presence.known) {
      level += alpha * error
      trend += beta * error
      memory = decay * (memory + kappa * error)
      if (hasSeason && slot < period) {
        state[place.season + slot] = (state[place.season + slot] as number) + gamma * error
      }
    } else {
      memory *= decay
    }
    if (history) {
      state[place.level] = level
      state[place.trend] = trend
      state[place.memory] = memory
      history.set(state, at * state.length)
    }
  }
  state[place.level] = level
  state[place.trend] = trend
  state[place.memory] = memory
}

/** A state's expectation for `ahead` days later; 1 is the next day. */
export function expected(
  days: Days,
  { damping, decay }: Smoothing,
  state: Float64Array,
  ahead: number,
  slot: number,
): number {
  const trend = state[place.trend] as number
  const grown = trend === 0 ? 0 : trend * dampedSum(damping, ahead)
  const memory = (state[place.memory] as number) * decay ** (ahead - 1)
  return (state[place.level] as number) + grown + memory + (days.period > 1 ? seasonAt(days, state, slot) : 0)
}

/** damping + damping² + … */
function dampedSum(damping: number, steps: number): number {
  return damping === 1 ? steps : (damping * (1 - damping ** steps)) / (1 - damping)
}

/** The effect of one day's error on the expectation of each later day: index 0 is the next day. */
export function echoes(smoothing: Smoothing, period: number, most: number): Float64Array {
  const { level, trend, damping, season, memory, decay } = smoothing
  return Float64Array.from({ length: most }, (_, at) => {
    const ahead = at + 1
    const isSamePlace = period > 1 && ahead % period === 0
    return level + trend * dampedSum(damping, ahead) + memory * decay ** ahead + (isSamePlace ? season : 0)
  })
}
