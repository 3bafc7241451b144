// What cohorts of players paid by day, and what they are expected to have paid by a day ahead.

/** The players whose first day is one day. Days are numbers of days since 1970. */
export interface CohortDay {
  day: number
  players: number
  /** `paid[n]`: revenue of the first n days, from n = 0; as many as are over on the day of the forecast. */
  paid: Float64Array
}

/** How a curve is learned: from cohorts like these or from all, by daily growth or by daily revenue per player. */
export const worthMethods = ['allRatio', 'allAdded', 'ownRatio', 'ownAdded'] as const
export type WorthMethod = (typeof worthMethods)[number]

export interface ExpectedWorth {
  /** Expected revenue per player of the first n days, over all players of the cohorts. */
  value: number
  /** The 80 % interval; null with fewer than five back-tests. */
  low: number | null
  high: number | null
  method: WorthMethod
  /** Number of back-tests, and the mean of their relative errors (0.04 for 4 %); null without any. */
  tests: number
  error: number | null
}

/** `over`: nothing is ahead. `young`: too few earlier cohorts have so many days. `nobody`: no players, or none pays. */
export type NoWorth = 'over' | 'young' | 'nobody'
