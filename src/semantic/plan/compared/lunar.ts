// The distance from each day to the same day of the previous lunar year: the day with the same distance to its Spring
// Festival. The festival nearest to the day counts, whatever other days are requested.
//
//   2026-02-10   nearest festival 2026-02-17, the one before 2025-01-29   384 days before: 2025-01-22
//   2025-08-09   nearest 2025-01-29, the one before 2024-02-10            354 days before
//   2025-08-10   nearest 2026-02-17                                       384 days before

import { reportInvalid } from '#semantic/model/problem.ts'
import { dayText } from '#shared/day.ts'
import { byFestival, lunarYears, springFestival } from '#shared/days/springFestival.ts'
import { type Days, lengthOf } from '../days/periods.ts'

/** Days whose partners all lie the same number of days before. */
interface LunarDays {
  days: Days
  /** 353 to 355, or 383 to 385 after leap years. */
  count: number
}

const mostYears = 5

/** Throws report_invalid for more than five years, and for days without a known festival nearby. */
export function lunarDays(range: Days): LunarDays[] {
  const title = `${dayText(range.from)} 至 ${dayText(range.until - 1)}`
  if (lengthOf(range) > mostYears * 366)
    throw reportInvalid(`日期范围 ${title} 超过 ${mostYears} 年，不能按农历对比，请缩短`)
  const found: LunarDays[] = []
  for (const { year, from, until } of byFestival(range)) {
    if (year < lunarYears.first || year > lunarYears.last)
      throw reportInvalid(
        `农历对比只支持 ${lunarYears.first} 至 ${lunarYears.last} 年的春节，日期范围 ${title} 超出`,
      )
    const count = springFestival(year) - springFestival(year - 1)
    const last = found.at(-1)
    if (last?.count === count) last.days = { ...last.days, until }
    else found.push({ days: { from, until }, count })
  }
  return found
}

/** Years of the festivals that these days are compared with. */
export const comparedFestivals = (range: Days): number[] => byFestival(range).map(({ year }) => year - 1)
