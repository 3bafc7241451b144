// Forecasts a series' next days, with prediction intervals.
import { dayText } from '#shared/day.ts'
import { alikeness, lastState, spreadOf } from './bands.ts'
import { type Chosen, chooseForm, onScale, withoutOutliers } from './choose.ts'
import { type DayPlan, planDays } from './days.ts'
import { solve } from './estimate.ts'
import { expected, presence } from './filter.ts'
import type { Form } from './form.ts'
import { methodOf } from './method.ts'
import { type AheadDay, simulate } from './paths.ts'
import { unscaled } from './scale.ts'
import { type DaySeries, seriesOf } from './series.ts'
import type { Band, DayValue, ExpectedDay, FitOptions, Forecast, ForecastOptions } from './types.ts'

const usualLevels = [80, 95]
const mostDays = 366

/**
 * Synchronous: some twenty milliseconds for two years of days. Throws RangeError for invalid days or options.
 */
export function forecast(series: readonly DayValue[], options: ForecastOptions): Forecast {
  const work = forecastInPieces(series, options)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same for servers: `breathe` is awaited between pieces of a few milliseconds. */
export async function forecastGently(
  series: readonly DayValue[],
  options: ForecastOptions,
  breathe: () => Promise<unknown> | undefined,
): Promise<Forecast> {
  const work = forecastInPieces(series, options)
  for (;;) {
    await breathe()
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same as a generator of pieces. */
export function* forecastInPieces(
  series: readonly DayValue[],
  { horizon, levels = usualLevels, calendar = [], form, paths = 0 }: ForecastOptions,
): Generator<void, Forecast, void> {
  assertOptions(horizon, levels)
  const known = seriesOf(series)
  if (known.values.length === 0) throw new RangeError('no day has a value')
  const plan = planDays(known.first, known.values.length + horizon, calendar)
  const chosen = form ? again(known, plan, form) : yield* chooseForm(known.values, plan)
  yield
  return yield* ahead(known, plan, chosen, { horizon, levels, paths })
}

function assertOptions(horizon: number, levels: readonly number[]): void {
  if (!Number.isInteger(horizon) || horizon < 1 || horizon > mostDays) {
    throw new RangeError(`a horizon is of 1 to ${mostDays} days: ${horizon}`)
  }
  for (const level of levels) {
    if (!(level >= 1 && level <= 99.9)) throw new RangeError(`a level is of 1 to 99.9 percent: ${level}`)
  }
}

/** With a form that was chosen before. */
function again({ values }: DaySeries, plan: DayPlan, { scale, parts, smoothing }: Form): Chosen {
  const known = onScale(values, scale)
  const first = { scale, known, estimate: solve(known, plan, parts, smoothing) }
  const learned = withoutOutliers(first, plan)
  return { scale, known: learned, estimate: solve(learned, plan, parts, smoothing) }
}

function* ahead(
  { first, values }: DaySeries,
  plan: DayPlan,
  { scale, known, estimate: fit }: Chosen,
  { horizon, levels, paths }: { horizon: number; levels: readonly number[]; paths: number },
): Generator<void, Forecast, void> {
  const { days } = plan
  const state = lastState(fit, days, known.present)
  const spread = spreadOf(known, days, fit, horizon)
  const told = values.filter((value) => !Number.isNaN(value))
  const isNeverNegative = told.every((value) => value >= 0)
  const shown = (value: number) => {
    const plain = unscaled(scale, value)
    return isNeverNegative ? Math.max(0, plain) : plain
  }
  const sayable = told.length >= leastForBands
  const mixture = new Float64Array(fit.effects.length)
  const middles = Array.from({ length: horizon }, (_, index): AheadDay => {
    const at = values.length + index
    let middle = expected(days, fit.smoothing, state, index + 1, days.slots[at] as number)
    for (const [which, { column }] of fit.effects.entries()) {
      mixture[which] = column[at] as number
      middle += (fit.weights[which] as number) * (column[at] as number)
    }
    return { middle, doubt: Math.sqrt(1 + fit.doubt(mixture)) }
  })
  const forecastDays = middles.map(({ middle, doubt }, index): ExpectedDay => {
    const bands = levels.map((level): Band | null => {
      if (!sayable) return null
      const outside = (1 - level / 100) / 2
      const low = shown(middle + doubt * spread.at(index + 1, outside))
      const high = shown(middle + doubt * spread.at(index + 1, 1 - outside))
      // A constant series has intervals of width zero, which must not exclude its own value through rounding.
      return { level, low: low - Math.abs(low) * rounding, high: high + Math.abs(high) * rounding }
    })
    return { day: dayText(first + values.length + index), mean: shown(middle), bands }
  })
  const { parts, smoothing } = fit
  const form = { scale, parts, smoothing }
  const outliers = [...known.present.keys()].filter((at) => known.present[at] === presence.ignored)
  if (paths > 0) yield
  const alike = paths > 0 && sayable ? alikeness(known, days, fit, horizon) : 0
  if (paths > 0) yield
  const simulated =
    paths > 0 && sayable
      ? yield* simulate({
          count: paths,
          smoothing: fit.smoothing,
          period: days.period,
          spread,
          ahead: middles,
          alike,
          shown,
        })
      : null
  return {
    method: methodOf(form, { known: told.length, outliers: outliers.length, effects: fit.effects }),
    days: forecastDays,
    fit: { form, known: told.length, outliers: outliers.map((at) => dayText(first + at)) },
    ...(simulated && { paths: simulated }),
  }
}

const rounding = 1e-7

/** With fewer days there is no estimate of the errors. */
const leastForBands = 4

/** The expectation for a day from the days before it alone; null where none of them has a value. */
export function expectedOf(
  series: readonly DayValue[],
  day: string,
  { levels, ...options }: FitOptions & { levels?: readonly number[] } = {},
): (ExpectedDay & Pick<Forecast, 'fit' | 'method'>) | null {
  const before = series.filter((one) => one.day < day)
  const last = before.reduce((newest, one) => (one.day > newest ? one.day : newest), '')
  if (!before.some(({ value }) => value !== null && Number.isFinite(value))) return null
  const horizon = Math.round((Date.parse(day) - Date.parse(last)) / 86_400_000)
  if (horizon > mostDays) return null
  const { days, fit, method } = forecast(before, { ...options, horizon, ...(levels ? { levels } : {}) })
  return { ...(days.at(-1) as ExpectedDay), fit, method }
}
