// What keeps drafts can do: each write says which revision it follows, so that two windows can't write over each other.

import type { StoredKey } from '#web/shell/storage.ts'
import { isRecord } from '#web/shell/storage.ts'
import type { Draft } from './types.ts'

export type WriteAnswer =
  | { kind: 'kept' }
  /** Another window was first; what it wrote. */
  | { kind: 'newer'; draft: Draft }
  | { kind: 'full' }

export interface DraftKeeper {
  readAll(owner: string): Promise<Draft[]>
  read(owner: string, id: string): Promise<Draft | null>
  /** Writes only where what is kept has the revision `expected`; 0: where nothing is. */
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
