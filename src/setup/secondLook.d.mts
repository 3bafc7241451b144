import type { StepFailure } from './failures.mjs'

export function lookAgain(
  failures: readonly (StepFailure & { args: string[] })[],
): Promise<{ standing: StepFailure[]; unsteady: string[] }>
