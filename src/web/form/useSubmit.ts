// Sends the form, one request at a time, and reports the outcome: errors by field, a failure, another
// editor's version.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Conflict } from '#shared/conflict.ts'
import { type CallError, failureOf } from '../api/callError.ts'
import { serverProblems } from './checking.ts'
import { conflictIn } from './conflictIn.ts'
import type { Problems } from './types.ts'

interface State<Saved> {
  busy: boolean
  /** Null while nothing failed, and where each error is shown at its field. */
  failure: CallError | null
  problems: Problems
  conflict: Conflict<Saved> | null
}

interface Submit<Values, Saved> extends State<Saved> {
  /** Returns what was saved, or null. A second call during a request does nothing. */
  submit: (values: Values) => Promise<Saved | null>
  /** Clears a field's error, because it is being edited. */
  mend: (name: string) => void
  settle: () => void
}

const calm = { busy: false, failure: null, problems: {}, conflict: null }

/** `send` should be quiet: the form shows failures. */
export function useSubmit<Values, Saved>(
  send: (values: Values, signal: AbortSignal) => Promise<Saved | null>,
): Submit<Values, Saved> {
  const [state, setState] = useState<State<Saved>>(calm)
  const sending = useRef<AbortController | null>(null)
  const latest = useRef(send)
  latest.current = send
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const submit = useCallback(async (values: Values): Promise<Saved | null> => {
    if (sending.current) return null
    const controller = new AbortController()
    sending.current = controller
    setState({ ...calm, busy: true })
    try {
      const saved = await latest.current(values, controller.signal)
      if (!left.current) setState(calm)
      return saved
    } catch (error) {
      if (!left.current) setState(stateOf(failureOf(error)))
      return null
    } finally {
      sending.current = null
    }
  }, [])
  const mend = useCallback((name: string) => {
    setState((before) => {
      if (!(name in before.problems)) return before
      const { [name]: _, ...problems } = before.problems
      return { ...before, problems }
    })
  }, [])
  const settle = useCallback(() => setState(calm), [])
  return { ...state, submit, mend, settle }
}

function stateOf<Saved>(failure: CallError): State<Saved> {
  const conflict = conflictIn<Saved>(failure)
  if (conflict) return { ...calm, conflict }
  const problems = serverProblems(failure)
  return { ...calm, problems, failure: Object.keys(problems).length > 0 ? null : failure }
}
