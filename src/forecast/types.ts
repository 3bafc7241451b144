// Input and output of a forecast.
import type { Form } from './form.ts'

export interface DayValue {
  /** `2026-10-12`; in any order, each once. A missing day counts as null. */
  day: string
  /** Null where unknown: late data, a gap. NaN and the infinities count as null. */
  value: number | null
}

/** A public holiday (`rest`) or a make-up workday on a weekend (`work`), from the product's calendar. */
export interface CalendarMark {
  day: string
  kind: 'rest' | 'work'
  name: string
}

export interface FitOptions {
  /** Covers the years of the series and of the days ahead. Without it only weekends are known. */
  calendar?: readonly CalendarMark[]
  /** The form that an earlier fit of the same series chose: skips the search, which takes 98% of the time. */
  form?: Form
}

export interface ForecastOptions extends FitOptions {
  /** Days after the last one of the series, 1 to 366. */
  horizon: number
  /** Coverage in percent, between 1 and 99.9: 80 and 95 by default. */
  levels?: readonly number[]
  /** The number of random paths to return, for sums of days. */
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
  /** The median: as likely to be exceeded as not. */
  mean: number
  /** One per level, in the levels' order; null where the series is too short. */
  bands: (Band | null)[]
}

/** Random paths of the days ahead. */
export interface Paths {
  count: number
  days: number
  /** Path after path. */
  values: Float64Array
}

interface Fit {
  /** May be stored as JSON and passed again as `form`. */
  form: Form
  /** Days with a value that were fitted. */
  known: number
  /** Outliers, which were not learned from. */
  outliers: string[]
}

export interface Method {
  /** Short, Chinese. */
  name: string
  /** Chinese sentences: what the forecast is based on, and what it could not consider. */
  text: string
}

export interface Forecast {
  method: Method
  days: ExpectedDay[]
  fit: Fit
  /** Absent where not requested, and where the series is too short for intervals. */
  paths?: Paths
}
