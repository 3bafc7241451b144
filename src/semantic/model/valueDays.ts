// The numbers of days of a report of players' value. Day 1 is the first day itself, as the industry counts LTV; the
// days of a retention begin with 0. Every screen and file says which is meant.

export const usualValueDays: readonly number[] = [1, 3, 7, 14, 30, 60, 90]
export const mostValueDays = 60
/** Also the last day on which a cost may be paid back. */
export const lastValueDay = 730

/** How many of them can be forecast, and which: day 1 is the first day, and a year ahead is guessing. */
export const mostForecastDays = 5
const lastForecastDay = 365
export const canForecast = (day: number): boolean =>
  Number.isInteger(day) && day >= 2 && day <= lastForecastDay
/** Those that are forecast where they are among the days. */
export const usualForecastDays: readonly number[] = [30, 60, 90]

export const firstDayText = '第 1 天 = 新增当天'
