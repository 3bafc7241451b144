// The failures of calls, as the error catalogue names them, each with its message for the user.
import { FetchError } from 'ofetch'
import { type Call, callErrorText, type Envelope } from '#shared/call.ts'
import { CallError, reasonOf } from './callError.ts'
import { expiryMessage } from './sessionExpiry.ts'

export function expired(): CallError {
  return new CallError({ status: 203, code: 'session_missing', message: expiryMessage })
}

/** A status other than 200 and 203: shows its number, and below it the server's message. */
export function unexpected(status: number, answer: unknown): CallError {
  const envelope = (answer ?? {}) as Partial<Envelope>
  const reason = reasonOf(answer)
  return new CallError({
    status,
    code: typeof envelope.code === 'string' ? envelope.code : String(status),
    reason,
    data: envelope.data,
    shown: { message: `ERROR ${status}`, detail: reason },
    literal: `ERROR ${status}`,
  })
}

/** The answer began, but could not be read to its end or understood. */
export function broken(call: Pick<Call, 'path'>, status: number, cause: unknown): CallError {
  const literal = callErrorText(call, status)
  return new CallError({ status, code: 'answer_broken', cause, shown: { message: literal }, literal })
}

/** No answer arrived: time-out, aborted by the caller, or no connection. */
export function unanswered(error: unknown, signal: AbortSignal, callersSignal?: AbortSignal): CallError {
  const cause = error instanceof FetchError ? error.cause : error
  if (callersSignal?.aborted) return aborted(cause)
  const message = '网络连接失败，请检查网络后重试'
  return (
    gaveUp(signal.aborted ? signal.reason : cause) ??
    new CallError({ status: 0, code: 'network_failed', message, cause })
  )
}

/** The failure of a timed-out or aborted call; null for any other error. */
export function gaveUp(error: unknown): CallError | null {
  const name = (error as { name?: unknown } | null)?.name
  if (name === 'AbortError') return aborted(error)
  if (name !== 'TimeoutError') return null
  return new CallError({ status: 0, code: 'timed_out', message: '请求超时，请稍后再试', cause: error })
}

function aborted(cause: unknown): CallError {
  return new CallError({ status: 0, code: 'aborted', message: '已取消', cause })
}

export function firstGraphqlError(answer: unknown): { message: string; code: string } | null {
  const errors = (answer as { errors?: unknown } | undefined)?.errors
  if (!Array.isArray(errors) || errors.length === 0) return null
  const first = errors[0] as { message?: unknown; extensions?: { code?: unknown } } | null
  return {
    message: typeof first?.message === 'string' ? first.message : '未知错误',
    code: typeof first?.extensions?.code === 'string' ? first.extensions.code : 'graphql_failed',
  }
}
