// How the days of another period stand beside the report's own.
import type { Days } from './periods.ts'

/**
 * What to add to a date of the other period to get the date that it stands beside: 7 days, 1 month, 1 hour.
 */
export interface Shift {
  unit: 'hour' | 'day' | 'month'
  count: number
}

/** Days of the other period, and how they are moved to stand beside their partners. */
export interface Move {
  days: Days
  shift: Shift
}

/** The days compared at levels of one grain. */
export interface LevelPeriods {
  /** Days of the range that are compared: stretches in order, with gaps between them. */
  base: Days[]
  /** Days that they are compared with. */
  prior: Days[]
  /** null: figures without dates beside those of the range before, so that nothing has to be moved. */
  shift: Shift | null
  /** Set where days of `prior` are moved by different ways: a day that two of them hold counts for both. */
  moves?: Move[]
}
