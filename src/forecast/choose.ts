// Chooses a series' form: scale, trend, week, year and transient disturbances, each kept where Akaike's
// criterion justifies its parameters. Outliers are found on the way and not learned from.
import type { DayPlan } from './days.ts'
import { type Estimate, estimate, type Known } from './estimate.ts'
import { filter, presence } from './filter.ts'
import type { Parts, Scale, Smoothing } from './form.ts'
import { possibleScales, scaled, slopeOf } from './scale.ts'

export interface Chosen {
  scale: Scale
  known: Known
  estimate: Estimate
}

const bare: Parts = { trend: 'none', season: false, yearly: false, memory: false }

/** The fewest known values for each component; for a season, how many full cycles. */
const least = { scale: 10, trend: 10, seasons: 2, memory: 30, yearly: 700 }

export const onScale = (values: Float64Array, scale: Scale): Known => ({
  values: values.map((value) => (Number.isNaN(value) ? 0 : scaled(scale, value))),
  present: Uint8Array.from(values, (value) => (Number.isNaN(value) ? presence.unknown : presence.known)),
})

/** A generator that yields between pieces of a few milliseconds. */
export function* chooseForm(values: Float64Array, plan: DayPlan): Generator<void, Chosen, void> {
  const told = values.filter((value) => !Number.isNaN(value))
  const count = told.length
  const scales = possibleScales([...told])
  const { period } = plan.days
  const start = { ...bare, season: period > 1 && count >= least.seasons * period }
  let best: (Chosen & { cost: number }) | undefined
  const weigh = (candidate: Chosen) => {
    const cost = costOf(candidate, told)
    if (!best || cost < best.cost) best = { ...candidate, cost }
  }
  for (const scale of count >= least.scale ? scales : scales.slice(0, 1)) {
    const known = withoutSpikes(onScale(values, scale), plan)
    weigh({ scale, known, estimate: yield* estimate(known, plan, start) })
    yield
  }
  const first = best as unknown as Chosen
  const known = withoutOutliers(first, plan)
  const { scale } = first
  if (known !== first.known) best = undefined
  const attempt = function* (parts: Parts, begin: Partial<Smoothing> = {}): Generator<void, void, void> {
    const from = best && { ...seeded(parts, best.estimate.smoothing), ...begin }
    weigh({ scale, known, estimate: yield* estimate(known, plan, parts, from) })
    yield
  }
  if (!best) yield* attempt(start)
  const now = () => (best as unknown as Chosen).estimate.parts
  if (start.season) {
    yield* attempt({ ...now(), season: false })
  }
  if (plan.yearly.length > 0 && count >= least.yearly) {
    yield* attempt({ ...now(), yearly: true })
  }
  if (count >= least.trend) {
    yield* attempt({ ...now(), trend: 'damped' })
    if (plan.steadyTrend) {
      yield* attempt({ ...now(), trend: 'steady' })
    }
  }
  if (count >= least.memory) {
    const parts = { ...now(), memory: true }
    // The likelihood has two local optima: a disturbance beside a moving level, or around a nearly constant
    // one.
    yield* attempt(parts)
    yield* attempt(parts, { level: 0.02, memory: 0.8, decay: 0.8 })
  }
  return best as unknown as Chosen
}

/** Starts the search from another form's optimum; new parameters start at their defaults. */
const seeded = (parts: Parts, from: Smoothing): Smoothing => ({
  ...from,
  ...(parts.trend === 'damped' && from.damping === 1 ? { trend: from.level / 20, damping: 0.95 } : {}),
  ...(parts.trend === 'steady' ? { trend: from.level / 20, damping: 1 } : {}),
  ...(parts.trend === 'none' ? { trend: 0, damping: 1 } : {}),
  season: parts.season ? Math.max(from.season, 0.01) : 0,
  ...(parts.memory && from.memory === 0 ? { memory: 0.3, decay: 0.5 } : {}),
})

/** A trend that never ends must be better by this much, because its far forecasts have the largest errors. */
const boldTrend = 2

/** Akaike's criterion for small samples, made comparable between scales. */
function costOf({ scale, estimate: { parts, squares, freedom } }: Chosen, told: Float64Array): number {
  const count = told.length
  const room = count - freedom - 1
  if (room <= 0) return Number.MAX_VALUE
  let slopes = 0
  for (const value of told) slopes += slopeOf(scale, value)
  const fit = count * Math.log(Math.max(squares / count, 1e-20))
  const boldness = parts.trend === 'steady' ? boldTrend : 0
  return fit + 2 * freedom + (2 * freedom * (freedom + 1)) / room - 2 * slopes + boldness
}

/**
 * Half the window around a spike, and its distance in typical deviations: such a day would spoil the first
 * fit.
 */
const around = 7
const spike = 10
/** With a larger share, extreme values are the series' nature. */
const mostOutliers = 0.03

/** Removes days that no calendar explains and that differ from all their neighbours. */
function withoutSpikes({ values, present }: Known, { days, effects }: DayPlan): Known {
  const isExplained = (at: number) =>
    (days.slots[at] as number) >= days.period || effects.some(({ column }) => column[at] !== 0)
  const told = [...values.keys()].filter((at) => present[at] === presence.known && !isExplained(at))
  if (told.length < 2 * around) return { values, present }
  const distances = told.map((at, place) => {
    const near = told
      .slice(Math.max(0, place - around), place + around + 1)
      .map((one) => values[one] as number)
    return { at, size: Math.abs((values[at] as number) - middleOf(near)) }
  })
  const limit = spike * 1.4826 * middleOf(distances.map(({ size }) => size))
  const found = limit === 0 ? [] : distances.filter(({ size }) => size > limit)
  if (found.length > mostOutliers * told.length) return { values, present }
  const left = Uint8Array.from(present)
  for (const { at } of found) left[at] = presence.ignored
  return { values, present: left }
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const farOutside = 5
/** This many outliers in a row on one side are a level shift, not outliers. */
const aShift = 3

export function withoutOutliers({ known, estimate: fit }: Chosen, plan: DayPlan): Known {
  const sizes = [...fit.errors.keys()]
    .filter((at) => known.present[at] !== presence.unknown)
    .map((at) => Math.abs(fit.errors[at] as number))
    .sort((one, other) => one - other)
  const spread = 1.4826 * (sizes[Math.floor(sizes.length / 2)] ?? 0)
  if (spread === 0 || sizes.length < 10) return known
  const limit = farOutside * spread
  const present = Uint8Array.from(known.present)
  const state = Float64Array.from(fit.first)
  const [input, error] = [new Float64Array(1), new Float64Array(1)]
  const [slots, one] = [new Int32Array(1), new Uint8Array(1)]
  const day = { ...plan.days, count: 1, slots }
  let run = 0
  for (let at = 0; at < present.length; at++) {
    slots[0] = plan.days.slots[at] as number
    input[0] = fit.bare[at] as number
    one[0] = present[at] === presence.unknown ? presence.unknown : presence.known
    present[at] = one[0]
    const before = Float64Array.from(state)
    filter(day, fit.smoothing, input, one, state, error)
    if (one[0] !== presence.known) continue
    const size = error[0] as number
    const isFar = Math.abs(size) > limit
    run = isFar ? (Math.sign(size) === Math.sign(run) ? run + Math.sign(size) : Math.sign(size)) : 0
    if (!isFar || Math.abs(run) > aShift) continue
    present[at] = presence.ignored
    one[0] = presence.ignored
    state.set(before)
    filter(day, fit.smoothing, input, one, state, error)
  }
  const found = present.filter((kind) => kind === presence.ignored).length
  // With many outliers, they are the series' nature.
  return found > Math.max(1, mostOutliers * sizes.length) ? known : { values: known.values, present }
}
