// Where files of tests lie: they are gone with the run, and in memory nothing waits for a disk to have them safe.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const shared = '/dev/shm'
const name = 'analytics-tests-'
/** A whole run holds a tenth of it at once; the processes of the tests need the rest of the memory. */
const roomNeeded = 8 * 1024 ** 3

/**
 * A new folder in memory and how to remove it; null where memory has no such room. Of runs that were killed half-way
 * what is left goes first.
 */
export function makeMemoryFolder(parent = shared, needed = roomNeeded) {
  try {
    for (const left of readdirSync(parent)) if (isLeft(left)) remove(join(parent, left))
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < needed || freemem() < needed) return null
    const folder = mkdtempSync(join(parent, `${name}${process.pid}-`))
    // Database servers of users of their own have theirs within.
    chmodSync(folder, 0o755)
    return { folder, remove: () => remove(folder) }
  } catch {
    return null
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

/** Its run is named by its process, which has ended. */
function isLeft(entry) {
  if (!entry.startsWith(name)) return false
  try {
    process.kill(Number.parseInt(entry.slice(name.length), 10), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
