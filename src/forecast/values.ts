// The same method for values that are not daily: months of a year, hours of a day.
import { lastState, spreadOf } from './bands.ts'
import { chooseForm } from './choose.ts'
import type { DayPlan } from './days.ts'
import { expected, presence } from './filter.ts'
import type { Form } from './form.ts'
import { unscaled } from './scale.ts'
import type { Band } from './types.ts'

/** A rhythm without holidays; period 1 for none. */
function planRhythm(count: number, period: number): DayPlan {
  const slots = Int32Array.from({ length: count }, (_, at) => at % period)
  return { days: { count, period, slots, mixtures: [] }, effects: [], yearly: [], steadyTrend: true }
}

export function forecastValues(
  values: readonly number[],
  { period, horizon, levels = [] }: { period: number; horizon: number; levels?: readonly number[] },
): { mean: number[]; bands: Band[][]; form: Form; outliers: number } {
  const plan = planRhythm(values.length + horizon, period)
  const work = chooseForm(Float64Array.from(values), plan)
  let step = work.next()
  while (!step.done) step = work.next()
  const { scale, known, estimate } = step.value
  const state = lastState(estimate, plan.days, known.present)
  const spread = spreadOf(known, plan.days, estimate, horizon)
  const middles = Array.from({ length: horizon }, (_, at) =>
    expected(plan.days, estimate.smoothing, state, at + 1, plan.days.slots[values.length + at] as number),
  )
  const shown = (value: number) => unscaled(scale, value)
  return {
    mean: middles.map(shown),
    bands: middles.map((middle, at) =>
      levels.map((level) => {
        const outside = (1 - level / 100) / 2
        return {
          level,
          low: shown(middle + spread.at(at + 1, outside)),
          high: shown(middle + spread.at(at + 1, 1 - outside)),
        }
      }),
    ),
    form: { scale, parts: estimate.parts, smoothing: estimate.smoothing },
    outliers: known.present.filter((kind) => kind === presence.ignored).length,
  }
}
