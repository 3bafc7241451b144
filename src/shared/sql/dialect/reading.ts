// A statement's words, prepared for finding other dialects' syntax.
import { type Token, tokenize } from '../tokens.ts'

export interface DialectFix {
  /** The range of the text that `text` replaces. */
  start: number
  end: number
  text: string
}

export interface Reading {
  sql: string
  /** Without spaces and comments. */
  words: readonly Token[]
  /** Bracket → its partner, computed once because long texts ask thousands of times. */
  partners: ReadonlyMap<number, number>
}

export function readingOf(sql: string): Reading {
  const words = tokenize(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const partners = new Map<number, number>()
  const open: number[] = []
  words.forEach(({ start, end }, at) => {
    const text = end - start === 1 ? (sql[start] ?? '') : ''
    if (opens(text)) open.push(at)
    if (!closes(text)) return
    const first = open.pop()
    if (first === undefined) return
    partners.set(first, at)
    partners.set(at, first)
  })
  return { sql, words, partners }
}

/**
 * The longest form in words: otherwise a text with thousands of beginnings would be scanned to its end from
 * each.
 */
export const farthest = 2_000

export const textAt = ({ sql, words }: Reading, at: number): string => {
  const token = words[at]
  return token ? sql.slice(token.start, token.end) : ''
}

/** In lower case for a bare word; '' for all else. */
export const lowerAt = (reading: Reading, at: number): string =>
  reading.words[at]?.kind === 'word' ? textAt(reading, at).toLowerCase() : ''

export const isNameAt = ({ words }: Reading, at: number): boolean =>
  words[at]?.kind === 'word' || words[at]?.kind === 'quoted'

const opens = (text: string): boolean => text === '(' || text === '[' || text === '{'
export const closes = (text: string): boolean => text === ')' || text === ']' || text === '}'

/** The index of the bracket that closes the one at `open`; -1 for none. */
export const closing = ({ partners }: Reading, open: number): number => {
  const close = partners.get(open) ?? -1
  return close > open ? close : -1
}

/** The next word on the same level, skipping brackets, so that nested forms are not scanned repeatedly. */
export const nextOnLevel = (reading: Reading, at: number): number => Math.max(at, closing(reading, at)) + 1

/** The index of the bracket that the one at `close` closes; -1 for none. */
const opening = ({ partners }: Reading, close: number): number => {
  const open = partners.get(close) ?? -1
  return open < close ? open : -1
}

/**
 * Where the value that ends at `last` begins: a name, `a.b`, a string, a call; -1 where it is none of these.
 */
export function valueStart(reading: Reading, last: number): number {
  let first = last
  if (textAt(reading, last) === ')') {
    first = opening(reading, last)
    if (first < 0) return -1
    if (!isNameAt(reading, first - 1) || notCalled.has(lowerAt(reading, first - 1))) return first
    first -= 1
  } else if (!isNameAt(reading, last)) {
    return ['text', 'number', 'parameter'].includes(reading.words[last]?.kind ?? '') ? last : -1
  }
  while (textAt(reading, first - 1) === '.' && isNameAt(reading, first - 2)) first -= 2
  return first
}

const notCalled = new Set([
  'and',
  'or',
  'not',
  'where',
  'when',
  'on',
  'select',
  'having',
  'then',
  'else',
  'in',
])

/** Arguments between brackets, separated by commas. */
export function argumentsOf(reading: Reading, open: number, close: number): string[] {
  const { sql, words } = reading
  if (close === open + 1) return []
  const args: string[] = []
  let start = words[open]?.end ?? 0
  for (let at = open + 1; at < close; at = nextOnLevel(reading, at)) {
    if (textAt(reading, at) !== ',') continue
    args.push(sql.slice(start, words[at]?.start).trim())
    start = words[at]?.end ?? start
  }
  return [...args, sql.slice(start, words[close]?.start).trim()]
}

/** From one word to another, both inclusive. */
export function pieceOf({ words }: Reading, first: number, last: number, text: string): DialectFix | null {
  const [from, to] = [words[first], words[last]]
  return from && to ? { start: from.start, end: to.end, text } : null
}

export const between = ({ sql, words }: Reading, first: number, last: number): string =>
  sql.slice(words[first]?.start ?? 0, words[last]?.end ?? 0)
