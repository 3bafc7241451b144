// Days in a parameter: 2026-01-31, 10月1日, or relative to today: `today-7`, 昨天, 上周三. A parameter for the start
// or end of a range also accepts a range and uses its first or last day: 近7天, 上月, 国庆.
import { daysOfName, type FestivalDays, isRead, readDay, readDays } from '../days/readDays.ts'

type Side = 'from' | 'to' | null

const startName = /(^|_)(start|begin|from|since)(_|$)|开始|起始/i
const endName = /(^|_)(end|to|until)(_|$)|结束|截止/i

/** Start or end of a range, from the parameter's name. */
export const sideOf = (name: string): Side =>
  startName.test(name) ? 'from' : endName.test(name) ? 'to' : null

interface Told {
  today: string
  side?: Side
  festivalDays?: FestivalDays | undefined
}

/** The day, YYYY-MM-DD, or the reason in Chinese why there is none. */
export function dayMeant(
  text: string,
  { today, side = null, festivalDays }: Told,
): { day: string } | { problem: string } {
  const known = { today, festivalDays }
  const one = readDay(text, known)
  if (side === null || 'day' in one || !one.isDays) return one
  const stretch = stretchOf(text, known)
  return stretch ? { day: stretch[side] } : one
}

/** Null where the text means a single day, or none. */
export function stretchOf(text: string, known: Omit<Told, 'side'>): { from: string; to: string } | null {
  const read = readDays(text, known)
  if (!isRead(read)) return null
  const days = 'relative' in read ? daysOfName(read.relative, known.today) : read
  return days === null || days.from === days.to ? null : days
}

/** Null where the text names no day. `name` is the parameter's. */
export function relativeDay(
  text: string,
  today: string,
  name = '',
  festivalDays?: FestivalDays,
): string | null {
  const meant = dayMeant(text, { today, side: sideOf(name), festivalDays })
  return 'day' in meant ? meant.day : null
}
