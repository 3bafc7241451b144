// Edits nested condition groups, independent of what a condition is.
import { type Branch, branchOf, isBranch, joinOf, type Part, partsOf } from '#shared/branches.ts'

/** Replaces the part at a path; null removes it. */
export function withPart<Leaf>(branch: Branch<Leaf>, at: number, part: Part<Leaf> | null): Branch<Leaf> {
  const parts = partsOf(branch)
  const next = part === null ? parts.toSpliced(at, 1) : parts.with(at, part)
  return branchOf(joinOf(branch), next)
}

/** Removes empty groups; null where nothing is left. */
export function pruned<Leaf extends object>(branch: Branch<Leaf>): Branch<Leaf> | null {
  const parts: Part<Leaf>[] = []
  for (const part of partsOf(branch)) {
    const left = isBranch(part) ? pruned(part) : part
    if (left !== null) parts.push(left)
  }
  return parts.length === 0 ? null : branchOf(joinOf(branch), parts)
}
