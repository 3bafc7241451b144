// Calendar periods in days since 1970-01-01: the start of a day's period, and neighbouring periods.

import type { Grain } from '#semantic/model/types.ts'
import { type Days, dateOf, dayOf, dayText, mondayOf } from '#shared/day.ts'

export type { Days } from '#shared/day.ts'

/** Length of a grain in months; 0 for grains of a fixed number of hours or days. */
export const monthsOf: Record<Grain, number> = { hour: 0, day: 0, week: 0, month: 1, quarter: 3, year: 12 }

/** First day of the day's period: for 2026-03-11 by quarter 2026-01-01. For hours the day itself. */
export function periodStart(day: number, grain: Grain): number {
  if (grain === 'hour' || grain === 'day') return day
  if (grain === 'week') return mondayOf(day)
  const months = monthsOf[grain]
  const { year, month } = dateOf(day)
  return dayOf(year, Math.floor((month - 1) / months) * months + 1, 1)
}

/** `start` is the first day of a month; returns the first day of the month `months` later. */
export function addMonths(start: number, months: number): number {
  const { year, month } = dateOf(start)
  return dayOf(year, month + months, 1)
}

/** First day of the period after the one that starts at `start`. */
export function nextPeriod(start: number, grain: Grain): number {
  if (grain === 'hour' || grain === 'day') return start + 1
  return grain === 'week' ? start + 7 : addMonths(start, monthsOf[grain])
}

export function lengthOf({ from, until }: Days): number {
  return Math.max(0, until - from)
}

/** Drops empty stretches and joins adjacent ones: 03-01 – 03-05, 03-06 – 03-09 → 03-01 – 03-09. */
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
