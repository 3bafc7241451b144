// Walks trees of leaves and nested groups, of which any or all parts must hold, whatever a leaf is. groups.ts
// has their schema.

export type Branch<Leaf> = { any: Part<Leaf>[] } | { all: Part<Leaf>[] }
export type Part<Leaf> = Leaf | Branch<Leaf>

export const isBranch = <Leaf extends object>(part: Part<Leaf>): part is Branch<Leaf> =>
  'any' in part || 'all' in part

export const partsOf = <Leaf>(branch: Branch<Leaf>): Part<Leaf>[] =>
  'any' in branch ? branch.any : branch.all

export type Join = 'any' | 'all'
export const joinOf = (branch: Branch<unknown>): Join => ('any' in branch ? 'any' : 'all')

export const branchOf = <Leaf>(join: Join, parts: Part<Leaf>[]): Branch<Leaf> =>
  join === 'any' ? { any: parts } : { all: parts }

/** All leaves, in reading order. */
export const leavesOf = <Leaf extends object>(parts: readonly Part<Leaf>[]): Leaf[] =>
  parts.flatMap((part) => (isBranch(part) ? leavesOf(partsOf(part)) : [part]))

/** The same groups with converted leaves. */
export const mapLeaves = <Leaf extends object, Other extends object>(
  parts: readonly Part<Leaf>[],
  exchange: (leaf: Leaf) => Other,
): Part<Other>[] =>
  parts.map((part) =>
    isBranch(part) ? branchOf(joinOf(part), mapLeaves(partsOf(part), exchange)) : exchange(part),
  )

/**
 * An equivalent tree with the fewest groups: a group of one part becomes that part, and a group inside one of
 * the same kind is merged.
 */
export function simplest<Leaf extends object>(part: Part<Leaf>): Part<Leaf> {
  if (!isBranch(part)) return part
  const join = joinOf(part)
  const parts = partsOf(part).flatMap((one): Part<Leaf>[] => {
    const simple = simplest(one)
    return isBranch(simple) && joinOf(simple) === join ? partsOf(simple) : [simple]
  })
  return parts.length === 1 ? (parts[0] as Part<Leaf>) : branchOf(join, parts)
}
