// Keeps the temporary folders of a test run in memory: a database of PostgreSQL took 25 times the CPU on a disk.
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'analytics-tests-'
/** A run uses about a tenth of it. */
const neededBytes = 6 * 2 ** 30

/**
 * Sets TMPDIR for this process and those that it starts, and removes the folder when it ends. Does nothing where there
 * is too little memory, where TMPDIR is given, and for the long forms, which write gigabytes.
 */
export function keepInMemory() {
  if (process.env.TMPDIR || process.env.LONG || !hasRoom()) return
  removeLeftOver()
  const folder = join(memory, `${prefix}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // PostgreSQL and sandbox processes run as other users, who must reach their own folders in it.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return process.platform === 'linux' && Math.min(bavail * bsize, freemem()) >= neededBytes
  } catch {
    return false
  }
}

/** Of runs that were killed: their files would keep the memory. */
function removeLeftOver() {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
    if (pid > 0 && !isRunning(pid)) remove(join(memory, name))
  }
}

/** A run that was killed may have left a small disk mounted in it: the rest is removed. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // It stays, with what is mounted.
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
