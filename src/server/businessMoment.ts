// The time at which a business day begins, for lists filtered by days.
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'

/** The start of the business day `later` days after the typed day. */
export function momentOfDay(typed: string, later: number, clock: BusinessClock): string {
  const day = calendarDay(typed)
  if (day === null) throw new AppError('parameter_wrong', `「${typed}」不是有效的日期，应为 2026-01-31`)
  const wanted = day + later
  const midnight = Date.parse(`${dayText(wanted)}T00:00:00Z`)
  // Depending on time zone and cut-off, a business day begins from 14 hours before to 35 hours after the UTC
  // day, sometimes on a half hour.
  for (let step = -28; step <= 70; step++) {
    const moment = new Date(midnight + step * 1_800_000)
    if (businessDay(clock, moment) === dayText(wanted)) return moment.toISOString()
  }
  return new Date(midnight).toISOString()
}
