// Where drafts are kept: IndexedDB, else localStorage.
import { storageWorks } from '#web/shell/storage.ts'
import { type DraftKeeper, isDraft, keyOf } from './draftKeeper.ts'
import { indexedKeeper } from './indexedKeeper.ts'
import type { Draft } from './types.ts'

function parsed(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** For browsers without IndexedDB (some private windows); a few megabytes at most. */
const localKeeper: DraftKeeper = {
  async readAll(owner) {
    const drafts: Draft[] = []
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at)
      const draft = key?.startsWith(keyOf(owner, '')) ? parsed(localStorage.getItem(key)) : null
      if (draft) drafts.push(draft)
    }
    return drafts
  },
  async read(owner, id) {
    return parsed(localStorage.getItem(keyOf(owner, id)))
  },
  async write(draft, expected) {
    const key = keyOf(draft.owner, draft.document.id)
    const present = parsed(localStorage.getItem(key))
    if (present && present.revision !== expected) return { kind: 'newer', draft: present }
    try {
      localStorage.setItem(key, JSON.stringify(draft))
      return { kind: 'kept' }
    } catch {
      return { kind: 'full' }
    }
  },
  async remove(owner, id) {
    localStorage.removeItem(keyOf(owner, id))
  },
}

/** For browsers without any storage: the page says that drafts are not saved. */
const noKeeper: DraftKeeper = {
  readAll: async () => [],
  read: async () => null,
  write: async () => ({ kind: 'full' }),
  remove: async () => undefined,
}

export async function openKeeper(): Promise<DraftKeeper> {
  return (await indexedKeeper()) ?? (storageWorks() ? localKeeper : noKeeper)
}
