// Estimates one form: the initial state and the effects by least squares on the filter's residuals, and the
// smoothing parameters by search, in alternation.
import type { DayPlan, Effect } from './days.ts'
import { type Days, filter, place, presence } from './filter.ts'
import type { Parts, Smoothing } from './form.ts'
import { lowest } from './search.ts'
import { leastSquares } from './solve.ts'

/** Known days on the transformed scale. */
export interface Known {
  values: Float64Array
  present: Uint8Array
}

export interface Estimate {
  parts: Parts
  smoothing: Smoothing
  effects: readonly Effect[]
  weights: Float64Array
  /** The state before the first day. */
  first: Float64Array
  /** The values minus the effects. */
  bare: Float64Array
  /** One-step errors per day; 0 where the value is unknown. */
  errors: Float64Array
  /** Sum of squares of the errors that were learned from. */
  squares: number
  /** Number of fitted parameters. */
  freedom: number
  /** Uncertainty of a linear combination of the effects, in units of the error variance. */
  doubt(mixture: Float64Array): number
}

const effectsOf = (plan: DayPlan, parts: Parts): Effect[] =>
  parts.yearly ? [...plan.effects, ...plan.yearly] : plan.effects

/** Only the known days of the plan, without the days ahead. */
const knownDays = ({ days }: DayPlan, count: number): Days => ({ ...days, count })

/** A generator that yields between its iterations. */
export function* estimate(
  known: Known,
  plan: DayPlan,
  parts: Parts,
  from: Smoothing = usual(parts),
): Generator<void, Estimate, void> {
  let smoothing = from
  let solved = solve(known, plan, parts, smoothing)
  for (let turn = 0; turn < turns; turn++) {
    yield
    smoothing = follow(known, plan, parts, solved, smoothing)
    solved = solve(known, plan, parts, smoothing)
  }
  return solved
}

const turns = 2
/** Search steps per iteration. */
const looks = 60

/** Solves for initial state and effects, given the smoothing parameters. */
export function solve(known: Known, plan: DayPlan, parts: Parts, smoothing: Smoothing): Estimate {
  const { values, present } = known
  const days = knownDays(plan, values.length)
  const effects = effectsOf(plan, parts)
  const width = place.season + days.period
  const left = (input: Float64Array, state: Float64Array, sign: number) => {
    const errors = new Float64Array(values.length)
    filter(days, smoothing, input, present, state, errors)
    for (let at = 0; at < errors.length; at++) {
      errors[at] = present[at] === presence.known ? sign * (errors[at] as number) : 0
    }
    return errors
  }
  const nothing = new Float64Array(values.length)
  const starts = startsOf(parts, days.period)
  const columns = starts.map(({ at }) => {
    const state = new Float64Array(width)
    state[at] = 1
    return left(nothing, state, -1)
  })
  for (const { column } of effects) {
    columns.push(left(column.subarray(0, values.length), new Float64Array(width), 1))
  }
  const ridge = [...starts.map((start) => start.ridge), ...effects.map((effect) => effect.ridge)]
  const solution = leastSquares(columns, left(values, new Float64Array(width), 1), ridge)
  const first = new Float64Array(width)
  for (const [at, start] of starts.entries()) first[start.at] = solution.weights[at] as number
  const weights = solution.weights.slice(starts.length)
  const bare = without(values, effects, weights)
  const errors = new Float64Array(values.length)
  filter(days, smoothing, bare, present, Float64Array.from(first), errors)
  return {
    parts,
    smoothing,
    effects,
    weights,
    first,
    bare,
    errors,
    squares: squaresOf(errors, present),
    freedom: coordinates(parts).length + starts.length - (parts.season ? 1 : 0) + effects.length + 1,
    doubt: (mixture) => {
      const whole = new Float64Array(columns.length)
      whole.set(mixture, starts.length)
      return solution.doubt(whole)
    },
  }
}

/** The initial states to estimate. */
function startsOf(parts: Parts, period: number): { at: number; ridge: number }[] {
  return [
    { at: place.level, ridge: 1e-9 },
    ...(parts.trend !== 'none' ? [{ at: place.trend, ridge: 1e-9 }] : []),
    ...(parts.season
      ? Array.from({ length: period }, (_, at) => ({ at: place.season + at, ridge: 1e-3 }))
      : []),
  ]
}

function without(values: Float64Array, effects: readonly Effect[], weights: Float64Array): Float64Array {
  const bare = Float64Array.from(values)
  for (const [which, { column }] of effects.entries()) {
    const weight = weights[which] as number
    for (let at = 0; at < bare.length; at++) bare[at] = (bare[at] as number) - weight * (column[at] as number)
  }
  return bare
}

function squaresOf(errors: Float64Array, present: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < errors.length; at++) {
    if (present[at] === presence.known) sum += (errors[at] as number) ** 2
  }
  return sum
}

const mostWithState = 15_000

/** Searches the smoothing parameters, given initial states and effects. */
function follow(
  known: Known,
  plan: DayPlan,
  parts: Parts,
  { first, bare }: Estimate,
  start: Smoothing,
): Smoothing {
  const { values, present } = known
  const days = knownDays(plan, values.length)
  const errors = new Float64Array(values.length)
  const state = new Float64Array(first.length)
  const names = coordinates(parts)
  // In a short series the initial state weighs so much that it is solved anew in each step.
  const width = names.length + startsOf(parts, days.period).length + effectsOf(plan, parts).length
  const isShort = values.length * width ** 2 <= mostWithState
  const squaresWith = (smoothing: Smoothing): number => {
    if (isShort) return solve(known, plan, parts, smoothing).squares
    state.set(first)
    filter(days, smoothing, bare, present, state, errors)
    return squaresOf(errors, present)
  }
  const { at } = lowest(
    names.map((name) => apart[name](start)),
    (place) => Math.log(squaresWith(together(names, place)) + 1e-300),
    { most: looks },
  )
  return together(names, at)
}

const usual = (parts: Parts): Smoothing => ({
  level: 0.3,
  trend: parts.trend === 'none' ? 0 : 0.02,
  damping: parts.trend === 'damped' ? 0.95 : 1,
  season: parts.season ? 0.05 : 0,
  memory: parts.memory ? 0.3 : 0,
  decay: parts.memory ? 0.5 : 0,
})

type Coordinate = keyof Smoothing

const coordinates = ({ trend, season, memory }: Parts): Coordinate[] => [
  'level',
  ...(trend === 'none' ? [] : (['trend'] as const)),
  ...(trend === 'damped' ? (['damping'] as const) : []),
  ...(season ? (['season'] as const) : []),
  ...(memory ? (['memory', 'decay'] as const) : []),
]

const held = (x: number) => Math.min(1 - 1e-4, Math.max(1e-4, x))
const logit = (x: number) => Math.log(held(x) / (1 - held(x)))
const share = (x: number) => held(1 / (1 + Math.exp(-x)))
const [leastDamping, mostDamping, mostDecay] = [0.8, 0.98, 0.97]
const mostTrend = 0.3

/** Each parameter mapped to an unbounded number, for the search. */
const apart: Record<Coordinate, (smoothing: Smoothing) => number> = {
  level: ({ level }) => logit(level),
  trend: ({ level, trend }) => logit(trend / level / mostTrend),
  damping: ({ damping }) => logit((damping - leastDamping) / (mostDamping - leastDamping)),
  season: ({ level, season }) => logit(season / (1 - level)),
  memory: ({ memory }) => logit(memory),
  decay: ({ decay }) => logit((decay / mostDecay + 1) / 2),
}

function together(names: readonly Coordinate[], place: readonly number[]): Smoothing {
  const shares = Object.fromEntries(names.map((name, at) => [name, share(place[at] as number)]))
  const level = shares.level as number
  return {
    level,
    trend: (shares.trend ?? 0) * level * mostTrend,
    damping: shares.damping === undefined ? 1 : leastDamping + shares.damping * (mostDamping - leastDamping),
    season: (shares.season ?? 0) * (1 - level),
    memory: shares.memory ?? 0,
    decay: shares.decay === undefined ? 0 : (2 * shares.decay - 1) * mostDecay,
  }
}
