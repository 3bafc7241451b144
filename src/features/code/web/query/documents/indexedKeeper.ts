// Drafts in IndexedDB. The revision is read and the draft written in one transaction, so other windows wait.
import { type DraftKeeper, isDraft, keyOf, type WriteAnswer } from './draftKeeper.ts'
import type { Draft } from './types.ts'

const databaseName = 'sql_drafts'
const storeName = 'drafts'

/** Null where the browser has no IndexedDB, or blocks it. */
export async function indexedKeeper(): Promise<DraftKeeper | null> {
  const database = await openDatabase()
  if (!database) return null
  const request = <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore, answer: (result: Result) => void) => void,
  ) =>
    new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      let result: Result
      transaction.oncomplete = () => resolve(result)
      transaction.onabort = () => reject(transaction.error)
      work(transaction.objectStore(storeName), (answered) => {
        result = answered
      })
    })
  return {
    readAll: (owner) =>
      request<Draft[]>('readonly', (store, answer) => {
        const range = IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))
        const all = store.getAll(range)
        all.onsuccess = () => answer(all.result.filter(isDraft).filter((draft) => draft.owner === owner))
      }),
    read: (owner, id) =>
      request<Draft | null>('readonly', (store, answer) => {
        const one = store.get(keyOf(owner, id))
        one.onsuccess = () => answer(isDraft(one.result) ? one.result : null)
      }),
    write: (draft, expected) =>
      request<WriteAnswer>('readwrite', (store, answer) => {
        const key = keyOf(draft.owner, draft.document.id)
        const present = store.get(key)
        present.onsuccess = () => {
          const kept: unknown = present.result
          if (isDraft(kept) && kept.revision !== expected) {
            answer({ kind: 'newer', draft: kept })
            return
          }
          store.put(draft, key)
          answer({ kind: 'kept' })
        }
      }).catch((): WriteAnswer => ({ kind: 'full' })),
    remove: (owner, id) =>
      request<void>('readwrite', (store) => {
        store.delete(keyOf(owner, id))
      }),
  }
}

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(databaseName, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => resolve(null)
      opening.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}
