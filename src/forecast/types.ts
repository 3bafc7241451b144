// What goes into a forecast and what comes out.
import type { Form } from './form.ts'

export interface DayValue {
  /** `2026-10-12`; in any order, each once. A day that is missing counts as null. */
  day: string
  /** Null where nobody knows: late data, a gap. NaN and the infinities count as null. */
  value: number | null
}

/** A public holiday (`rest`) or a weekend day on which one works (`work`), as the product's calendar has them. */
export interface CalendarMark {
  day: string
  kind: 'rest' | 'work'
  name: string
}

export interface FitOptions {
  /** Of the years of the series and of the days ahead. Without it weekends alone are known. */
  calendar?: readonly CalendarMark[]
  /** What an earlier fit of the same series chose: it is not searched again, which takes a fiftieth of the time. */
  form?: Form
}

export interface ForecastOptions extends FitOptions {
  /** Days ahead of the last one of the series, 1 to 366. */
  horizon: number
  /** In percent, between 1 and 99.9: 80 and 95 unless told. */
  levels?: readonly number[]
  /** So many ways that the days may go are made up as well, for sums of days. */
  paths?: number
}

export interface Band {
  /** In percent. */
  level: number
  low: number
  high: number
}

export interface ExpectedDay {
  day: string
  /** The middle of what is expected: as likely to be passed as not. */
  mean: number
  /** One a level, in the levels' order; null where the series is too short to say. */
  bands: (Band | null)[]
}

/** Ways that the days ahead may go. */
export interface Paths {
  count: number
  days: number
  /** Path after path. */
  values: Float64Array
}

export interface Fit {
  /** As JSON it may be kept, and be given again as `form`. */
  form: Form
  /** Days with a value that the fit knows. */
  known: number
  /** Days that lay so far outside that nothing was learned from them. */
  outliers: string[]
}

export interface Method {
  /** Short, Chinese. */
  name: string
  /** Sentences in Chinese: what the forecast rests on, what it could not take into account. */
  text: string
}

export interface Forecast {
  method: Method
  days: ExpectedDay[]
  fit: Fit
  /** Absent where none were asked for, and where the series is too short to say how far it may lie. */
  paths?: Paths
}
