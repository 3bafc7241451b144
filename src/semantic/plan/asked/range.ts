// Converts the requested date range to business days, half-open.
//
//   { from: '2026-01-01', to: '2026-01-07' }      → { from: '2026-01-01', until: '2026-01-08' }
//   { relative: 'last7' } on 2026-10-12           → { from: '2026-10-06', until: '2026-10-13' }
//   { relative: 'all' }, absent                   → null

import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, DateRange } from '#semantic/model/types.ts'
import { businessDayNumber, wallClockHour as hourInZone } from '#shared/businessDay.ts'
import { calendarDay, dateOf, dayOf, dayText } from '#shared/day.ts'
import { relativeDays } from '#shared/days/relativeDays.ts'

export interface ResolvedRange {
  /** First day. */
  from: string
  /** The day after the last day. */
  until: string
}

type Clock = Pick<CompileContext, 'now' | 'zone' | 'cutoffHour'>

const maxYears = 100

/** The current business day (by zone and cut-off hour), in days since 1970-01-01. */
function businessToday(clock: Clock): number {
  return inZone(clock, () => businessDayNumber(clock, clock.now))
}

/** The current hour by the wall clock of the business's zone, in hours since 1970-01-01 00:00 of that clock. */
function wallClockHour(clock: Clock): number {
  return inZone(clock, () => hourInZone(clock.zone, clock.now))
}

function inZone<Result>({ zone }: Clock, read: () => Result): Result {
  try {
    return read()
  } catch {
    throw reportInvalid(`时区「${zone}」无效`)
  }
}

/** The days of a report, and the business's current day and hour: computed once for all stages. */
export interface AskedDays {
  /** null: all days. */
  range: ResolvedRange | null
  /** The first unfinished day, in days since 1970-01-01. */
  today: number
  /** The current hour by the wall clock, in hours since 1970-01-01 00:00. */
  hour: number
  /** Today, if the range includes it. */
  unfinishedFrom: string | null
}

/** Throws like resolveRange. */
export function askedDays(asked: DateRange | undefined | null, clock: Clock): AskedDays {
  const today = businessToday(clock)
  const range = rangeOn(asked, today)
  return { range, today, hour: wallClockHour(clock), unfinishedFrom: unfinishedFrom(range, today) }
}

/** null: all days. Throws report_invalid for invalid days, reversed ranges, and more than 100 years. */
export function resolveRange(range: DateRange | undefined | null, clock: Clock): ResolvedRange | null {
  return rangeOn(range, businessToday(clock))
}

function rangeOn(range: DateRange | undefined | null, today: number): ResolvedRange | null {
  if (range === undefined || range === null) return null
  if ('relative' in range) {
    const days = relativeDays(range.relative, today)
    if (days === undefined) throw reportInvalid(`没有日期范围「${String(range.relative)}」`)
    return days && { from: dayText(days.from), until: dayText(days.until) }
  }
  const from = requireDay(range.from, '开始日期')
  const to = requireDay(range.to, '结束日期')
  if (from > to) throw reportInvalid(`开始日期 ${range.from} 晚于结束日期 ${range.to}`)
  const first = dateOf(from)
  if (to >= dayOf(first.year + maxYears, first.month, first.day))
    throw reportInvalid(`日期范围 ${range.from} 至 ${range.to} 过长，最多 ${maxYears} 年`)
  return { from: range.from, until: dayText(to + 1) }
}

/** Today, the first unfinished day, if the range includes it; null for a range that ended before today. */
export function unfinishedFrom(range: ResolvedRange | null, today: number): string | null {
  const day = dayText(today)
  return range === null || range.until > day ? day : null
}

export function requireDay(text: unknown, what: string): number {
  const day = typeof text === 'string' ? calendarDay(text) : null
  if (day === null) throw reportInvalid(`${what}「${String(text)}」不是有效的日期`)
  // Outside these years, day arithmetic may differ between this code and the warehouse.
  if ((text as string) < '1000-01-01' || (text as string) > '9998-12-31')
    throw reportInvalid(`${what}「${String(text)}」超出可用的年份（1000 至 9998）`)
  return day
}
