// What the process gives up by itself. Best effort: the server knows, and says, what holds where.
import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const niceness = 12

/** Others go first: for the processor, and, where memory runs out, for staying alive. */
export function yieldToOthers(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, niceness)
    } catch {
      // It has just ended, or a container forbids it.
    }
  }
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Linux alone has it.
  }
}

/** On Linux each thread has a priority of its own; elsewhere the process has one (0 stands for it). */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
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
