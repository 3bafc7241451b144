// Levels above the rows: the total.
import type { LeafPoint } from '../plan/tree.ts'
import type { Pairs } from './facts.ts'
import { select } from './select.ts'
import type { Writer } from './writer.ts'

/** What a period's levels are taken from. */
export interface LevelSources {
  /** The rows that are shown. */
  rows: string
  /** Whether filters on points left fewer rows than the facts have; pairs are then limited to those left. */
  filtered: boolean
  pairs: Pairs[]
}

export function totalText(
  dims: string[],
  leaves: LeafPoint[],
  sources: LevelSources,
  level: string,
  writer: Writer,
): string {
  const figures = leaves.map((leaf) => {
    const column = writer.name(leaf.key)
    if (leaf.aggregate === 'distinct') return `${distinctTotal(leaf, dims, sources, writer)} AS ${column}`
    // Nothing was counted: that is zero, not empty.
    if (leaf.aggregate === 'count') return `coalesce(sum(${column}), 0) AS ${column}`
    return `${leaf.aggregate}(${column}) AS ${column}`
  })
  const empty = dims.map((key) => `NULL AS ${writer.name(key)}`)
  // Where all figures are counts over pairs there is nothing to aggregate, and one row needs no source.
  const rollsUp = leaves.some((leaf) => leaf.aggregate !== 'distinct')
  return select([`0 AS ${level}`, ...empty, ...figures], [rollsUp ? `FROM ${sources.rows}` : null])
}

function distinctTotal(leaf: LeafPoint, dims: string[], sources: LevelSources, writer: Writer): string {
  const own = sources.pairs.find((candidate) => candidate.key === leaf.key) as Pairs
  const counted = `SELECT count(DISTINCT ${own.value}) FROM ${own.name}`
  if (!sources.filtered) return `(${counted})`
  // The kept rows are one for each combination of dimensions, so that the join multiplies nothing.
  const same = dims.map((key) =>
    writer.dialect.same(`${sources.rows}.${writer.name(key)}`, `${own.name}.${writer.name(key)}`),
  )
  return same.length === 0
    ? `(${counted} WHERE EXISTS (SELECT 1 FROM ${sources.rows}))`
    : `(${counted} JOIN ${sources.rows} ON ${same.join(' AND ')})`
}
