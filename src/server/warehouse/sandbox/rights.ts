// What the process gives up by itself. Best effort: the server knows, and says, what holds where.
import { writeFileSync } from 'node:fs'
import { setOwnPriority } from '#server/process/priority.ts'

/** Of a statement that has just begun, so that a short one is answered beside long ones; then of a long one. */
const niceness = { begun: 5, long: 15 }
const longAfterMs = 2_000

/** Others go first: for the processor, and, where memory runs out, for staying alive. */
export function yieldToOthers(): void {
  setOwnPriority(niceness.begun)
  setTimeout(setOwnPriority, longAfterMs, niceness.long).unref()
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Linux alone has it.
  }
}

const nobody = 65_534

/** Becomes nobody. Throws where that fails, since the user's text must not run as root then. */
export function dropRights(): void {
  process.setgroups?.([])
  process.setgid?.(nobody)
  process.setuid?.(nobody)
  if (process.getuid?.() !== nobody) throw new Error('the process is still root')
}

/** Where the server cannot look into the process, it looks after its memory itself. */
export function watchOwnMemory(limit: number, onExceeded: () => void): void {
  if (limit <= 0) return
  setInterval(() => {
    if (process.memoryUsage.rss() > limit) onExceeded()
  }, 50)
}
