import type { StepFailure } from './failures.mjs'

export interface Step {
  title: string
  /** For the pinned Node. */
  args: string[]
  report?: string
}

export function runSteps(rows: Step[][]): Promise<StepFailure[]>
