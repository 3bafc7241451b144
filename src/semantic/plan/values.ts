// The plan for listing the values that a dimension's filter offers: read from its dimension table, or, for a
// dimension without one, from all facts that have it.
import { findColumn, kindOfType } from '../model/expression/columns.ts'
import { nowhere } from '../model/expression/tree.ts'
import type { Lookup } from '../model/lookup.ts'
import { ReportProblem, reportInvalid } from '../model/problem.ts'
import { segmentValues } from '../model/segments.ts'
import type { CompileContext, Dimension, PointTable } from '../model/types.ts'
import { asText, field } from './build.ts'
import { scopeCondition, sightConditions } from './facts.ts'
import { factSource, factTableOf, requireColumn } from './factTable.ts'
import { chooseGrain, grained } from './grain.ts'
import { joinSource } from './joins.ts'
import { dimensionValue, reachDimension } from './reach.ts'
import { isSegment } from './segments.ts'
import { type Sight, sightOf, tableConditions } from './sight.ts'
import type { BoundValue, Node } from './tree.ts'

export interface ValueSource {
  /** null: the value stands for itself. */
  table: string | null
  source: string
  value: Node
  label: Node
  where: Node[]
}

export interface ValuesPlan {
  sources: ValueSource[]
  /** Text that a value or label has to contain, in any case; null for all values. */
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
  if (isSegment(dimension)) return Object.values(segmentValues).map(ownSource)
  return dimension.table_id === null
    ? factSources(dimension, sight, lookup, context)
    : [tableSource(dimension, dimension.table_id, sight, lookup, context)]
}

function ownSource(text: string): ValueSource {
  const value: Node = { kind: 'string', value: text, at: nowhere }
  return { table: null, source: factSource, value, label: value, where: [] }
}

/** The games limit a dimension table with a game column always, also where `cgi_filter` is off. */
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
  if (games !== null && table.game_column !== null) {
    const column = requireColumn(physical, table.game_column, `维度表「${table.name}」的游戏列`)
    where.push(scopeCondition(field(source, column), kindOfType(column.type) === 'string', games))
  }
  const { labelColumn } = dimension.info
  const label = labelColumn ? findColumn(physical, labelColumn) : undefined
  return {
    table: physical.name,
    source,
    value: asText(node),
    label: asText(label === undefined ? node : field(source, label)),
    where,
  }
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

/** Why a fact gives no values; `reaches`: it has them, for others. */
interface Unread {
  reason: string
  reaches: boolean
}

/** The source of the dimension's values in one fact, or the reason why it can't be read. */
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
