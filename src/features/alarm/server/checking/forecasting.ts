// The expected figure of a day from the days before it; computed once for all rules.

import { type CalendarMark, type Form, forecastGently } from '#forecast/index.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { dateOf, dayText } from '#shared/day.ts'
import { readYears } from '#features/calendar/server/index.ts'
import type { Figures, Value } from './figures.ts'
import type { Expected } from './judging.ts'

interface Bands {
  of(value: Value, point: number, day: number, level: number): Expected | null
  /** In Chinese; empty before the first forecast. */
  readonly method: string
}

const levels = [80, 95]
const historyDays = 740
/** Days after which a series' form is searched anew. */
const renewedAfter = 30

interface Wanted {
  value: Value
  point: number
  /** First and last day to forecast. */
  first: number
  last: number
}

interface Formed {
  form: Form
  day: number
}

/** By an identity that is stable over time. */
const forms = new Map<string, Formed>()
const mostForms = 20_000

export class Forecasts implements Bands {
  readonly #deps: Deps
  readonly #signal: AbortSignal
  readonly #found = new WeakMap<Figures, Map<string, Map<number, Expected> | null>>()
  readonly #current = new WeakMap<Value, Figures>()
  readonly #calendars = new Map<string, Promise<CalendarMark[]>>()
  method = ''

  constructor(deps: Deps, signal: AbortSignal) {
    this.#deps = deps
    this.#signal = signal
  }

  of(value: Value, point: number, day: number, level: number): Expected | null {
    const figures = this.#current.get(value)
    const byLevel = figures && this.#found.get(figures)?.get(keyOf(value, point, day))
    return byLevel?.get(level) ?? null
  }

  /** `name`: identifies the query that the figures answer, so that the next pass recognizes the series. */
  async prepare(figures: Figures, name: string, { value, point, first, last }: Wanted): Promise<void> {
    this.#current.set(value, figures)
    const found = this.#found.get(figures) ?? new Map<string, Map<number, Expected> | null>()
    this.#found.set(figures, found)
    for (let day = first; day <= last; day += 1) {
      const key = keyOf(value, point, day)
      if (found.has(key)) continue
      this.#signal.throwIfAborted()
      found.set(key, await this.#expected(value, point, day, `${name} ${value.key} ${point}`))
    }
  }

  async #expected(
    value: Value,
    point: number,
    day: number,
    series: string,
  ): Promise<Map<number, Expected> | null> {
    const known = value.figures.get(point)
    if (!known) return null
    const begin = firstOf(known, day)
    if (begin === null) return null
    const before = Array.from({ length: day - begin }, (_, at) => ({
      day: dayText(begin + at),
      value: known.get(begin + at) ?? null,
    }))
    const kept = forms.get(series)
    const isFresh = kept !== undefined && Math.abs(day - kept.day) < renewedAfter
    const calendar = await this.#marks(begin, day)
    const { days, fit, method } = await forecastGently(
      before,
      { horizon: 1, levels, calendar, ...(isFresh && { form: kept.form }) },
      breathe,
    )
    this.method = method.text
    if (!isFresh) keep(series, { form: fit.form, day })
    const [next] = days
    const bands = new Map<number, Expected>()
    for (const band of next?.bands ?? [])
      if (band && next) bands.set(band.level, { mean: next.mean, low: band.low, high: band.high })
    return bands.size > 0 ? bands : null
  }

  #marks(first: number, last: number): Promise<CalendarMark[]> {
    const [from, to] = [dateOf(first).year, dateOf(last).year]
    const known = this.#calendars.get(`${from} ${to}`) ?? readMarks(this.#deps, from, to)
    this.#calendars.set(`${from} ${to}`, known)
    return known
  }
}

const keyOf = ({ key }: Value, point: number, day: number): string => `${point} ${day} ${key}`

function firstOf(known: ReadonlyMap<number, number>, before: number): number | null {
  let [first, nothing] = [before, before]
  for (const [day, figure] of known) {
    if (day >= before || day < before - historyDays) continue
    // Zeros before the first figure are days that were read only for other points.
    if (figure === 0) nothing = Math.min(nothing, day)
    else first = Math.min(first, day)
  }
  const least = first < before ? first : nothing
  return least < before ? least : null
}

function keep(series: string, formed: Formed): void {
  if (forms.size >= mostForms) forms.clear()
  forms.set(series, formed)
}

async function readMarks({ metadata }: Deps, from: number, to: number): Promise<CalendarMark[]> {
  const years = await readYears(metadata, from, to)
  return years.flatMap(({ days }) => days.map(({ day, kind, name }) => ({ day, kind, name })))
}
