// Which tabs stand where, and which results belong to them: for a reload of this window, and for the next window.
import { isRecord, readText, type StoredKey, writeText } from '#web/shell/storage.ts'

/** A run that a result tab shows. */
export interface KeptResult {
  key: string
  number: number
  /** Layouts of before have none. */
  name?: string
  /** The run's id, under the name that layouts were always kept with. */
  queryId: string
  /** What ran, and where it stood in the text. */
  sql: string
  start: number
  /** One of several that run in turn. */
  chained: boolean
}

/** A statement that runs when the one before it has succeeded. */
export interface WaitingStatement {
  sql: string
  start: number
}

export interface Layout {
  order: string[]
  active: string
  /** Where the cursor stood in the tab in front; from 1. */
  cursor?: { line: number; column: number }
  results: Record<string, KeptResult[]>
  shown: Record<string, string>
  waiting: Record<string, WaitingStatement[]>
}

const keyOf = (owner: string): StoredKey => `sqlDesk:${owner}`

function isLayout(value: unknown): value is Layout {
  return (
    isRecord(value) &&
    Array.isArray(value.order) &&
    typeof value.active === 'string' &&
    isRecord(value.results) &&
    isRecord(value.shown) &&
    isRecord(value.waiting)
  )
}

function parsed(text: string | null): Layout | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isLayout(value) ? value : null
  } catch {
    return null
  }
}

export function readLayout(owner: string): Layout | null {
  return parsed(ownText(owner)) ?? parsed(readText(keyOf(owner)))
}

function ownText(owner: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(owner))
  } catch {
    return null
  }
}

export function writeLayout(owner: string, layout: Layout): void {
  const text = JSON.stringify(layout)
  // Statements may be long: without room the window forgets its tabs' order, never their texts.
  writeText(keyOf(owner), text)
  try {
    sessionStorage.setItem(keyOf(owner), text)
  } catch {
    // The one in localStorage serves.
  }
}
