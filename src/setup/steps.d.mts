import type { StepFailure } from './failures.mjs'

export interface Step {
  title: string
  /** Arguments for the pinned Node. */
  args: string[]
  report?: string
}

export function runSteps(rows: Step[][]): Promise<StepFailure[]>
