// Measures past accuracy: forecasts known days from the days before them, and compares with last week's
// values as a baseline.
import { dayNumber, dayText } from '#shared/day.ts'
import { forecastInPieces } from './forecast.ts'
import type { Form } from './form.ts'
import type { Band, DayValue, FitOptions } from './types.ts'

interface BacktestOptions extends FitOptions {
  /** Days forecast from each origin. */
  horizon: number
  levels?: readonly number[]
  /** How many of the newest days are origins. */
  origins: number
  /** Days from one origin to the next. */
  every?: number
  /** The form is searched anew after this many origins. */
  renew?: number
  /** Evaluates only the last day of each forecast, and returns it beside the actual value. */
  lastAlone?: boolean
}

/** A day with its forecast and its actual value. */
interface ForecastDay {
  day: string
  value: number
  mean: number
  bands: (Band | null)[]
}

interface Backtest {
  /** Forecast days, counted once per origin. */
  forecasts: number
  coverage: { level: number; share: number }[]
  /** Mean absolute scaled error: scaled by the seasonal naïve one-step forecasts before the first origin. */
  mase: number
  /** In percent, from 0 to 200. */
  smape: number
  /** The same measures for the values of a week before. */
  naive: { mase: number; smape: number }
  /**
   * Mean absolute error in percent of the actual values, over days with one other than 0; null where there is
   * none.
   */
  mape: number | null
  /** The forecast days in order, with `lastAlone`. */
  days: ForecastDay[]
}

const week = 7

export function backtest(series: readonly DayValue[], options: BacktestOptions): Backtest {
  const work = backtestInPieces(series, options)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** For servers: `breathe` is awaited between pieces of a few milliseconds, and may abort by throwing. */
export async function backtestGently(
  series: readonly DayValue[],
  options: BacktestOptions,
  breathe: () => Promise<unknown> | undefined,
): Promise<Backtest> {
  const work = backtestInPieces(series, options)
  for (;;) {
    await breathe()
    const step = work.next()
    if (step.done) return step.value
  }
}

function* backtestInPieces(
  series: readonly DayValue[],
  {
    horizon,
    levels = [80, 95],
    origins,
    every = 1,
    renew = 30,
    lastAlone = false,
    ...options
  }: BacktestOptions,
): Generator<void, Backtest, void> {
  const values = new Map(
    series.flatMap(({ day, value }) => (value === null ? [] : [[dayNumber(day), value]])),
  )
  const numbers = [...values.keys()]
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const from = Math.max(first + 2 * week, last - horizon - (origins - 1) * every)
  const ours = new Errors(levels)
  const naive = new Errors([])
  const days: ForecastDay[] = []
  let form: Form | undefined
  for (let [origin, turn] = [from, 0]; origin + 1 <= last; origin += every, turn++) {
    const before = series.filter(({ day }) => dayNumber(day) <= origin)
    const whole = Array.from({ length: origin - first + 1 }, (_, at) => first + at)
    const known = whole.map((day) => ({ day: dayText(day), value: values.get(day) ?? null }))
    if (lastAlone && origin + horizon > last) break
    const result = yield* forecastInPieces(before.length === whole.length ? before : known, {
      ...options,
      horizon: Math.min(horizon, last - origin),
      levels,
      ...(form && turn % renew !== 0 ? { form } : {}),
    })
    form = result.fit.form
    for (const { day, mean, bands } of lastAlone ? result.days.slice(-1) : result.days) {
      const number = dayNumber(day)
      const value = values.get(number)
      if (value === undefined) continue
      if (lastAlone) days.push({ day, value, mean, bands })
      ours.add(
        value,
        mean,
        bands.map((band) => band !== null && value >= band.low && value <= band.high),
      )
      const weeks = Math.ceil((number - origin) / week)
      const ago = values.get(number - weeks * week)
      if (ago !== undefined) naive.add(value, ago, [])
    }
    yield
  }
  const unit = weeklyChange(values, first, from)
  return {
    forecasts: ours.count,
    coverage: levels.map((level, at) => ({ level, share: (100 * (ours.inside[at] as number)) / ours.count })),
    mase: ours.absolute / ours.count / unit,
    smape: ours.relative / ours.count,
    naive: { mase: naive.absolute / naive.count / unit, smape: naive.relative / naive.count },
    mape: ours.nonzero === 0 ? null : ours.percent / ours.nonzero,
    days,
  }
}

class Errors {
  count = 0
  absolute = 0
  relative = 0
  percent = 0
  nonzero = 0
  readonly inside: number[]

  constructor(levels: readonly number[]) {
    this.inside = levels.map(() => 0)
  }

  add(value: number, mean: number, isInside: readonly boolean[]): void {
    this.count++
    this.absolute += Math.abs(value - mean)
    if (value !== 0) {
      this.nonzero++
      this.percent += (100 * Math.abs(value - mean)) / Math.abs(value)
    }
    const size = Math.abs(value) + Math.abs(mean)
    this.relative += size === 0 ? 0 : (200 * Math.abs(value - mean)) / size
    for (const [at, is] of isInside.entries()) if (is) this.inside[at] = (this.inside[at] as number) + 1
  }
}

/** Mean absolute change against a week before, over the days up to `until`. */
function weeklyChange(values: ReadonlyMap<number, number>, first: number, until: number): number {
  let [sum, count] = [0, 0]
  for (let day = first + week; day <= until; day++) {
    const [value, ago] = [values.get(day), values.get(day - week)]
    if (value === undefined || ago === undefined) continue
    sum += Math.abs(value - ago)
    count++
  }
  return count === 0 || sum === 0 ? 1 : sum / count
}
