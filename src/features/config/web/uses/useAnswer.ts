// Sends one request while a component is mounted, and again when the request changes.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'

interface Answer<Told> {
  told: Told | null
  failure: CallError | null
  again: () => void
}

/** `question` identifies the request; null sends none. */
export function useAnswer<Told>(
  question: string | null,
  read: (signal: AbortSignal) => Promise<Told>,
): Answer<Told> {
  const [told, setTold] = useState<Told | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` stands for what is read, `times` asks again.
  useEffect(() => {
    setTold(null)
    setFailure(null)
    if (question === null) return
    const asking = new AbortController()
    read(asking.signal).then(
      (answer) => asking.signal.aborted || setTold(answer),
      (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [question, times])
  return { told, failure, again: () => setTimes((before) => before + 1) }
}
