// The first values of a dimension: ranked over the whole of the period, then all else mapped to one row. What is
// mapped is what the figures are taken from, not the figures, so that distinct counts and balances of the rest are
// right too.
import { rowSource } from '../plan/computed.ts'
import type { LeafPoint, TopPlan } from '../plan/tree.ts'
import { withComputed } from './computed.ts'
import { type Balances, type Branch, type FactSources, knownRows } from './facts.ts'
import { figuresText, sameKeys } from './figures.ts'
import { rollUp } from './rows.ts'
import { define, groupByFirst, select } from './select.ts'
import type { Writer } from './writer.ts'

/** Column that marks the row of the rest. It stands behind its dimension, as one more. */
export const otherColumn = '_other'
const firstColumn = '_first'

/** The dimensions with the mark of the rest behind the one that is cut. */
export function markedKeys(dims: string[], top: TopPlan | null): string[] {
  return dims.flatMap((key) => (key === top?.dim ? [key, otherColumn] : [key]))
}

/** Expressions that rank; the last of them, `name`, holds the first values. */
export function rankParts(
  top: TopPlan,
  sources: FactSources[],
  leaves: LeafPoint[],
  name: string,
  writer: Writer,
): string[] {
  const ranked = `${name}_ranked`
  const figures = figuresText(
    [top.dim],
    leaves.filter((leaf) => top.leaves.has(leaf.key)),
    {
      bases: sources.map(knownRows),
      pairs: sources.flatMap(({ pairs }) => pairs),
      balances: sources.flatMap(({ balances }) => balances ?? []),
    },
    writer,
  )
  const dim = `${rowSource}.${writer.name(top.dim)}`
  const first = select(
    [dim, `TRUE AS ${writer.name(firstColumn)}`],
    [
      `FROM ${withComputed(ranked, top.computed, writer)}`,
      `ORDER BY ${rowSource}.${writer.name(top.by)} DESC NULLS LAST, ${dim} ASC NULLS LAST`,
      `LIMIT ${top.count}`,
    ],
  )
  return [define(ranked, figures), define(writer.dialect.materialized(name), first)]
}

/** A fact's sources with the values below the first ones made one. */
export function mapToTop(source: FactSources, mapping: Mapping, writer: Writer): FactSources {
  const { base, pairs, balances } = source
  const mappedPairs = pairs.map((own) => ({ ...own, name: `${own.name}_top` }))
  const mappedBalances =
    balances === null
      ? null
      : // Several values of one series may be of the rest.
        { ...balances, name: `${balances.name}_top`, single: false }
  const parts = [
    ...pairs.map((own) => mappedText(own.name, [own.value], true, mapping, writer)),
    ...(balances === null
      ? []
      : [mappedText(balances.name, balanceColumns(balances, writer), false, mapping, writer)]),
  ]
  return {
    ...source,
    parts,
    base: base === null ? null : mappedBase(base, mapping, writer),
    pairs: mappedPairs,
    balances: mappedBalances,
  }
}

export interface Mapping {
  dims: string[]
  top: TopPlan
  /** Name of the expression with the first values. */
  first: string
  leaves: LeafPoint[]
}

function balanceColumns({ series, points }: Balances, writer: Writer): string[] {
  return [...series, ...points.flatMap(({ key, at }) => [writer.name(key), at])]
}

function mappedBase(base: Branch, mapping: Mapping, writer: Writer): Branch {
  const leaves = new Map(mapping.leaves.map((leaf) => [leaf.key, leaf]))
  const figures = [...base.points].flatMap(([key, text]) => {
    const rolled = rollUp(leaves.get(key) as LeafPoint, text, writer)
    return rolled === null ? [] : [`${rolled} AS ${writer.name(key)}`]
  })
  const { columns, from } = mappedColumns(base.name, mapping, writer)
  return {
    ...base,
    name: `${base.name}_top`,
    text: select([...columns, ...figures], [from, groupByFirst(columns.length)]),
  }
}

function mappedText(
  name: string,
  own: string[],
  isGrouped: boolean,
  mapping: Mapping,
  writer: Writer,
): string {
  const { columns, from } = mappedColumns(name, mapping, writer)
  const all = [...columns, ...own]
  const text = select(all, [from, isGrouped ? groupByFirst(all.length) : null])
  return define(writer.dialect.materialized(`${name}_top`), text)
}

function mappedColumns(
  from: string,
  { dims, top, first }: Mapping,
  writer: Writer,
): { columns: string[]; from: string } {
  const isFirst = `${first}.${writer.name(firstColumn)}`
  const columns = dims.flatMap((key) => {
    const name = writer.name(key)
    const own = `${from}.${name}`
    if (key !== top.dim) return [`${own} AS ${name}`]
    return [
      `CASE WHEN ${isFirst} THEN ${own} END AS ${name}`,
      `NOT coalesce(${isFirst}, FALSE) AS ${writer.name(otherColumn)}`,
    ]
  })
  return { columns, from: `FROM ${from} LEFT JOIN ${first} ON ${sameKeys(first, from, [top.dim], writer)}` }
}
