// What a failed call rejects with.

export interface CallFailure {
  /** HTTP status; 0 where no answer came. */
  status: number
  /** Code of the error table, or `network_failed`, `timed_out`, `aborted`, `answer_broken`. */
  code: string
  message?: string | undefined
  /** The server's msg, message, code or error. */
  reason?: string | undefined
  data?: unknown
  cause?: unknown
  /** What the user reads, where that isn't the message. */
  shown?: { message: string; detail?: string | undefined }
  /** The catalogue's own line: `ERROR 500`, `getViewMeta ERROR: 200`. */
  literal?: string
}

export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly reason: string
  readonly data: unknown
  readonly shown: { message: string; detail?: string | undefined }
  /** The last line of an error state; empty where the catalogue has none. */
  readonly literal: string
  /** Of the call that failed, as the server's log has it; empty where no answer came. The client fills it in. */
  requestId = ''

  constructor({ status, code, message, reason, data = null, cause, shown, literal = '' }: CallFailure) {
    super(message || reason || '未知错误', { cause })
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.reason = reason || 'request error'
    this.data = data
    this.shown = shown ?? { message: this.message }
    this.literal = literal
  }

  /** The caller gave up itself; nothing is wrong. */
  get aborted(): boolean {
    return this.code === 'aborted'
  }
}

/** Whatever was thrown, as the failure that a store keeps and an error state shows. */
export const failureOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError({ status: 0, code: 'internal', cause: error })

/** The server's words about a failure, in the order of the catalogue. */
export function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { msg, message, code, error } = answer as Record<string, unknown>
  for (const words of [msg, message, code, error]) {
    if (typeof words === 'string' && words !== '') return words
    if (typeof words === 'number') return String(words)
  }
  return undefined
}
