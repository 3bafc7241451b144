// Calendar days without times: texts `YYYY-MM-DD` and numbers of days since 1970-01-01.

const millisecondsADay = 86_400_000

/** Day numbers, half-open. */
export interface Days {
  from: number
  until: number
}

/** Days since 1970-01-01; null for a text that is no valid date (2026-02-30). */
export function calendarDay(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const moment = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text) return null
  return moment / millisecondsADay
}

/** Days since 1970-01-01, for a text known to start with a date: `2026-10-12`, `2026-10-12 14:00:00`. */
export function dayNumber(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / millisecondsADay
}

export function dayText(day: number): string {
  return new Date(day * millisecondsADay).toISOString().slice(0, 10)
}

export function isDay(text: unknown): text is string {
  return typeof text === 'string' && calendarDay(text) !== null
}

/** Adds days, or subtracts them: `2026-10-12`, -1 → `2026-10-11`. */
export function shiftDay(text: string, days: number): string {
  return dayText(dayNumber(text) + days)
}

/** 0 is Sunday. */
export function weekdayOf(text: string): number {
  // 1970-01-01 was a Thursday.
  return (((dayNumber(text) + 4) % 7) + 7) % 7
}

export function isWeekend(text: string): boolean {
  const weekday = weekdayOf(text)
  return weekday === 0 || weekday === 6
}

interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

export function dateOf(day: number): CalendarDate {
  const date = new Date(day * millisecondsADay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Months outside 1 to 12 overflow into the adjacent years. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / millisecondsADay
}

/** Monday of the day's week. */
export function mondayOf(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7)
}
