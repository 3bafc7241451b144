// The days behind one change: the compared days of the row (or total), and the days they are compared with.
//
//   total of 03-09 – 03-15 against the days before, today 03-12   base 03-09 – 03-11, prior 03-02 – 03-04
//   its row of 03-10                                              base 03-10, prior 03-09
//   its row of 03-12 (today)                                      nothing on either side

import type { CompileContext, Grain, ReportInfo } from '#semantic/model/types.ts'
import { dayNumber } from '#shared/day.ts'
import { askedDays, type ResolvedRange } from '../asked/range.ts'
import { comparedDays, levelPeriods } from '../compared/days.ts'
import { type Days, dayRange, nextPeriod } from '../days/periods.ts'

export interface ComparedSides {
  /** Stretches of days in order, with gaps between them; half-open. */
  base: ResolvedRange[]
  prior: ResolvedRange[]
}

/**
 * `row`: first day and grain of its finest date; null for the total and rows without dates. Returns null without a
 * comparison by days, and for rows by hour, which are compared individually.
 */
export function comparedSides(
  { compare, compareRange, dateRange }: Pick<ReportInfo, 'compare' | 'compareRange' | 'dateRange'>,
  row: { day: string; grain: Grain } | null,
  context: CompileContext,
): ComparedSides | null {
  if (!compare || compare === 'filters' || row?.grain === 'hour') return null
  const { range, today } = askedDays(dateRange, context)
  const compared = comparedDays({ comparison: compare, range, compareRange, today })
  const own = row === null ? compared : { ...compared, finished: within(compared.finished, row) }
  const { base, prior } = levelPeriods(own, row?.grain ?? null)
  return prior.length === 0
    ? { base: [], prior: [] }
    : { base: base.map(dayRange), prior: prior.map(dayRange) }
}

function within({ from, until }: Days, { day, grain }: { day: string; grain: Grain }): Days {
  const start = dayNumber(day.slice(0, 10))
  const first = Math.max(from, start)
  return { from: first, until: Math.max(first, Math.min(until, nextPeriod(start, grain))) }
}
