// The names of a dictionary's codes, for a button that shows what is chosen.
import { useEffect, useState } from 'react'
import { type CallError, failureOf } from '#web/api/callError.ts'
import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import { useMissing } from '../missing/notes.ts'
import { codesShown } from './codesShown.ts'

type Names = ReadonlyMap<string, string>

/** `load` must stay the same function from one rendering to the next; null asks for none. */
export function useDictionaryNames(
  dictId: number | null,
  load: (dictId: number) => Promise<readonly DictionaryLabel[]>,
): (code: unknown) => string {
  const [found, setFound] = useState<{ dictId: number; names: Names } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<CallError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    if (dictId === null) return
    let gone = false
    load(dictId).then(
      (labels) => {
        const names = new Map(labels.map(({ code, label }) => [String(code), label]))
        if (!gone) setFound({ dictId, names })
      },
      (error: unknown) => {
        if (gone) return
        setFound({ dictId, names: new Map() })
        setFailure(failureOf(error))
      },
    )
    return () => {
      gone = true
    }
  }, [dictId, load, attempt])
  useMissing(codesShown, failure, () => setAttempt((times) => times + 1))
  if (dictId === null) return String
  // A code is no name: while the names are on their way none is shown.
  if (found?.dictId !== dictId) return () => '…'
  return (code) => found.names.get(String(code)) ?? String(code)
}
