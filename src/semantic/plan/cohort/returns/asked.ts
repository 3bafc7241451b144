// The returns that a retention asks for, in order, and for which first days each of them is known.
//
//   on day 3, today 2026-01-10         begun for first days up to 01-07, over up to 01-06
//   on day 3 or later                  known once day 3 is over: up to 01-06
//   within days 4 to 7                 begun up to 01-06 (day 4), over up to 01-02 (day 7)
//   week 1, today in the week of 01-05 begun up to 01-04, over up to 2025-12-28
import { reportInvalid } from '#semantic/model/problem.ts'
import {
  lastBegun,
  lastOver,
  type ReturnMeaning,
  type Returns,
  type ReturnUnit,
  returnsProblem,
  usualReturns,
} from '#semantic/model/returns.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { dayText } from '#shared/day.ts'
import type { ReturnDay } from '../tree.ts'

export interface Period {
  /** The first period that counts. */
  day: number
  /** The last period that counts: the same, or the bracket's; of `after` and `gone` the first one. */
  until: number
}

export interface AskedReturns {
  how: ReturnMeaning
  unit: ReturnUnit
  /** Ascending. */
  periods: Period[]
}

/** Throws report_invalid for numbers that can't be asked for. */
export function returnsOf({ retention }: ReportInfo): AskedReturns {
  const asked: Returns = retention ?? { days: [...usualReturns] }
  const problem = returnsProblem(asked)
  if (problem !== '') throw reportInvalid(problem)
  const { days, untils, how = 'on', unit = 'day' } = asked
  const periods = days.map((day, at) => ({ day, until: untils?.[at] ?? day }))
  return { how, unit, periods: periods.sort((left, right) => left.day - right.day) }
}

/** `last`: the last first day of the range; days in days since 1970-01-01. */
export function returnDays({ how, unit, periods }: AskedReturns, last: number, today: number): ReturnDay[] {
  return periods.map(({ day, until }, index) => {
    const over = lastOver(until, unit, today)
    // What grows until the last whole day is shown once its first period is over.
    const come = how === 'after' || how === 'gone' ? over : lastBegun(day, unit, today)
    return {
      day,
      until,
      bit: (1n << BigInt(index)).toString(),
      come: last <= come ? null : dayText(come),
      over: last <= over ? null : dayText(over),
    }
  })
}
