// The moment at which a day of the business's calendar begins, as lists that are narrowed by days ask for it.
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'

/** When a day of the business begins, as a moment; `later` days after. */
export function momentOfDay(typed: string, later: number, clock: BusinessClock): string {
  const day = calendarDay(typed)
  if (day === null) throw new AppError('parameter_wrong', `「${typed}」不是有效的日期，应为 2026-01-31`)
  const wanted = day + later
  const midnight = Date.parse(`${dayText(wanted)}T00:00:00Z`)
  // By zone and cut-off it begins up to 14 hours before and 35 after that of UTC, on a half hour at times.
  for (let step = -28; step <= 70; step++) {
    const moment = new Date(midnight + step * 1_800_000)
    if (businessDay(clock, moment) === dayText(wanted)) return moment.toISOString()
  }
  return new Date(midnight).toISOString()
}
