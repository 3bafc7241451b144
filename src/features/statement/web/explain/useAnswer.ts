// The answer of a call made when a dialog opens; aborted when it closes.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'

interface Answer<Value> {
  value: Value | null
  /** Why there is none. */
  problem: CallError | null
  again: () => void
}

/** `name` identifies the request: another one loads again and drops the old answer. */
export function useAnswer<Value>(name: string, ask: (signal: AbortSignal) => Promise<Value>): Answer<Value> {
  const [state, setState] = useState<{ name: string; value: Value | null; problem: CallError | null }>({
    name: '',
    value: null,
    problem: null,
  })
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the question
  useEffect(() => {
    const leaving = new AbortController()
    setState({ name, value: null, problem: null })
    ask(leaving.signal).then(
      (value) => !leaving.signal.aborted && setState({ name, value, problem: null }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setState({ name, value: null, problem: failureOf(error) })
      },
    )
    return () => leaving.abort()
  }, [name, times])
  const mine = state.name === name
  return {
    value: mine ? state.value : null,
    problem: mine ? state.problem : null,
    again: () => setTimes((before) => before + 1),
  }
}
