// The names of a dictionary's codes, for a button that shows the chosen values.
import { useEffect, useState } from 'react'
import { pendingLabel, toldApart } from '#shared/labels.ts'
import { type CallError, failureOf } from '#web/api/callError.ts'
import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import { useMissing } from '../missing/notes.ts'
import { codesShown } from './codesShown.ts'

type Names = ReadonlyMap<string, string>

/** `load` must be the same function at each render; a null `dictId` loads nothing. */
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
        const names = toldApart(new Map(labels.map(({ code, label }) => [String(code), label])))
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
  // A code is no name: nothing is shown while the names are loading.
  if (found?.dictId !== dictId) return () => pendingLabel
  return (code) => found.names.get(String(code)) ?? String(code)
}
