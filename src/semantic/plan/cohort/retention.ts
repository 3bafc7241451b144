// The plan of a retention: players by the day of their first row ever (day 0), and whether they returned on day 1, 3 …,
// later, within some days, or not for some days (model/returns.ts).
//
//   points [新增用户, 访问用户], retention days 1, 3, 7, today 2026-01-10
//   d1          n  n1  r1    n3  r3    n7  r7
//   2026-01-01  3  2   2/3   1   1/3   1   1/3
//   2026-01-09  1  1   1     –   –     –   –      day 1 is today: shown, not yet over; day 3 is ahead
//   total       6  3   3/4   2   1/2   1   1/4    day 1 is over for 4 of the 6: the rate is 3/4

import { keptDefinitions } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { periodBegins, periodEnds, type ReturnUnit } from '#semantic/model/returns.ts'
import type { CompileContext, Dimension, Point, ReportInfo } from '#semantic/model/types.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { type GrainChoice, grainOf, isBusinessDate } from '../asked/grain.ts'
import type { ResolvedRange } from '../asked/range.ts'
import { rowLimit, wantedPoints } from '../asked/wanted.ts'
import { titlesApart } from '../columns/apart.ts'
import { orderTerms } from '../columns/order.ts'
import { planFact } from '../facts/facts.ts'
import { lookedUpIn } from '../facts/rules.ts'
import { binary } from '../tree/build.ts'
import { dayNode } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { dimensionColumns } from './columns.ts'
import { unitsBetween } from './days.ts'
import { dayIs, planEntries, tablesOfEntries } from './entries.ts'
import {
  type CohortRestrictions,
  entryField,
  followed,
  matchesOf,
  type People,
  peopleOf,
  requireSamePlayers,
} from './people.ts'
import { type AskedReturns, type Period, returnDays, returnsOf } from './returns/asked.ts'
import { basedReturns, retentionColumns } from './returns/columns.ts'
import type { RetentionPlan } from './tree.ts'

export function planRetention(
  info: ReportInfo,
  restrictions: CohortRestrictions,
  range: ResolvedRange,
  lookup: Lookup,
  context: CompileContext,
): RetentionPlan {
  const { dims, byGame } = restrictions
  const { today } = restrictions.days
  const definitions = keptDefinitions(lookup)
  const [first, back] = cohortAndReturning(info, lookup)
  const cohort = peopleOf(first, 'retention', byGame, definitions, lookup, context)
  const returning = peopleOf(back, 'retention', byGame, definitions, lookup, context)
  requireSamePlayers(cohort, returning)
  const asked = returnsOf(info)
  if (asked.unit === 'hours') requireTimes([cohort, returning])
  const how = asked.unit === 'hours' ? 'everByTime' : 'ever'
  const { plan: entries, kinds } = planEntries(cohort, how, restrictions, range, lookup, context)
  const titles = titlesApart(dims, [cohort.point], lookup)
  const columns = [
    ...dimensionColumns(restrictions, kinds, titles),
    ...retentionColumns(cohort.point, asked, today, titles),
  ]
  const planned = planReturning({ cohort, returning }, asked, { restrictions, range }, lookup, context)
  return {
    kind: 'retention',
    how: asked.how,
    unit: asked.unit,
    entries,
    ...planned,
    days: returnDays(asked, lastDayOf(range), today),
    today: dayText(today),
    rowsByDay: dims.some((dimension) => isOnePeriod(dimension, restrictions.grain, asked.unit)),
    bases: basedReturns(asked),
    order: orderTerms(info.order, dims, columns),
    limit: rowLimit(info),
    columns,
    tables: [
      ...tablesOfEntries(entries),
      planned.returning.physicalName,
      ...lookedUpIn(planned.returning.where),
    ],
  }
}

const lastDayOf = ({ until }: ResolvedRange): number => (calendarDay(until) as number) - 1

function requireTimes(both: People[]): void {
  for (const { time, point, request } of both)
    if (time === null)
      throw reportInvalid(
        `指标「${point.name}」的「${request.fact.table.name}」没有时间列，不能按各自的 24 小时计算，请改为自然日`,
      )
}

/** Whether a row's players came in one period, so that the same returns are over for all of them. */
function isOnePeriod(dimension: Dimension, choice: GrainChoice, unit: ReturnUnit): boolean {
  if (!isBusinessDate(dimension)) return false
  const grain = grainOf(dimension, choice)
  return grain === 'day' || (unit === grain && (unit === 'week' || unit === 'month'))
}

/** The rows by which players return, and their periods. */
function planReturning(
  { cohort, returning }: { cohort: People; returning: People },
  { how, unit, periods }: AskedReturns,
  { restrictions, range }: { restrictions: CohortRestrictions; range: ResolvedRange },
  lookup: Lookup,
  context: CompileContext,
): Pick<RetentionPlan, 'returning' | 'age' | 'moment' | 'isOver'> {
  const { today } = restrictions.days
  const fact = planFact(returning.request, followed(returning, restrictions), lookup, context)
  const day = dayNode(returning.days)
  const entryDay = entryField('day', 'date')
  const grows = how === 'after' || how === 'gone'
  const until = grows ? today : lastReturnDay(periods, unit, range) + 1
  const least = periodBegins(calendarDay(range.from) as number, periods[0]?.day ?? 0, unit)
  const ofCalendar = unit === 'week' || unit === 'month'
  return {
    returning: {
      physicalName: fact.plan.physicalName,
      where: [
        dayIs(returning, '>=', how === 'gone' ? range.from : dayText(least)),
        dayIs(returning, '<', dayText(until)),
        ...fact.standing,
        ...(ofCalendar ? [binary('>=', day, entryDay)] : []),
        ...(unit === 'hours' ? [binary('>=', returning.time as Node, entryField('time', 'datetime'))] : []),
      ],
      matches: matchesOf(cohort, returning),
    },
    age: unitsBetween(entryDay, day, ofCalendar ? unit : 'day'),
    moment: unit === 'hours' ? returning.time : null,
    isOver: until <= today ? null : dayIs(returning, '<', dayText(today)),
  }
}

const lastReturnDay = (periods: Period[], unit: ReturnUnit, range: ResolvedRange): number =>
  Math.max(...periods.map(({ until }) => periodEnds(lastDayOf(range), until, unit)))

/** The cohort's point and the returning point; a single point serves as both. */
function cohortAndReturning(info: ReportInfo, lookup: Lookup): [Point, Point] {
  const points = wantedPoints(info, lookup)
  const [first, back = first, ...others] = points
  if (first === undefined || back === undefined || others.length > 0)
    throw reportInvalid('留存报表需要两个指标：先是新来的玩家（如新增用户），再是回来的玩家（如活跃用户）')
  return [first, back]
}

/** The days on which players of the range may return, up to the last one that is asked for. */
export function returnsWithin({ days, unit }: RetentionPlan, range: ResolvedRange): ResolvedRange {
  return { from: range.from, until: dayText(lastReturnDay(days, unit, range) + 1) }
}
