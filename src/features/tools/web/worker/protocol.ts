// The messages between page and worker.

export interface Asked {
  id: number
  work: 'openText' | 'hash' | 'match'
  args: unknown[]
}

export interface Answer {
  id: number
  result?: unknown
  /** 0 to 1. */
  progress?: number
  error?: string
  /** Whether the error is meant for users. */
  isTold?: boolean
}

/** An error whose message is shown to users. */
export class ToldError extends Error {
  readonly told = true
}
