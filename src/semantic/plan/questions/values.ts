// The plan for listing the values offered by a dimension's filter: read from its dimension table, or, for a dimension
// without one, from all facts that have the dimension.
import { findColumn, kindOfType } from '#semantic/model/expression/columns.ts'
import { nowhere } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem, reportInvalid } from '#semantic/model/problem.ts'
import { segmentLabels } from '#semantic/model/segments.ts'
import type {
  CompileContext,
  Dimension,
  DimensionTable,
  PhysicalTable,
  PointTable,
} from '#semantic/model/types.ts'
import { waysToDimension } from '#semantic/model/ways.ts'
import { chooseGrain } from '../asked/grain.ts'
import { type Sight, sightOf } from '../asked/sight.ts'
import { scopeCondition, sightConditions } from '../facts/facts.ts'
import { factTableOf, requireColumn } from '../facts/factTable.ts'
import { grained } from '../facts/grained.ts'
import { joinSource, leadsTo, physicalOf } from '../facts/joins.ts'
import { dimensionValue, reachDimension } from '../facts/reach.ts'
import { tableConditions } from '../facts/rules.ts'
import { isSegment } from '../facts/segments.ts'
import { asText, field, unmasked } from '../tree/build.ts'
import { factSource } from '../tree/reached.ts'
import type { BoundValue, Join, Node } from '../tree/tree.ts'

interface ValueSource {
  /** null: the value is a constant. */
  table: string | null
  source: string
  value: Node
  label: Node
  /** A table of which at least one row must refer to the value: each value is listed once, however many rows do. */
  within?: Join
  where: Node[]
}

export interface ValuesPlan {
  sources: ValueSource[]
  /** Text that a value or label must contain, ignoring case; null for all values. */
  like: BoundValue | null
  valueOrder: string[] | null
  limit: number
}

export interface ValuesRequest {
  dimensionId: number
  like?: string
  limit: number
}

export function planValues(request: ValuesRequest, lookup: Lookup, context: CompileContext): ValuesPlan {
  const dimension = lookup.dimensions.get(request.dimensionId)
  if (dimension === undefined)
    throw reportInvalid('维度已被删除', { missing: [`维度 #${request.dimensionId}`] })
  if (!Number.isInteger(request.limit) || request.limit < 1) throw reportInvalid('取值的行数上限有误')
  const sight = sightOf(context, lookup)
  const sources = sourcesOf(dimension, sight, lookup, context)
  const order = dimension.info.valueOrder
  const like = request.like?.trim()
  return {
    sources,
    like: like ? { value: like } : null,
    valueOrder: order && order.length > 0 ? order : null,
    limit: request.limit,
  }
}

function sourcesOf(
  dimension: Dimension,
  sight: Sight,
  lookup: Lookup,
  context: CompileContext,
): ValueSource[] {
  if (isSegment(dimension)) return Object.entries(segmentLabels).map(ownSource)
  return dimension.table_id === null
    ? factSources(dimension, sight, lookup, context)
    : [tableSource(dimension, dimension.table_id, sight, lookup, context)]
}

function ownSource([text, shown]: [string, string]): ValueSource {
  const value: Node = { kind: 'string', value: text, at: nowhere }
  return { table: null, source: factSource, value, label: { ...value, value: shown }, where: [] }
}

/**
 * The reader's games always limit a dimension table with a game column, even without `cgi_filter`. A restricted
 * dimension whose table has none is limited by the table between it and the facts, if all facts reach it through that
 * table and it has a game column: regions by the servers in them.
 */
function tableSource(
  dimension: Dimension,
  tableId: number,
  { games, rules }: Sight,
  lookup: Lookup,
  context: CompileContext,
): ValueSource {
  const { table, physical, node } = dimensionValue(dimension, tableId, lookup)
  const source = joinSource(table)
  const where = tableConditions(table, rules, lookup, context)
  if (games !== null) where.push(...ofGames(table, physical, games))
  const within = games === null ? null : ofTableBetween(dimension, table, games, lookup)
  const { labelColumn } = dimension.info
  const label = labelColumn ? findColumn(physical, labelColumn) : undefined
  return {
    table: physical.name,
    source,
    value: asText(node),
    label: asText(label === undefined ? node : field(source, label)),
    ...(within && { within }),
    where,
  }
}

function ofGames(table: DimensionTable, physical: PhysicalTable, games: BoundValue): Node[] {
  if (table.game_column === null) return []
  const column = requireColumn(physical, table.game_column, `维度表「${table.name}」的游戏列`)
  const isText = kindOfType(column.type) === 'string'
  return [scopeCondition(unmasked(field(joinSource(table), column)), isText, games)]
}

/** null if the table has a game column, or if facts also reach it by another way. */
function ofTableBetween(
  dimension: Dimension,
  table: DimensionTable,
  games: BoundValue,
  lookup: Lookup,
): Join | null {
  if (!dimension.cgi_filter || table.game_column !== null) return null
  const ways = waysToDimension(dimension, lookup.pointTables.values(), lookup.dimensionTables)
  const [id, column] = [ways[0]?.at(-2)?.dimTableId, ways[0]?.at(-1)?.column]
  const between = id === undefined ? undefined : lookup.dimensionTables.get(id)
  if (!between || column === undefined || between.game_column === null) return null
  const isOnlyWay = ways.every((way) => way.at(-2)?.dimTableId === id && way.at(-1)?.column === column)
  if (!isOnlyWay) return null
  const physical = physicalOf(between, lookup)
  const on = [
    leadsTo({ table: between, physical }, column, table, lookup),
    ...ofGames(between, physical, games),
  ]
  return { source: joinSource(between), table: physical.name, on }
}

function factSources(
  dimension: Dimension,
  sight: Sight,
  lookup: Lookup,
  context: CompileContext,
): ValueSource[] {
  let refusal: Unread | null = null
  const sources: ValueSource[] = []
  for (const table of lookup.pointTables.values()) {
    const found = sourceIn(table, dimension, sight, lookup, context)
    if (!('reason' in found)) sources.push(found)
    else if (refusal === null || (found.reaches && !refusal.reaches)) refusal = found
  }
  if (sources.length === 0)
    throw reportInvalid(
      `维度「${dimension.name}」没有可取值的数据表${refusal === null ? '' : `：${refusal.reason}`}`,
    )
  return sources
}

/** Why a fact supplies no values; `reaches`: the fact has the dimension, but this reader may not see it. */
interface Unread {
  reason: string
  reaches: boolean
}

/** The source of the dimension's values in one fact, or the reason why they can't be read. */
function sourceIn(
  table: PointTable,
  dimension: Dimension,
  sight: Sight,
  lookup: Lookup,
  context: CompileContext,
): ValueSource | Unread {
  let reaches = false
  try {
    const fact = factTableOf(table, lookup)
    const result = reachDimension(fact, dimension, lookup, context)
    if (!('reach' in result)) return { reason: result.reason, reaches }
    reaches = true
    const request = { fact, leaves: [], title: `指标表「${table.name}」` }
    const value = asText(
      grained(result.reach, dimension, chooseGrain([dimension], undefined), request, context),
    )
    const where = sightConditions(request, sight, lookup, context)
    return { table: fact.physical.name, source: factSource, value, label: value, where }
  } catch (error) {
    if (error instanceof ReportProblem) return { reason: error.message, reaches }
    throw error
  }
}
