// Computes the compared days. Only day arithmetic: the range, the comparison, the grain of a level's dates and today
// determine the compared days (`base`: over, with a partner that is over), the days they are compared with (`prior`),
// and the `shift` that moves a day of `prior` to its partner.
//
// A level is a row, a subtotal or the total; the total without dates is a single figure for the range. In the examples
// the range is over unless stated otherwise:
//
//   comparison  level      range asked              base                     prior
//   week        any        03-09 – 03-15            the same                 03-02 – 03-08
//   week        any        the same, today 03-12    03-09 – 03-11            03-02 – 03-04
//   year52      any        2026-03-09 – 03-15       the same                 2025-03-10 – 03-16
//   previous    by day     03-09 – 03-15            the same                 03-08 – 03-14
//   previous    total      03-09 – 03-15            the same                 03-02 – 03-08
//   previous    by month   March, today 03-11       03-01 – 03-10            02-01 – 02-10
//   previous    total      January – March          the same                 October – December
//   year        by day     2024-02-01 – 02-29       02-01 – 02-28            2023-02-01 – 02-28
//   year        by month   2024-02-01 – 02-29       the same                 2023-02-01 – 02-28
//
//   week, year52, range   each day's partner is a fixed number of days earlier, at every level
//   lunar      each day's partner is as far from its own year's festival (lunar.ts); if days of
//              a level have different festivals, each has its own shift, and a partner of two days counts for both
//   year       the same date. 29 February has no partner and is left out on both sides, except where whole
//              months, quarters or years are compared as wholes
//   previous   the preceding period at the row's own grain; a period cut by the range or by today is compared with
//              the same days of the preceding period; days that do not exist there (30 and 31
//              March against February) are left out. Total: whole months with as many whole months, any other
//              range with as many days directly before
//
// An unfinished day is left out together with its partner.

import { reportInvalid } from '#semantic/model/problem.ts'
import type { Grain, ReportInfo } from '#semantic/model/types.ts'
import { dateOf, dayNumber, dayOf, dayText } from '#shared/day.ts'
import type { DayComparison } from '../asked/comparison.ts'
import { type ResolvedRange, requireDay } from '../asked/range.ts'
import type { LevelPeriods, Move, Shift } from '../days/moves.ts'
import { addMonths, type Days, joined, lengthOf, monthsOf, nextPeriod, periodStart } from '../days/periods.ts'
import { lunarDays } from './lunar.ts'

export interface ComparedDays {
  comparison: DayComparison
  /** All requested days. */
  asked: Days
  /** The requested days that are over and whose partners are over. */
  finished: Days
  /** The shift, if it is the same for all days; null for `previous`, `year` and `lunar`. */
  shift: Shift | null
}

interface ComparisonRequest {
  comparison: DayComparison
  range: ResolvedRange | null
  compareRange: ReportInfo['compareRange']
  /** The first unfinished business day. */
  today: number
}

const firstDay = dayOf(1000, 1, 1)

/** Throws report_invalid without a date range, and for a `compareRange` that does not fit it. */
export function comparedDays(request: ComparisonRequest): ComparedDays {
  const { comparison, range, today } = request
  if (range === null)
    throw reportInvalid(
      '对比需要日期范围：请选择起止日期，或「最近 30 天」这样的范围；全部日期没有可以对比的另一段日期',
    )
  const asked = { from: dayNumber(range.from), until: dayNumber(range.until) }
  const count = fixedDays(request, asked)
  const shift: Shift | null = count === null ? null : { unit: 'day', count }
  // The partner may be the unfinished day: a range chosen by the user may lie after the report's own.
  const until = Math.min(asked.until, today, today + (count ?? 0))
  return { comparison, asked, finished: { from: asked.from, until: Math.max(asked.from, until) }, shift }
}

/** Days from a partner to its day; null if the number varies by day (previous, year, lunar). */
function fixedDays({ comparison, compareRange }: ComparisonRequest, asked: Days): number | null {
  switch (comparison) {
    case 'week':
      return 7
    case 'year52':
      return 364
    case 'range':
      return asked.from - givenRange(compareRange, asked).from
    case 'previous':
    case 'year':
    case 'lunar':
      return null
    default:
      throw reportInvalid(`没有对比方式「${String(comparison)}」`)
  }
}

function givenRange(compareRange: ComparisonRequest['compareRange'], asked: Days): Days {
  if (compareRange === undefined || compareRange === null)
    throw reportInvalid('请选择要对比的日期范围（compareRange）')
  const from = requireDay(compareRange.from, '对比的开始日期')
  const to = requireDay(compareRange.to, '对比的结束日期')
  if (from > to) throw reportInvalid(`对比的开始日期 ${compareRange.from} 晚于结束日期 ${compareRange.to}`)
  const given = { from, until: to + 1 }
  if (lengthOf(given) !== lengthOf(asked))
    throw reportInvalid(
      `对比的日期范围 ${compareRange.from} 至 ${compareRange.to} 有 ${lengthOf(given)} 天，所选日期范围有 ${lengthOf(asked)} 天，逐日对比须天数相同，可改为 ${compareRange.from} 至 ${dayText(from + lengthOf(asked) - 1)}`,
    )
  return given
}

/** `grain`: that of the level's finest business date, null without one. Throws for days before the year 1000. */
export function levelPeriods(compared: ComparedDays, grain: Grain | null): LevelPeriods {
  const periods = withinCalendar(periodsOf(compared, grain))
  return { ...periods, base: joined(periods.base), prior: joined(periods.prior) }
}

function periodsOf(compared: ComparedDays, grain: Grain | null): LevelPeriods {
  const { comparison, finished, shift } = compared
  if (shift !== null) return { base: [finished], prior: [moved(finished, -shift.count)], shift }
  if (comparison === 'year') return yearBefore(finished, grain)
  if (comparison === 'lunar') return lunarBefore(finished)
  return grain === null ? rangeBefore(compared) : periodBefore(finished, grain)
}

const moved = ({ from, until }: Days, days: number): Days => ({ from: from + days, until: until + days })

function withinCalendar(periods: LevelPeriods): LevelPeriods {
  const first = periods.prior.find((days) => lengthOf(days) > 0)?.from
  if (first !== undefined && first < firstDay)
    throw reportInvalid('要对比的日期早于 1000 年，超出可用的年份，请选择较晚的日期范围')
  return periods
}

function lunarBefore(finished: Days): LevelPeriods {
  const moves = lunarDays(finished).map(
    ({ days, count }): Move => ({ days: moved(days, -count), shift: { unit: 'day', count } }),
  )
  const prior = moves.map(({ days }) => days).sort((one, other) => one.from - other.from)
  const [only, ...others] = moves
  if (others.length > 0) return { base: [finished], prior, shift: null, moves }
  return { base: [finished], prior, shift: only?.shift ?? null }
}

function rangeBefore({ asked, finished }: ComparedDays): LevelPeriods {
  const before = wholeMonthsBefore(asked) ?? moved(asked, -lengthOf(asked))
  const isWhole = finished.until === asked.until
  // Month to date: as many days from the start of the preceding range, at most all of it.
  const days = Math.min(lengthOf(before), lengthOf(finished))
  return {
    base: isWhole ? [finished] : [{ from: finished.from, until: finished.from + days }],
    prior: [{ from: before.from, until: isWhole ? before.until : before.from + days }],
    // Levels without dates need no shift; filters on points see the other range's own dates.
    shift: null,
  }
}

function wholeMonthsBefore({ from, until }: Days): Days | null {
  const [first, end] = [dateOf(from), dateOf(until)]
  if (first.day !== 1 || end.day !== 1) return null
  const months = (end.year - first.year) * 12 + end.month - first.month
  return { from: addMonths(from, -months), until: from }
}

function periodBefore(finished: Days, grain: Grain): LevelPeriods {
  if (grain === 'hour')
    // The first hour's partner is the last hour of the previous day, so that day is read, too. The last compared hour
    // moves to an hour after the range or on an unfinished day; comparison.ts excludes that row (`met`).
    return {
      base: [finished],
      prior: lengthOf(finished) === 0 ? [] : [{ from: finished.from - 1, until: finished.until }],
      shift: { unit: 'hour', count: 1 },
    }
  const months = monthsOf[grain]
  if (months === 0) {
    const count = grain === 'week' ? 7 : 1
    return { base: [finished], prior: [moved(finished, -count)], shift: { unit: 'day', count } }
  }
  const parts = partsOf(finished, grain)
  return {
    base: parts.map(({ days, isWhole }) => (isWhole ? days : withPartners(days, grain))),
    prior: parts.map(({ days, isWhole }) =>
      isWhole ? wholesBefore(days, months) : sameDaysBefore(withPartners(days, grain), grain),
    ),
    shift: { unit: 'month', count: months },
  }
}

function wholesBefore({ from, until }: Days, months: number): Days {
  return { from: addMonths(from, -months), until: addMonths(until, -months) }
}

/** The days of a period that exist in the preceding period, by position: 03-05 – 03-31 → 03-05 – 03-28. */
function withPartners({ from, until }: Days, grain: Grain): Days {
  const start = periodStart(from, grain)
  const places = start - addMonths(start, -monthsOf[grain])
  return { from: Math.min(from, start + places), until: Math.min(until, start + places) }
}

/** The same positions in the preceding period: 03-05 – 03-28 → 02-05 – 02-28. */
function sameDaysBefore({ from, until }: Days, grain: Grain): Days {
  const start = periodStart(from, grain)
  const before = addMonths(start, -monthsOf[grain])
  return { from: before + from - start, until: before + until - start }
}

interface Part {
  days: Days
  /** Whether the days are one or more whole periods; else they are part of one period. */
  isWhole: boolean
}

/** Splits days at the bounds of whole periods: 01-15 – 03-10 by month → 01-15 – 01-31, February, 03-01 – 03-10. */
function partsOf(days: Days, grain: Grain): Part[] {
  const { from, until } = days
  const start = periodStart(from, grain)
  const firstWhole = start === from ? from : nextPeriod(start, grain)
  const lastWhole = periodStart(until, grain)
  if (lastWhole < firstWhole) return [{ days, isWhole: false }]
  return [
    { days: { from, until: firstWhole }, isWhole: false },
    { days: { from: firstWhole, until: lastWhole }, isWhole: true },
    { days: { from: lastWhole, until }, isWhole: false },
  ].filter((part) => lengthOf(part.days) > 0)
}

function yearBefore(finished: Days, grain: Grain | null): LevelPeriods {
  const shift: Shift = { unit: 'month', count: 12 }
  const months = grain === null ? 1 : monthsOf[grain]
  if (months === 0) return { ...sameDates(finished), shift }
  const parts = partsOf(finished, grain ?? 'month')
  // The total is one figure: either the whole range is full months, or all of it is compared by date.
  if (grain === null && parts.some((part) => !part.isWhole)) return { ...sameDates(finished), shift }
  const met = parts.map((part) =>
    part.isWhole ? { base: [part.days], prior: [wholesBefore(part.days, 12)] } : sameDates(part.days),
  )
  return { base: met.flatMap(({ base }) => base), prior: met.flatMap(({ prior }) => prior), shift }
}

/** Pairs each date with the same date of the previous year; 29 February is left out on both sides. */
function sameDates(days: Days): { base: Days[]; prior: Days[] } {
  const base = withoutLeapDays(days)
  const prior = base.flatMap(({ from, until }) =>
    withoutLeapDays({ from: yearEarlier(from), until: yearEarlier(until - 1) + 1 }),
  )
  return { base, prior }
}

function yearEarlier(date: number): number {
  const { year, month, day: dayOfMonth } = dateOf(date)
  return dayOf(year - 1, month, dayOfMonth)
}

function withoutLeapDays({ from, until }: Days): Days[] {
  const parts: Days[] = []
  let start = from
  for (let year = dateOf(from).year; year <= dateOf(until).year; year += 1) {
    const leapDay = dayOf(year, 2, 29)
    if (dateOf(leapDay).month !== 2 || leapDay < start || leapDay >= until) continue
    parts.push({ from: start, until: leapDay })
    start = leapDay + 1
  }
  return [...parts, { from: start, until }].filter((part) => lengthOf(part) > 0)
}

/**
 * The rows that show more days than are compared: those dated `from` or later, and those with a listed date. Their
 * change is taken from a figure over only the compared days. In days since 1970-01-01.
 */
interface PartlyCompared {
  /** First day of the period cut by today; null if there is none. */
  from: number | null
  /** First days of periods that contain a day without a partner (29 February). */
  periods: number[]
}

export function partlyCompared(
  { asked, finished }: ComparedDays,
  base: Days[],
  grain: Grain,
): PartlyCompared {
  const from = finished.until < asked.until ? periodStart(finished.until, grain) : null
  const gaps: number[] = []
  let covered = asked.from
  for (const part of base) {
    for (let gap = covered; gap < part.from; gap += 1) gaps.push(periodStart(gap, grain))
    covered = part.until
  }
  for (let gap = covered; gap < finished.until; gap += 1) gaps.push(periodStart(gap, grain))
  return { from, periods: [...new Set(gaps)] }
}
