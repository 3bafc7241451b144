// Removes files that no manifest names: older generations, leftovers of killed publications. Only while
// nobody publishes, because a file in progress is not in the manifest yet. Readers that have an old file open
// keep it until they end (POSIX); where the system refuses (Windows), a later sweep removes it.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '#server/process/alive.ts'
import { tryPublishLock } from './lock.ts'
import { filesOf, formerFilesOf, generationOf, readManifest, stillRetained } from './manifest.ts'

/** Name prefix of a publication's intermediate files. */
export const publicationSpill = 'spill-publish-'

export async function sweep(folder: string): Promise<string[]> {
  const lock = tryPublishLock(folder)
  if (!lock) return []
  try {
    return await sweepLocked(folder)
  } finally {
    lock.release()
  }
}

/** For the holder of the lock. */
export async function sweepLocked(folder: string): Promise<string[]> {
  const manifest = await readManifest(folder)
  const kept = new Set([
    ...filesOf(manifest),
    ...formerFilesOf(manifest),
    ...stillRetained(manifest).map((entry) => entry.file),
  ])
  const removed: string[] = []
  for (const name of await readdir(folder)) {
    const left = name === 'current.json.new' || name.startsWith(publicationSpill) || isOrphaned(name)
    const dead = generationOf(name) !== null && !kept.has(name)
    if (!left && !dead) continue
    try {
      await rm(join(folder, name), { force: true, recursive: true })
      removed.push(name)
    } catch {
      // Still open on a system that forbids removal; the next sweep tries again.
    }
  }
  return removed
}

const readersSpill = /^spill-readers-(\d+)$/

/** Whether a name is spilled data of a server that is gone. */
function isOrphaned(name: string): boolean {
  const [, pid] = readersSpill.exec(name) ?? []
  return pid !== undefined && !isAlive(Number(pid))
}
