// How well it would have done: the past forecast from what came before it, beside what a look at last week would say.
import { dayNumber, dayText } from '../shared/day.ts'
import { forecast } from './forecast.ts'
import type { Form } from './form.ts'
import type { DayValue, FitOptions } from './types.ts'

export interface BacktestOptions extends FitOptions {
  /** Days forecast from each origin. */
  horizon: number
  levels?: readonly number[]
  /** How many days of the past are origins, the newest ones. */
  origins: number
  /** Days from one origin to the next. */
  every?: number
  /** Forms are searched anew after so many origins. */
  renew?: number
}

export interface Backtest {
  /** Days that were forecast, counted once an origin. */
  forecasts: number
  coverage: { level: number; share: number }[]
  /** Mean absolute error against that of the seasonal naïve one-step forecasts before the first origin. */
  mase: number
  /** In percent, of 0 to 200. */
  smape: number
  /** The same of the value of a week before. */
  naive: { mase: number; smape: number }
}

const week = 7

export function backtest(
  series: readonly DayValue[],
  { horizon, levels = [80, 95], origins, every = 1, renew = 30, ...options }: BacktestOptions,
): Backtest {
  const values = new Map(
    series.flatMap(({ day, value }) => (value === null ? [] : [[dayNumber(day), value]])),
  )
  const numbers = [...values.keys()]
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const from = Math.max(first + 2 * week, last - horizon - (origins - 1) * every)
  const ours = new Errors(levels)
  const naive = new Errors([])
  let form: Form | undefined
  for (let [origin, turn] = [from, 0]; origin + 1 <= last; origin += every, turn++) {
    const before = series.filter(({ day }) => dayNumber(day) <= origin)
    const whole = Array.from({ length: origin - first + 1 }, (_, at) => first + at)
    const known = whole.map((day) => ({ day: dayText(day), value: values.get(day) ?? null }))
    const result = forecast(before.length === whole.length ? before : known, {
      ...options,
      horizon: Math.min(horizon, last - origin),
      levels,
      ...(form && turn % renew !== 0 ? { form } : {}),
    })
    form = result.fit.form
    for (const { day, mean, bands } of result.days) {
      const number = dayNumber(day)
      const value = values.get(number)
      if (value === undefined) continue
      ours.add(
        value,
        mean,
        bands.map((band) => band !== null && value >= band.low && value <= band.high),
      )
      const weeks = Math.ceil((number - origin) / week)
      const ago = values.get(number - weeks * week)
      if (ago !== undefined) naive.add(value, ago, [])
    }
  }
  const unit = weeklyChange(values, first, from)
  return {
    forecasts: ours.count,
    coverage: levels.map((level, at) => ({ level, share: (100 * (ours.inside[at] as number)) / ours.count })),
    mase: ours.absolute / ours.count / unit,
    smape: ours.relative / ours.count,
    naive: { mase: naive.absolute / naive.count / unit, smape: naive.relative / naive.count },
  }
}

class Errors {
  count = 0
  absolute = 0
  relative = 0
  readonly inside: number[]

  constructor(levels: readonly number[]) {
    this.inside = levels.map(() => 0)
  }

  add(value: number, mean: number, isInside: readonly boolean[]): void {
    this.count++
    this.absolute += Math.abs(value - mean)
    const size = Math.abs(value) + Math.abs(mean)
    this.relative += size === 0 ? 0 : (200 * Math.abs(value - mean)) / size
    for (const [at, is] of isInside.entries()) if (is) this.inside[at] = (this.inside[at] as number) + 1
  }
}

/** Mean absolute change from a week before, of the days up to `until`. */
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
