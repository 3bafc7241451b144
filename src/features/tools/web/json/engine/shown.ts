// The text shown in a row: short, whatever the value.
import { textOf } from './bytes.ts'
import { type Hint, hintOf } from './hints.ts'
import { stringAt } from './keys.ts'
import type { JsonRows } from './rows.ts'
import { countAt, type JsonDocument, type JsonKind, kindAt, stringEnd, valueEnd } from './walk.ts'

const mostCharacters = 240
const mostLabel = 120

export interface ShownRow {
  at: number
  depth: number
  /** Key or index; null for a text's only value. */
  label: string | null
  isMember: boolean
  kind: JsonKind
  /** The value's notation, strings with their quotes; for a container its beginning. */
  text: string
  /** Whether `text` is incomplete. */
  isCut: boolean
  /** Number of values in a container. */
  count: number | null
  /** In bytes. */
  size: number
  isOpen: boolean
  isDuplicate: boolean
  hint: Hint | null
}

/** Never cuts within a character: incomplete bytes are dropped. */
export function headOf(bytes: Uint8Array, start: number, end: number, most: number): string {
  if (end - start <= most) return textOf(bytes, start, end)
  let cut = start + most
  while (cut > start && ((bytes[cut] as number) & 0xc0) === 0x80) cut--
  return textOf(bytes, start, cut)
}

/** Escapes of visible characters are shown as the characters; invisible characters stay escaped. */
export function stringShown(bytes: Uint8Array, at: number, end: number, most = mostCharacters): string {
  if (end - at <= most * 2) return JSON.stringify(stringAt(bytes, at, end))
  return JSON.stringify(stringHead(bytes, at, most)).slice(0, -1)
}

/** The beginning of a string's content, limited in bytes. */
export function stringHead(bytes: Uint8Array, at: number, most: number): string {
  let cut = at + 1
  while (cut < at + most) cut += bytes[cut] === 92 ? (bytes[cut + 1] === 117 ? 6 : 2) : 1
  while (((bytes[cut] as number) & 0xc0) === 0x80) cut--
  return JSON.parse(`${textOf(bytes, at, cut)}"`) as string
}

function labelAt(bytes: Uint8Array, key: number): string {
  const end = stringEnd(bytes, key)
  if (end - key > mostLabel * 3) return `${stringShown(bytes, key, end, mostLabel).slice(1)}…`
  const text = stringAt(bytes, key, end)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what can't be seen.
  return /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed() ? JSON.stringify(text) : text
}

function containerShown(document: JsonDocument, at: number, end: number): string {
  const head = headOf(document.bytes, at, end, mostCharacters)
  return head.replace(/\s+/g, ' ')
}

export function shownRow(rows: JsonRows, at: number): ShownRow {
  const { document } = rows
  const { bytes } = document
  const { value, label, depth, isMember, isOpen, isDuplicate } = rows.row(at)
  const kind = kindAt(bytes, value)
  const end = valueEnd(document, value)
  const isBox = kind === 'object' || kind === 'array'
  const text = isBox
    ? containerShown(document, value, end)
    : kind === 'string'
      ? stringShown(bytes, value, end)
      : headOf(bytes, value, end, mostCharacters)
  return {
    at,
    depth,
    label: isMember
      ? labelAt(bytes, label)
      : depth === 0 && document.roots.length === 1
        ? null
        : String(label),
    isMember,
    kind,
    text,
    isCut: end - value > mostCharacters * (kind === 'string' ? 2 : 1),
    count: isBox ? countAt(document, value) : null,
    size: end - value,
    isOpen,
    isDuplicate,
    hint: isBox ? null : hintOf(bytes, value, end, kind),
  }
}
