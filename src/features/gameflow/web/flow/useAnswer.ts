// Sends a request whenever the question changes. The previous answer stays, marked as outdated, until the
// next one arrives.
import { useCallback, useEffect, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'

interface Answered<Data> {
  data: Data | null
  failure: CallError | null
  asking: boolean
  /** True when a request takes noticeable time. */
  slow: boolean
  again: () => void
}

const momentMs = 150

export function useAnswer<Data>(
  question: string,
  ask: (signal: AbortSignal) => Promise<Data>,
): Answered<Data> {
  const [state, setState] = useState<Omit<Answered<Data>, 'again'>>({
    data: null,
    failure: null,
    asking: true,
    slow: false,
  })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question says all that `ask` asks.
  useEffect(() => {
    const asking = new AbortController()
    setState((before) => ({ ...before, asking: true, failure: null, slow: false }))
    const timer = setTimeout(() => setState((before) => ({ ...before, slow: before.asking })), momentMs)
    const done = (next: Partial<Answered<Data>>) => {
      clearTimeout(timer)
      if (!asking.signal.aborted) setState((before) => ({ ...before, asking: false, slow: false, ...next }))
    }
    ask(asking.signal).then(
      (data) => done({ data }),
      (error: unknown) => done({ failure: failureOf(error) }),
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [question, tries])
  const again = useCallback(() => setTries((count) => count + 1), [])
  return { ...state, again }
}
