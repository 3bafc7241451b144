// What changed since main, and which rooms of the tests that concerns: the everyday check (check.mjs) goes by it.
import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

/** The lines that git prints; null where it refuses. */
function git(cwd, ...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

/** The commit that the work here began at; null without a repository, or where neither branch is known. */
export const findBase = (branches = ['main', 'origin/main'], folder = root) =>
  branches.map((branch) => git(folder, 'merge-base', branch, 'HEAD')?.[0]).find(Boolean) ?? null

/** Files that differ from the commit, those not yet committed or added among them. */
export function changedSince(base, folder = root) {
  const changed = git(folder, 'diff', '--name-only', '--no-renames', base)
  if (changed === null) throw new Error(`git knows no commit ${base}.`)
  return [...new Set([...changed, ...(git(folder, 'ls-files', '--others', '--exclude-standard') ?? [])])]
}

/**
 * Where the tests of a file stand: `src/features/<slice>/…` and `tests/features/<slice>/…` are of one room, as are
 * `src/forecast/…` and `tests/forecast/…`. Null for what no test stands beside.
 */
export function roomOf(path) {
  if (path === 'build.mjs') return 'build'
  const parts = path.replace(/^(src|tests)\//, '').split('/')
  if (parts.length === path.split('/').length || parts.length < 2) return null
  const rooms = /^(features|server|web|shared|semantic)$/.test(parts[0]) ? 2 : 1
  return parts.slice(0, Math.min(rooms, parts.length - 1)).join('/')
}

export const roomsOf = (changed) => [...new Set(changed.map(roomOf).filter(Boolean))].sort()
