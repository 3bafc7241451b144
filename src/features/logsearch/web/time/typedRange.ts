// The time that is meant by a text as the reader types it: 30m、2 小时、今天、11-20 10:00..11:30、2026-11-20T10:00:00Z, a
// number of epoch time. Days are read by the one reader of days; what names no time is answered with why.
import { shiftDay } from '#shared/day.ts'
import { daysOfName, isRead, type NotRead, readDay, readDays } from '#shared/days/readDays.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { dayStart, momentOf, momentText, shortMoment } from './moments.ts'
import { type Bounds, type LogRange, lastMs, longestMs, rangeOfName, units } from './range.ts'

/** `isDays` of an answer is whether a time is meant that there is not, rather than something else. */
const impossible = (problem: string): NotRead => ({ problem, isDays: true })
export const waysToWrite =
  '可写 90m、2 小时、昨天、10月、国庆、11-20 10:00..11:30、一个时刻（前后 5 分钟）或时间戳'
/** What was pasted by mistake is neither read through nor said again. */
const longestText = 80
const unread = (text: string): NotRead => ({
  problem: `无法识别「${text.length > longestText ? `${text.slice(0, 20)}…` : text}」，${waysToWrite}`,
  isDays: false,
})
const tooLong = () => impossible(`一次最多查 ${longestMs / units.d} 天`)
const toCome = (when: string) => impossible(`${when} 还没有到`)

export function typedLogRange(typed: string, now = Date.now()): LogRange | NotRead {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return { problem: `请填写时间，${waysToWrite}`, isDays: false }
  if (text.length > longestText) return unread(text)
  const known = rangeOfName(text) ?? typedLast(text)
  if (known) return known
  const days = typedDays(text, now)
  if (isRead(days)) return days
  const moments = typedMoments(text, now)
  return isRead(moments) || !days.isDays ? moments : days
}

const typedUnits: Readonly<Record<string, keyof typeof units>> = {
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

/** So long back from now; null where the text says no length of time. */
function typedLast(text: string): LogRange | NotRead | null {
  const found = /^(?:近|最近|last)?\s*(\d{1,5})\s*(s|秒|min|m|分钟|分|h|小时|时|d|天|日|w|周)$/i.exec(text)
  const [, count, unit] = found ?? []
  if (!count || !unit) return null
  if (Number(count) === 0) return impossible('时长要从 1 开始')
  const last = /^(w|周)$/i.test(unit)
    ? `${Number(count) * 7}d`
    : `${Number(count)}${typedUnits[unit.toLowerCase()]}`
  return lastMs(last) === null ? tooLong() : { last }
}

/** Days are meant whole. What has a time of the day, or counts seconds, is read as moments. */
function typedDays(text: string, now: number): LogRange | NotRead {
  if (text.includes(':') || /^\d{9,}/.test(text)) return unread(text)
  const today = businessToday(new Date(now))
  const read = readDays(text, { today, festivalDays: knownFestivals() })
  if (!isRead(read)) return read.isDays ? read : unread(text)
  const days = 'relative' in read ? daysOfName(read.relative, today) : read
  if (days === null) return impossible(`日志按一段时间查，一次最多 ${longestMs / units.d} 天，不能是全部`)
  if (days.from > today) return toCome(days.from)
  return noLonger({ from: dayStart(days.from), to: dayStart(shiftDay(days.to, 1)) })
}

const noLonger = (bounds: Bounds): LogRange | NotRead =>
  bounds.to - bounds.from > longestMs ? tooLong() : bounds

const clock = /^\d{1,2}:\d{1,2}(?::\d{1,2}(?:[.,]\d{1,3})?)?$/

function typedMoments(text: string, now: number): LogRange | NotRead {
  const [first = '', second, more] = text.split(/\s*(?:\.\.|…|~|至|到|–)\s*/)
  if (more !== undefined) return unread(text)
  const from = first === '' ? unread(text) : typedMoment(first, now)
  if (typeof from !== 'number') return from
  if (second === undefined) return from > now ? toCome(shortMoment(from)) : around(from)
  const to = clock.test(second) ? clockAfter(second, from) : typedMoment(second, now, true)
  if (typeof to !== 'number') return to
  if (from === to) return impossible('开始和结束是同一时刻')
  // As the reader of days takes them: ends the wrong way round are turned.
  const bounds = from < to ? { from, to } : { from: to, to: from }
  return bounds.from > now ? toCome(shortMoment(bounds.from)) : noLonger(bounds)
}

/** One moment stands for what happened around it. */
const around = (at: number): Bounds => ({ from: at - 5 * units.m, to: at + 5 * units.m })

/** A time alone is of the day before it, or of the next where midnight lies between: 23:00..01:00. */
function clockAfter(time: string, from: number): number | NotRead {
  const to = onDay(momentText(from).slice(0, 10), time)
  return typeof to === 'number' && from - to > units.d / 2
    ? onDay(shiftDay(momentText(from).slice(0, 10), 1), time)
    : to
}

const onDay = (day: string, time: string): number | NotRead =>
  momentOf(`${day} ${time}`) ?? impossible(`一天里没有 ${time} 这个时刻`)

const dayAndClock = /^(.*?)(?:(?:^|T|\s|(?<=\p{Script=Han}))\s*(\d{1,2}:\S*))?$/iu

/** By the clocks of the zone; without a day it is the latest such time that is not to come. */
function typedMoment(text: string, now: number, isEnd = false): number | NotRead {
  if (isEnd && (text === '' || /^(现在|now)$/i.test(text))) return now
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000
  const exact = /[T\s]\d/.test(text) ? momentOf(text) : null
  if (exact !== null) return exact
  const [, said = '', time] = dayAndClock.exec(text) ?? []
  const today = momentText(now).slice(0, 10)
  if (said === '' && time !== undefined) {
    const at = onDay(today, time)
    return typeof at === 'number' && at > now ? onDay(shiftDay(today, -1), time) : at
  }
  const read = readDay(said, { today, festivalDays: knownFestivals() })
  if (!isRead(read)) return read.isDays ? read : unread(text)
  if (time !== undefined) return onDay(read.day, time)
  // A day as an end is meant whole.
  return onDay(isEnd ? shiftDay(read.day, 1) : read.day, '00:00')
}
