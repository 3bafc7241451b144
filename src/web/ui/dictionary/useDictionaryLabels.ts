// Labels of dictionary codes, from this browser's cache or the server. The slice passes its own fetch function.
import { useEffect, useMemo, useState } from 'react'
import { pendingLabel, toldApart } from '#shared/labels.ts'
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

const known = new Map<number, ReadonlyMap<string, string>>()
/** Changed since they were loaded: shown until the new ones arrive. */
const stale = new Set<number>()
const apart = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string>>()

function apartOf(labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = apart.get(labels) ?? toldApart(labels)
  apart.set(labels, found)
  return found
}

/** The first column holds the code, the second its label. */
const labelsOf = ({ values }: Coded) =>
  new Map(values.flatMap(({ data: [code, label] }) => (code && label ? [[code, label] as const] : [])))

/** Returns whether any label changed. A dictionary that is gone has no labels. */
function keepLabels(ids: readonly number[], dictionaries: readonly Coded[]): boolean {
  let isNew = false
  for (const id of ids) {
    stale.delete(id)
    if (!known.has(id)) known.set(id, new Map())
  }
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
  const missing = [...new Set(dictIds)].filter((id) => !known.has(id) || stale.has(id))
  if (missing.length > 0) {
    const dictionaries = await cachedDictionaries(missing, fetchMissing)
    keepLabels(missing, dictionaries)
  }
  return (dictId, code) => known.get(dictId)?.get(code)
}

/**
 * A lookup that answers with a placeholder while the labels are loading; when that fails, the place says so and codes
 * are shown. `alone`: each label is shown by itself, not beside the others of a table, so it names its code wherever
 * another code of the dictionary has the same label.
 */
export function useDictionaryLabels(
  dictIds: readonly number[],
  fetchMissing: FetchDictionaries,
  { alone = false } = {},
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
        const isNew = keepLabels(ids, dictionaries)
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
        for (const id of ids) stale.add(id)
        setAttempt((times) => times + 1)
      }),
    [],
  )
  // A new function when labels arrive, so that its dependents render again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` stands for the contents of the map.
  return useMemo<DictionaryLabels>(() => {
    const asked = new Set(wanted.split(',').map(Number))
    const missing = failure === null ? pendingLabel : undefined
    return (dictId, code) => {
      const labels = known.get(dictId)
      if (!labels) return asked.has(dictId) ? missing : undefined
      return (alone ? apartOf(labels) : labels).get(code)
    }
  }, [loaded, wanted, failure, alone])
}
