// Random paths of future days, for sums over several days and for events applied to them. Each single day is
// distributed as its intervals say. The correlation between days follows the form's own arithmetic, in which
// one day's error propagates to later days, plus the correlation measured on sums of past forecasts.
import { normalQuantile, type Spread } from './bands.ts'
import { echoes } from './filter.ts'
import type { Smoothing } from './form.ts'
import type { Band, Paths } from './types.ts'

/** A fixed seed gives the same figures each time. */
const seed = 20_261_123

/** A deterministic generator of uniform numbers between 0 and 1. */
function chanceFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const normalFrom = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** Standard normal quantiles at which a day's spread is tabulated; between them it is interpolated. */
const farthest = 3.2
const steps = 40
/** Paths between two pauses. */
const pathsAtOnce = 8
const looks = Array.from({ length: steps + 1 }, (_, at) => -farthest + (2 * farthest * at) / steps)
let shares: readonly number[] | undefined

/** The shares of these quantiles, found once by bisection. */
function sharesOfLooks(): readonly number[] {
  shares ??= looks.map((z) => {
    let [low, high] = [0, 1]
    for (let step = 0; step < 50; step++) {
      const middle = (low + high) / 2
      if (normalQuantile(middle) < z) low = middle
      else high = middle
    }
    return (low + high) / 2
  })
  return shares
}

export interface AheadDay {
  /** On the form's scale. */
  middle: number
  /** Extra width, because the effects are not known exactly. */
  doubt: number
}

interface Wanted {
  count: number
  smoothing: Smoothing
  period: number
  spread: Spread
  ahead: readonly AheadDay[]
  /** Share of the error variance common to all days; the rest propagates by the form. */
  alike: number
  shown: (value: number) => number
}

/** A generator that yields between its pieces. */
export function* simulate({
  count,
  smoothing,
  period,
  spread,
  ahead,
  alike,
  shown,
}: Wanted): Generator<void, Paths, void> {
  const days = ahead.length
  const told = sharesOfLooks()
  const offsets = new Float64Array(days * looks.length)
  for (let day = 0; day < days; day++) {
    for (let at = 0; at <= steps; at++)
      offsets[day * looks.length + at] = spread.at(day + 1, told[at] as number)
    if (day % 2 === 1) yield
  }
  const later = echoes(smoothing, period, days)
  const growth = new Float64Array(days)
  for (let [day, sum] = [0, 1]; day < days; sum += (later[day] as number) ** 2, day++)
    growth[day] = Math.sqrt(sum)
  const chance = chanceFrom(seed)
  const values = new Float64Array(count * days)
  const errors = new Float64Array(days)
  const own = Math.sqrt(1 - alike)
  for (let path = 0; path < count; path += 2) {
    const shared = Math.sqrt(alike) * normalFrom(chance)
    for (let day = 0; day < days; day++) errors[day] = normalFrom(chance)
    for (let day = 0; day < days; day++) {
      let sum = errors[day] as number
      for (let before = 0; before < day; before++)
        sum += (errors[before] as number) * (later[day - before - 1] as number)
      const z = shared + (own * sum) / (growth[day] as number)
      const { middle, doubt } = ahead[day] as AheadDay
      // Antithetic: the mirrored path is added, so the median needs half as many.
      values[path * days + day] = shown(middle + doubt * offsetAt(offsets, day, z))
      if (path + 1 < count)
        values[(path + 1) * days + day] = shown(middle + doubt * offsetAt(offsets, day, -z))
    }
    if (path % pathsAtOnce === 0) yield
  }
  return { count, days, values }
}

function offsetAt(offsets: Float64Array, day: number, z: number): number {
  const place = ((Math.max(-farthest, Math.min(farthest, z)) + farthest) / (2 * farthest)) * steps
  const below = Math.min(steps - 1, Math.floor(place))
  const from = offsets[day * looks.length + below] as number
  const to = offsets[day * looks.length + below + 1] as number
  return from + (place - below) * (to - from)
}

interface ExpectedSum {
  /** The median. */
  mean: number
  bands: Band[]
}

/** The sum of the days between two indexes, both inclusive. */
export function sumOf(
  { count, days, values }: Paths,
  from: number,
  to: number,
  levels: readonly number[],
): ExpectedSum {
  const sums = new Float64Array(count)
  for (let path = 0; path < count; path++) {
    let sum = 0
    for (let day = from; day <= to; day++) sum += values[path * days + day] as number
    sums[path] = sum
  }
  sums.sort()
  return {
    mean: quantileOf(sums, 0.5),
    bands: levels.map((level) => {
      const outside = (1 - level / 100) / 2
      return { level, low: quantileOf(sums, outside), high: quantileOf(sums, 1 - outside) }
    }),
  }
}

function quantileOf(sorted: Float64Array, share: number): number {
  const place = Math.max(0, Math.min(sorted.length - 1, share * sorted.length - 0.5))
  const below = Math.floor(place)
  const from = sorted[below] as number
  const to = sorted[Math.min(sorted.length - 1, below + 1)] as number
  return from + (place - below) * (to - from)
}

/** An event applied to future days: it multiplies them. */
export interface AddedEffect {
  /** Indexes of the first and the last day. */
  from: number
  to: number
  /** Logarithm of the factor, and its standard deviation. */
  size: number
  error: number
}

/**
 * Each path draws one size per effect for all of its days; `before`: how many effects were already applied.
 */
export function withEffects(
  { count, days, values }: Paths,
  effects: readonly AddedEffect[],
  before = 0,
): Paths {
  const changed = Float64Array.from(values)
  for (const [which, { from, to, size, error }] of effects.entries()) {
    const chance = chanceFrom(seed + 7_919 * (before + which + 1))
    let drawn = 0
    for (let path = 0; path < count; path++) {
      drawn = path % 2 === 0 ? normalFrom(chance) : -drawn
      const factor = Math.exp(Math.max(-20, Math.min(20, size + error * drawn)))
      for (let day = from; day <= to; day++)
        changed[path * days + day] = (changed[path * days + day] as number) * factor
    }
  }
  return { count, days, values: changed }
}
