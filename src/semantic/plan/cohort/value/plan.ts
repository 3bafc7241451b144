// The plan of what players are worth: by the day of their first row ever, what they paid in their first n days (the
// first day included), and what the cohort cost.
//
//   points [新增用户, 购买金额, 投放花费], days 1, 3, today 2026-01-10
//   d1          n  k   u   v1  l1   i1    v3  l3   i3   q
//   2026-01-01  2  30  15  10  5    0.33  40  20   1.3  3     paid 10 on the first day, 30 on the third
//   2026-01-09  1  –   –   6   6    –     –   –    –    –     no cost; its third day is ahead
//   total       3  30  15  16  5.3  0.33  40  20   1.3  3     LTV3 over the two players whose third day is over;
//                                                             ROI over the cohorts with a cost
//
// A cost has the grain that it has: cohorts are days by the dimensions that both have, and the revenue of cohorts
// without a cost (none, or 0) stays out of ROI and payback.
import { keptDefinitions } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Point, ReportInfo } from '#semantic/model/types.ts'
import { lastValueDay } from '#semantic/model/valueDays.ts'
import { grainOf, isBusinessDate } from '#semantic/plan/asked/grain.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { rowLimit } from '#semantic/plan/asked/wanted.ts'
import { titlesApart } from '#semantic/plan/columns/apart.ts'
import { orderTerms } from '#semantic/plan/columns/order.ts'
import { lookedUpIn } from '#semantic/plan/facts/rules.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { dimensionColumns } from '../columns.ts'
import { planEntries, tablesOfEntries } from '../entries.ts'
import { type CohortRestrictions, peopleOf } from '../people.ts'
import type { ValueDay, ValuePlan } from '../tree.ts'
import { forecastDaysOf, pointsOf, summed, valueDaysOf } from './asked.ts'
import { basedKeys, isForecastKey, valueColumns } from './columns.ts'
import { planCost } from './cost.ts'
import { planEarned } from './earned.ts'

export function planValue(
  info: ReportInfo,
  restrictions: CohortRestrictions,
  range: ResolvedRange,
  lookup: Lookup,
  context: CompileContext,
): ValuePlan {
  const { dims, byGame, grain } = restrictions
  const definitions = keptDefinitions(lookup)
  const { whom, earning, costing } = pointsOf(info, lookup)
  const people = peopleOf(whom, 'ltv', byGame, definitions, lookup, context)
  const revenue = summed(earning, '收入', definitions)
  const spending = costing && summed(costing, '成本', definitions)
  const { plan: entries, kinds } = planEntries(people, 'ever', restrictions, range, lookup, context)
  const days = valueDaysOf(info)
  // Payback may come after the greatest of the asked days.
  const horizon = spending === null ? (days.at(-1) as number) : lastValueDay
  const { earned, age } = planEarned(people, revenue, { restrictions, range, horizon }, lookup, context)
  const { cost, unreached } =
    spending === null
      ? { cost: null, unreached: null }
      : planCost(spending, kinds, { restrictions, range }, lookup, context)
  const daysAhead = valueDays(days, range, restrictions.days.today)
  const forecast = forecastDaysOf(info, days).filter((count) =>
    daysAhead.some((one) => one.days === count && one.over !== null),
  )
  refuseOrder(info)
  const titles = titlesApart(dims, pointsNamed(whom, earning, costing), lookup)
  const columns = [
    ...dimensionColumns(restrictions, kinds, titles),
    ...valueColumns({ whom, earned: revenue, cost: spending, unreached, days, forecast }, titles),
  ]
  return {
    kind: 'ltv',
    entries,
    earned,
    age,
    horizon,
    cost,
    days: daysAhead,
    forecast,
    dates: dims.flatMap((dimension, at) => (isBusinessDate(dimension) ? [at] : [])),
    rowsByDay: dims.some((one) => isBusinessDate(one) && grainOf(one, grain) === 'day'),
    today: dayText(restrictions.days.today),
    order: orderTerms(info.order, dims, columns),
    limit: rowLimit(info),
    columns,
    bases: basedKeys(days, cost !== null),
    tables: tablesOf({ entries, earned, cost }),
  }
}

/** Forecasts are computed from the rows, after these are ordered and cut. */
function refuseOrder({ order = [] }: ReportInfo): void {
  if (order.some(({ key }) => isForecastKey(key)))
    throw reportInvalid('不能按预测排序：预测在各行之后才算出，请按 LTV 排序')
}

const pointsNamed = (whom: Point, earning: Point, costing: Point | null): Point[] =>
  costing === null ? [whom, earning] : [whom, earning, costing]

function valueDays(days: number[], { until }: ResolvedRange, today: number): ValueDay[] {
  const last = (calendarDay(until) as number) - 1
  return days.map((count) => ({
    days: count,
    come: last + count - 1 <= today ? null : dayText(today - count + 1),
    over: last + count - 1 < today ? null : dayText(today - count),
  }))
}

const tablesOf = ({ entries, earned, cost }: Pick<ValuePlan, 'entries' | 'earned' | 'cost'>): string[] => [
  ...tablesOfEntries(entries),
  earned.physicalName,
  ...lookedUpIn(earned.where),
  ...(cost === null
    ? []
    : [cost.physicalName, ...cost.joins.map(({ table }) => table), ...lookedUpIn(cost.where)]),
]

/** The days on which players of the range may pay, up to the greatest number of days. */
export function earnedWithin({ days }: ValuePlan, range: ResolvedRange): ResolvedRange {
  const most = days.at(-1)?.days ?? 1
  return { from: range.from, until: dayText((calendarDay(range.until) as number) + most - 1) }
}
