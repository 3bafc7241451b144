// «vs» in a sentence: 充值 vs 上周, dau vs 去年, 10月 vs 9月.

import type { Comparison, DateRange, RelativeRange } from '#semantic/model/types.ts'
import { dayNumber, shiftDay } from '#shared/day.ts'
import { daysOf } from '../dates/days.ts'

export const againstWords = new Set(['vs', 'vs.', 'versus', '对比', '相比', '比'])

interface Against {
  range?: DateRange
  compare: Comparison
  compareRange?: { from: string; to: string }
}

/** A past period is compared with the running one. */
const running: Partial<Record<RelativeRange, [RelativeRange, Comparison]>> = {
  yesterday: ['today', 'previous'],
  lastWeek: ['thisWeek', 'week'],
  lastMonth: ['thisMonth', 'previous'],
  lastQuarter: ['thisQuarter', 'previous'],
}
const plain = new Map<string, Comparison>([
  ['去年', 'year'],
  ['去年同期', 'year'],
  ['上年同期', 'year'],
  ['lastyear', 'year'],
  ['上期', 'previous'],
  ['上一期', 'previous'],
  ['上周期', 'previous'],
  ['上周同期', 'week'],
])

/** `range`: the range named by the sentence; `other`: the days meant by the word after «vs», if any. */
export function against(
  word: string,
  range: DateRange | undefined,
  other: DateRange | null,
  today: string,
): Against | null {
  const compare = plain.get(word)
  if (compare && !(range && daysOf(range, today)?.from.startsWith(`${Number(today.slice(0, 4)) - 1}`)))
    return { compare }
  const days = other && daysOf(other, today)
  if (!other || !days) return null
  const now = !range && 'relative' in other ? running[other.relative] : undefined
  if (now) return { range: { relative: now[0] }, compare: now[1] }
  const length = dayNumber(days.to) - dayNumber(days.from) + 1
  const own: DateRange = range ?? { from: shiftDay(today, 1 - length), to: today }
  const asked = daysOf(own, today)
  if (!asked) return null
  const said = range ? {} : { range: own }
  if (shiftDay(days.to, 1) === asked.from) return { ...said, compare: 'previous' }
  if (shiftDay(days.from, 7) === asked.from && shiftDay(days.to, 7) === asked.to)
    return { ...said, compare: 'week' }
  if (isYearBefore(days.from, asked.from)) return { ...said, compare: 'year' }
  // Compared day by day, so both ranges have equal length.
  const to = shiftDay(days.from, dayNumber(asked.to) - dayNumber(asked.from))
  return { ...said, compare: 'range', compareRange: { from: days.from, to } }
}

const isYearBefore = (one: string, other: string): boolean =>
  Number(one.slice(0, 4)) + 1 === Number(other.slice(0, 4)) && one.slice(4) === other.slice(4)
