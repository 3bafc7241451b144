// Rules on dimensions as conditions on a fact. A rule uses only the fact's own columns, so that it works in any WHERE:
// a dimension of a joined table is looked up by its key.
//
//   渠道 only ios, `channel` in the fact        f."channel" IN (ios)
//   渠道类型 only 买量, of dim_channel          f."channel" IN (SELECT j2."channel" FROM dim_channel AS j2 WHERE …)
//   a fact that can't tell the dimension       refused, or unrestricted if the rule leaves such facts open
import { findColumn, kindOfType } from '#semantic/model/expression/columns.ts'
import { isComposite, mapChildren } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem, reportInvalid } from '#semantic/model/problem.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type {
  CompileContext,
  Dimension,
  DimensionTable,
  PhysicalTable,
  PointTable,
} from '#semantic/model/types.ts'
import { type BoundRule, sightOf } from '../asked/sight.ts'
import { binary, field, isNull, not, truth, unmasked } from '../tree/build.ts'
import { factSource } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import type { FactTable } from './factTable.ts'
import { type JoinStep, joinSource, sidesOf } from './joins.ts'
import { columnsValue, dimensionValue, type Reach, reachDimension } from './reach.ts'
import { isSegment } from './segments.ts'

/**
 * The conditions of all rules on the fact's rows. Throws if the fact lacks a rule's dimension and the rule does not
 * leave such facts open, or if the dimension can't be computed.
 */
export function ruleConditions(
  fact: FactTable,
  rules: readonly BoundRule[],
  lookup: Lookup,
  context: CompileContext,
): Node[] {
  // By the values themselves: over masks a rule would deny other rows.
  return rules.flatMap((rule) => ruleCondition(fact, rule, lookup, context) ?? []).map(unmasked)
}

function ruleCondition(
  fact: FactTable,
  bound: BoundRule,
  lookup: Lookup,
  context: CompileContext,
): Node | null {
  const { rule, dimension } = bound
  if (isSegment(dimension)) throw outOfSight(dimension, '人群不能用来限定数据范围')
  const result = reachDimension(fact, dimension, lookup, context)
  if ('reach' in result) return overReach(result.reach, bound)
  if (rule.open && result.problem === null) return null
  throw outOfSight(dimension, result.reason)
}

const outOfSight = (dimension: Dimension, reason: string): ReportProblem =>
  reportInvalid(`不在你的数据范围内：你的数据按维度「${dimension.name}」限定，而${reason}`)

/** A row without a match in the dimension's table has the empty value, as with a left join. */
function overReach(reach: Reach, { rule, passes, fails }: BoundRule): Node | null {
  const { joins } = reach
  const [first] = joins
  if (first === undefined) return passes(reach)
  const takesEmpty = rule.values.includes(null) === (rule.how === 'only')
  if (!takesEmpty) return leadingTo(joins, passes(reach))
  return binary('or', not(leadingTo(joins, fails(reach))), isNull(sidesOf(first).own))
}

/** Whether the joins lead to a row that meets the condition. */
function leadingTo(joins: readonly JoinStep[], condition: Node | null): Node {
  return joins.reduceRight<Node>((where, step) => {
    const { own, key } = sidesOf(step)
    const { physical, source } = step
    return {
      kind: 'keyOf',
      operand: own,
      table: physical.name,
      source,
      key,
      where: binary('and', where, isNull(key, true)),
    }
  }, condition ?? truth(true))
}

/**
 * The rules that apply to a dimension table's own rows, over its source in a statement. Other rules are skipped: the
 * table holds names, not figures.
 */
export function tableConditions(
  table: DimensionTable,
  rules: readonly BoundRule[],
  lookup: Lookup,
  context: CompileContext,
): Node[] {
  return rules.flatMap((rule) => {
    const condition = overTable(table, rule, lookup, context)
    return condition === null ? [] : unmasked(resourced(condition, factSource, joinSource(table)))
  })
}

/** Over the source of facts; null if the table's rows lack the dimension. */
function overTable(
  table: DimensionTable,
  bound: BoundRule,
  lookup: Lookup,
  context: CompileContext,
): Node | null {
  const { dimension, passes } = bound
  if (dimension.table_id === table.id) {
    const { node, kind } = dimensionValue(dimension, table.id, lookup)
    const own = resourced(node, joinSource(table), factSource)
    return passes({ node: own, kind, days: null })
  }
  const physical = lookup.physicalTable(table.table_truename)
  if (physical === undefined || isSegment(dimension)) return null
  const result = reachDimension({ table: factOf(table), physical }, dimension, lookup, context)
  if ('reach' in result) return overReach(result.reach, bound)
  if (result.problem !== null) throw outOfSight(dimension, result.reason)
  const key = isKeyOf(table, dimension, lookup) ? findColumn(physical, table.key_column) : undefined
  if (key === undefined) return null
  return passes({ node: field(factSource, key), kind: kindOfType(key.type), days: null })
}

/** Whether the dimension is the column by which facts join the table: then its key holds the dimension's values. */
function isKeyOf(table: DimensionTable, { table_id, info }: Dimension, lookup: Lookup): boolean {
  const column = info.expression?.trim().replace(/^"|"$/g, '').toLowerCase()
  if (table_id !== null || !column) return false
  return [...lookup.pointTables.values()].some(({ joins }) =>
    joins.some(
      (join) =>
        join.dimTableId === table.id && join.role === undefined && join.column.toLowerCase() === column,
    ),
  )
}

/** A lookup table as a fact: the same columns and joins, no days. */
const factOf = (table: DimensionTable): PointTable => ({
  ...table,
  date_column: null,
  time_column: null,
  grain_key: [],
  update_frequency: '',
  joins: table.joins ?? [],
})

/** The rules' conditions on a table's rows, over the fact's source, or why the rules can't be applied. */
type TableSight = { conditions: Node[] } | { refusal: string }

/** A warehouse table as an SQL reader sees it: as a fact, as a lookup table, or by its columns alone. */
export function tableSight(
  physical: PhysicalTable,
  scope: Pick<RowScope, 'rules'>,
  lookup: Lookup,
  context: CompileContext,
): TableSight {
  try {
    const { rules } = sightOf({ games: 'all', rules: scope.rules }, lookup)
    return { conditions: rules.flatMap((rule) => ruleOver(physical, rule, lookup, context) ?? []) }
  } catch (error) {
    if (error instanceof ReportProblem) return { refusal: error.message }
    throw error
  }
}

function ruleOver(
  physical: PhysicalTable,
  bound: BoundRule,
  lookup: Lookup,
  context: CompileContext,
): Node | null {
  const named = <Table extends { table_truename: string }>(tables: Iterable<Table>): Table[] =>
    [...tables].filter(({ table_truename }) => table_truename.toLowerCase() === physical.name.toLowerCase())
  const facts = named(lookup.pointTables.values())
  const closed: BoundRule = { ...bound, rule: { ...bound.rule, open: false } }
  let refusal: ReportProblem | null = null
  for (const table of facts)
    try {
      return ruleCondition({ table, physical }, closed, lookup, context)
    } catch (error) {
      if (!(error instanceof ReportProblem)) throw error
      refusal ??= error
    }
  const looked = named(lookup.dimensionTables.values())
  for (const table of looked) {
    const condition = overTable(table, bound, lookup, context)
    if (condition !== null) return condition
  }
  const own = columnsValue(bound.dimension, physical, factSource)
  if (own !== null) return bound.passes({ ...own, days: null })
  if (bound.rule.open || (facts.length === 0 && looked.length > 0)) return null
  throw refusal ?? outOfSight(bound.dimension, `表 ${physical.name} 没有这个维度`)
}

/** The node with one source replaced by another. */
function resourced(node: Node, from: string, to: string): Node {
  if (node.kind === 'field') return node.source === from ? { ...node, source: to } : node
  if (isComposite<Node>(node)) return mapChildren(node, (child) => resourced(child, from, to))
  return 'operand' in node ? { ...node, operand: resourced(node.operand, from, to) } : node
}

/** Tables in which the conditions look up keys. */
export const lookedUpIn = (conditions: readonly Node[]): string[] =>
  conditions.flatMap((node): string[] => {
    if (node.kind === 'keyOf') return [node.table, ...lookedUpIn([node.where])]
    if (node.kind === 'binary') return lookedUpIn([node.left, node.right])
    return node.kind === 'unary' ? lookedUpIn([node.operand]) : []
  })
