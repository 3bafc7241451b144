// First N values of a dimension: ranked over the whole period, all others mapped to one value, 其他. The
// sources (pairs, last balances) are mapped, not the figures, so that distinct counts and balances of 其他
// are right, too.
//
//   _top       SELECT r."d4", TRUE AS "_first" FROM _top_ranked AS r ORDER BY r."p2" DESC … LIMIT 2
//   mapped     CASE WHEN _top."_first" THEN _1."d4" END AS "d4",
//              NOT coalesce(_top."_first", FALSE) AS "_other"
//
//   d4     minutes            d4     _other  minutes
//   x      70                 x      false   70
//   null   60           →     null   false   60        null is a value of its own
//   ''     50                 null   true    80        其他
//   y      30
import { rowSource } from '../plan/tree/reached.ts'
import type { LeafPoint, Node, TopPlan } from '../plan/tree/tree.ts'
import { withComputed } from './computed.ts'
import {
  type Balances,
  type Branch,
  type FactSources,
  fromText,
  knownRows,
  type Pairs,
  valueColumns,
} from './facts.ts'
import { figuresText, sameKeys } from './figures.ts'
import { rollUp } from './rows.ts'
import { define, groupByFirst, select } from './select.ts'
import { unshownPoints, withShown } from './shown.ts'
import type { Writer } from './writer.ts'

/** Column that is true in rows of 其他; a separate key after its dimension. */
export const otherColumn = '_other'
const firstColumn = '_first'

/** The dimensions' keys with `_other` after the one with top-N values. */
export function markedKeys(dims: string[], top: TopPlan | null): string[] {
  return dims.flatMap((key) => (key === top?.dim ? [key, otherColumn] : [key]))
}

interface RankSources {
  sources: FactSources[]
  /** Other periods, whose values take part without a figure. */
  lost: FactSources[]
  leaves: LeafPoint[]
}

/** Common table expressions; the last one, `name`, has the top N values. */
export function rankParts(top: TopPlan, from: RankSources, name: string, writer: Writer): string[] {
  const { part, order } = rankedBy(top, from, `${name}_ranked`, writer)
  const first = select([`${rowSource}.${writer.name(top.dim)}`, `TRUE AS ${writer.name(firstColumn)}`], order)
  return [part, define(writer.dialect.materialized(name), first)]
}

/**
 * The expression `ranked` with each value's figure, and the clauses that select the top N values from it.
 * Ties go to the smaller value.
 */
export function rankedBy(
  top: TopPlan,
  { sources, lost, leaves }: RankSources,
  ranked: string,
  writer: Writer,
): { part: string; order: string[] } {
  const ranking = leaves.filter((leaf) => top.leaves.has(leaf.key))
  const unshown = unshownPoints(ranking, sources.length + lost.length > 1)
  const shown = withShown(ranked, [writer.name(top.dim)], { leaves: ranking, unshown }, writer)
  const figures = figuresText(
    [top.dim],
    ranking,
    {
      bases: [
        ...sources.map(knownRows),
        ...lost.map((source) => ({ ...knownRows(source), points: new Map() })),
      ],
      pairs: sources.flatMap(({ pairs }) => pairs),
      balances: sources.flatMap(({ balances }) => balances ?? []),
    },
    writer,
  )
  const dim = `${rowSource}.${writer.name(top.dim)}`
  const order = [
    `FROM ${withComputed(shown, top.computed, writer)}`,
    `ORDER BY ${rowSource}.${writer.name(top.by)} DESC NULLS LAST, ${dim} ASC NULLS LAST`,
    `LIMIT ${top.count}`,
  ]
  return { part: define(ranked, figures), order }
}

/** A fact's sources with all values outside the top N merged. */
export function mapToTop(source: FactSources, mapping: Mapping, writer: Writer): FactSources {
  const { base, pairs, balances } = source
  const mappedPairs = pairs.map((own): Pairs => ({ ...own, name: `${own.name}_top`, unread: null }))
  const mappedBalances =
    balances === null
      ? null
      : {
          ...balances,
          name: `${balances.name}_top`,
          // Where the dimension is not constant within a series, one series may have several values within
          // 其他.
          single: balances.single && balances.ofSeries.includes(mapping.top.dim),
        }
  const parts = [
    ...pairs.map((own) =>
      define(writer.dialect.materialized(`${own.name}_top`), pairsText(own, mapping, writer)),
    ),
    ...(balances === null
      ? []
      : [
          define(
            writer.dialect.materialized(`${balances.name}_top`),
            balancesText(balances, mapping, writer),
          ),
        ]),
  ]
  return {
    ...source,
    parts,
    base: base === null ? null : mappedBase(base, mapping, writer),
    pairs: mappedPairs,
    balances: mappedBalances,
  }
}

interface Mapping {
  dims: string[]
  top: TopPlan
  /** Name of the expression with the top N values, or of their list. */
  first: string
  leaves: LeafPoint[]
}

/** The columns of last balances that are no dimensions: series, values, moments. */
export function balanceColumns({ series, points }: Balances, writer: Writer): string[] {
  return [...series, ...points.flatMap(({ key, at }) => [writer.name(key), at])]
}

function balancesText(balances: Balances, mapping: Mapping, writer: Writer): string {
  const { columns, from } = mappedColumns(balances.name, mapping, writer)
  return select([...columns, ...balanceColumns(balances, writer)], [from])
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

/** The mapped pairs, each once: a player of two channels within 其他 counts once there. */
function pairsText(pairs: Pairs, mapping: Mapping, writer: Writer): string {
  const { name, value, statistic, per, unread } = pairs
  if (unread === null) {
    const { columns, from } = mappedColumns(name, mapping, writer)
    if (per !== null) {
      const sum = writer.dialect.aggregate('sum', value, null)
      return select([...columns, per, `${sum} AS ${value}`], [from, groupByFirst(columns.length + 1)])
    }
    return select([...columns, value], [from, statistic === null ? groupByFirst(columns.length + 1) : null])
  }
  const { fact, point } = unread
  const { dims, top, first } = mapping
  const texts = new Map(dims.map((key, index) => [key, writer.operand(fact.dims[index] as Node)]))
  const columns = mappedKeys((key) => texts.get(key) as string, mapping, writer)
  const read = valueColumns(point, pairs, columns.length, writer)
  const meeting = writer.dialect.same(`${first}.${writer.name(top.dim)}`, texts.get(top.dim) as string)
  const joined = writer.dialect.valueList === null ? [`LEFT JOIN ${first} ON ${meeting}`] : []
  const conditions = point.condition === null ? [] : [point.condition]
  return select([...columns, ...read.columns], [...fromText(fact, conditions, writer, joined), read.grouped])
}

function mappedColumns(from: string, mapping: Mapping, writer: Writer): { columns: string[]; from: string } {
  const { top, first } = mapping
  const meeting = ` LEFT JOIN ${first} ON ${sameKeys(first, from, [top.dim], writer)}`
  return {
    columns: mappedKeys((key) => `${from}.${writer.name(key)}`, mapping, writer),
    from: `FROM ${from}${writer.dialect.valueList === null ? meeting : ''}`,
  }
}

/** The dimensions of a mapped source in a select list. `own`: a dimension's text before the mapping. */
function mappedKeys(own: (key: string) => string, { dims, top, first }: Mapping, writer: Writer): string[] {
  return dims.flatMap((key) => {
    const name = writer.name(key)
    if (key !== top.dim) return [`${own(key)} AS ${name}`]
    const { isFirst, isOther } = placing(first, own(key), writer)
    return [
      `CASE WHEN ${isFirst} THEN ${own(key)} END AS ${name}`,
      `${isOther} AS ${writer.name(otherColumn)}`,
    ]
  })
}

/** Whether a value is among the first ones: of joined ones the others have no row. */
function placing(first: string, value: string, { dialect }: Writer) {
  if (dialect.valueList === null) {
    const isFirst = `${first}.${dialect.identifier(firstColumn)}`
    return { isFirst, isOther: `NOT coalesce(${isFirst}, FALSE)` }
  }
  const isFirst = dialect.valueList.includes(first, value)
  return { isFirst, isOther: dialect.truth(`NOT ${isFirst}`) }
}
