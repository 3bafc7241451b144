// The interface of draft storage: each write names the revision it follows, so that two windows can't
// overwrite each other.

import type { StoredKey } from '#web/shell/storage.ts'
import { isRecord } from '#web/shell/storage.ts'
import type { Draft } from './types.ts'

export type WriteAnswer =
  | { kind: 'kept' }
  /** Another window was first; its draft. */
  | { kind: 'newer'; draft: Draft }
  | { kind: 'full' }

export interface DraftKeeper {
  readAll(owner: string): Promise<Draft[]>
  read(owner: string, id: string): Promise<Draft | null>
  /** Writes only where the stored revision is `expected`; 0: where nothing is stored. */
  write(draft: Draft, expected: number): Promise<WriteAnswer>
  remove(owner: string, id: string): Promise<void>
}

export const keyOf = (owner: string, id: string): StoredKey => `sqlDraft:${owner}:${id}`

export function isDraft(value: unknown): value is Draft {
  if (!isRecord(value) || typeof value.owner !== 'string' || typeof value.revision !== 'number') return false
  const { document } = value
  return (
    isRecord(document) &&
    typeof document.id === 'string' &&
    typeof document.name === 'string' &&
    typeof document.text === 'string' &&
    isRecord(document.parameters)
  )
}
