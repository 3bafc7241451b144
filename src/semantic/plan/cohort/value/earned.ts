// The rows of the revenue's fact that belong to the players of a report of players' value.
import type { LeafDefinition } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext } from '#semantic/model/types.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { planFact } from '#semantic/plan/facts/facts.ts'
import { daySource, factTableOf, gameNode } from '#semantic/plan/facts/factTable.ts'
import type { FactRequest } from '#semantic/plan/facts/request.ts'
import { type DaySource, dayNode } from '#semantic/plan/tree/reached.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { daysBetween } from '../days.ts'
import { playerIn } from '../distribution.ts'
import { dayIs } from '../entries.ts'
import {
  type CohortRestrictions,
  entryField,
  followed,
  matchesOf,
  type People,
  requireSamePlayers,
} from '../people.ts'
import type { PlayerValue, ValuePlan } from '../tree.ts'

interface Asked {
  restrictions: CohortRestrictions
  range: ResolvedRange
  /** The greatest number of days after which revenue counts. */
  horizon: number
}

export function planEarned(
  people: People,
  revenue: LeafDefinition,
  { restrictions, range, horizon }: Asked,
  lookup: Lookup,
  context: CompileContext,
): Pick<ValuePlan, 'earned' | 'age'> {
  const request = requestOf(revenue, lookup)
  const player = playerIn(people, revenue)
  requireSamePlayers(people, { point: revenue.point, kind: player.kind })
  const days = requireDays(request, context)
  const planned = planFact(request, followed({ request }, restrictions), lookup, context)
  const game = people.game === null ? null : gameNode(request.fact)
  const until = dayText((calendarDay(range.until) as number) + horizon - 1)
  const earned = {
    physicalName: planned.plan.physicalName,
    where: [dayIs({ days }, '>=', range.from), dayIs({ days }, '<', until), ...planned.standing],
    matches: matchesOf(people, { ...people, player: player.node, kind: player.kind, game }),
    value: planned.plan.points[0] as PlayerValue,
  }
  return { earned, age: daysBetween(entryField('day', 'date'), dayNode(days)) }
}

export const requestOf = (leaf: LeafDefinition, lookup: Lookup): FactRequest => ({
  fact: factTableOf(leaf.table, lookup),
  leaves: [leaf],
  title: `指标「${leaf.point.name}」`,
})

export function requireDays({ fact, title }: FactRequest, context: CompileContext): DaySource {
  const days = daySource(fact, context)
  if (days === null) throw reportInvalid(`${title}不能用于LTV报表：「${fact.table.name}」没有日期列`)
  return days
}
