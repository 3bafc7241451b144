// The cohorts from which forecasts of players' value are learned: the report's own and earlier ones, without the cost.
//
// A forecast of day N is back-tested on cohorts as old as the report's were, N days ago and more; and what was learned
// then needs cohorts whose N days were over at that time. So cohorts reach back two times N from the range, and twelve
// weeks more, in which the back-tests lie.
import { reportInvalid } from '#semantic/model/problem.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { calendarDay, dayText } from '#shared/day.ts'

const testedDays = 12 * 7
const mostBack = 3 * 366

/** The same question over earlier cohorts, for the greatest number of days that is forecast. */
export function learnedInfo(
  info: ReportInfo,
  forecast: readonly number[],
  { from, until }: ResolvedRange,
): ReportInfo {
  const first = calendarDay(from)
  const end = calendarDay(until)
  const days = forecast.at(-1)
  if (first === null || end === null || days === undefined) throw reportInvalid('预测需要日期范围和天数')
  const back = Math.min(mostBack, 2 * days + testedDays + Math.min(end - first, 92))
  const { order: _, ...plain } = info
  return {
    ...plain,
    points: info.points.slice(0, 2),
    dateRange: { from: dayText(first - back), to: dayText(end - 1) },
    ltv: { days: [days] },
  }
}
