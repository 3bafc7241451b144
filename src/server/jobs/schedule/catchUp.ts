// Which of the moments that are due are run, and which are only noted as missed.

export type CatchUp =
  /** What is late is left out. */
  | { kind: 'skip' }
  /** The last of what is late is run once, if nothing is on time. */
  | { kind: 'latest' }
  /** All of what is late, but no more than the last `most`. */
  | { kind: 'all'; most: number }

export interface FirePlan {
  run: number[]
  missed: number[]
}

/** `due` in order. What is no later than the grace is on time, and always run. */
export function planFires(due: number[], now: number, graceMs: number, rule: CatchUp): FirePlan {
  const onTime = due.filter((moment) => now - moment <= graceMs)
  const late = due.filter((moment) => now - moment > graceMs)
  const room = { skip: 0, latest: onTime.length > 0 ? 0 : 1, all: rule.kind === 'all' ? rule.most : 0 }[
    rule.kind
  ]
  const caughtUp = room === 0 ? [] : late.slice(-room)
  return { run: [...caughtUp, ...onTime], missed: late.slice(0, late.length - caughtUp.length) }
}
