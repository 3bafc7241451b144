// Days as texts, YYYY-MM-DD in the business's zone, and ranges of them.
import dayjs, { type Dayjs } from 'dayjs'
import type { DateRange, RelativeRange } from '../../../../semantic/model/types.ts'
import { installation } from '../../../../web/shell/installation.ts'

export { businessToday } from '../../../../web/shell/businessDay.ts'

const dayIn = (zone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment)

/** The running hour there, as its cells begin: `2026-10-12 14`. */
export const businessHour = (now = new Date(), zone = installation().zone): string => {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(
    now,
  )
  return `${dayIn(zone, now)} ${hour}`
}

export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const monday = (day: Dayjs) => day.subtract((day.day() + 6) % 7, 'day')
const quarterStart = (day: Dayjs) => day.subtract(day.month() % 3, 'month').startOf('month')

type Bounds = [Dayjs, Dayjs]
const named: Record<string, (today: Dayjs) => Bounds> = {
  today: (today) => [today, today],
  yesterday: (today) => [today.subtract(1, 'day'), today.subtract(1, 'day')],
  thisWeek: (today) => [monday(today), today],
  lastWeek: (today) => [monday(today).subtract(7, 'day'), monday(today).subtract(1, 'day')],
  thisMonth: (today) => [today.startOf('month'), today],
  lastMonth: (today) => {
    const start = today.subtract(1, 'month').startOf('month')
    return [start, start.endOf('month')]
  },
  thisQuarter: (today) => [quarterStart(today), today],
  lastQuarter: (today) => {
    const start = quarterStart(today)
    return [start.subtract(3, 'month'), start.subtract(1, 'day')]
  },
  thisYear: (today) => [today.startOf('year'), today],
  lastYear: (today) => {
    const start = today.subtract(1, 'year').startOf('year')
    return [start, start.endOf('year')]
  },
}

/** First and last day of a range; null for all days. */
export function daysOf(range: DateRange, today: string): { from: string; to: string } | null {
  if (!('relative' in range)) return range
  if (range.relative === 'all') return null
  const last = /^last(\d+)$/.exec(range.relative)
  const end = dayjs(today)
  const bounds: Bounds | undefined = last
    ? [end.subtract(Number(last[1]) - 1, 'day'), end]
    : named[range.relative]?.(end)
  if (!bounds) return null
  return { from: bounds[0].format('YYYY-MM-DD'), to: bounds[1].format('YYYY-MM-DD') }
}

export const relativeTitles: Record<RelativeRange, string> = {
  today: '今天',
  yesterday: '昨天',
  last7: '近 7 天',
  last14: '近 14 天',
  last30: '近 30 天',
  last90: '近 90 天',
  last180: '近 180 天',
  last365: '近 365 天',
  thisWeek: '本周',
  lastWeek: '上周',
  thisMonth: '本月',
  lastMonth: '上月',
  thisQuarter: '本季度',
  lastQuarter: '上季度',
  thisYear: '今年',
  lastYear: '去年',
  all: '全部',
}

/** Offered in the date filter, in this order; the first three of `joinedPresets` stand beside the field. */
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

/** «2026-09-13 – 2026-10-12», one day once, all days by name. */
export function rangeText(range: DateRange | undefined, today: string): string {
  if (!range) return relativeTitles.all
  const days = daysOf(range, today)
  if (!days) return relativeTitles.all
  return days.from === days.to ? days.from : `${days.from} – ${days.to}`
}
