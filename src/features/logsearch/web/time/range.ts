// The time in which lines are searched: so long back from now, days that have a name, or two moments. How it reads,
// how it stands in the address, and what is meant by a text that names one.
import { dayNumber, dayText, mondayOf, shiftDay } from '../../../../shared/day.ts'
import { daysOfName, isRead, readDays } from '../../../../shared/days/readDays.ts'
import { knownFestivals } from '../../../../web/calendar/festivals.ts'
import { businessToday } from '../../../../web/shell/businessDay.ts'
import { dayStart, momentOf, momentText, shortMoment } from './moments.ts'

const dayNames = { today: '今天', yesterday: '昨天', thisWeek: '本周', thisMonth: '本月' } as const
type DayName = keyof typeof dayNames

export type LogRange = { last: string } | { days: DayName } | { from: number; to: number }

/** Milliseconds; `to` is not included. */
export interface Bounds {
  from: number
  to: number
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
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

const longestMs = 3_660 * units.d
export const shortestMs = 10

function lastMs(last: string): number | null {
  const [, count, unit] = /^(\d{1,5})([smhd])$/.exec(last) ?? []
  if (!count || !unit) return null
  const ms = Number(count) * units[unit as Unit]
  return ms > 0 && ms <= longestMs ? ms : null
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

const typedUnits: Readonly<Record<string, Unit>> = {
  s: 's',
  秒: 's',
  m: 'm',
  min: 'm',
  分: 'm',
  分钟: 'm',
  h: 'h',
  小时: 'h',
  时: 'h',
  d: 'd',
  天: 'd',
  日: 'd',
}
const typedLast = /^(?:近|最近|last)?\s*(\d{1,5})\s*(s|秒|min|m|分钟|分|h|小时|时|d|天|日|w|周)$/i
const clock = /^\d{1,2}:\d{1,2}(?::\d{1,2}(?:[.,]\d{1,3})?)?$/
const withoutYear = /^(\d{1,2})[-/.月](\d{1,2})日?(\s+.*)?$/

/** As the reader types it: 30m、2 小时、今天、11-20 10:00..11:30、2026-11-20T10:00:00Z、a number of epoch time. */
export function typedLogRange(typed: string, now = Date.now()): LogRange | null {
  const text = typed.normalize('NFKC').trim()
  const named = Object.entries(dayNames).find(([name, title]) => title === text || name === text)
  if (named) return { days: named[0] as DayName }
  const [, count, unit] = typedLast.exec(text) ?? []
  if (count && unit) {
    const last = /^(w|周)$/i.test(unit)
      ? `${Number(count) * 7}d`
      : `${Number(count)}${typedUnits[unit.toLowerCase()]}`
    return lastMs(last) === null ? null : { last }
  }
  const days = typedDays(text, now)
  if (days) return days
  const [first = '', second, more] = text.split(/\s*(?:\.\.|…|~|至|到|–)\s*/)
  if (more !== undefined) return null
  if (second === undefined) return around(first, now)
  const from = typedMoment(first, now)
  // A time alone is of the day before it.
  const to = clock.test(second) && from !== null ? onDayOf(from, second) : typedMoment(second, now, true)
  if (from === null || to === null || from === to) return null
  const range = from < to ? { from, to } : { from: to, to: from }
  return range.to - range.from > longestMs ? null : range
}

/** Days are meant whole. What has a time of the day, or counts seconds, is read as moments. */
function typedDays(text: string, now: number): LogRange | null {
  if (text.includes(':') || /^\d{9,}/.test(text)) return null
  const today = businessToday(new Date(now))
  const read = readDays(text, { today, festivalDays: knownFestivals() })
  if (!isRead(read)) return null
  const days = 'relative' in read ? daysOfName(read.relative, today) : read
  if (days === null) return null
  const range = { from: dayStart(days.from), to: dayStart(shiftDay(days.to, 1)) }
  return range.to - range.from > longestMs ? null : range
}

/** One moment stands for what happened around it. */
function around(text: string, now: number): LogRange | null {
  const at = typedMoment(text, now)
  return at === null ? null : { from: at - 5 * units.m, to: at + 5 * units.m }
}

const onDayOf = (ms: number, time: string): number | null =>
  momentOf(`${momentText(ms).slice(0, 10)} ${time}`)

function typedMoment(text: string, now: number, isEnd = false): number | null {
  if (text === '' || /^(现在|now)$/i.test(text)) return isEnd ? now : null
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000
  if (clock.test(text)) return onDayOf(now, text)
  const [, month, day, time = ''] = withoutYear.exec(text) ?? []
  const year = momentText(now).slice(0, 4)
  const at = momentOf(month ? `${year}-${month}-${day}${time}` : text)
  if (at === null) return null
  // A day as an end is meant whole.
  return isEnd && !text.includes(':') ? at + units.d : at
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
