// A fact's part of the statement: one pass for all that adds up, and one for each distinct point.
import type { FactPlan, LeafPoint, Node } from '../plan/tree.ts'
import { define, groupBy, select } from './select.ts'
import type { Writer } from './writer.ts'

/** A query at the report's grain that gives some of the points. */
export interface Branch {
  name: string
  text: string
  /** Text of each point that it gives, by key. */
  points: Map<string, string>
}

/** The pairs (dimensions, value) of a distinct point, each once. */
export interface Pairs {
  key: string
  name: string
  value: string
}

export interface FactText {
  /** Common table expressions, in order. */
  parts: string[]
  branches: Branch[]
  pairs: Pairs[]
}

export function factBranches(fact: FactPlan, dims: string[], name: string, writer: Writer): FactText {
  const distinct = fact.points.filter((point) => point.aggregate === 'distinct')
  const additive = fact.points.filter((point) => point.aggregate !== 'distinct')
  const parts: string[] = []
  const branches: Branch[] = []
  const pairs: Pairs[] = []
  // A single distinct point's pairs know all rows of the fact; otherwise the pass over the fact tells them.
  const alone = additive.length === 0 && distinct.length === 1 && distinct[0]?.condition === null
  if (!alone) branches.push(additiveBranch(fact, additive, distinct, dims, name, writer))
  for (const point of distinct) {
    const own = `${name}_${point.key}`
    const value = writer.name(`${own}_value`)
    parts.push(define(writer.dialect.materialized(own), pairsText(fact, point, dims, value, writer)))
    pairs.push({ key: point.key, name: own, value })
    branches.push(countBranch(point, own, value, dims, writer))
  }
  return { parts, branches, pairs }
}

function additiveBranch(
  fact: FactPlan,
  additive: LeafPoint[],
  distinct: LeafPoint[],
  dims: string[],
  name: string,
  writer: Writer,
): Branch {
  const figures = additive.map((point) => `${aggregateText(point, writer)} AS ${writer.name(point.key)}`)
  // Rows of the fact without a value to count are zero, unlike rows that the fact lacks.
  const zeros = distinct.map((point) => [point.key, '0'] as const)
  const columns = [...dimensionColumns(fact, dims, writer), ...figures]
  return {
    name,
    text: select(columns.length === 0 ? ['count(*)'] : columns, [
      ...fromText(fact, [], writer),
      groupBy(dims),
    ]),
    points: new Map([...additive.map((point) => [point.key, writer.name(point.key)] as const), ...zeros]),
  }
}

function aggregateText(point: LeafPoint, writer: Writer): string {
  return writer.dialect.aggregate(
    point.aggregate,
    point.argument === null ? null : writer.write(point.argument),
    point.condition === null ? null : writer.write(point.condition),
  )
}

function dimensionColumns(fact: FactPlan, dims: string[], writer: Writer): string[] {
  return dims.map((key, index) => `${writer.write(fact.dims[index] as Node)} AS ${writer.name(key)}`)
}

function fromText(fact: FactPlan, conditions: Node[], writer: Writer): (string | null)[] {
  const joins = fact.joins.map(
    (join) =>
      `LEFT JOIN ${writer.name(join.table)} AS ${join.source} ON ${join.on.map((on) => writer.conjunct(on)).join(' AND ')}`,
  )
  const where = [...fact.where, ...conditions].map((condition) => writer.conjunct(condition))
  return [
    `FROM ${writer.name(fact.physicalName)} AS f`,
    ...joins,
    where.length === 0 ? null : `WHERE ${where.join(' AND ')}`,
  ]
}

function pairsText(fact: FactPlan, point: LeafPoint, dims: string[], value: string, writer: Writer): string {
  const argument = writer.write(point.argument as Node)
  const columns = [...dimensionColumns(fact, dims, writer), `${argument} AS ${value}`]
  const places = columns.map((_, index) => index + 1).join(', ')
  const conditions = point.condition === null ? [] : [point.condition]
  return select(columns, [...fromText(fact, conditions, writer), `GROUP BY ${places}`])
}

function countBranch(point: LeafPoint, pairs: string, value: string, dims: string[], writer: Writer): Branch {
  const key = writer.name(point.key)
  return {
    name: `${pairs}_rows`,
    text: select(
      [...dims.map((dim) => writer.name(dim)), `count(${value}) AS ${key}`],
      [`FROM ${pairs}`, groupBy(dims)],
    ),
    points: new Map([[point.key, key]]),
  }
}
