// Hands a statement from another page to the SQL workspace: too long for an address, so the address has its
// id.
import { pages } from '#shared/pages.ts'
import { isRecord, readJson, removeText, writeJson } from '../shell/storage.ts'

interface HandedText {
  /** Name of the new tab. */
  name: string
  sql: string
}

const key = 'sqlHandover'

/** Stores the text, and returns the address that opens it; the next text replaces it. */
export function handOver({ name, sql }: HandedText): string {
  const id = Math.random().toString(36).slice(2, 12)
  writeJson(key, { id, name, sql })
  return pages.codeQuery({ text: id })
}

/** The text for an address, once; null where it was taken or replaced. */
export function takeHanded(id: string): HandedText | null {
  const kept = readJson(key, isRecord)
  if (kept?.id !== id || typeof kept.sql !== 'string') return null
  removeText(key)
  return { name: typeof kept.name === 'string' ? kept.name : '', sql: kept.sql }
}
