// Sets this process's priority by Unix niceness: 0 is normal, 19 yields to everybody.
import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { onePriority } from './bareEnvironment.ts'

/** Best effort: a container may forbid it. */
export function setOwnPriority(niceness: number): void {
  if (process.env[onePriority] === '1') return
  for (const thread of threads()) {
    try {
      setPriority(thread, niceness)
    } catch {
      // The thread has just ended, or we lack the right.
    }
  }
}

/** Whether a lowered priority can be raised again, which most users may not. */
export function canTakePriorityBack(): boolean {
  const usual = getPriority()
  try {
    setPriority(usual + 1)
    setPriority(usual)
  } catch {
    return false
  }
  return getPriority() === usual
}

/** On Linux each thread has its own priority; elsewhere the process has one (0 stands for it). */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}
