// Changes unsaved when a page closes: written to localStorage at once, taken over by the next page.
import { isRecord, type StoredKey } from '#web/shell/storage.ts'
import type { SqlDocument } from './types.ts'

interface LastWords {
  document: SqlDocument
  /** The stored revision that they are based on. */
  revision: number
}

const keyOf = (owner: string, id: string): StoredKey => `sqlLast:${owner}:${id}`

function isLastWords(value: unknown): value is LastWords {
  return (
    isRecord(value) &&
    typeof value.revision === 'number' &&
    isRecord(value.document) &&
    typeof value.document.id === 'string' &&
    typeof value.document.text === 'string'
  )
}

export function writeLastWords(owner: string, words: LastWords): void {
  try {
    localStorage.setItem(keyOf(owner, words.document.id), JSON.stringify(words))
  } catch {
    // No room: the pending write may still succeed.
  }
}

export function clearLastWords(owner: string, id: string): void {
  try {
    localStorage.removeItem(keyOf(owner, id))
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

export function readLastWords(owner: string): LastWords[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(owner, '')))
    return keys.flatMap((key) => {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return isLastWords(value) ? [value] : []
    })
  } catch {
    return []
  }
}
