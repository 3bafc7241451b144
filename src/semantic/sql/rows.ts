// Puts queries with some of the points each together, one row for each combination of the keys. They are
// stacked and grouped once more, not joined, so that no fact multiplies another's figures, and rows that only
// one has are kept.
//
//   SELECT "d1", sum("p11") AS "p11", sum("p21") AS "p21"
//   FROM (SELECT "d1", "p11", NULL AS "p21" FROM _1
//         UNION ALL SELECT "d1", NULL AS "p11", "p21" FROM _2) AS _all
//   GROUP BY 1
import type { LeafPoint } from '../plan/tree/tree.ts'
import type { Branch } from './facts.ts'
import { groupBy, indent, select } from './select.ts'
import type { Writer } from './writer.ts'

/** A query in the stack. `from`: a defined name, or the query itself in parentheses. */
export interface Stacked extends Pick<Branch, 'points'> {
  from: string
}

export function stackText(
  stacked: Stacked[],
  keys: string[],
  leaves: LeafPoint[],
  alias: string,
  writer: Writer,
): string {
  const stack = stacked
    .map((branch) => {
      const columns = leaves.map(({ key }) => {
        const held = branch.points.get(key)
        const column = writer.name(key)
        return held === column ? column : `${held ?? 'NULL'} AS ${column}`
      })
      return select([...keys.map((key) => writer.name(key)), ...columns], [`FROM ${branch.from}`])
    })
    .join('\nUNION ALL\n')
  const merged = leaves.map(
    (leaf) =>
      `${writer.dialect.aggregate(mergeOf(leaf), writer.name(leaf.key), null)} AS ${writer.name(leaf.key)}`,
  )
  return select(
    [...keys.map((key) => writer.name(key)), ...merged],
    [`FROM (\n${indent(stack)}\n) AS ${alias}`, groupBy(keys)],
  )
}

/**
 * The aggregate that merges the stacked rows of one key: one has the point's value, others null (or 0 for
 * distinct counts).
 */
function mergeOf(leaf: LeafPoint): 'min' | 'max' | 'sum' {
  return leaf.aggregate === 'min'
    ? 'min'
    : leaf.aggregate === 'max' || leaf.aggregate === 'distinct' || leaf.aggregate === 'statistic'
      ? 'max'
      : 'sum'
}

/**
 * The aggregate that computes a point's figure by fewer keys from figures by more; null for distinct counts
 * and balances.
 */
export function rollUp(
  leaf: Pick<LeafPoint, 'aggregate'>,
  column: string,
  { dialect }: Writer,
): string | null {
  switch (leaf.aggregate) {
    case 'distinct':
    case 'last':
    case 'first':
    case 'statistic':
      return null
    case 'min':
    case 'max':
      return dialect.aggregate(leaf.aggregate, column, null)
    default:
      return dialect.aggregate('sum', column, null)
  }
}
