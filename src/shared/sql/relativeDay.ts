// Days as they are written in a parameter: 2026-01-31, 10月1日, or counted from today: `today-7`, 昨天, 上周三. Where the
// parameter begins or ends a range a stretch is told as well, by its first or last day: 近7天, 上月, 国庆.
import { daysOfName, type FestivalDays, isRead, readDay, readDays } from '../days/readDays.ts'

export type Side = 'from' | 'to' | null

const startName = /(^|_)(start|begin|from|since)(_|$)|开始|起始/i
const endName = /(^|_)(end|to|until)(_|$)|结束|截止/i

/** Of a range, as the parameter's name says. */
export const sideOf = (name: string): Side =>
  startName.test(name) ? 'from' : endName.test(name) ? 'to' : null

interface Told {
  today: string
  side?: Side
  festivalDays?: FestivalDays | undefined
}

/** The day that is meant, YYYY-MM-DD, or why there is none, in Chinese. */
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

/** Null where it is one day, or none. */
export function stretchOf(text: string, known: Omit<Told, 'side'>): { from: string; to: string } | null {
  const read = readDays(text, known)
  if (!isRead(read)) return null
  const days = 'relative' in read ? daysOfName(read.relative, known.today) : read
  return days === null || days.from === days.to ? null : days
}

/** Null where the text names none. `name` is the parameter's. */
export function relativeDay(
  text: string,
  today: string,
  name = '',
  festivalDays?: FestivalDays,
): string | null {
  const meant = dayMeant(text, { today, side: sideOf(name), festivalDays })
  return 'day' in meant ? meant.day : null
}
