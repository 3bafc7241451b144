// Requests whose failure leaves a place usable, but poorer: the failure is noted there, with a retry.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '#web/api/callError.ts'
import { useMissing } from './notes.ts'

/**
 * Asks when mounted, when `key` changes, and at each retry. `ask` keeps the answer itself, unless its signal was
 * aborted; null asks nothing. `what` says what the place lacks.
 */
export function useSecondary(
  what: string,
  ask: ((signal: AbortSignal) => Promise<unknown>) | null,
  key: string | number = '',
): void {
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isAsked = ask !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` may be a new function at each render; the key says whether it asks the same. Each attempt asks anew.
  useEffect(() => {
    const asking = new AbortController()
    setFailure(null)
    ask?.(asking.signal).catch((error: unknown) => asking.signal.aborted || setFailure(failureOf(error)))
    return () => asking.abort()
  }, [isAsked, key, attempt])
  useMissing(what, failure, () => setAttempt((times) => times + 1))
}
