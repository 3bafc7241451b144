// The members of a segment defined by rules: each condition is one pass over its fact, grouped by player and game, with
// the required figures as conditions on the groups. Players without rows can only meet a condition marked `not`.
//
//   [充值金额 ≥ 100 of 30 days] [活跃用户 ≥ 1 of 7 days, not]
//   → pay_order grouped, HAVING … → bit 1;  login_day grouped → bit 2;  members: bit 1 and not bit 2

import { keptDefinitions, type LeafDefinition } from '#semantic/model/definitions.ts'
import { findColumn, kindOfType } from '#semantic/model/expression/columns.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, MemberCondition, MemberRules, Point } from '#semantic/model/types.ts'
import { dayText } from '#shared/day.ts'
import { readConditions } from '../asked/conditions.ts'
import { pointFilter } from '../asked/filters.ts'
import { chooseGrain } from '../asked/grain.ts'
import { requireDay } from '../asked/range.ts'
import { sightOf } from '../asked/sight.ts'
import { found } from '../asked/wanted.ts'
import { planFact } from '../facts/facts.ts'
import { type FactTable, factTableOf, gameNode } from '../facts/factTable.ts'
import { isSegment } from '../facts/segments.ts'
import { asText, counted, field } from '../tree/build.ts'
import { factSource } from '../tree/reached.ts'
import type { FactPlan, LeafPoint, Node } from '../tree/tree.ts'

const mostConditions = 20
const mostDays = 3_660

export interface ConditionPlan {
  fact: Pick<FactPlan, 'physicalName' | 'joins' | 'where'>
  player: Node
  /** null if the fact has no game column. */
  game: Node | null
  point: LeafPoint
  /** Over the player's figure, a column of source `r`. */
  met: Node
}

export interface MembersQuery {
  conditions: ConditionPlan[]
  /** Indexes of conditions, from 0: those that must be met, and those that must not. */
  any: { held: number[]; not: number[] }[]
}

/** `day`: the last day whose rows count, YYYY-MM-DD. Throws report_invalid, which names the condition by its number. */
export function planMembers(
  { players, any }: MemberRules,
  day: string,
  lookup: Lookup,
  context: CompileContext,
): MembersQuery {
  const all = any.flat()
  if (all.length === 0) throw reportInvalid('请至少填写一个条件')
  if (all.length > mostConditions) throw reportInvalid(`条件过多，最多 ${mostConditions} 个`)
  const conditions = all.map((condition, place) =>
    planCondition(condition, `第 ${place + 1} 个条件`, { players, day }, lookup, context),
  )
  let place = 0
  const groups = any.map((group) => {
    const own = group.map(({ not = false }) => ({ place: place++, not }))
    const places = (wanted: boolean) => own.filter(({ not }) => not === wanted).map((one) => one.place)
    if (places(false).length === 0)
      throw reportInvalid('每组条件里至少要有一个不是「不满足」的：否则不知道从哪些玩家里选')
    return { held: places(false), not: places(true) }
  })
  return { conditions, any: groups }
}

function planCondition(
  { point: id, op, values, days, filters = [] }: MemberCondition,
  title: string,
  { players, day }: { players: string[]; day: string },
  lookup: Lookup,
  context: CompileContext,
): ConditionPlan {
  if (!Number.isInteger(days) || days < 1 || days > mostDays)
    throw reportInvalid(`${title}的天数应为 1 到 ${mostDays} 的整数`)
  const [point] = found([id], lookup.points, '指标') as [Point]
  const { leaf, fact } = countable(point, title, lookup)
  const column = players.map((name) => findColumn(fact.physical, name)).find((known) => known)
  if (column === undefined)
    throw reportInvalid(
      `${title}：指标「${point.name}」的「${fact.table.name}」没有玩家列 ${players.join('、')}`,
    )
  // The list is kept with the ids themselves, and shown as its readers may see them.
  const own = counted(field(factSource, column))
  const last = requireDay(day, '日期')
  const read = readConditions(filters, lookup)
  const segment = read.facts.flatMap(({ dimensions }) => dimensions).find(isSegment)
  if (segment) throw reportInvalid(`${title}：规则里不能用人群「${segment.name}」`)
  if (read.points.length > 0) throw reportInvalid(`${title}：条件只能按维度筛选`)
  const restrictions = {
    dims: [],
    grain: chooseGrain([], undefined),
    filters: read.facts,
    range: { from: dayText(last - days + 1), until: dayText(last + 1) },
    sight: sightOf(context, lookup),
  }
  const { plan } = planFact({ fact, leaves: [leaf], title }, restrictions, lookup, context)
  const figure = plan.points[0] as LeafPoint
  const target: Node = { kind: 'field', source: 'r', name: figure.key, type: leaf.kind, narrow: false }
  const game = gameNode(fact)
  return {
    fact: plan,
    player: kindOfType(column.mask?.type ?? column.type) === 'string' ? own : asText(own),
    game: game === null ? null : game.kind === 'string' ? game.node : asText(game.node),
    point: figure,
    met: pointFilter({ point: id, op, values }, point.name, leaf.kind, target) as Node,
  }
}

function countable(point: Point, title: string, lookup: Lookup): { leaf: LeafDefinition; fact: FactTable } {
  if (point.types !== 'additive' && point.types !== 'distinct')
    throw reportInvalid(`${title}：指标「${point.name}」不能按玩家计算，请选择可以相加的或去重的指标`)
  const leaf = keptDefinitions(lookup).define(point) as LeafDefinition
  return { leaf, fact: factTableOf(leaf.table, lookup) }
}
