// Labels of dictionary codes, from this browser's cache or the server. The slice passes its own fetch function.
import { useEffect, useMemo, useState } from 'react'
import { type CallError, failureOf } from '#web/api/callError.ts'
import { cachedDictionaries } from '#web/api/dictionaries.ts'
import { onDictionariesChange } from '#web/api/dictionaryCache.ts'
import { useMissing } from '../missing/notes.ts'
import { codesShown } from './codesShown.ts'

interface Coded {
  id: number
  values: readonly { data: string[] }[]
}

/** Must be the same function at each render. */
export type FetchDictionaries = (ids: number[]) => Promise<Coded[]>

type DictionaryLabels = (dictId: number, code: string) => string | undefined

const known = new Map<number, Map<string, string>>()

/** The first column holds the code, the second its label. */
const labelsOf = ({ values }: Coded) =>
  new Map(values.flatMap(({ data: [code, label] }) => (code && label ? [[code, label] as const] : [])))

/** Returns whether any label changed. */
function keepLabels(dictionaries: readonly Coded[]): boolean {
  let isNew = false
  for (const dictionary of dictionaries) {
    const [before, labels] = [known.get(dictionary.id), labelsOf(dictionary)]
    if (before?.size === labels.size && labels.entries().every(([code, label]) => before.get(code) === label))
      continue
    known.set(dictionary.id, labels)
    isNew = true
  }
  return isNew
}

/** Loads the labels of these dictionaries and returns a lookup; codes without a label are shown as they are. */
export async function readDictionaryLabels(
  dictIds: readonly number[],
  fetchMissing: FetchDictionaries,
): Promise<DictionaryLabels> {
  const missing = [...new Set(dictIds)].filter((id) => !known.has(id))
  if (missing.length > 0) {
    const dictionaries = await cachedDictionaries(missing, fetchMissing)
    keepLabels(dictionaries)
  }
  return (dictId, code) => known.get(dictId)?.get(code)
}

export function useDictionaryLabels(
  dictIds: readonly number[],
  fetchMissing: FetchDictionaries,
): DictionaryLabels {
  const wanted = useMemo(() => [...new Set(dictIds)].sort((one, other) => one - other).join(','), [dictIds])
  const [loaded, setLoaded] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<CallError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    if (wanted === '') return
    let gone = false
    const ids = wanted.split(',').map(Number)
    const hadAll = ids.every((id) => known.has(id))
    cachedDictionaries(ids, fetchMissing).then(
      (dictionaries) => {
        // Unchanged labels cause no render.
        const isNew = keepLabels(dictionaries)
        if (!gone && (isNew || !hadAll)) setLoaded((times) => times + 1)
      },
      (error: unknown) => gone || setFailure(failureOf(error)),
    )
    return () => {
      gone = true
    }
  }, [wanted, attempt, fetchMissing])
  useMissing(codesShown, failure, () => setAttempt((times) => times + 1))
  useEffect(
    () =>
      onDictionariesChange((ids) => {
        for (const id of ids) known.delete(id)
        setAttempt((times) => times + 1)
      }),
    [],
  )
  // A new function when labels arrive, so that its dependents render again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` stands for the contents of the map.
  return useMemo<DictionaryLabels>(() => (dictId, code) => known.get(dictId)?.get(code), [loaded, wanted])
}
