// How much this process lets others go first, by the usual niceness: 0 as everybody, 19 behind everybody.
import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Best effort: a container may forbid it. */
export function setOwnPriority(niceness: number): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, niceness)
    } catch {
      // It has just ended, or may not.
    }
  }
}

/** Whether what was given up can be taken back, which takes a right that most users lack. */
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

/** On Linux each thread has a priority of its own; elsewhere the process has one (0 stands for it). */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}
