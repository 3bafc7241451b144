// How a point table reaches a dimension, found before anything runs; if it can't, the reason in Chinese.
//
//   dimension                                      reached by
//   the business's date or time, the game          the fact's own date, time or game column
//   an expression without a dimension table        the fact's own columns of these names
//   an expression of a dimension table             many-to-one joins: a column = the next dimension table's key
//   a segment                                      the fact's own column of the player's id (segments.ts)
//
// A way with a key that is not unique is refused: it would multiply the facts' rows.
import { findColumn, kindOfType, readExpression } from '#semantic/model/expression/columns.ts'
import { parseExpression } from '#semantic/model/expression/parse.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem, reportInvalid, within } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension, DimensionTable, PhysicalTable } from '#semantic/model/types.ts'
import type { Way } from '#semantic/model/ways.ts'
import { bindColumns, field } from '../tree/build.ts'
import { dayNode, factSource, type Reached } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { daySource, type FactTable, gameNode, requireColumn, timeNode } from './factTable.ts'
import { type JoinStep, joinSource, physicalOf, sourceOf, stepsOf } from './joins.ts'
import { isSegment, reachSegment, type SegmentReach } from './segments.ts'
import { wayOf } from './ways.ts'

export interface Reach extends Reached {
  /** The joins to the dimension's table, in order; empty if the fact's own columns hold the dimension. */
  joins: JoinStep[]
  /** Set for a segment, whose players must be joined. */
  segment?: SegmentReach
}

/** `problem` is set if a definition is wrong (bad expression, missing table), not merely unconnected. */
type ReachResult = { reach: Reach } | { reason: string; problem: ReportProblem | null }

export function reachDimension(
  fact: FactTable,
  dimension: Dimension,
  lookup: Lookup,
  context: CompileContext,
): ReachResult {
  try {
    if (isSegment(dimension)) {
      const closed = closedTo(dimension, lookup, context)
      if (closed !== null) return unreachable(closed)
      const found = reachSegment(fact, dimension, lookup, context)
      return 'reason' in found
        ? unreachable(found.reason)
        : { reach: { ...found, kind: 'string', joins: [], days: null } }
    }
    if (dimension.table_id !== null) return joined(fact, dimension, dimension.table_id, lookup)
    if (dimension.info.expression?.trim()) return degenerate(fact, dimension, dimension.info.expression)
    return builtIn(fact, dimension, context)
  } catch (error) {
    if (error instanceof ReportProblem) return { reason: error.message, problem: error }
    throw error
  }
}

/**
 * Segments are computed from the rows that their owner sees: readers limited by a rule that is not open may not use
 * them.
 */
function closedTo({ name }: Dimension, lookup: Lookup, { rules }: CompileContext): string | null {
  const closing = rules.find(({ open }) => !open)
  if (closing === undefined) return null
  const own = lookup.dimensions.get(closing.dim)?.name ?? `#${closing.dim}`
  return `人群「${name}」不按你的数据范围计算，而你的数据按维度「${own}」限定`
}

const unreachable = (reason: string): ReachResult => ({ reason, problem: null })

function builtIn(fact: FactTable, dimension: Dimension, context: CompileContext): ReachResult {
  const { name } = fact.table
  if (dimension.types === 'game') {
    const game = gameNode(fact)
    if (game === null) return unreachable(`「${name}」没有游戏列`)
    return { reach: { ...game, joins: [], days: null } }
  }
  if (dimension.types === 'date') {
    const days = daySource(fact, context)
    if (days === null) return unreachable(`「${name}」没有日期列`)
    return { reach: { node: dayNode(days), kind: 'date', joins: [], days } }
  }
  if (dimension.types === 'time') {
    const time = timeNode(fact, context)
    if (time === null) return unreachable(`「${name}」没有时间列`)
    return { reach: { node: time, kind: 'datetime', joins: [], days: daySource(fact, context) } }
  }
  throw reportInvalid(`维度「${dimension.name}」没有表达式`)
}

function degenerate(fact: FactTable, dimension: Dimension, text: string): ReachResult {
  const { table, physical } = fact
  const truename = dimension.table_truename
  if (truename && truename.toLowerCase() !== table.table_truename.toLowerCase())
    return unreachable(`维度只在数据表 ${truename} 中`)
  const lacking = namesIn(parseDimension(dimension, text)).find(
    (leaf) => leaf.kind === 'column' && findColumn(physical, leaf.name) === undefined,
  )
  if (lacking !== undefined) return unreachable(`「${table.name}」没有列 ${lacking.name}`)
  const { expression, kind } = readDimension(dimension, text, physical)
  return {
    reach: { node: bindColumns(expression, physical, factSource), kind, joins: [], days: null },
  }
}

function parseDimension(dimension: Dimension, text: string) {
  try {
    return parseExpression(text)
  } catch (error) {
    throw within(`维度「${dimension.name}」的表达式`, error)
  }
}

function readDimension(dimension: Dimension, text: string, physical: PhysicalTable) {
  try {
    return readExpression(text, physical)
  } catch (error) {
    throw within(`维度「${dimension.name}」的表达式`, error)
  }
}

interface DimensionValue {
  table: DimensionTable
  physical: PhysicalTable
  node: Node
  kind: Kind
}

/**
 * A dimension's value over its own dimension table, without a fact; `way` leads there from a fact. Throws if the table
 * or a column is missing.
 */
export function dimensionValue(
  dimension: Dimension,
  tableId: number,
  lookup: Lookup,
  way?: Way,
): DimensionValue {
  const table = tableOf(dimension, tableId, lookup)
  const physical = physicalOf(table, lookup)
  const source = way === undefined ? joinSource(table) : sourceOf(way)
  const text = dimension.info.expression?.trim()
  if (!text) {
    const column = requireColumn(physical, table.key_column, `维度表「${table.name}」的主键`)
    return { table, physical, node: field(source, column), kind: kindOfType(column.type) }
  }
  const { expression, kind } = readDimension(dimension, text, physical)
  return { table, physical, node: bindColumns(expression, physical, source), kind }
}

function tableOf(dimension: Dimension, tableId: number, lookup: Lookup): DimensionTable {
  const table = lookup.dimensionTables.get(tableId)
  if (table === undefined)
    throw reportInvalid(`维度「${dimension.name}」的维度表已被删除`, { missing: [`维度表 #${tableId}`] })
  return table
}

function joined(fact: FactTable, dimension: Dimension, tableId: number, lookup: Lookup): ReachResult {
  const way = wayOf(fact, dimension, tableOf(dimension, tableId, lookup), lookup)
  // Errors of the dimension itself are reported whether or not the fact joins its table.
  const { node, kind } = dimensionValue(dimension, tableId, lookup, typeof way === 'string' ? undefined : way)
  if (typeof way === 'string') return unreachable(way)
  return { reach: { node, kind, joins: stepsOf(fact, way, lookup), days: null } }
}

/** The value of a dimension without a table, over any table's columns; null if the table lacks those columns. */
export function columnsValue(
  dimension: Dimension,
  physical: PhysicalTable,
  source: string,
): { node: Node; kind: Kind } | null {
  const text = dimension.info.expression?.trim()
  const truename = dimension.table_truename
  if (dimension.table_id !== null || !text) return null
  if (truename && truename.toLowerCase() !== physical.name.toLowerCase()) return null
  const isLacking = namesIn(parseDimension(dimension, text)).some(
    (leaf) => leaf.kind === 'column' && findColumn(physical, leaf.name) === undefined,
  )
  if (isLacking) return null
  const { expression, kind } = readDimension(dimension, text, physical)
  return { node: bindColumns(expression, physical, source), kind }
}
