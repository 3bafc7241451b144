// Facts' branches → the rows of one period, each combination of the dimensions once.
import type { LeafPoint } from '../plan/tree.ts'
import type { Branch } from './facts.ts'
import { groupBy, select } from './select.ts'
import type { Writer } from './writer.ts'

export function rowsText(
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
