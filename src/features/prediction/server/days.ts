// Parses and validates days and numbers of requests.
import { calendarDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'

export const wrong = (message: string): AppError => new AppError('parameter_wrong', message)

/** Days since 1970; `what` names the parameter in the error message. */
export function dayOf(text: string, what: string): number {
  const day = calendarDay(text.trim())
  if (day === null) throw wrong(`${what}「${text.slice(0, 20)}」不是有效的日期，应写成 2026-01-31`)
  if (text < '2000-01-01' || text > '2100-12-31')
    throw wrong(`${what} ${text} 超出可用的年份（2000 至 2100）`)
  return day
}

export interface Days {
  from: number
  to: number
}

/** Throws when the last day is before the first. */
export function daysOf(from: string, to: string): Days {
  const days = { from: dayOf(from, '开始日期'), to: dayOf(to, '结束日期') }
  if (days.to < days.from) throw wrong(`结束日期 ${to} 早于开始日期 ${from}，请对调`)
  return days
}

export function wholeNumber(value: number, what: string, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw wrong(`${what}应为 ${least} 至 ${most.toLocaleString('en-US')} 的整数`)
}
