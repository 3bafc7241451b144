// A component's own request beside its page's main one: its value, its failure, and a retry.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '../api/callError.ts'

export interface Asked<Value> {
  /** Null while the request is pending and after it failed. */
  value: Value | null
  failure: CallError | null
  again: () => void
}

const nothing = { value: null, failure: null }

/** Sends the request on mount, and again when `key` changes; null sends none. */
export function useAsked<Value>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Value>,
): Asked<Value> {
  const [attempt, setAttempt] = useState(0)
  const [asked, setAsked] = useState<Omit<Asked<Value>, 'again'>>(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the request, and each attempt sends it again.
  useEffect(() => {
    setAsked(nothing)
    if (key === null) return
    const asking = new AbortController()
    ask(asking.signal).then(
      (value) => asking.signal.aborted || setAsked({ value, failure: null }),
      (error: unknown) => asking.signal.aborted || setAsked({ value: null, failure: failureOf(error) }),
    )
    return () => asking.abort()
  }, [key, attempt])
  return { ...asked, again: () => setAttempt((times) => times + 1) }
}
