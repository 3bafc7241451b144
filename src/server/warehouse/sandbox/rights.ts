// Privileges that the process drops by itself. Best effort: the server knows and reports which apply on this
// machine.
import { writeFileSync } from 'node:fs'
import { setOwnPriority } from '#server/process/priority.ts'

/**
 * Niceness of a statement that has just begun, so that short ones are answered beside long ones; then of a
 * long one.
 */
const niceness = { begun: 5, long: 15 }
const longAfterMs = 2_000

/** Yields CPU to others, and makes this process the first victim when memory runs out. */
export function yieldToOthers(): void {
  setOwnPriority(niceness.begun)
  setTimeout(setOwnPriority, longAfterMs, niceness.long).unref()
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

const nobody = 65_534

/** Drops to the OS user `nobody`. Throws where that fails, because users' SQL must not run as root. */
export function dropRights(): void {
  process.setgroups?.([])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
  if (process.getuid?.() !== nobody) throw new Error('the process is still root')
}

/** Where the server can't read the process's memory, the process watches itself. */
export function watchOwnMemory(limit: number, onExceeded: () => void): void {
  if (limit <= 0) return
  setInterval(() => {
    if (process.memoryUsage.rss() > limit) onExceeded()
  }, 50)
}
