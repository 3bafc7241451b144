// The contents of this browser's databases and of its file cache.
import {
  type CacheEntry,
  dictionaryLifetimeMs,
  forgetDictionaries,
  keptDictionaries,
  putBackDictionary,
} from '#web/api/dictionaryCache.ts'
import { isRecord } from '#web/shell/storage.ts'
import type { CacheRow } from './types.ts'

interface KeptDictionary {
  id: number
  name: string
  values: readonly unknown[]
}

const jsonBytes = (value: unknown): number => new Blob([JSON.stringify(value) ?? '']).size

export async function dictionaryRows(): Promise<CacheRow[]> {
  return (await keptDictionaries<KeptDictionary>()).map((entry: CacheEntry<KeptDictionary>) => ({
    id: `dict_${entry.dictId}`,
    kind: 'dictionary',
    place: '此浏览器',
    name: entry.dictData?.name ?? `字典 ${entry.dictId}`,
    says: `dict_cache 的 dict_${entry.dictId}，报表与筛选用它把代码显示成名称`,
    bytes: jsonBytes(entry),
    count: entry.dictData?.values?.length ?? null,
    savedAt: entry.cacheTime,
    endsAt: entry.cacheTime + dictionaryLifetimeMs,
    loses: '',
    clear: async () => {
      await forgetDictionaries([entry.dictId])
      return () => putBackDictionary(entry)
    },
  }))
}

const draftDatabase = { name: 'sql_drafts', store: 'drafts' }

/** SQL texts of open and recently closed tabs, only those of the current user. */
export async function draftRows(email: string): Promise<CacheRow[]> {
  const database = await openExisting(draftDatabase.name)
  if (!database?.objectStoreNames.contains(draftDatabase.store)) return []
  const inStore = <Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(draftDatabase.store, mode)
      const request = work(transaction.objectStore(draftDatabase.store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  const own = IDBKeyRange.bound(`sqlDraft:${email}:`, `sqlDraft:${email}:\uffff`)
  const keys = (await inStore('readonly', (store) => store.getAllKeys(own))) as string[]
  const drafts: unknown[] = await inStore('readonly', (store) => store.getAll(own))
  return drafts.flatMap((draft, at) => {
    const key = keys[at]
    if (key === undefined || !isRecord(draft) || !isRecord(draft.document)) return []
    const { name, text } = draft.document
    const isClosed = typeof draft.closedAt === 'number'
    return {
      id: `draft ${key}`,
      kind: 'draft' as const,
      place: '此浏览器' as const,
      name: String(name || '未命名'),
      says: isClosed ? '关闭了的 SQL 标签，还能重新打开' : '打开着的 SQL 标签',
      bytes: jsonBytes(draft),
      count: null,
      savedAt: Number(draft.keptAt) || null,
      endsAt: null,
      loses: '其中未保存的 SQL',
      content: String(text ?? '').slice(0, 2_000),
      clear: async () => {
        await inStore('readwrite', (store) => store.delete(key))
        return async () => {
          await inStore('readwrite', (store) => store.put(draft, key))
        }
      },
    }
  })
}

/** Null when the database does not exist; looking does not create one. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name)
      request.onupgradeneeded = () => request.transaction?.abort()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(null)
      request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}

/** Files that a service worker of ours would cache; the browser's own HTTP cache can't be read. */
export async function assetRows(): Promise<CacheRow[]> {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? []
  return Promise.all(
    names.map(async (name): Promise<CacheRow> => {
      const entries = await (await caches.open(name)).keys()
      return {
        id: `cache ${name}`,
        kind: 'asset',
        place: '此浏览器',
        name,
        says: '页面的文件，需要时重新下载',
        bytes: null,
        count: entries.length,
        savedAt: null,
        endsAt: null,
        loses: '',
        clear: async () => {
          await caches.delete(name)
          return undefined
        },
      }
    }),
  )
}
