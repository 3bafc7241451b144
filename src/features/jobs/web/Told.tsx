// What a dialog asks the server for: on its way, there, or why not.
import { type ReactNode, useEffect, useState } from 'react'
import { type CallError, failureOf } from '../../../web/api/client.ts'
import { FailureLine } from '../../../web/ui/FailureLine.tsx'

interface Asked<Value> {
  value: Value | null
  failure: CallError | null
}

/** Asks once, as the dialog opens. */
export function useTold<Value>(ask: (signal: AbortSignal) => Promise<Value>): Asked<Value> {
  const [told, setTold] = useState<Asked<Value>>({ value: null, failure: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked does not change while it is open.
  useEffect(() => {
    const asking = new AbortController()
    ask(asking.signal).then(
      (value) => setTold({ value, failure: null }),
      (error: unknown) => {
        if (!asking.signal.aborted) setTold({ value: null, failure: failureOf(error) })
      },
    )
    return () => asking.abort()
  }, [])
  return told
}

interface Props<Value> {
  told: Asked<Value>
  children: (value: Value) => ReactNode
}

export function Told<Value>({ told: { value, failure }, children }: Props<Value>) {
  if (failure) return <FailureLine what="没有读到" failure={failure} />
  return value === null ? <p role="status">加载中...</p> : children(value)
}
