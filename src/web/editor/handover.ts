// A statement on its way into the SQL workspace from another page: too long for an address, so the address names it.
import { isRecord, readJson, removeText, writeJson } from '../shell/storage.ts'

export interface HandedText {
  /** Of the tab that it gets. */
  name: string
  sql: string
}

const key = 'sqlHandover'

/** Keeps the text, and answers the address that opens it; the next text takes its place. */
export function handOver({ name, sql }: HandedText): string {
  const id = Math.random().toString(36).slice(2, 12)
  writeJson(key, { id, name, sql })
  return `/code/query?text=${id}`
}

/** The text that an address names, once; null where it was taken or replaced already. */
export function takeHanded(id: string): HandedText | null {
  const kept = readJson(key, isRecord)
  if (kept?.id !== id || typeof kept.sql !== 'string') return null
  removeText(key)
  return { name: typeof kept.name === 'string' ? kept.name : '', sql: kept.sql }
}
