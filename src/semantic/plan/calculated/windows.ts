// The days that windows read. A window covers whole periods: all days of weeks that the requested days cut are read.
//
//   7 days up to each of 03-02 – 03-08          reads 02-24 – 03-08
//   7 days around each of 03-02 – 03-08         reads 02-27 – 03-11; days whose window contains an unfinished day
//                                               have no value
//   4 weeks up to 03-04 – 03-10 (both cut)      reads 02-09 – 03-15

import { reportInvalid } from '#semantic/model/problem.ts'
import type { Calculation, Grain } from '#semantic/model/types.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import type { AskedDays, ResolvedRange } from '../asked/range.ts'
import { addMonths, monthsOf, nextPeriod, periodStart } from '../days/periods.ts'
import { binary } from '../tree/build.ts'
import { rowSource } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'

interface Reach {
  /** Periods before and after the row's own. */
  back: number
  ahead: number
}

/** A centred window with an even number of periods has one more before the row than after it. */
export function reachOf({ periods = 2, centred = false }: Calculation): Reach {
  const back = centred ? Math.floor(periods / 2) : periods - 1
  return { back, ahead: periods - 1 - back }
}

const firstDay = dayNumber('1000-01-01')
const hoursOfDay = 24

/** The days that cover all periods of all windows. */
export function windowRange(
  range: ResolvedRange,
  grain: Grain,
  reaches: Reach[],
  today: number,
): ResolvedRange {
  const back = Math.max(...reaches.map((reach) => reach.back))
  const ahead = Math.max(...reaches.map((reach) => reach.ahead))
  const [from, last] = [dayNumber(range.from), dayNumber(range.until) - 1]
  const start = movedStart(periodStart(from, grain), -back, grain)
  const end = nextPeriod(movedStart(periodStart(last, grain), ahead, grain), grain)
  if (start < firstDay)
    throw reportInvalid('移动窗口要读的日期早于 1000 年，超出可用的年份，请选择较晚的日期范围')
  // Future days of an unfinished week are not read.
  const until = Math.max(last + 1, Math.min(end, today + 1))
  return { from: dayText(start), until: dayText(until) }
}

/** The first day of the period `periods` later; hours are read by whole days. */
function movedStart(start: number, periods: number, grain: Grain): number {
  if (grain === 'hour') return start + Math.sign(periods) * Math.ceil(Math.abs(periods) / hoursOfDay)
  const months = monthsOf[grain]
  if (months > 0) return addMonths(start, periods * months)
  return start + periods * (grain === 'week' ? 7 : 1)
}

/** The condition for rows early enough that a window of `ahead` periods reaches no unfinished period. */
export function endedBefore(
  date: { key: string; grain: Grain },
  ahead: number,
  days: Pick<AskedDays, 'today' | 'hour'>,
): Node {
  const { key, grain } = date
  const type = grain === 'hour' ? 'datetime' : 'date'
  const field: Node = { kind: 'field', source: rowSource, name: key, type, narrow: false }
  return binary('<', field, unfinishedStart(grain, ahead, days))
}

function unfinishedStart(grain: Grain, ahead: number, days: Pick<AskedDays, 'today' | 'hour'>): Node {
  if (grain !== 'hour') {
    const start = movedStart(periodStart(days.today, grain), -ahead, grain)
    return { kind: 'day', day: dayText(start) }
  }
  const hour = days.hour - ahead
  const day = Math.floor(hour / hoursOfDay)
  return { kind: 'dayStart', day: dayText(day), hour: hour - day * hoursOfDay }
}
