// A plan → one statement.
//
//   facts      each point table once, grouped by the report's dimensions; each distinct point's pairs of
//              (dimensions, value) once, which serve both its rows and its total
//   rows       facts stacked by UNION ALL and grouped once more, so that none multiplies another
//   kept       rows that the filters on points keep
//   levels     the total, then the rows (subtotals will be levels between them)
//   result     computed points over both, ordered, cut
//
// The total of sums, counts, least and greatest values rolls up from the rows before any limit, which is exact;
// distinct counts are counted again over their pairs, and computed points are computed again. Measured on 10
// million rows: a sum by day with its total takes as long as the bare GROUP BY alone, where GROUPING SETS over
// the fact takes half as long again; users by day with their total take a tenth to a quarter longer than the
// bare count by day, where GROUPING SETS takes a third and more.
//
// Where a filter on a point hides rows, the total counts the facts of the rows that are left, so that it is the
// total of what the reader sees; a limit hides nothing from it.
import type { SqlParameter } from '../model/types.ts'
import { rowSource } from '../plan/computed.ts'
import type { ComputedPoint, FactPlan, LeafPoint, OrderTerm, ReportPlan } from '../plan/tree.ts'
import type { Dialect } from './dialect.ts'
import { type Branch, factBranches, type Pairs } from './facts.ts'
import { define, groupBy, select } from './select.ts'
import { Writer } from './writer.ts'

export interface Statement {
  sql: string
  params: SqlParameter[]
  tables: string[]
}

export function writeReport(plan: ReportPlan, dialect: Dialect): Statement {
  const writer = new Writer(dialect)
  const tables = tablesOf(plan.facts)
  const prefix = freePrefix(tables)
  const leaves = plan.facts.flatMap((fact) => fact.points)
  const parts: string[] = []
  const pairs: Pairs[] = []
  const branches: Branch[] = []
  for (const [index, fact] of plan.facts.entries()) {
    const written = factBranches(fact, plan.dims, `${prefix}${index + 1}`, writer)
    parts.push(...written.parts)
    pairs.push(...written.pairs)
    branches.push(...written.branches)
  }
  const names = {
    rows: `${prefix}rows`,
    kept: `${prefix}kept`,
    levels: `${prefix}levels`,
    total: `${prefix}total`,
  }
  if (branches.length > 1) parts.push(...branches.map((branch) => define(branch.name, branch.text)))
  parts.push(
    define(dialect.materialized(names.rows), rowsText(branches, plan.dims, leaves, `${prefix}all`, writer)),
  )
  const filtered = plan.having.length > 0
  const source = filtered ? names.kept : names.rows
  if (filtered)
    parts.push(define(dialect.materialized(names.kept), keptText(plan, leaves, names.rows, writer)))
  const total = totalText(plan, leaves, pairs, { ...names, source, filtered }, writer)
  const columns = [...plan.dims, ...leaves.map((leaf) => leaf.key)].map((key) => writer.name(key))
  const rows = select([`FALSE AS ${writer.name(names.total)}`, ...columns], [`FROM ${source}`])
  parts.push(define(names.levels, `${total}\nUNION ALL\n${rows}`))
  const sql = `WITH ${parts.join(',\n')}\n${resultText(plan, names, writer)}`
  return { sql, params: writer.params, tables }
}

function tablesOf(facts: FactPlan[]): string[] {
  const names = facts.flatMap((fact) => [fact.physicalName, ...fact.joins.map((join) => join.table)])
  return [...new Set(names)]
}

/** Names of our own must not hide a table of the warehouse. */
function freePrefix(tables: string[]): string {
  let prefix = '_'
  while (tables.some((table) => table.startsWith(prefix))) prefix += '_'
  return prefix
}

function rowsText(
  branches: Branch[],
  dims: string[],
  leaves: LeafPoint[],
  stacked: string,
  writer: Writer,
): string {
  const [only, ...others] = branches
  if (only !== undefined && others.length === 0) return only.text
  const stack = branches
    .map((branch) => {
      const columns = leaves.map(({ key }) => {
        const held = branch.points.get(key)
        const column = writer.name(key)
        return held === column ? column : `${held ?? 'NULL'} AS ${column}`
      })
      return select([...dims.map((key) => writer.name(key)), ...columns], [`FROM ${branch.name}`])
    })
    .join('\nUNION ALL\n')
  const merged = leaves.map(
    (leaf) => `${mergeOf(leaf)}(${writer.name(leaf.key)}) AS ${writer.name(leaf.key)}`,
  )
  return select(
    [...dims.map((key) => writer.name(key)), ...merged],
    [`FROM (\n${stack.replace(/^/gm, '  ')}\n) AS ${stacked}`, groupBy(dims)],
  )
}

/** How a point's values at one grain meet: each fact gives at most one, beside empties (and zeros of a distinct count). */
function mergeOf(leaf: LeafPoint): string {
  return leaf.aggregate === 'min'
    ? 'min'
    : leaf.aggregate === 'max' || leaf.aggregate === 'distinct'
      ? 'max'
      : 'sum'
}

function keptText(plan: ReportPlan, leaves: LeafPoint[], rows: string, writer: Writer): string {
  const columns = [...plan.dims, ...leaves.map((leaf) => leaf.key)].map((key) => writer.name(key))
  const conditions = plan.having.map((condition) => writer.conjunct(condition))
  return select(columns, [
    `FROM ${withComputed(rows, plan.computed, writer)}`,
    `WHERE ${conditions.join(' AND ')}`,
  ])
}

/** A source with the computed points as columns beside its own, stage upon stage. */
function withComputed(source: string, computed: ComputedPoint[], writer: Writer): string {
  const stages = new Map<number, ComputedPoint[]>()
  for (const point of computed) stages.set(point.stage, [...(stages.get(point.stage) ?? []), point])
  let text = `${source} AS ${rowSource}`
  for (const [, points] of [...stages].sort(([left], [right]) => left - right)) {
    const formulas = points.map((point) => `${writer.write(point.formula)} AS ${writer.name(point.key)}`)
    text = `(\n  ${select([`${rowSource}.*`, ...formulas], [`FROM ${text}`]).replace(/\n/g, '\n  ')}\n) AS ${rowSource}`
  }
  return text
}

interface TotalNames {
  total: string
  source: string
  kept: string
  filtered: boolean
}

function totalText(
  plan: ReportPlan,
  leaves: LeafPoint[],
  pairs: Pairs[],
  names: TotalNames,
  writer: Writer,
): string {
  const figures = leaves.map((leaf) => {
    const column = writer.name(leaf.key)
    if (leaf.aggregate === 'distinct')
      return `${distinctTotal(leaf, pairs, plan.dims, names, writer)} AS ${column}`
    // Nothing was counted: that is zero, not empty.
    if (leaf.aggregate === 'count') return `coalesce(sum(${column}), 0) AS ${column}`
    return `${leaf.aggregate}(${column}) AS ${column}`
  })
  const dims = plan.dims.map((key) => `NULL AS ${writer.name(key)}`)
  // Where all figures are counts over pairs there is nothing to aggregate, and one row needs no source.
  const rollsUp = leaves.some((leaf) => leaf.aggregate !== 'distinct')
  return select(
    [`TRUE AS ${writer.name(names.total)}`, ...dims, ...figures],
    [rollsUp ? `FROM ${names.source}` : null],
  )
}

function distinctTotal(
  leaf: LeafPoint,
  pairs: Pairs[],
  dims: string[],
  names: TotalNames,
  writer: Writer,
): string {
  const own = pairs.find((candidate) => candidate.key === leaf.key) as Pairs
  const counted = `SELECT count(DISTINCT ${own.value}) FROM ${own.name}`
  if (!names.filtered) return `(${counted})`
  // The kept rows are one for each combination of dimensions, so that the join multiplies nothing.
  const same = dims.map((key) =>
    writer.dialect.same(`${names.kept}.${writer.name(key)}`, `${own.name}.${writer.name(key)}`),
  )
  return same.length === 0
    ? `(${counted} WHERE EXISTS (SELECT 1 FROM ${names.kept}))`
    : `(${counted} JOIN ${names.kept} ON ${same.join(' AND ')})`
}

function resultText(plan: ReportPlan, names: { levels: string; total: string }, writer: Writer): string {
  const columns = plan.columns.map((column) => `${rowSource}.${writer.name(column.key)}`)
  const order = [
    `${rowSource}.${writer.name(names.total)} DESC`,
    ...plan.order.map((term) => orderText(term, writer)),
  ]
  // One row more than the limit tells that there are more; the total is one besides.
  return select(columns, [
    `FROM ${withComputed(names.levels, plan.computed, writer)}`,
    `ORDER BY ${order.join(', ')}`,
    `LIMIT ${plan.limit + 2}`,
  ])
}

/** Empty values come last, whichever the direction. */
function orderText(term: OrderTerm, writer: Writer): string {
  const column = `${rowSource}.${writer.name(term.key)}`
  const direction = term.desc ? 'DESC' : 'ASC'
  if (term.valueOrder === null) return `${column} ${direction} NULLS LAST`
  const rank = writer.dialect.rank(column, writer.bind({ value: term.valueOrder }), term.valueOrder.length)
  return `${rank} ${direction} NULLS LAST, ${column} ${direction} NULLS LAST`
}
