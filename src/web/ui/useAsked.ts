// What a component asks the server for beside its page's main call: on its way, there, or why not, and the way to ask anew.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '../api/callError.ts'

export interface Asked<Value> {
  /** Null while it is on its way, and where it can't be had. */
  value: Value | null
  failure: CallError | null
  again: () => void
}

const nothing = { value: null, failure: null }

/** Asks as the component comes, and anew for another `key`; null asks for nothing. */
export function useAsked<Value>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Value>,
): Asked<Value> {
  const [attempt, setAttempt] = useState(0)
  const [asked, setAsked] = useState<Omit<Asked<Value>, 'again'>>(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what is asked, and each attempt asks anew.
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
