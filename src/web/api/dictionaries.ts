// Dictionaries for pages: from this browser's cache, else from the server, once per page.
import { readByCharacter } from '#shared/pinyin.ts'
import { useSettings } from '../shell/settings.ts'
import { type Fetch, fetchOnce } from './askedOnce.ts'
import { type CacheEntry, dictionaryLifetimeMs, inStore } from './dictionaryCache.ts'

/** A value of a dictionary: the first column is the code, the second the label. */
export interface DictionaryLabel {
  code: string | number
  label: string
  pinyin?: string
}

interface Labelled {
  values: readonly { data: string[] }[]
  syllables?: Record<string, string>
}

export const labelsOf = ({ values, syllables = {} }: Labelled): DictionaryLabel[] =>
  values.flatMap(({ data: [code, label] }) =>
    code === undefined ? [] : [labelled(code, label || code, syllables)],
  )

/** Loads the labels of one dictionary; none where it is gone. */
export const labelsBy =
  (fetchMissing: Fetch<Labelled & { id: number }>) =>
  async (dictId: number): Promise<DictionaryLabel[]> => {
    const [dictionary] = await cachedDictionaries([dictId], fetchMissing)
    return dictionary ? labelsOf(dictionary) : []
  }

/** Converted on lookup: there may be hundreds of thousands. */
function labelled(code: string, label: string, syllables: Record<string, string>): DictionaryLabel {
  let read: string | undefined
  return {
    code,
    label,
    get pinyin() {
      read ??= readByCharacter(label, (character) => syllables[character])
      return read
    },
  }
}

/**
 * Dictionaries by ids, in that order; unknown ones are left out. Only what the cache lacks is fetched, once
 * per page.
 */
export async function cachedDictionaries<Dictionary extends { id: number }>(
  ids: readonly number[],
  fetchMissing: Fetch<Dictionary>,
): Promise<Dictionary[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const keeps = useSettings.getState().useDictCache
  const found = keeps ? await readEntries<Dictionary>(wanted) : new Map<number, Dictionary>()
  const missing = wanted.filter((id) => !found.has(id))
  if (missing.length > 0) {
    const fetch = keeps ? keeping(fetchMissing) : fetchMissing
    for (const one of await fetchOnce(missing, fetch, !keeps)) found.set(one.id, one)
  }
  return wanted.flatMap((id) => found.get(id) ?? [])
}

/** The next request finds them in the cache. */
const keeping =
  <Dictionary extends { id: number }>(fetchMissing: Fetch<Dictionary>): Fetch<Dictionary> =>
  async (ids) => {
    const fetched = await fetchMissing(ids)
    await writeEntries(fetched)
    return fetched
  }

async function readEntries<Dictionary>(ids: number[]): Promise<Map<number, Dictionary>> {
  const found = new Map<number, Dictionary>()
  await inStore('readonly', (store) => {
    for (const id of ids) {
      const request: IDBRequest<CacheEntry<Dictionary> | undefined> = store.get(`dict_${id}`)
      request.onsuccess = () => {
        const entry = request.result
        if (entry && isFresh(entry.cacheTime)) found.set(id, entry.dictData)
      }
    }
  })
  return found
}

// A clock that was set back must not keep an entry alive for ever.
function isFresh(cacheTime: unknown): boolean {
  const age = Date.now() - Number(cacheTime)
  return age >= 0 && age < dictionaryLifetimeMs
}

async function writeEntries(dictionaries: { id: number }[]): Promise<void> {
  const cacheTime = Date.now()
  await inStore('readwrite', (store) => {
    for (const dictData of dictionaries) {
      store.put({ cacheTime, dictId: dictData.id, dictData }, `dict_${dictData.id}`)
    }
  })
}
