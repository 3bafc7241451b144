// The time in which lines are searched: so long back from now, days that have a name, or two moments. How it reads and
// how it stands in the address.
import { dayNumber, dayText, mondayOf, shiftDay } from '#shared/day.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { dayStart, momentOf, momentText, shortMoment } from './moments.ts'

const dayNames = { today: '今天', yesterday: '昨天', thisWeek: '本周', thisMonth: '本月' } as const
type DayName = keyof typeof dayNames

export type LogRange = { last: string } | { days: DayName } | { from: number; to: number }

/** Milliseconds; `to` is not included. */
export interface Bounds {
  from: number
  to: number
}

export const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const unitWords = { s: '秒', m: '分钟', h: '小时', d: '天' } as const
type Unit = keyof typeof units

/** What the menu offers, in its order. */
export const presets: readonly LogRange[] = [
  { last: '5m' },
  { last: '15m' },
  { last: '1h' },
  { last: '6h' },
  { last: '24h' },
  { days: 'today' },
  { days: 'yesterday' },
  { last: '3d' },
  { last: '7d' },
  { days: 'thisWeek' },
  { last: '30d' },
  { days: 'thisMonth' },
]
export const usualRange: LogRange = { last: '1h' }

export const longestMs = 3_660 * units.d
const shortestMs = 10

/** Null where it is no length of time, or one too long. */
export function lastMs(last: string): number | null {
  const [, count, unit] = /^(\d{1,5})([smhd])$/.exec(last) ?? []
  if (!count || !unit) return null
  const ms = Number(count) * units[unit as Unit]
  return ms > 0 && ms <= longestMs ? ms : null
}

/** 今天, thisWeek: ranges that move on with the days. */
export function rangeOfName(text: string): LogRange | null {
  const named = Object.entries(dayNames).find(([name, title]) => title === text || name === text)
  return named ? { days: named[0] as DayName } : null
}

export function boundsOf(range: LogRange, now = Date.now()): Bounds {
  if ('from' in range) return range
  if ('last' in range) return { from: now - (lastMs(range.last) ?? units.h), to: now }
  const today = businessToday(new Date(now))
  const from = (day: string) => dayStart(day)
  if (range.days === 'yesterday') return { from: from(shiftDay(today, -1)), to: from(today) }
  if (range.days === 'thisWeek') return { from: from(dayText(mondayOf(dayNumber(today)))), to: now }
  if (range.days === 'thisMonth') return { from: from(`${today.slice(0, 7)}-01`), to: now }
  return { from: from(today), to: now }
}

export function rangeText(range: LogRange): string {
  if ('days' in range) return dayNames[range.days]
  if ('last' in range) {
    const [, count, unit] = /^(\d+)([smhd])$/.exec(range.last) ?? []
    return `近 ${count} ${unitWords[unit as Unit]}`
  }
  return boundsText(range)
}

/** What both ends share is said once. */
export function boundsText({ from, to }: Bounds): string {
  const [start, end] = [shortMoment(from), shortMoment(to)]
  return start.slice(0, 10) === end.slice(0, 10) ? `${start} – ${end.slice(11)}` : `${start} – ${end}`
}

export const sameRange = (one: LogRange, other: LogRange): boolean => writeRange(one) === writeRange(other)

export function writeRange(range: LogRange): string {
  if ('last' in range) return range.last
  if ('days' in range) return range.days
  return [range.from, range.to].map((ms) => momentText(ms).replace(' ', 'T')).join('~')
}

/** Null for a text of the address that names none. */
export function readRange(text: string): LogRange | null {
  if (Object.hasOwn(dayNames, text)) return { days: text as DayName }
  if (lastMs(text) !== null) return { last: text }
  const [from, to, more] = text.split('~').map((part) => momentOf(part.replace('T', ' ')))
  if (more !== undefined || from == null || to == null || to <= from || to - from > longestMs) return null
  return { from, to }
}

const widths = [
  1_000,
  10_000,
  60_000,
  5 * units.m,
  15 * units.m,
  units.h,
  6 * units.h,
  units.d,
  3 * units.d,
  7 * units.d,
  30 * units.d,
  90 * units.d,
  365 * units.d,
]

/** The next round width, around the same middle; what reaches the present ends there. */
export function widened(bounds: Bounds, now = Date.now()): LogRange {
  const width = bounds.to - bounds.from
  const next = widths.find((one) => one > width * 1.2) ?? longestMs
  if (bounds.to >= now - 2_000) return lastOf(next)
  const middle = (bounds.from + bounds.to) / 2
  const to = Math.min(now, Math.round(middle + next / 2))
  return { from: to - next, to }
}

export function narrowed(bounds: Bounds, now = Date.now()): LogRange {
  const width = bounds.to - bounds.from
  const next = widths.findLast((one) => one < width * 0.8) ?? Math.max(shortestMs, Math.round(width / 2))
  if (bounds.to >= now - 2_000 && next >= 1_000) return lastOf(next)
  const middle = Math.round((bounds.from + bounds.to) / 2)
  return { from: Math.round(middle - next / 2), to: Math.round(middle + next / 2) }
}

/** The same width before or after; a step into what is to come ends at the present. */
export function moved({ from, to }: Bounds, by: -1 | 1, now = Date.now()): LogRange {
  const width = to - from
  if (by < 0) return { from: from - width, to: from }
  const end = Math.min(now, to + width)
  return { from: end - width, to: end }
}

function lastOf(ms: number): LogRange {
  for (const unit of ['d', 'h', 'm', 's'] as const)
    if (ms % units[unit] === 0) return { last: `${ms / units[unit]}${unit}` }
  return usualRange
}
