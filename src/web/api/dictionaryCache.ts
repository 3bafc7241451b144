// Dictionaries kept in this browser for a quarter of an hour. Without IndexedDB, or with a broken one, all are fetched.
import { useSettings } from '../shell/settings.ts'

const databaseName = 'dict_cache'
const storeName = 'dict_cache'
const lifetimeMs = 15 * 60 * 1000

interface CacheEntry<Dictionary> {
  cacheTime: number
  dictId: number
  dictData: Dictionary
}

/** Dictionaries by ids, in their order; unknown ones are left out. Only what the cache lacks is fetched. */
export async function cachedDictionaries<Dictionary extends { id: number }>(
  ids: readonly number[],
  fetchMissing: (ids: number[]) => Promise<Dictionary[]>,
): Promise<Dictionary[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  if (!useSettings.getState().useDictCache) return fetchMissing(wanted)
  const found = await readEntries<Dictionary>(wanted)
  const missing = wanted.filter((id) => !found.has(id))
  if (missing.length > 0) {
    const fetched = await fetchMissing(missing)
    for (const dictionary of fetched) found.set(dictionary.id, dictionary)
    await writeEntries(fetched)
  }
  return wanted.flatMap((id) => found.get(id) ?? [])
}

/** Forgets all dictionaries: at logout, and when somebody asks for fresh ones. */
export async function clearDictionaryCache(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
}

async function readEntries<Dictionary>(ids: number[]): Promise<Map<number, Dictionary>> {
  const found = new Map<number, Dictionary>()
  const entries = await inStore<CacheEntry<Dictionary>[]>('readonly', (store) => store.getAll())
  const wanted = new Set(ids)
  for (const entry of entries ?? []) {
    const fresh = isFresh(entry?.cacheTime)
    if (fresh && wanted.has(entry.dictId)) found.set(entry.dictId, entry.dictData)
  }
  return found
}

// A clock that was put back must not keep an entry alive for ever.
function isFresh(cacheTime: unknown): boolean {
  const age = Date.now() - Number(cacheTime)
  return age >= 0 && age < lifetimeMs
}

async function writeEntries(dictionaries: { id: number }[]): Promise<void> {
  const cacheTime = Date.now()
  await inStore('readwrite', (store) => {
    for (const dictData of dictionaries) {
      store.put({ cacheTime, dictId: dictData.id, dictData }, `dict_${dictData.id}`)
    }
  })
}

/** Does one transaction. Answers undefined where the database fails, for whatever reason. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result> | void,
): Promise<Result | undefined> {
  const database = await openDatabase()
  if (!database) return undefined
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } catch {
    return undefined
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName)
      request.onsuccess = () => resolve(usable(request.result))
      request.onerror = () => resolve(null)
      request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}

// A database that somebody made without our store would throw at each transaction.
function usable(database: IDBDatabase): IDBDatabase | null {
  if (database.objectStoreNames.contains(storeName)) return database
  database.close()
  return null
}
