// The plan of a distribution: players counted by buckets of their value (the value point over their rows).
//
//   points [付费用户, 充值金额], bounds 0, 50
//   player 1 paid 30, player 2 paid 120  →  bucket 0–50: n 1, v 30; bucket 50 以上: n 1, v 120
//
// If both points have the same fact, it is read once. Otherwise players come from the first point's fact, and their
// values from the other fact; a player without rows there has zero (sum, count) or no value (min, max).
import { type Definitions, keptDefinitions, type LeafDefinition } from '#semantic/model/definitions.ts'
import { readExpression } from '#semantic/model/expression/columns.ts'
import { isNumeric } from '#semantic/model/expression/kinds.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem, reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension, Point, ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { found, rowLimit } from '../asked/wanted.ts'
import { titlesApart } from '../columns/apart.ts'
import { agreeDimensions, type PlannedFact, planFact, type Restrictions } from '../facts/facts.ts'
import { factTableOf, gameNode } from '../facts/factTable.ts'
import type { FactRequest } from '../facts/request.ts'
import { lookedUpIn } from '../facts/rules.ts'
import { bindColumns } from '../tree/build.ts'
import { factSource } from '../tree/reached.ts'
import type { Node, OrderTerm } from '../tree/tree.ts'
import { boundsOf, bucketsOf } from './buckets.ts'
import { dimensionColumns, distributionColumns } from './columns.ts'
import {
  type CohortRestrictions,
  countedBy,
  isSomebody,
  type People,
  playerOf,
  requireSamePlayers,
} from './people.ts'
import type { DistributionPlan, PlayerRows, PlayerValue } from './tree.ts'

/** Key of the column with the bucket's label, and of the hidden column with its index, for sorting. */
const bucketKey = 'b'
const bucketPlace = '_place'

type Counted = Omit<People, 'days' | 'time'>

export function planDistribution(
  info: ReportInfo,
  restrictions: CohortRestrictions & Pick<Restrictions, 'range'>,
  lookup: Lookup,
  context: CompileContext,
): DistributionPlan {
  const { dims, byGame } = restrictions
  const definitions = keptDefinitions(lookup)
  const [whom, valued] = whomAndValue(info, lookup)
  const people = countedBy(whom, 'distribution', byGame, definitions, lookup)
  const value = playersValue(valued, definitions)
  const own = people.leaf.table.id === value.table.id
  const request: FactRequest = own ? { ...people.request, leaves: [people.leaf, value] } : people.request
  const fact = planFact(request, restrictions, lookup, context)
  const other = own ? null : otherFact(people, value, restrictions, lookup, context)
  const kinds = agreeDimensions(other === null ? [fact] : [fact, other.fact])
  const titles = titlesApart(dims, [whom, valued], lookup)
  const columns = [
    ...dimensionColumns(restrictions, kinds, titles),
    ...distributionColumns(
      whom,
      value,
      dims.map(({ name }) => name),
      titles,
    ),
  ]
  const [counts = null, figure] = own ? fact.plan.points : [fact.plan.points[0], other?.fact.plan.points[0]]
  const isWhole = figure?.kind === 'integer'
  return {
    kind: 'distribution',
    dims: dims.map((dimension) => `d${dimension.id}`),
    people: playerRows(fact, people.player, people.game?.node ?? null),
    listedBy: people.listedBy,
    counts: counts?.condition ?? null,
    value: figure as PlayerValue,
    valueRows: other === null ? null : playerRows(other.fact, other.player, other.game),
    buckets: bucketsOf(boundsOf(info, valued), isWhole),
    order: orderOf(info, dims, columns),
    limit: rowLimit(info),
    columns,
    tables: [fact.plan, ...(other === null ? [] : [other.fact.plan])].flatMap((plan) => [
      plan.physicalName,
      ...plan.joins.map(({ table }) => table),
      ...lookedUpIn(plan.where),
    ]),
  }
}

function whomAndValue(info: ReportInfo, lookup: Lookup): [Point, Point] {
  const [whom, value, ...others] = found(info.points, lookup.points, '指标')
  if (whom === undefined || value === undefined || others.length > 0)
    throw reportInvalid(
      '分布报表需要两个指标：先是统计哪些玩家（如付费用户），再是每个玩家的数值（如充值金额）',
    )
  return [whom, value]
}

function playersValue(point: Point, definitions: Definitions): LeafDefinition {
  if (point.types !== 'additive')
    throw reportInvalid(
      `指标「${point.name}」不能作为分布的数值：每个玩家的数值须是求和、计数、最大或最小的指标`,
    )
  const definition = definitions.define(point) as LeafDefinition
  if (!isNumeric(definition.kind)) throw reportInvalid(`指标「${point.name}」不是数值，不能分区间统计`)
  return definition
}

/** The plan of the value's fact, if it differs from the players' fact. */
function otherFact(
  people: Counted,
  value: LeafDefinition,
  restrictions: Restrictions,
  lookup: Lookup,
  context: CompileContext,
): { fact: PlannedFact; player: Node; game: Node | null } {
  const table = factTableOf(value.table, lookup)
  const request: FactRequest = { fact: table, leaves: [value], title: `指标「${value.point.name}」` }
  const player = playerIn(people, value)
  requireSamePlayers(people, { point: value.point, kind: player.kind })
  const fact = planFact(request, restrictions, lookup, context)
  const game = people.game === null ? null : (gameNode(table)?.node ?? null)
  return { fact, player: player.node, game }
}

/** The players' expression (`player_id`) over the value's fact. Throws if that fact lacks its columns. */
export function playerIn({ leaf, point }: Counted, value: LeafDefinition): { node: Node; kind: Kind } {
  const text = leaf.argument?.text ?? ''
  try {
    const { expression, kind } = readExpression(text, value.physical)
    const found = playerOf(bindColumns(expression, value.physical, factSource), kind)
    return { node: found.player, kind: found.kind }
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error
    throw reportInvalid(
      `指标「${value.point.name}」不能按指标「${point.name}」的玩家（${text}）统计：${error.message}`,
    )
  }
}

function playerRows({ plan }: PlannedFact, player: Node, game: Node | null): PlayerRows {
  const { physicalName, joins, dims, where } = plan
  return { physicalName, joins, dims, game, player, where: [...where, isSomebody(player)] }
}

/** By default rows are ordered by the dimensions (newest day first), then by the buckets. */
function orderOf(info: ReportInfo, dims: Dimension[], columns: ReportColumn[]): OrderTerm[] {
  const terms = new Map<string, OrderTerm>()
  const add = (key: string, desc: boolean): void => {
    const dimension = dims.find(({ id }) => key === `d${id}`)
    const valueOrder = dimension?.info.valueOrder ?? []
    const sorted = key === bucketKey ? bucketPlace : key
    if (!terms.has(sorted))
      terms.set(sorted, { key: sorted, desc, valueOrder: valueOrder.length > 0 ? valueOrder : null })
  }
  for (const { key, desc } of info.order ?? []) {
    if (!columns.some((column) => column.key === key))
      throw reportInvalid(`不能按「${String(key)}」排序：报表没有这一列`)
    add(key, desc)
  }
  const isAsked = terms.size > 0
  for (const { key, kind, type } of columns)
    if (kind === 'dimension') add(key, !isAsked && (type === 'date' || type === 'datetime'))
  return [...terms.values()]
}
