export interface StepFailure {
  title: string
  /** Path of the report that the step should have left, if it makes one. */
  report?: string
  /** Its code, its signal, or why it did not start. */
  ending: string
  /** Null where it was shown as it came. */
  said: string | null
}

export function tellFailure(failure: StepFailure): string
