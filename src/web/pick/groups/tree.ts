// Conditions in groups, as an editor changes them; what a condition is, its owner knows.
import { type Branch, branchOf, isBranch, joinOf, type Part, partsOf } from '#shared/branches.ts'

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
