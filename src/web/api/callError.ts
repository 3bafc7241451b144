// The error with which a failed call rejects.

export interface CallFailure {
  /** HTTP status; 0 where no answer arrived. */
  status: number
  /** Code of the error table, or `network_failed`, `timed_out`, `aborted`, `answer_broken`. */
  code: string
  message?: string | undefined
  /** The server's msg, message, code or error. */
  reason?: string | undefined
  data?: unknown
  cause?: unknown
  /** Shown to the user, where it differs from the message. */
  shown?: { message: string; detail?: string | undefined }
  /** The catalogue's line: `ERROR 500`, `getViewMeta ERROR: 200`. */
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
  /** The failed request's id in the server's log; empty where no answer arrived. Filled in by the client. */
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

  /** The caller aborted; nothing is wrong. */
  get aborted(): boolean {
    return this.code === 'aborted'
  }
}

/** Converts any thrown value to the failure that a store keeps and an error state shows. */
export const failureOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError({ status: 0, code: 'internal', cause: error })

/** The server's message for a failure, in the catalogue's order. */
export function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { msg, message, code, error } = answer as Record<string, unknown>
  for (const words of [msg, message, code, error]) {
    if (typeof words === 'string' && words !== '') return words
    if (typeof words === 'number') return String(words)
  }
  return undefined
}
