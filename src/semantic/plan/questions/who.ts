// Who is behind a figure: for each leaf of a point the rows that count, and the player, game and day of each row.
//
//   充值金额 of channel web   → pay_order where channel = web and status = paid, by (cgi, player_id)
//   ARPU = [充值金额]/[活跃用户] → the players of both
import { keptDefinitions, type LeafDefinition, type PointDefinition } from '#semantic/model/definitions.ts'
import { findColumn } from '#semantic/model/expression/columns.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Point } from '#semantic/model/types.ts'
import { readConditions } from '../asked/conditions.ts'
import { chooseGrain } from '../asked/grain.ts'
import { sightOf } from '../asked/sight.ts'
import { found } from '../asked/wanted.ts'
import { isSomebody } from '../cohort/people.ts'
import { planFact, type Restrictions } from '../facts/facts.ts'
import { daySource, type FactTable, factTableOf, gameNode } from '../facts/factTable.ts'
import { asText, bindColumns, counted, field, listedBy } from '../tree/build.ts'
import { dayNode, factSource } from '../tree/reached.ts'
import type { BoundValue, FactPlan, LeafPoint, Node } from '../tree/tree.ts'
import { daysOf, type RowsAsked } from './factRows.ts'

export interface WhoPlan {
  /** Name of the leaf, of which each player has a figure of their own. */
  title: string
  fact: Pick<FactPlan, 'physicalName' | 'joins' | 'where'>
  /** The player's id as text. */
  player: Node
  /** Key of the hashes by which the players are listed; null where they are listed by their ids. */
  listedBy: BoundValue | null
  /** Null where the fact has no games. */
  game: Node | null
  /** Null where the fact has no days. */
  day: Node | null
  /** Null where single players have no figure of it: they are counted, or it is a balance or a statistic. */
  figure: LeafPoint | null
  unit: string
}

/** `players`: columns with the player's id, of which each fact uses the first that it has. */
export function planWho(
  info: Omit<RowsAsked, 'points'>,
  { point: id, players }: { point: number; players: readonly string[] },
  lookup: Lookup,
  context: CompileContext,
): WhoPlan[] {
  const [point] = found([id], lookup.points, '指标') as [Point]
  const restrictions = {
    dims: [],
    grain: chooseGrain([], undefined),
    filters: readConditions(info.filters, lookup).facts,
    ...daysOf(info, context),
    sight: sightOf(context, lookup),
  }
  const leaves = leavesOf(keptDefinitions(lookup).define(point))
  const plans = leaves.flatMap((leaf) => planLeaf(leaf, players, restrictions, lookup, context) ?? [])
  if (plans.length === 0)
    throw reportInvalid(
      `指标「${point.name}」的数据表没有玩家列${players.length > 0 ? `（${players.join('、')}）` : ''}，看不到是哪些玩家`,
    )
  return plans
}

function leavesOf(definition: PointDefinition): LeafDefinition[] {
  if (definition.type === 'leaf') return [definition]
  return [...new Set([...definition.references.values()].flatMap(leavesOf))]
}

const summed: readonly string[] = ['sum', 'count', 'min', 'max']

/** Null where the fact has no column with players. */
function planLeaf(
  leaf: LeafDefinition,
  players: readonly string[],
  restrictions: Restrictions,
  lookup: Lookup,
  context: CompileContext,
): WhoPlan | null {
  const fact = factTableOf(leaf.table, lookup)
  const player = playerNode(leaf, fact, players)
  if (player === null) return null
  const { name, info } = leaf.point
  const { plan } = planFact({ fact, leaves: [leaf], title: `指标「${name}」` }, restrictions, lookup, context)
  const [game, days] = [gameNode(fact), daySource(fact, context)]
  const id = counted(player)
  return {
    title: name,
    fact: { ...plan, where: [...plan.where, isSomebody(id)] },
    player: asText(id),
    listedBy: listedBy(player),
    game: game === null ? null : game.kind === 'string' ? game.node : asText(game.node),
    day: days === null ? null : dayNode(days),
    figure: summed.includes(leaf.aggregate) ? (plan.points[0] ?? null) : null,
    unit: info.unit ?? '',
  }
}

/** A count of players says itself who they are, where it counts a column of players. */
function playerNode(
  { aggregate, argument }: LeafDefinition,
  { physical }: FactTable,
  players: readonly string[],
) {
  if (aggregate === 'distinct' && argument !== null) {
    const own = bindColumns(argument.expression, physical, factSource)
    const column = counted(own)
    const named = column.kind === 'field' ? column.name.toLowerCase() : null
    if (players.some((name) => name.toLowerCase() === named)) return own
  }
  const column = players.map((name) => findColumn(physical, name)).find((known) => known !== undefined)
  return column === undefined ? null : field(factSource, column)
}
