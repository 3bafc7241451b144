// Date ranges: what a request asks for → half-open days of the business.
import { calendarDay, dateOf, dayOf, dayText, mondayOf } from '../model/day.ts'
import { reportInvalid } from '../model/problem.ts'
import type { CompileContext, DateRange, RelativeRange } from '../model/types.ts'

export interface ResolvedRange {
  /** First day. */
  from: string
  /** The day after the last one. */
  until: string
}

const maxYears = 100
const millisecondsAnHour = 3_600_000

/** Day of the business at the context's moment: it starts at the cut-off hour of the business's zone. */
export function businessToday(context: Pick<CompileContext, 'now' | 'zone' | 'cutoffHour'>): number {
  return Math.floor((wallClockHour(context) - context.cutoffHour) / 24)
}

/** The hour that runs, by the clocks of the business's zone, in hours since 1970. */
export function wallClockHour({ now, zone }: Pick<CompileContext, 'now' | 'zone'>): number {
  let parts: Intl.DateTimeFormatPart[]
  try {
    parts = clockOf(zone).formatToParts(now)
  } catch {
    throw reportInvalid(`时区「${zone}」无效`)
  }
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value)
  const clock = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'))
  return clock / millisecondsAnHour
}

/** Making one takes as long as the rest of a light plan. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Throws where there is no such zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}

/** null: no restriction. Throws report_invalid for days that don't exist and ranges that run backwards. */
export function resolveRange(
  range: DateRange | undefined | null,
  context: Pick<CompileContext, 'now' | 'zone' | 'cutoffHour'>,
): ResolvedRange | null {
  if (range === undefined || range === null) return null
  if ('relative' in range) {
    const days = relativeDays(range.relative, businessToday(context))
    return days === null ? null : { from: dayText(days[0]), until: dayText(days[1]) }
  }
  const from = requireDay(range.from, '开始日期')
  const to = requireDay(range.to, '结束日期')
  if (from > to) throw reportInvalid(`开始日期 ${range.from} 晚于结束日期 ${range.to}`)
  const first = dateOf(from)
  if (to >= dayOf(first.year + maxYears, first.month, first.day))
    throw reportInvalid(`日期范围 ${range.from} 至 ${range.to} 过长，最多 ${maxYears} 年`)
  return { from: range.from, until: dayText(to + 1) }
}

/** The first day that is not over, where the range reaches it. */
export function unfinishedFrom(range: ResolvedRange | null, context: CompileContext): string | null {
  const today = dayText(businessToday(context))
  return range === null || range.until > today ? today : null
}

export function requireDay(text: unknown, what: string): number {
  const day = typeof text === 'string' ? calendarDay(text) : null
  if (day === null) throw reportInvalid(`${what}「${String(text)}」不是有效的日期`)
  // Beyond these years day arithmetic and the warehouse's own calendar part ways.
  if ((text as string) < '1000-01-01' || (text as string) > '9998-12-31')
    throw reportInvalid(`${what}「${String(text)}」超出可用的年份（1000 至 9998）`)
  return day
}

/** First day and the day after the last; null for all time. */
function relativeDays(relative: RelativeRange, today: number): [number, number] | null {
  const { year, month } = dateOf(today)
  const quarter = Math.floor((month - 1) / 3) * 3 + 1
  const monday = mondayOf(today)
  switch (relative) {
    case 'today':
      return [today, today + 1]
    case 'yesterday':
      return [today - 1, today]
    case 'thisWeek':
      return [monday, monday + 7]
    case 'lastWeek':
      return [monday - 7, monday]
    case 'thisMonth':
      return [dayOf(year, month, 1), dayOf(year, month + 1, 1)]
    case 'lastMonth':
      return [dayOf(year, month - 1, 1), dayOf(year, month, 1)]
    case 'thisQuarter':
      return [dayOf(year, quarter, 1), dayOf(year, quarter + 3, 1)]
    case 'lastQuarter':
      return [dayOf(year, quarter - 3, 1), dayOf(year, quarter, 1)]
    case 'thisYear':
      return [dayOf(year, 1, 1), dayOf(year + 1, 1, 1)]
    case 'lastYear':
      return [dayOf(year - 1, 1, 1), dayOf(year, 1, 1)]
    case 'all':
      return null
    default: {
      const days = /^last([1-9]\d{0,3})$/.exec(String(relative))?.[1]
      if (days === undefined) throw reportInvalid(`没有日期范围「${String(relative)}」`)
      return [today + 1 - Number(days), today + 1]
    }
  }
}
