// The plan of a retention: players by the day of their first row ever (day 0), and whether they returned on day 1, 3 …
//
//   points [新增用户, 访问用户], retention days 1, 3, 7, today 2026-01-10
//   d1          n  n1  r1    n3  r3    n7  r7
//   2026-01-01  3  2   2/3   1   1/3   1   1/3
//   2026-01-09  1  1   1     –   –     –   –      day 1 is today: shown, not yet over; day 3 is ahead
//   total       6  3   3/4   2   1/2   1   1/4    day 1 is over for 4 of the 6: the rate is 3/4

import { keptDefinitions } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Point, ReportInfo } from '#semantic/model/types.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { grainOf, isBusinessDate } from '../asked/grain.ts'
import type { ResolvedRange } from '../asked/range.ts'
import { rowLimit, wantedPoints } from '../asked/wanted.ts'
import { titlesApart } from '../columns/apart.ts'
import { orderTerms } from '../columns/order.ts'
import { planFact } from '../facts/facts.ts'
import { lookedUpIn } from '../facts/rules.ts'
import { dayNode } from '../tree/reached.ts'
import { dimensionColumns, retentionColumns } from './columns.ts'
import { daysBetween } from './days.ts'
import { dayIs, planEntries, tablesOfEntries } from './entries.ts'
import {
  type CohortRestrictions,
  entryField,
  followed,
  matchesOf,
  peopleOf,
  requireSamePlayers,
} from './people.ts'
import type { RetentionPlan, ReturnDay } from './tree.ts'

const usualDays = [1, 3, 7, 14, 30]
const maxDay = 730
const maxDays = 60

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
  const { plan: entries, kinds } = planEntries(cohort, 'ever', restrictions, range, lookup, context)
  const days = returnDays(info)
  const least = days[0] as number
  const greatest = days.at(-1) as number
  const fact = planFact(returning.request, followed(returning, restrictions), lookup, context)
  const titles = titlesApart(dims, [cohort.point], lookup)
  const columns = [
    ...dimensionColumns(restrictions, kinds, titles),
    ...retentionColumns(cohort.point, days, titles),
  ]
  const last = (calendarDay(range.until) as number) - 1
  return {
    kind: 'retention',
    entries,
    returning: {
      physicalName: fact.plan.physicalName,
      where: [
        dayIs(returning, '>=', shifted(range.from, least)),
        dayIs(returning, '<', shifted(range.until, greatest)),
        ...fact.standing,
      ],
      matches: matchesOf(cohort, returning),
    },
    age: daysBetween(entryField('day', 'date'), dayNode(returning.days)),
    days: days.map((day, index) => returnDay(day, index, last, today)),
    isOver: last + greatest < today ? null : dayIs(returning, '<', dayText(today)),
    rowsByDay: dims.some(
      (dimension) => isBusinessDate(dimension) && grainOf(dimension, restrictions.grain) === 'day',
    ),
    order: orderTerms(info.order, dims, columns),
    limit: rowLimit(info),
    columns,
    tables: [...tablesOfEntries(entries), fact.plan.physicalName, ...lookedUpIn(fact.standing)],
  }
}

/** The cohort's point and the returning point; a single point serves as both. */
function cohortAndReturning(info: ReportInfo, lookup: Lookup): [Point, Point] {
  const points = wantedPoints(info, lookup)
  const [first, back = first, ...others] = points
  if (first === undefined || back === undefined || others.length > 0)
    throw reportInvalid('留存报表需要两个指标：先是新来的玩家（如新增用户），再是回来的玩家（如活跃用户）')
  return [first, back]
}

function returnDays({ retention }: ReportInfo): number[] {
  const days = retention?.days ?? usualDays
  if (days.length === 0) throw reportInvalid('请至少选择一个留存天数')
  if (days.length > maxDays) throw reportInvalid(`留存天数过多，最多 ${maxDays} 个`)
  for (const [index, day] of days.entries()) {
    if (!Number.isInteger(day) || day < 0 || day > maxDay)
      throw reportInvalid(`留存天数「${String(day)}」应为 0 到 ${maxDay} 的整数`)
    if (days.indexOf(day) !== index) throw reportInvalid(`留存天数「${day}」重复`)
  }
  return [...days].sort((left, right) => left - right)
}

function returnDay(day: number, index: number, last: number, today: number): ReturnDay {
  return {
    day,
    bit: (1n << BigInt(index)).toString(),
    come: last + day <= today ? null : dayText(today - day),
    over: last + day < today ? null : dayText(today - day - 1),
  }
}

const shifted = (day: string, days: number): string => dayText((calendarDay(day) as number) + days)

/** The days on which players of the range may return, up to the greatest return day. */
export function returnsWithin({ days }: RetentionPlan, range: ResolvedRange): ResolvedRange {
  return { from: range.from, until: shifted(range.until, days.at(-1)?.day ?? 0) }
}
