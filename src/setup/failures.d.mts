export interface StepFailure {
  title: string
  /** Path of the step's report, if it writes one. */
  report?: string
  /** Exit code, signal, or why the step did not start. */
  ending: string
  /** Null where the output was shown directly. */
  said: string | null
}

export function tellFailure(failure: StepFailure): string
