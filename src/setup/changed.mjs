// Finds the files changed since main and the test folders that cover them, for the everyday check (check.mjs).
import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

/** The lines that git prints; null where git fails. */
function git(cwd, ...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

/** The commit at which the current branch left main; null without a repository, or where neither branch is known. */
export const findBase = (branches = ['main', 'origin/main'], folder = root) =>
  branches.map((branch) => git(folder, 'merge-base', branch, 'HEAD')?.[0]).find(Boolean) ?? null

/** Files that differ from the commit, including uncommitted and untracked ones. */
export function changedSince(base, folder = root) {
  const changed = git(folder, 'diff', '--name-only', '--no-renames', base)
  if (changed === null) throw new Error(`git knows no commit ${base}.`)
  return [...new Set([...changed, ...(git(folder, 'ls-files', '--others', '--exclude-standard') ?? [])])]
}

/**
 * The test folder of a file: `src/features/<slice>/…` and `tests/features/<slice>/…` share one, as do
 * `src/forecast/…` and `tests/forecast/…`. Null for files without tests of their own.
 */
export function roomOf(path) {
  if (path === 'build.mjs') return 'build'
  const parts = path.replace(/^(src|tests)\//, '').split('/')
  if (parts.length === path.split('/').length || parts.length < 2) return null
  const rooms = /^(features|server|web|shared|semantic)$/.test(parts[0]) ? 2 : 1
  return parts.slice(0, Math.min(rooms, parts.length - 1)).join('/')
}

export const roomsOf = (changed) => [...new Set(changed.map(roomOf).filter(Boolean))].sort()
