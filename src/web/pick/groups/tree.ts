// Conditions in groups, as an editor changes them; what a condition is, its owner knows.

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

/** With another part at a place; null takes it out. */
export function withPart<Leaf>(branch: Branch<Leaf>, at: number, part: Part<Leaf> | null): Branch<Leaf> {
  const parts = partsOf(branch)
  const next = part === null ? parts.toSpliced(at, 1) : parts.with(at, part)
  return branchOf(joinOf(branch), next)
}

/** Without groups that hold nothing; null where nothing is left. */
export function pruned<Leaf extends object>(branch: Branch<Leaf>): Branch<Leaf> | null {
  const parts: Part<Leaf>[] = []
  for (const part of partsOf(branch)) {
    const left = isBranch(part) ? pruned(part) : part
    if (left !== null) parts.push(left)
  }
  return parts.length === 0 ? null : branchOf(joinOf(branch), parts)
}
