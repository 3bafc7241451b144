// The plan of one fact: expressions of the dimensions, joins, conditions, and the points computed in one pass.
//
//   dims [渠道类型 of dim_channel], points [付费金额, its filter status = 'paid'], 2026-01-01 – 01-02, game a
//   → FROM pay_order AS f LEFT JOIN dim_channel AS j… ON f."channel" = j…."channel"
//     WHERE day >= 2026-01-01 AND day < 2026-01-03 AND f."cgi" in (a) AND f."status" = 'paid'

import type { LeafDefinition } from '#semantic/model/definitions.ts'
import { kindOfType } from '#semantic/model/expression/columns.ts'
import { commonKind, isNumeric } from '#semantic/model/expression/kinds.ts'
import { type Kind, nowhere } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { nothingOf } from '#semantic/model/nothing.ts'
import { ReportProblem, reportInvalid, within } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension } from '#semantic/model/types.ts'
import type { FactCondition } from '../asked/conditions.ts'
import { dayBound } from '../asked/filters.ts'
import type { GrainChoice } from '../asked/grain.ts'
import { isBusinessDate } from '../asked/grain.ts'
import type { ResolvedRange } from '../asked/range.ts'
import type { Sight } from '../asked/sight.ts'
import type { Move, Shift } from '../days/moves.ts'
import { dayRange } from '../days/periods.ts'
import { all, any, asText, binary, bindColumns, counted, field, truth, unmasked } from '../tree/build.ts'
import { isRealLeaf } from '../tree/finite.ts'
import { dayNode, factSource } from '../tree/reached.ts'
import {
  type BalancesPlan,
  type BoundValue,
  copyColumn,
  copySource,
  type FactPlan,
  type Join,
  type LeafPoint,
  type Node,
} from '../tree/tree.ts'
import { planBalances } from './balances.ts'
import { daySource, type FactTable, gameNode, requireColumn } from './factTable.ts'
import { grained } from './grained.ts'
import { type JoinStep, joinCondition } from './joins.ts'
import { type Reach, reachDimension } from './reach.ts'
import type { FactRequest } from './request.ts'
import { ruleConditions } from './rules.ts'
import { type SegmentReach, segmentJoin, segmentSource } from './segments.ts'

export interface Restrictions {
  dims: Dimension[]
  grain: GrainChoice
  filters: FactCondition[]
  /** Filters that limit the visible rows, as games do; they apply before first rows are chosen. */
  scope?: FactCondition[]
  range: ResolvedRange | null
  /** Only these parts of the range count; absent: the whole range. */
  parts?: ResolvedRange[]
  /** For a compared period: shifts its dates to the corresponding dates of the report. */
  shift?: Shift
  /** The same, if days are shifted differently; rows of a day in two moves are read for both. */
  moves?: Move[]
  /** The reader's scope, bound once for all facts. */
  sight: Sight
}

export interface PlannedFact {
  plan: FactPlan
  /** Kind of each dimension's values in this fact. */
  kinds: Kind[]
  /** The plan's conditions that come from the report's filters. */
  filters: Node[]
  /** The plan's conditions that come from the reader's scope and the points. The range's are in neither list. */
  standing: Node[]
}

export function planFact(
  request: FactRequest,
  restrictions: Restrictions,
  lookup: Lookup,
  context: CompileContext,
): PlannedFact {
  const { fact } = request
  const joins = new Map<string, JoinNeed>()
  const segments = new Map<string, SegmentReach>()
  const reach = (dimension: Dimension, use: '统计' | '筛选'): Reach => {
    const found = requireReach(request, dimension, use, lookup, context)
    for (const step of found.joins) {
      const need = joins.get(step.source) ?? { step, scoped: false }
      joins.set(step.source, { ...need, scoped: need.scoped || dimension.cgi_filter })
    }
    if (found.segment) segments.set(segmentSource(found.segment.info), found.segment)
    return found
  }
  const reached = restrictions.dims.map((dimension) => reach(dimension, '统计'))
  const { moves, shift } = restrictions
  const dims = restrictions.dims.map((dimension, index) => {
    const movedBy = (by: Shift | undefined) =>
      grained(reached[index] as Reach, dimension, restrictions.grain, request, context, by)
    return moves === undefined || !isBusinessDate(dimension)
      ? movedBy(shift)
      : byMove(moves.map((move) => movedBy(move.shift)))
  })
  const conditions = (filters: Restrictions['filters']): Node[] =>
    filters.flatMap(({ condition }) => condition((dimension) => reach(dimension, '筛选')) ?? [])
  const filters = conditions(restrictions.filters)
  const scope = conditions(restrictions.scope ?? [])
  const { joined, scopes } = planJoins([...joins.values()], fact, restrictions.sight.games)
  const points = leafPoints(request.leaves, fact)
  const seen = [...sightConditions(request, restrictions.sight, lookup, context), ...scopes, ...scope]
  const range = rangeConditions(request, restrictions, context)
  const where = [...range, ...seen, ...filters, ...points.common]
  return {
    plan: {
      physicalName: fact.physical.name,
      joins: [
        ...joined,
        ...[...segments.values()].map((segment) => segmentJoin(segment, restrictions.sight.games)),
      ],
      dims,
      where,
      points: points.points,
      balances: request.leaves.some(({ aggregate }) => aggregate === 'last' || aggregate === 'first')
        ? movedBalances(planBalances(request, context), moves)
        : null,
      ...(moves !== undefined && { copies: moves.length }),
      keeps: keptNodes(fact, context),
    },
    kinds: reached.map(({ kind }) => kind),
    filters,
    standing: [...seen, ...points.common],
  }
}

/** The result for each copy of a row. */
function byMove(results: Node[]): Node {
  const branches = results.map((result, index) => ({ when: isCopy(index), result }))
  return { kind: 'case', operand: null, branches, otherwise: null, at: nowhere }
}

const isCopy = (index: number): Node =>
  binary(
    '=',
    { kind: 'field', source: copySource, name: copyColumn, type: 'integer', narrow: true },
    { kind: 'number', text: String(index + 1), at: nowhere },
  )

/** The last value of a series is decided by the shifted days. */
function movedBalances(balances: BalancesPlan, moves: Move[] | undefined): BalancesPlan {
  if (moves === undefined) return balances
  const from = balances.isTimed ? 'datetime' : 'date'
  const at = byMove(
    moves.map(({ shift }): Node => ({ kind: 'shifted', operand: balances.at, shift, from, cutoffHour: 0 })),
  )
  return { ...balances, at }
}

function keptNodes(fact: FactTable, context: CompileContext): Node[] {
  const [days, game] = [daySource(fact, context), gameNode(fact)]
  return [...(days === null ? [] : [dayNode(days)]), ...(game === null ? [] : [game.node])]
}

/**
 * Agrees on one kind per dimension over all facts; on disagreement (3 here, '3' there), `facts` are changed to text.
 */
export function agreeDimensions(facts: PlannedFact[]): Kind[] {
  const [first] = facts
  return (first?.kinds ?? []).map((kind, index) => {
    const common = facts.reduce<Kind | null>(
      (agreed, fact) => agreed && commonKind(agreed, fact.kinds[index] as Kind),
      kind,
    )
    if (common !== null) return common
    for (const { plan, kinds } of facts)
      if (kinds[index] !== 'string') plan.dims[index] = asText(plan.dims[index] as Node)
    return 'string'
  })
}

function requireReach(
  request: FactRequest,
  dimension: Dimension,
  use: '统计' | '筛选',
  lookup: Lookup,
  context: CompileContext,
): Reach {
  const result = reachDimension(request.fact, dimension, lookup, context)
  if ('reach' in result) return result.reach
  if (result.problem !== null && result.problem.position !== undefined) throw result.problem
  throw new ReportProblem(
    'report_invalid',
    `${request.title}不能按维度「${dimension.name}」${use}：${result.reason}`,
    (result.problem?.data as object | null) ?? {},
  )
}

function rangeConditions(
  request: FactRequest,
  { range, parts = [], moves = [] }: Pick<Restrictions, 'range' | 'parts' | 'moves'>,
  context: CompileContext,
): Node[] {
  if (range === null) return []
  const source = daySource(request.fact, context)
  if (source === null)
    throw reportInvalid(`${request.title}不能按日期筛选：「${request.fact.table.name}」没有日期列`)
  const days = source.kind === 'datetime' ? { node: source.node, cutoffHour: source.cutoffHour } : null
  const target = { node: source.node, days }
  const bounds = (days: ResolvedRange): Node[] => [
    dayBound(target, '>=', days.from),
    dayBound(target, '<', days.until),
  ]
  // The range is added to its parts: the warehouse skips blocks by two plain bounds, not by a long OR.
  const inParts =
    any(parts.map((part) => all(bounds(part)) as Node)) ??
    any(moves.map(({ days }, index) => all([isCopy(index), ...bounds(dayRange(days))]) as Node))
  return inParts === null ? bounds(range) : [...bounds(range), inParts]
}

/** The conditions for the rows that the reader may see. Throws if one of the reader's rules refuses the fact. */
export function sightConditions(
  { fact, title }: Pick<FactRequest, 'fact' | 'title'>,
  { games, rules }: Sight,
  lookup: Lookup,
  context: CompileContext,
): Node[] {
  try {
    return [...gameConditions(fact, games), ...ruleConditions(fact, rules, lookup, context)]
  } catch (error) {
    throw within(title, error)
  }
}

function gameConditions(fact: FactTable, games: BoundValue | null): Node[] {
  const game = gameNode(fact)
  return games === null || game === null ? [] : [scopeCondition(game.node, game.kind === 'string', games)]
}

/** Whether a column's game is one of the reader's; FALSE if the reader has none. */
export function scopeCondition(node: Node, isText: boolean, games: BoundValue): Node {
  if ((games.value as string[]).length === 0) return truth(false)
  const operand = isText ? node : asText(node)
  return { kind: 'anyOf', operand, bound: games, type: 'text' }
}

interface JoinNeed {
  step: JoinStep
  /** Whether a dimension limited by the user's games is read from the joined table, or from a table beyond it. */
  scoped: boolean
}

/** `needs` must be ordered: each join follows those that it depends on. */
function planJoins(
  needs: JoinNeed[],
  fact: FactTable,
  games: BoundValue | null,
): { joined: Join[]; scopes: Node[] } {
  const scopes: Node[] = []
  const joined = needs.map(({ step, scoped }): Join => {
    const { source, table, physical } = step
    const conditions = [joinCondition(step)]
    if (scoped && games !== null && table.game_column !== null) {
      const column = requireColumn(physical, table.game_column, `维度表「${table.name}」的游戏列`)
      const scope = scopeCondition(
        unmasked(field(source, column)),
        kindOfType(column.type) === 'string',
        games,
      )
      // A fact with a game column is limited by that column; the condition in ON only hides names of other games. A
      // fact without one is limited by the joined table's game, in WHERE.
      if (fact.table.game_column !== null) conditions.push(scope)
      else scopes.push(scope)
    }
    return { source, table: physical.name, on: conditions }
  })
  return { joined, scopes }
}

/**
 * The leaves as points, with their conditions split. A row of the report exists if any of its points has rows, so if
 * every point has a condition, the conditions go into WHERE (`common`) as well:
 *
 *   p14: status = 'paid', p17: status in ('refunded', 'fraud')   WHERE p14's OR p17's, each in its FILTER
 *   both points: status = 'paid'                                 WHERE status = 'paid', no FILTER
 */
function leafPoints(leaves: LeafDefinition[], fact: FactTable): { points: LeafPoint[]; common: Node[] } {
  const texts = leaves.map((leaf) => leaf.conditions.map((condition) => condition.text.trim()))
  const [first = []] = texts
  const shared = new Set(first.filter((text) => texts.every((own) => own.includes(text))))
  const bind = (leaf: LeafDefinition, wanted: (text: string) => boolean): Node[] =>
    leaf.conditions
      .filter((condition) => wanted(condition.text.trim()))
      .map((condition) => bindColumns(condition.expression, fact.physical, factSource))
  const points = leaves.map((leaf): LeafPoint => {
    const bound = leaf.argument && bindColumns(leaf.argument.expression, fact.physical, factSource)
    const argument = bound && leaf.aggregate === 'distinct' ? counted(bound) : bound
    return {
      key: `p${leaf.point.id}`,
      aggregate: leaf.aggregate,
      statistic: leaf.statistic,
      per: leaf.per === null ? null : counted(bindColumns(leaf.per.expression, fact.physical, factSource)),
      argument,
      condition: all(bind(leaf, (text) => !shared.has(text))),
      kind: leaf.kind,
      // Texts and dates have no zero.
      nothing: isNumeric(leaf.kind) ? nothingOf(leaf.point, leaf.aggregate) : 'empty',
      real: isRealLeaf(leaf.aggregate, argument) ? leaf.point.name : null,
    }
  })
  const [leaf] = leaves
  const common = leaf === undefined ? [] : bind(leaf, (text) => shared.has(text))
  const own = distinctConditions(points, texts, shared)
  const either = own === null ? null : any(own)
  return { points, common: either === null ? common : [...common, either] }
}

/** The points' own conditions without duplicates; null if a point has none and therefore counts all rows. */
function distinctConditions(points: LeafPoint[], texts: string[][], shared: Set<string>): Node[] | null {
  const seen = new Map<string, Node>()
  for (const [index, point] of points.entries()) {
    if (point.condition === null) return null
    const text = (texts[index] as string[]).filter((own) => !shared.has(own)).join('\0')
    seen.set(text, point.condition)
  }
  return [...seen.values()]
}
