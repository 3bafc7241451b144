// The compared period of a chart: its name, and the day that corresponds to a day.
import dayjs from 'dayjs'
import { dayNumber, dayText } from '#shared/day.ts'
import { byFestival, lunarYears, springFestival } from '#shared/days/springFestival.ts'
import { pastTitles } from '../titles.ts'
import type { Comparison, Grain, ReportInfo } from '../types.ts'
import { periodText } from './periods.ts'
import type { ResultTable } from './result.ts'

/** Name of the compared period: in the legend and the tool tip. */
export const comparedNames: Record<Comparison, string> = {
  ...pastTitles,
  range: '对比时段',
  filters: '对比条件',
}

type Shift = (day: string) => string

const format = 'YYYY-MM-DD'
const minusDays =
  (count: number): Shift =>
  (day) =>
    dayjs(day).subtract(count, 'day').format(format)

/** The day at the same distance from last year's festival as this day from the nearest one. */
function lunarBefore(day: string): string {
  const own = dayNumber(day)
  const [part] = byFestival({ from: own, until: own + 1 })
  const year = part?.year ?? 0
  if (year < lunarYears.first || year > lunarYears.last) return day
  return dayText(own - springFestival(year) + springFestival(year - 1))
}

function shiftOf(info: ReportInfo, grain: Grain, table: ResultTable): Shift | null {
  switch (info.compare) {
    case 'previous':
      if (grain === 'hour') return null
      if (grain === 'quarter') return (day) => dayjs(day).subtract(3, 'month').format(format)
      return (day) => dayjs(day).subtract(1, grain).format(format)
    case 'week':
      return minusDays(7)
    case 'year52':
      return minusDays(364)
    case 'year':
      return (day) => dayjs(day).subtract(1, 'year').format(format)
    case 'lunar':
      return lunarBefore
    case 'range': {
      const { range, comparedRange } = table
      if (!range || !comparedRange) return null
      return minusDays(dayjs(range.from).diff(comparedRange.from, 'day'))
    }
    default:
      return null
  }
}

/** «09-01» for 2026-10-01; with the year where it differs. */
export function comparedLabel(info: ReportInfo, table: ResultTable): (day: string) => string | undefined {
  const grain = info.grain ?? 'day'
  const shift = shiftOf(info, grain, table)
  if (!shift) return () => undefined
  return (day) => {
    const text = periodText(shift(day.slice(0, 10)), grain)
    return text.startsWith(`${day.slice(0, 4)}-`) && text.length > 7 ? text.slice(5) : text
  }
}
