// Dimensions that tell whether a row's player is in a segment: a named set of players, computed and published daily.
// Its table holds the days on which each player entered and left:
//
//   cgi   player_id   from_day     until_day
//   a     1           2026-01-01   2026-01-03     in the segment on the 1st and the 2nd
//   a     1           2026-01-07   null           again since the 7th
//
// A fact is joined to the table's distinct players, however many rows the table has for each, so that no row of the
// fact is counted twice. Membership on a day is that of the last computation up to that day; before the first stored
// day it is unknown, and the value is empty.
import { findColumn, kindOfType } from '#semantic/model/expression/columns.ts'
import { bigint } from '#semantic/model/expression/exact.ts'
import { nowhere } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { memberColumns, segmentTable, segmentValues } from '#semantic/model/segments.ts'
import type { CompileContext, Dimension, PhysicalTable, SegmentInfo } from '#semantic/model/types.ts'
import { asText, binary, counted, field, isNull } from '../tree/build.ts'
import { exactOf } from '../tree/exact.ts'
import { dayNode, factSource } from '../tree/reached.ts'
import type { BoundValue, Join, Node } from '../tree/tree.ts'
import { daySource, type FactTable, gameNode } from './factTable.ts'

/** How a fact reaches a segment. */
export interface SegmentReach {
  physical: PhysicalTable
  info: SegmentInfo
  player: Node
  /**
   * Whether the player's id is an integer in the fact: then ids compare as integers, at a third of the cost of texts.
   */
  isWhole: boolean
  /** null if the fact has no game column. */
  game: Node | null
}

/** List columns of the join's source, besides the keys: the days on which the player entered and left. */
export const memberDays = { from: '_from', until: '_until' } as const
export const memberSource = 'm'

/** A source per segment and mode: a report may use both the present players and those of each day. */
export const segmentSource = ({ id, when }: SegmentInfo): string => `${when === 'now' ? 's' : 't'}${id}`

type Found = { segment: SegmentReach; node: Node } | { reason: string }

export function reachSegment(
  fact: FactTable,
  { name, info: { segment: info } }: Dimension & { info: { segment: SegmentInfo } },
  lookup: Lookup,
  context: CompileContext,
): Found {
  const { table } = fact
  const player = info.players.map((column) => findColumn(fact.physical, column)).find((column) => column)
  if (player === undefined) return { reason: `「${table.name}」没有玩家列 ${info.players.join('、')}` }
  const physical = lookup.physicalTable(segmentTable(info.id))
  const keptFrom = lookup.segments.get(info.id)
  if (physical === undefined || keptFrom === undefined)
    return { reason: `人群「${name}」还没有算出名单，请先在人群页计算` }
  const lacking = Object.values(memberColumns).find((column) => findColumn(physical, column) === undefined)
  if (lacking !== undefined) return { reason: `数据表 ${physical.name} 没有列 ${lacking}，不是人群的名单` }
  const own = counted(field(factSource, player))
  const game = gameNode(fact)
  const isWhole = isWholeNumber(own)
  const segment: SegmentReach = {
    physical,
    info,
    player: isWhole || kindOfType(player.mask?.type ?? player.type) === 'string' ? own : asText(own),
    isWhole,
    game: game === null ? null : game.kind === 'string' ? game.node : asText(game.node),
  }
  const isMember = isNull(memberField(segment, memberColumns.player), true)
  if (info.when === 'now') return { segment, node: inOrOut(isMember) }
  const days = daySource(fact, context)
  if (days === null) return { reason: `「${table.name}」没有日期列，不知道每行是哪一天的` }
  const day = dayNode(days)
  const onDay: Node = { kind: 'memberOn', operand: day, source: segmentSource(info) }
  const isKnown = binary('>=', day, { kind: 'day', day: keptFrom })
  return {
    segment,
    node: caseOf(isKnown, inOrOut(binary('and', isMember, onDay)), { kind: 'null', at: nowhere }),
  }
}

const textNode = (value: string): Node => ({ kind: 'string', value, at: nowhere })
const inOrOut = (condition: Node): Node =>
  caseOf(condition, textNode(segmentValues.in), textNode(segmentValues.out))
const caseOf = (when: Node, result: Node, otherwise: Node): Node => ({
  kind: 'case',
  operand: null,
  branches: [{ when, result }],
  otherwise,
  at: nowhere,
})

function memberField({ physical, info }: SegmentReach, name: string, source = segmentSource(info)): Node {
  return counted(field(source, findColumn(physical, name) as NonNullable<ReturnType<typeof findColumn>>))
}

/** An integer of at most 63 bits, which fits the warehouses' integer types. */
function isWholeNumber(node: Node): boolean {
  const exact = exactOf(node)
  return exact.is === 'integer' && exact.bits <= 63
}

const asWhole = (operand: Node): Node => ({
  kind: 'cast',
  operand,
  type: 'integer',
  precision: null,
  at: nowhere,
})

/**
 * The join of a fact with a segment. A fact with games is limited by its own game column, and each row matches only
 * players of its own game. A fact without games matches a player id in any of the reader's games.
 */
export function segmentJoin(reach: SegmentReach, games: BoundValue | null): Join {
  const { physical, info, player, isWhole, game } = reach
  const { player: playerColumn, game: gameColumn, until } = memberColumns
  const source = segmentSource(info)
  const id = memberField(reach, playerColumn, memberSource)
  const joined = memberField(reach, playerColumn)
  const on = [binary('=', player, isWhole ? ({ ...joined, type: 'integer', exact: bigint } as Node) : joined)]
  if (game !== null) on.push(binary('=', game, memberField(reach, gameColumn)))
  const byDay = info.when === 'day'
  const where = byDay ? [] : [isNull(memberField(reach, until, memberSource))]
  // Texts that are not an integer's canonical form match nobody: 007 is not 7.
  if (isWhole) where.push(binary('=', asText(asWhole(id)), id))
  if (game === null && games !== null)
    where.push(ofGames(memberField(reach, gameColumn, memberSource), games))
  const keys = [
    { name: playerColumn, value: isWhole ? asWhole(id) : id },
    ...(game === null ? [] : [{ name: gameColumn, value: memberField(reach, gameColumn, memberSource) }]),
  ]
  return { source, table: physical.name, on, members: { keys, byDay, where } }
}

/** The empty game marks players whose game is unknown: every reader may see them, as with the facts they come from. */
function ofGames(game: Node, games: BoundValue): Node {
  const unknown = binary('=', game, textNode(''))
  if ((games.value as string[]).length === 0) return unknown
  return binary('or', { kind: 'anyOf', operand: game, bound: games, type: 'text' }, unknown)
}

export const isSegment = (
  dimension: Dimension,
): dimension is Dimension & { info: { segment: SegmentInfo } } => dimension.info.segment !== undefined
