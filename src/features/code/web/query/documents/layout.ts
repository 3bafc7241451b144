// The order of tabs and their results: for a reload of this window, and for the next window.
import { isRecord, readText, type StoredKey, writeText } from '#web/shell/storage.ts'

/** A run that a result tab shows. */
export interface KeptResult {
  key: string
  number: number
  /** Absent in older layouts. */
  name?: string
  /** The run's id, under the property name of older layouts. */
  queryId: string
  /** The executed text, and its position. */
  sql: string
  start: number
  /** Absent in older layouts. */
  whole?: boolean
  /** One of several statements run in sequence. */
  chained: boolean
  /** The script that it belongs to; absent in older layouts. */
  script?: string | null
}

/** A statement that runs after the previous one succeeds. */
export interface WaitingStatement {
  sql: string
  start: number
}

/** A script that a failure stopped. */
export interface StoppedScript {
  script: string
  /** How many statements it has. */
  total: number
  /** The run that failed. */
  key: string
  failed: WaitingStatement
  /** Those that have not run. */
  rest: WaitingStatement[]
  /** The failed statement's position among the document's statements, and their number then. */
  ordinal: number
  count: number
}

export interface Layout {
  order: string[]
  active: string
  /** Cursor in the active tab; from 1. */
  cursor?: { line: number; column: number }
  results: Record<string, KeptResult[]>
  shown: Record<string, string>
  waiting: Record<string, WaitingStatement[]>
  /** Absent in older layouts. */
  scripts?: Record<string, Pick<StoppedScript, 'script' | 'total'>>
  stopped?: Record<string, StoppedScript>
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
  // Statements may be long: without room the order of tabs is lost, never their texts.
  writeText(keyOf(owner), text)
  try {
    sessionStorage.setItem(keyOf(owner), text)
  } catch {
    // The layout in localStorage is used.
  }
}
