// Texts that are not words to search for: timestamps, JSON, cron expressions and the like. Their shape is tested at
// each letter with a few comparisons; the parser is loaded at the first such text.
import { createStore } from 'zustand'
import type { RoleData } from '../session.ts'
import type { PaletteEntry } from './entries.ts'

export type PastedShape = 'number' | 'date' | 'json' | 'cron' | 'token' | 'encoded'

/** Returns entries for a text of the given shape; none when the text turns out to be something else. */
export type PastedReader = (
  text: string,
  shape: PastedShape,
  session: RoleData | null,
) => readonly PaletteEntry[]

export interface PastedTexts {
  load: () => Promise<PastedReader>
}

let source: PastedTexts | null = null
let isLoading = false
const readers = createStore<{ reader: PastedReader | null }>(() => ({ reader: null }))

export function registerPastedTexts(given: PastedTexts): void {
  source = given
}

/** The present parser of pasted texts, and notifications when it changes. */
export const pastedReaders = {
  now: (): PastedReader | null => readers.getState().reader,
  subscribe: readers.subscribe,
}

/** A failed load is tried again at the next such text. */
export function loadPastedReader(): void {
  if (!source || isLoading || readers.getState().reader) return
  isLoading = true
  source
    .load()
    .then(
      (reader) => readers.setState({ reader }),
      () => undefined,
    )
    .finally(() => {
      isLoading = false
    })
}

/** Entries of unmistakable shapes come before the search results, others after them. */
export const comesFirst = (shape: PastedShape): boolean =>
  shape === 'json' || shape === 'cron' || shape === 'token'

const dates =
  /^\d{4}(?:[-/.年]\d{1,2}(?:[-/.月]\d{1,2})|\d{4}[ T]\d{2}:?\d{2})|^[A-Z][a-z]{2}, ?\d{1,2} [A-Z][a-z]{2} \d{4}/
const field = String.raw`[\d*/,\-?LW#a-zA-Z]{1,60}`
const cron = new RegExp(`^${field}(?: +${field}){4}$`)
const encoded = /%[\da-fA-F]{2}|\\u[\da-fA-F]{4}|&(?:#\d{2,6}|#x[\da-fA-F]{2,5}|lt|gt|amp|quot);/
const base64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/

/** Null for ordinary words. */
export function shapeOf(text: string): PastedShape | null {
  if (text.length < 5) return null
  const typed = text.length > 4_096 ? text.slice(0, 4_096).trim() : text.trim()
  const first = typed.charCodeAt(0)
  // Character codes of { and [.
  if (first === 123 || first === 91) return /^(?:\{\s*["'}\w]|\[\s*[-[\]{"'\d\w])/.test(typed) ? 'json' : null
  const isDigit = first >= 48 && first <= 57
  if ((isDigit || first === 45) && /^-?\d{9,20}$/.test(typed)) return 'number'
  if (isDigit || (first >= 65 && first <= 90)) if (dates.test(typed)) return 'date'
  if (typed.startsWith('eyJ') && typed.includes('.')) return 'token'
  if (typed.includes(' ')) {
    if (/[\d*]/.test(typed) && cron.test(typed) && /^[\d*?/,-]+ +[\d*?/,-]+ /.test(typed)) return 'cron'
    return encoded.test(typed) ? 'encoded' : null
  }
  if (encoded.test(typed)) return 'encoded'
  return base64.test(typed) && /\d/.test(typed) && /[A-Z]/.test(typed) && /[a-z]/.test(typed)
    ? 'encoded'
    : null
}
