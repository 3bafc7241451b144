// How the days of another period correspond to the report's own.
import type { Days } from './periods.ts'

/** Added to a date of the other period to get the corresponding date: 7 days, 1 month, 1 hour. */
export interface Shift {
  unit: 'hour' | 'day' | 'month'
  count: number
}

/** Days of the other period, and the shift to their partners. */
export interface Move {
  days: Days
  shift: Shift
}

/** The compared days at levels of one grain. */
export interface LevelPeriods {
  /** Compared days of the range: stretches in order, with gaps between them. */
  base: Days[]
  /** Days that they are compared with. */
  prior: Days[]
  /** null: figures without dates are compared with those of the preceding range, so that nothing is shifted. */
  shift: Shift | null
  /** Set if days of `prior` have different shifts: a day in two moves counts for both. */
  moves?: Move[]
}
