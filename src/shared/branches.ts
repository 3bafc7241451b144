// Things that stand alone or in groups, of which any has to hold or all, groups within groups: walked here, whatever a
// thing is. Their schema is groups.ts's.

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

/** All of them, in reading order. */
export const leavesOf = <Leaf extends object>(parts: readonly Part<Leaf>[]): Leaf[] =>
  parts.flatMap((part) => (isBranch(part) ? leavesOf(partsOf(part)) : [part]))

/** The same groups of other things. */
export const mapLeaves = <Leaf extends object, Other extends object>(
  parts: readonly Part<Leaf>[],
  exchange: (leaf: Leaf) => Other,
): Part<Other>[] =>
  parts.map((part) =>
    isBranch(part) ? branchOf(joinOf(part), mapLeaves(partsOf(part), exchange)) : exchange(part),
  )

/** What says the same in the fewest groups: one of a single part is that part, one joined as its own group is open. */
export function simplest<Leaf extends object>(part: Part<Leaf>): Part<Leaf> {
  if (!isBranch(part)) return part
  const join = joinOf(part)
  const parts = partsOf(part).flatMap((one): Part<Leaf>[] => {
    const simple = simplest(one)
    return isBranch(simple) && joinOf(simple) === join ? partsOf(simple) : [simple]
  })
  return parts.length === 1 ? (parts[0] as Part<Leaf>) : branchOf(join, parts)
}
