// Dictionaries cached in this browser for a quarter of an hour. Without a working IndexedDB, all are fetched.
import { useSession } from '../shell/session.ts'
import { readText, removeText, writeText } from '../shell/storage.ts'

const databaseName = 'dict_cache'
const storeName = 'dict_cache'
export const dictionaryLifetimeMs = 15 * 60 * 1000

export interface CacheEntry<Dictionary> {
  cacheTime: number
  dictId: number
  dictData: Dictionary
}

/** All entries, including expired ones, which are replaced on the next request. */
export async function keptDictionaries<Dictionary>(): Promise<readonly CacheEntry<Dictionary>[]> {
  let found: CacheEntry<Dictionary>[] = []
  await inStore('readonly', (store) => {
    const request: IDBRequest<CacheEntry<Dictionary>[]> = store.getAll()
    request.onsuccess = () => {
      found = request.result
    }
  })
  return found
}

/** Restores an entry just removed, with its age. */
export async function putBackDictionary({ cacheTime, dictId, dictData }: CacheEntry<unknown>): Promise<void> {
  await inStore('readwrite', (store) => store.put({ cacheTime, dictId, dictData }, `dict_${dictId}`))
}

/** Clears all dictionaries and their owner: at logout, and when a user asks for fresh ones. */
export async function clearDictionaryCache(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
  removeText(ownerKey)
}

const channelName = 'dict_cache'
const listeners = new Set<(ids: readonly number[]) => void>()
let channel: BroadcastChannel | null = null

/** Calls the listener with changed dictionaries, from this or another tab. */
export function onDictionariesChange(listener: (ids: readonly number[]) => void): () => void {
  channel ??= openChannel()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function openChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const opened = new BroadcastChannel(channelName)
  opened.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) tell(data.map(Number))
  }
  return opened
}

function tell(ids: readonly number[]): void {
  for (const listener of listeners) listener(ids)
}

/** Removes changed dictionaries; the cache is shared by tabs, which are notified. */
export async function forgetDictionaries(ids: readonly number[]): Promise<void> {
  await inStore('readwrite', (store) => {
    for (const id of ids) store.delete(`dict_${id}`)
  })
  channel ??= openChannel()
  channel?.postMessage([...ids])
  tell(ids)
}

const ownerKey = 'dict_owner'

/** The former user's dictionaries are not for the next user, however the former session ended. */
async function claim(database: IDBDatabase): Promise<void> {
  const owner = useSession.getState().roleData?.email ?? ''
  if (readText(ownerKey) === owner) return
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(storeName, 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.objectStore(storeName).clear()
  })
  writeText(ownerKey, owner)
}

/** Runs one transaction. If the database fails, the work is skipped. */
export async function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => unknown,
): Promise<void> {
  const database = await openDatabase()
  if (!database) return
  try {
    await claim(database)
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      work(transaction.objectStore(storeName))
    })
  } catch {
    // Quota, corruption, a private window: the dictionaries are fetched again next time.
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

// A database without our store would throw on each transaction.
function usable(database: IDBDatabase): IDBDatabase | null {
  if (database.objectStoreNames.contains(storeName)) return database
  database.close()
  return null
}
