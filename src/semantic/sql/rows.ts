// Branches of facts → rows, each combination of the keys once: stacked, and grouped once more.
import type { LeafPoint } from '../plan/tree.ts'
import type { Branch } from './facts.ts'
import { groupBy, indent, select } from './select.ts'
import type { Writer } from './writer.ts'

/** A branch as the stack reads it: of a name that is defined, or its text within. */
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
 * How a point's values at one grain meet: each fact gives at most one, beside empties (and zeros of a
 * distinct count).
 */
function mergeOf(leaf: LeafPoint): 'min' | 'max' | 'sum' {
  return leaf.aggregate === 'min'
    ? 'min'
    : leaf.aggregate === 'max' || leaf.aggregate === 'distinct'
      ? 'max'
      : 'sum'
}

/** How a point's values at a finer grain make those of a wider one; null where they must be taken again. */
export function rollUp(
  leaf: Pick<LeafPoint, 'aggregate'>,
  column: string,
  { dialect }: Writer,
): string | null {
  switch (leaf.aggregate) {
    case 'distinct':
    case 'last':
      return null
    case 'min':
    case 'max':
      return dialect.aggregate(leaf.aggregate, column, null)
    default:
      return dialect.aggregate('sum', column, null)
  }
}
