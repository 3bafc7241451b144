// Which days a relative range means, on the server and in the browser alike. A range named after a period is
// the whole period: days of it that are still to come hold no figures, and the current one is marked as
// unfinished.
//
//   on Monday 2026-10-12      from         until (the day after the last)
//   today                     2026-10-12   2026-10-13
//   last7                     2026-10-06   2026-10-13   (today is the seventh)
//   thisWeek                  2026-10-12   2026-10-19
//   lastWeek                  2026-10-05   2026-10-12
//   thisMonth                 2026-10-01   2026-11-01
//   lastQuarter               2026-07-01   2026-10-01
//   all                       null
import { type Days, dateOf, dayOf, mondayOf } from '../day.ts'
import type { RelativeName } from './spoken.ts'

/** `today` and the result count days since 1970-01-01. Null for all days; undefined for an unknown name. */
export function relativeDays(relative: RelativeName, today: number): Days | null | undefined {
  const { year, month } = dateOf(today)
  const quarter = Math.floor((month - 1) / 3) * 3 + 1
  const monday = mondayOf(today)
  const days = (from: number, until: number): Days => ({ from, until })
  const months = (first: number, count: number): Days =>
    days(dayOf(year, first, 1), dayOf(year, first + count, 1))
  switch (relative) {
    case 'today':
      return days(today, today + 1)
    case 'yesterday':
      return days(today - 1, today)
    case 'thisWeek':
      return days(monday, monday + 7)
    case 'lastWeek':
      return days(monday - 7, monday)
    case 'thisMonth':
      return months(month, 1)
    case 'lastMonth':
      return months(month - 1, 1)
    case 'thisQuarter':
      return months(quarter, 3)
    case 'lastQuarter':
      return months(quarter - 3, 3)
    case 'thisYear':
      return months(1, 12)
    case 'lastYear':
      return months(-11, 12)
    case 'all':
      return null
    default: {
      const count = /^last([1-9]\d{0,3})$/.exec(String(relative))?.[1]
      return count === undefined ? undefined : days(today + 1 - Number(count), today + 1)
    }
  }
}
