// Periods of the calendar as days: where one starts, and the ones beside it.
import { type Days, dateOf, dayOf, dayText, mondayOf } from '../../shared/day.ts'
import type { Grain } from '../model/types.ts'

export type { Days } from '../../shared/day.ts'

/** Months of the grains that months make up; 0 for those of a fixed length. */
export const monthsOf: Record<Grain, number> = { hour: 0, day: 0, week: 0, month: 1, quarter: 3, year: 12 }

/** First day of the period that holds the day. Of an hour, its day. */
export function periodStart(day: number, grain: Grain): number {
  if (grain === 'hour' || grain === 'day') return day
  if (grain === 'week') return mondayOf(day)
  const months = monthsOf[grain]
  const { year, month } = dateOf(day)
  return dayOf(year, Math.floor((month - 1) / months) * months + 1, 1)
}

/** The first day of a month, so many months later. */
export function addMonths(start: number, months: number): number {
  const { year, month } = dateOf(start)
  return dayOf(year, month + months, 1)
}

/** First day of the period after the one that starts here. */
export function nextPeriod(start: number, grain: Grain): number {
  if (grain === 'hour' || grain === 'day') return start + 1
  return grain === 'week' ? start + 7 : addMonths(start, monthsOf[grain])
}

export function lengthOf({ from, until }: Days): number {
  return Math.max(0, until - from)
}

/** Without what is empty; neighbours that touch become one. */
export function joined(parts: Days[]): Days[] {
  const result: Days[] = []
  for (const part of parts) {
    if (part.until <= part.from) continue
    const last = result.at(-1)
    if (last !== undefined && last.until === part.from)
      result[result.length - 1] = { ...last, until: part.until }
    else result.push(part)
  }
  return result
}

export function dayRange({ from, until }: Days): { from: string; until: string } {
  return { from: dayText(from), until: dayText(until) }
}
