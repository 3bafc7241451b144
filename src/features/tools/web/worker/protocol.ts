// What page and worker say to each other.

export interface Asked {
  id: number
  work: 'desk' | 'hash' | 'match'
  args: unknown[]
}

export interface Answer {
  id: number
  result?: unknown
  /** 0 to 1. */
  progress?: number
  error?: string
  /** Whether the error is meant to be read by people. */
  isTold?: boolean
}

/** What is told to people, as it stands. */
export class ToldError extends Error {
  readonly told = true
}
