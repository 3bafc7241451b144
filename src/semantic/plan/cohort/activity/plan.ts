// The plan of a report of activity. A row of a day counts who was active up to it; without a date among the dimensions
// the rows are those of the range's last day.
//
//   points [访问用户], rolling over 2 days; players 1 and 2 on 01-01, player 2 on 01-02, nobody on 01-03
//   d1          n  a2  h2
//   2026-01-01  2  2   1        (from 12-31)
//   2026-01-02  1  2   1/2
//   2026-01-03  0  1   0        player 2, of the day before
//
// Within other dimensions a player is followed by the rows with the row's values, as if the report were filtered by
// them: a player who changes the server is new on the other one.
import { absent, lifeStates, stateTitles } from '#semantic/model/activity.ts'
import { activityKeys as keysOf } from '#semantic/model/activityFigures.ts'
import { keptDefinitions } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import type { CompileContext, ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { isBusinessDate } from '#semantic/plan/asked/grain.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { rowLimit } from '#semantic/plan/asked/wanted.ts'
import { titlesApart } from '#semantic/plan/columns/apart.ts'
import { orderTerms } from '#semantic/plan/columns/order.ts'
import { planFact } from '#semantic/plan/facts/facts.ts'
import { lookedUpIn } from '#semantic/plan/facts/rules.ts'
import { dayNode } from '#semantic/plan/tree/reached.ts'
import type { Node, OrderTerm } from '#semantic/plan/tree/tree.ts'
import { dayText } from '#shared/day.ts'
import { dimensionColumns } from '../columns.ts'
import { dayIs } from '../entries.ts'
import { type CohortRestrictions, isSomebody, peopleOf } from '../people.ts'
import { activePoint, askedActivity, daysBefore, refuseUndaily, shownDays } from './asked.ts'
import { activityColumns } from './columns.ts'
import type { ActivityPlan } from './tree.ts'

export function planActivity(
  info: ReportInfo,
  restrictions: CohortRestrictions,
  range: ResolvedRange,
  lookup: Lookup,
  context: CompileContext,
): ActivityPlan {
  const { dims, byGame } = restrictions
  const whom = activePoint(info, lookup)
  const asked = askedActivity(info)
  refuseUndaily(restrictions, asked)
  const people = peopleOf(whom, 'activity', byGame, keptDefinitions(lookup), lookup, context)
  const isDaily = dims.some(isBusinessDate)
  const { first, last } = shownDays(range, restrictions.days.today, isDaily)
  const fact = planFact(people.request, { ...restrictions, range: null }, lookup, context)
  const before = daysBefore(asked)
  const where = [
    ...(before === null ? [] : [dayIs(people, '>=', dayText(first - before))]),
    dayIs(people, '<', dayText(last + 1)),
    ...fact.plan.where,
    isSomebody(people.player),
  ]
  const titles = titlesApart(dims, [whom], lookup)
  const columns = [
    ...dimensionColumns(restrictions, fact.kinds, titles),
    ...activityColumns(whom, titles.get(whom) ?? whom.name, asked, isDaily),
  ]
  const grouping = dims.flatMap((dimension, index) =>
    isBusinessDate(dimension) ? [] : [{ key: `d${dimension.id}`, node: fact.plan.dims[index] as Node }],
  )
  return {
    kind: 'activity',
    ...asked,
    dims: dims.map(({ id }) => `d${id}`),
    days: dims.filter(isBusinessDate).map(({ id }) => `d${id}`),
    groups: grouping.map(({ key }) => key),
    people: {
      physicalName: fact.plan.physicalName,
      joins: fact.plan.joins,
      dims: grouping.map(({ node }) => node),
      game: people.game?.node ?? null,
      player: people.player,
      where,
    },
    listedBy: people.listedBy,
    day: dayNode(people.days),
    first: dayText(first),
    last: dayText(last),
    span: last - first + 1,
    order: orderOf(info, restrictions, columns),
    limit: rowLimit(info),
    columns,
    tables: [
      fact.plan.physicalName,
      ...fact.plan.joins.map(({ table }) => table),
      ...lookedUpIn(fact.plan.where),
    ],
  }
}

const statesInOrder = [stateTitles[absent], ...lifeStates.map((state) => stateTitles[state])]

/** Rows of one day and group keep the order of the states, or of the numbers of days. */
function orderOf(info: ReportInfo, { dims }: CohortRestrictions, columns: ReportColumn[]): OrderTerm[] {
  const within: OrderTerm[] = columns.flatMap(({ key, kind, role }) => {
    if (kind !== 'dimension' || role === undefined) return []
    return [{ key, desc: false, valueOrder: key === keysOf.bucket ? null : statesInOrder }]
  })
  const isOwn = (info.order ?? []).length > 0 || within.length === 0
  const asked = orderTerms(info.order, dims, columns).filter(
    ({ key }) => isOwn || columns.some((column) => column.key === key && column.kind === 'dimension'),
  )
  const known = new Set(asked.map(({ key }) => key))
  return [...asked, ...within.filter(({ key }) => !known.has(key))]
}
