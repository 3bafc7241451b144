// Parses days and months of requests and forms.
import { calendarDay, dateOf, dayOf, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'

export interface DayRange {
  from: string
  to: string
}

const wrong = (message: string) => new AppError('parameter_wrong', message)
const first = '2000-01-01'
const last = '2100-12-31'

export function cleanDay(text: string, what = '日期'): string {
  const day = text.trim()
  if (calendarDay(day) === null) throw wrong(`${what}不是有效的日期，应为 2026-01-31`)
  if (day < first || day > last) throw wrong(`${what} ${day} 不在 ${first} 到 ${last} 之间`)
  return day
}

/** Both days included. */
export function cleanRange(startDate: string, endDate: string, most: number): DayRange {
  const from = cleanDay(startDate, '开始日期')
  const to = cleanDay(endDate, '结束日期')
  if (to < from) throw wrong(`结束日期 ${to} 早于开始日期 ${from}`)
  const days = (calendarDay(to) as number) - (calendarDay(from) as number) + 1
  if (days > most) throw wrong(`一次最多看 ${most} 天，所选为 ${days} 天，请缩短日期`)
  return { from, to }
}

export const monthOf = (day: string): string => day.slice(0, 7)

export function cleanMonth(text: string, what = '月份'): string {
  const month = text.trim()
  if (!/^\d{4}-\d{2}$/.test(month) || calendarDay(`${month}-01`) === null)
    throw wrong(`${what}不是有效的月份，应为 2026-01`)
  cleanDay(`${month}-01`, what)
  return month
}

export function daysOfMonth(month: string): DayRange {
  const start = calendarDay(`${month}-01`) as number
  const { year, month: number } = dateOf(start)
  return { from: dayText(start), to: dayText(dayOf(year, number + 1, 1) - 1) }
}

export function shiftMonth(month: string, by: number): string {
  const { year, month: number } = dateOf(calendarDay(`${month}-01`) as number)
  return dayText(dayOf(year, number + by, 1)).slice(0, 7)
}

/** From the first to the last month, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = shiftMonth(month, 1)) months.push(month)
  return months
}

/** «2026-01-31» or «2026-01» in stored form, with the days it covers. */
export function cleanPeriod(text: string): { period: string } & DayRange {
  const period = text.trim()
  if (/^\d{4}-\d{2}$/.test(period)) return { period: cleanMonth(period, '日期'), ...daysOfMonth(period) }
  const day = cleanDay(period)
  return { period: day, from: day, to: day }
}
