// Prediction intervals: from the form's own arithmetic, and from past errors when known days are forecast
// from those before them.
import type { Estimate, Known } from './estimate.ts'
import { type Days, echoes, expected, filter, presence } from './filter.ts'

export interface Spread {
  /** Distance of low and high from the expectation `ahead` days later. A share of `share` lies below. */
  at(ahead: number, share: number): number
}

/** How many days back forecasts are compared with actual values, and the half-life of an error's weight. */
const mostOrigins = 500
const halfLife = 90
/**
 * With this many independent forecasts, past errors count half and the normal distribution the other half.
 */
const halfTrust = 12
/** Horizons at which errors are measured; between them the next smaller one applies. */
const measured = [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90]

/** Errors of forecasts at one horizon, in order, with their weights. */
interface Past {
  ahead: number
  errors: Float64Array
  weights: Float64Array
  /** The equivalent number of independent errors. */
  independent: number
}

/** States after each known day. */
function statesOf({ present }: Known, days: Days, { smoothing, first, bare }: Estimate): Float64Array {
  const count = bare.length
  const history = new Float64Array(count * first.length)
  const state = Float64Array.from(first)
  filter({ ...days, count }, smoothing, bare, present, state, new Float64Array(count), history)
  return history
}

/** Forecasts for `ahead` days later from each of the newest known days, with the actual values. */
function pastOf(known: Known, days: Days, fit: Estimate, history: Float64Array, ahead: number): Past {
  const { bare, first, smoothing } = fit
  const count = bare.length
  const width = first.length
  const begin = Math.max(Math.min(count - 1, 2 * days.period), count - mostOrigins)
  const found: { error: number; weight: number }[] = []
  for (let at = begin + ahead; at < count; at++) {
    if (known.present[at] === presence.unknown) continue
    const from = (at - ahead) * width
    const state = history.subarray(from, from + width)
    const error = (bare[at] as number) - expected(days, smoothing, state, ahead, days.slots[at] as number)
    found.push({ error, weight: 0.5 ** ((count - at) / halfLife) })
  }
  found.sort((one, other) => one.error - other.error)
  const weights = Float64Array.from(found, ({ weight }) => weight)
  let [sum, squares] = [0, 0]
  for (const weight of weights) {
    sum += weight
    squares += weight ** 2
  }
  return {
    ahead,
    errors: Float64Array.from(found, ({ error }) => error),
    weights,
    // Neighbouring forecasts share most of their errors.
    independent: squares === 0 ? 0 : sum ** 2 / squares / Math.max(1, ahead / 2),
  }
}

export function spreadOf(known: Known, days: Days, fit: Estimate, horizon: number): Spread {
  const count = known.present.filter((kind) => kind === presence.known).length
  const room = Math.max(1, count - fit.freedom)
  const sigma = Math.sqrt(fit.squares / room)
  // In-sample errors are smaller than those of future days.
  const inflation = Math.sqrt(count / room)
  const growth = growthOf(fit, days.period, horizon)
  const history = statesOf(known, days, fit)
  const pasts = measured
    .filter((ahead) => ahead <= horizon && ahead * 3 <= fit.bare.length)
    .map((ahead) => pastOf(known, days, fit, history, ahead))
  return {
    at(ahead, share) {
      const size = sigma * (growth[ahead - 1] as number)
      const near = pasts.findLast((past) => past.ahead <= ahead)
      const normal = size * studentQuantile(share, room)
      if (!near || near.independent < halfTrust || size === 0) return normal
      const trust = near.independent / (near.independent + halfTrust)
      const further = (growth[ahead - 1] as number) / (growth[near.ahead - 1] as number)
      return trust * weightedQuantile(near, share) * further * inflation + (1 - trust) * normal
    },
  }
}

/** Lengths of the sums whose errors are measured. */
const stretches = [56, 28, 14, 7]
/** With this many stretches their result counts half; the other half is a default. */
const halfStretches = 12
const usualAlikeness = 0.06

/**
 * The extra correlation of neighbouring days' errors beyond the form's own arithmetic, 0 to 0.9, as the share
 * of a common component. Past forecasts are summed over several days and compared with actual values.
 */
export function alikeness(known: Known, days: Days, fit: Estimate, horizon: number): number {
  const { bare, first, smoothing } = fit
  const count = bare.length
  const length = stretches.find((one) => one <= horizon && 4 * one <= count)
  if (length === undefined) return 0
  const history = statesOf(known, days, fit)
  const begin = Math.max(Math.min(count - 1, 2 * days.period), count - mostOrigins)
  const origins = Array.from({ length: Math.max(0, count - length - begin) }, (_, at) => begin + at)
  const errors = origins.map((origin) => {
    const state = history.subarray(origin * first.length, (origin + 1) * first.length)
    return Float64Array.from({ length }, (_, at) => {
      const day = origin + 1 + at
      if (known.present[day] === presence.unknown) return 0
      return (bare[day] as number) - expected(days, smoothing, state, at + 1, days.slots[day] as number)
    })
  })
  if (errors.length < 2 * length) return 0
  const sizes = Float64Array.from({ length }, (_, at) =>
    Math.sqrt(errors.reduce((sum, one) => sum + (one[at] as number) ** 2, 0) / errors.length),
  )
  if (sizes.some((size) => size === 0)) return 0
  const came =
    errors.reduce(
      (sum, one) => sum + one.reduce((whole, error, at) => whole + error / (sizes[at] as number), 0) ** 2,
      0,
    ) / errors.length
  const told = varianceOfSum(fit, days.period, length)
  const found = Math.max(0, came - told) / Math.max(1e-9, length ** 2 - told)
  // In-sample errors are smaller than future ones, so few stretches are trusted little.
  const trust = errors.length / length / (errors.length / length + halfStretches)
  return Math.min(0.9, trust * found + (1 - trust) * usualAlikeness)
}

/** Variance of a sum of days whose errors have variance one and propagate by the form. */
function varianceOfSum(fit: Estimate, period: number, length: number): number {
  const later = echoes(fit.smoothing, period, length)
  const growth = growthOf(fit, period, length)
  let sum = 0
  for (let from = 0; from < length; from++) {
    let own = 1 / (growth[from] as number)
    for (let at = from + 1; at < length; at++)
      own += (later[at - from - 1] as number) / (growth[at] as number)
    sum += own ** 2
  }
  return sum
}

/** How the form's own arithmetic widens the errors with each further day. */
function growthOf(fit: Estimate, period: number, horizon: number): Float64Array {
  const later = echoes(fit.smoothing, period, horizon)
  const growth = new Float64Array(horizon)
  let sum = 1
  for (let at = 0; at < horizon; at++) {
    growth[at] = Math.sqrt(sum)
    sum += (later[at] as number) ** 2
  }
  return growth
}

/** Quantile of sorted, weighted errors with interpolation, as if there were one more error on each side. */
function weightedQuantile({ errors, weights }: Pick<Past, 'errors' | 'weights'>, share: number): number {
  let sum = 0
  for (const weight of weights) sum += weight
  const mean = sum / weights.length
  const wanted = share * (sum + mean) - mean / 2
  let below = 0
  for (let at = 0; at < errors.length; at++) {
    const middle = below + (weights[at] as number) / 2
    if (middle >= wanted) {
      if (at === 0) return errors[0] as number
      const before = below - (weights[at - 1] as number) / 2
      const part = (wanted - before) / (middle - before)
      return (errors[at - 1] as number) + part * ((errors[at] as number) - (errors[at - 1] as number))
    }
    below += weights[at] as number
  }
  return errors.at(-1) as number
}

/** Student's t quantile, by the Cornish-Fisher expansion of the normal quantile. */
function studentQuantile(share: number, freedom: number): number {
  const z = normalQuantile(share)
  const nu = Math.max(freedom, 2)
  return (
    z +
    (z ** 3 + z) / (4 * nu) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * nu ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * nu ** 3)
  )
}

/** Quantile of the standard normal distribution, to nine digits. */
export function normalQuantile(share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (share > 0.5) return -normalQuantile(1 - share)
  const far = Math.sqrt(-2 * Math.log(share))
  let z = -(
    far -
    (2.515517 + 0.802853 * far + 0.010328 * far ** 2) /
      (1 + 1.432788 * far + 0.189269 * far ** 2 + 0.001308 * far ** 3)
  )
  // Newton iterations on the distribution function.
  for (let step = 0; step < 3; step++)
    z -= (normalShare(z) - share) / (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI))
  return z
}

/** The standard normal distribution function at z ≤ 0: a continued fraction far out, else the series. */
function normalShare(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z < -3) {
    let fraction = -z
    for (let step = 60; step >= 1; step--) fraction = -z + step / fraction
    return density / fraction
  }
  let [term, sum] = [z, z]
  for (let step = 1; step < 80; step++) {
    term *= (z * z) / (2 * step + 1)
    sum += term
  }
  return 0.5 + density * sum
}

export const lastState = (fit: Estimate, days: Days, present: Uint8Array): Float64Array => {
  const state = Float64Array.from(fit.first)
  const count = fit.bare.length
  filter({ ...days, count }, fit.smoothing, fit.bare, present, state, new Float64Array(count))
  return state
}
