// How a cell of a date column reads, by the report's grain. A cell is the first day (or hour) of its period.
//
//   week      2026-10-05            →  2026-10-05 – 10-11
//   month     2026-10-01            →  2026-10
//   quarter   2026-10-01            →  2026 Q4
//   hour      2026-10-05T13:00:00   →  2026-10-05 13:00
import { calendarDay, dateOf, dayNumber, dayOf, dayText, shiftDay, weekdayOf } from '#shared/day.ts'
import type { Grain } from './types.ts'

/** Last day, YYYY-MM-DD, of the period that starts on `day`; for an hour, its day. */
export function periodEnd(day: string, grain: Grain): string {
  const first = day.slice(0, 10)
  const start = calendarDay(first)
  if (start === null || grain === 'day' || grain === 'hour') return first
  if (grain === 'week') return dayText(start + 6)
  const { year, month, day: date } = dateOf(start)
  const months = grain === 'month' ? 1 : grain === 'quarter' ? 3 : 12
  return dayText(dayOf(year, month + months, date) - 1)
}

/** First day, YYYY-MM-DD, of the period that contains `day`. */
export function periodStart(day: string, grain: Grain): string {
  const first = day.slice(0, 10)
  if (grain === 'day' || grain === 'hour') return first
  if (grain === 'week') return shiftDay(first, -((weekdayOf(first) + 6) % 7))
  const { year, month } = dateOf(dayNumber(first))
  const months = grain === 'month' ? 1 : grain === 'quarter' ? 3 : 12
  return dayText(dayOf(year, month - ((month - 1) % months), 1))
}

/** A range of days: «2026-10-05 – 10-11»; a single day as it is. */
export function daysText(from: string, to: string): string {
  if (from === to) return from
  return `${from} – ${from.slice(0, 4) === to.slice(0, 4) ? to.slice(5) : to}`
}

/** `day`: the period's first day or hour, as in the result's cell. */
export function periodText(day: string, grain: Grain): string {
  switch (grain) {
    case 'hour':
      return day.slice(0, 16).replace('T', ' ')
    case 'week':
      return `${day.slice(0, 10)} – ${periodEnd(day, 'week').slice(5)}`
    case 'month':
      return day.slice(0, 7)
    case 'quarter':
      return `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
    case 'year':
      return day.slice(0, 4)
    default:
      return day.slice(0, 10)
  }
}
