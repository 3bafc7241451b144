// The players that a distinct point counts: their id, game, day and time in the point's fact, and how to find the same
// player in another fact.

import type { Definitions, LeafDefinition } from '#semantic/model/definitions.ts'
import { commonKind, kindNames } from '#semantic/model/expression/kinds.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { reportKindTitles } from '#semantic/model/titles.ts'
import type { CompileContext, Point } from '#semantic/model/types.ts'
import type { AskedDays } from '../asked/range.ts'
import type { Restrictions } from '../facts/facts.ts'
import { daySource, factTableOf, gameNode, timeNode } from '../facts/factTable.ts'
import type { FactRequest } from '../facts/request.ts'
import { asText, bindColumns, counted, isNull, listedBy } from '../tree/build.ts'
import { type DaySource, factSource } from '../tree/reached.ts'
import type { BoundValue, Node } from '../tree/tree.ts'
import type { CohortKind } from './refusals.ts'
import { entryColumns, entrySource, type Match } from './tree.ts'

/**
 * The players that a cohort report follows. With `byGame`, a player in two games counts as two, in totals too;
 * otherwise as one player, with the rows of all games that the reader sees and the filters on the game leave.
 */
export interface CohortRestrictions extends Omit<Restrictions, 'range'> {
  days: AskedDays
  scope: NonNullable<Restrictions['scope']>
  byGame: boolean
}

export interface People {
  point: Point
  leaf: LeafDefinition
  request: FactRequest
  player: Node
  kind: Kind
  /** Key of the hashes by which the players are listed; null where they are listed by their ids. */
  listedBy: BoundValue | null
  /** Set if the game is part of a player's identity. */
  game: { node: Node; kind: Kind } | null
  days: DaySource
  time: Node | null
}

/** Throws report_invalid for points that are not distinct, and for facts without a date column. */
export function peopleOf(
  point: Point,
  kind: CohortKind,
  byGame: boolean,
  definitions: Definitions,
  lookup: Lookup,
  context: CompileContext,
): People {
  const counted = countedBy(point, kind, byGame, definitions, lookup)
  const { fact } = counted.request
  const days = daySource(fact, context)
  if (days === null)
    throw reportInvalid(
      `指标「${point.name}」不能用于${reportKindTitles[kind]}报表：「${fact.table.name}」没有日期列`,
    )
  return { ...counted, days, time: timeNode(fact, context) }
}

/** As peopleOf, for reports that need no dates (distributions). */
export function countedBy(
  point: Point,
  kind: CohortKind,
  byGame: boolean,
  definitions: Definitions,
  lookup: Lookup,
): Omit<People, 'days' | 'time'> {
  const title = `指标「${point.name}」`
  if (point.types !== 'distinct')
    throw reportInvalid(
      `${title}不是去重指标，不能用于${reportKindTitles[kind]}报表：要按玩家统计，请选择按玩家去重的指标`,
    )
  const leaf = definitions.define(point) as LeafDefinition
  const fact = factTableOf(leaf.table, lookup)
  const argument = leaf.argument as NonNullable<LeafDefinition['argument']>
  return {
    point,
    leaf,
    request: { fact, leaves: [leaf], title },
    ...playerOf(bindColumns(argument.expression, fact.physical, factSource), argument.kind),
    game: byGame ? gameNode(fact) : null,
  }
}

/** Players are matched by their ids, also for readers who see masks of them. */
export function playerOf(node: Node, kind: Kind): Pick<People, 'player' | 'kind' | 'listedBy'> {
  const player = counted(node)
  const isBare = player !== node && player.kind === 'field'
  return { player, kind: isBare ? player.type : kind, listedBy: listedBy(node) }
}

/**
 * The restrictions of a fact whose rows belong to players found in another fact: only filters on the game, and none for
 * a fact without games.
 */
export function followed(
  { request }: Pick<People, 'request'>,
  restrictions: CohortRestrictions,
): Restrictions {
  const { sight, grain } = restrictions
  const scope = gameNode(request.fact) === null ? [] : restrictions.scope
  return { dims: [], filters: [], range: null, sight, grain, scope }
}

/** Rows without a player id are not counted. */
export const isSomebody = (player: Node): Node => isNull(player, true)

/** Throws if one point's players are numbers and the other's texts: their ids can't be matched. */
export function requireSamePlayers(
  first: { point: Point; kind: Kind },
  other: { point: Point; kind: Kind },
): void {
  if (commonKind(first.kind, other.kind) === null)
    throw reportInvalid(
      `指标「${first.point.name}」的玩家是${kindNames[first.kind]}，指标「${other.point.name}」的玩家是${kindNames[other.kind]}，不是同一种编号，不能对应`,
    )
}

/**
 * Pairs that must be equal for a row of another fact to belong to an entry's player: the id, and the game if both have
 * one.
 */
export function matchesOf(entered: People, row: People): Match[] {
  const games = entered.game !== null && row.game !== null ? [entered.game, row.game] : null
  const player: Match = {
    entry: entryField('player', entered.kind),
    row: row.player,
    nullSafe: false,
  }
  if (games === null) return [player]
  const [own, other] = games as [NonNullable<People['game']>, NonNullable<People['game']>]
  const alike = commonKind(own.kind, other.kind) !== null
  const entry = entryField('game', own.kind)
  return [
    {
      entry: alike ? entry : asText(entry),
      row: alike ? other.node : asText(other.node),
      nullSafe: true,
    },
    player,
  ]
}

export function entryField(column: keyof typeof entryColumns, kind: Kind): Node {
  return { kind: 'field', source: entrySource, name: entryColumns[column], type: kind, narrow: false }
}
