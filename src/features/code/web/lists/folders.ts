// The folders and tags of saved queries.
import type { SavedQuery } from '#features/code/contract.ts'

const byName = new Intl.Collator('zh-CN', { numeric: true })

interface Folder {
  path: string
  name: string
  /** 0 at the top level. */
  depth: number
  /** Queries in it and in its subfolders. */
  count: number
}

/** Every non-empty folder, each after its parent. */
export function foldersOf(list: readonly Pick<SavedQuery, 'folder'>[]): Folder[] {
  const counts = new Map<string, number>()
  for (const { folder } of list) {
    const parts = folder === '' ? [] : folder.split('/')
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = parts.slice(0, depth).join('/')
      counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([path, count]) => ({ path, count, parts: path.split('/') }))
    .sort((one, other) => comparePaths(one.parts, other.parts))
    .map(({ path, count, parts }) => ({ path, name: parts.at(-1) ?? '', depth: parts.length - 1, count }))
}

function comparePaths(one: string[], other: string[]): number {
  for (let depth = 0; depth < Math.min(one.length, other.length); depth++) {
    const order = byName.compare(one[depth] ?? '', other[depth] ?? '')
    if (order !== 0) return order
  }
  return one.length - other.length
}

/** Most used first. */
export function tagsOf(list: readonly SavedQuery[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags } of list) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || byName.compare(one.tag, other.tag))
}
