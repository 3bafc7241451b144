// Days as texts, YYYY-MM-DD in the business's zone, and ranges of them.

import { relativeTitles } from '#semantic/model/titles.ts'
import type { DateRange, RelativeRange } from '#semantic/model/types.ts'
import { businessHour as hourInZone } from '#shared/businessDay.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import { relativeDays } from '#shared/days/relativeDays.ts'
import { installation } from '#web/shell/installation.ts'

export { relativeTitles } from '#semantic/model/titles.ts'
export { isDay } from '#shared/day.ts'
export { businessToday } from '#web/shell/businessDay.ts'

/** The business's current hour in the format of hour cells: `2026-10-12 14`. */
export const businessHour = (now = new Date(), zone = installation().zone): string => hourInZone(zone, now)

/** First and last day of a range, resolved as on the server; null for all days. */
export function daysOf(range: DateRange, today: string): { from: string; to: string } | null {
  if (!('relative' in range)) return range
  const days = relativeDays(range.relative, dayNumber(today))
  return days ? { from: dayText(days.from), to: dayText(days.until - 1) } : null
}

/** Presets of the date filter, in order; the first three of `joinedPresets` are beside the field. */
export const presets: RelativeRange[] = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'all',
]
export const joinedPresets: RelativeRange[] = ['last7', 'last30', 'thisMonth']

/** «2026-09-13 – 2026-10-12»; a single day once, all days by name. */
export function rangeText(range: DateRange | undefined, today: string): string {
  if (!range) return relativeTitles.all
  const days = daysOf(range, today)
  if (!days) return relativeTitles.all
  return days.from === days.to ? days.from : `${days.from} – ${days.to}`
}
