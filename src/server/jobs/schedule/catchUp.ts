// Decides which due moments run and which are only recorded as missed.

export type CatchUp =
  /** Late moments are skipped. */
  | { kind: 'skip' }
  /** The last late moment runs once, if none is on time. */
  | { kind: 'latest' }
  /** All late moments run, but no more than the last `most`. */
  | { kind: 'all'; most: number }

interface FirePlan {
  run: number[]
  missed: number[]
}

/** `due` is sorted. A moment no later than the grace is on time, and always runs. */
export function planFires(due: number[], now: number, graceMs: number, rule: CatchUp): FirePlan {
  const onTime = due.filter((moment) => now - moment <= graceMs)
  const late = due.filter((moment) => now - moment > graceMs)
  const room = { skip: 0, latest: onTime.length > 0 ? 0 : 1, all: rule.kind === 'all' ? rule.most : 0 }[
    rule.kind
  ]
  const caughtUp = room === 0 ? [] : late.slice(-room)
  return { run: [...caughtUp, ...onTime], missed: late.slice(0, late.length - caughtUp.length) }
}
