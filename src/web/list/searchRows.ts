// Full-text search in a whole list: texts by letters, names by pinyin, too. Every row is tested for each
// letter, so most rows are rejected by a few bits before any text is searched.
import { foldText, matchesReadName, type ReadName, readName, readTyped } from '#shared/textMatch.ts'
import { textOf } from './cellText.ts'
import type { ListColumn } from './types.ts'

/**
 * Rows with their searchable texts at the same index: a lookup per row and letter would cost most of a
 * search.
 */
export interface SearchedRows<Row> {
  rows: readonly Row[]
  reads: readonly ReadRow<Row>[]
}

/** All rows, prepared for searching. */
export const asSearched = <Row extends object>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): SearchedRows<Row> => {
  const searched = columns.filter(isSearched)
  return { rows, reads: rows.map((row) => readOf(row, searched)) }
}

/** Every word must match, anywhere; with no words all rows match. */
export function searchRows<Row extends object>(
  columns: readonly ListColumn<Row>[],
  from: SearchedRows<Row>,
  text: string,
): SearchedRows<Row> {
  const words = wordsOf(text)
  if (words.length === 0) return from
  const named = columns.filter((column) => isSearched(column) && column.pinyin)
  const reads = from.reads.filter((read) => holdsAll(read, words, named))
  return { rows: reads.map(({ row }) => row), reads }
}

export const hasWords = (text: string): boolean => wordsOf(text).length > 0

const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .map(foldText)
    .filter((word) => word !== '')
    .map((word) => ({ word, typed: readTyped(word), marks: marksOf(word), isMark: isMark(word) }))

function holdsAll<Row>(
  read: ReadRow<Row>,
  words: ReturnType<typeof wordsOf>,
  named: readonly ListColumn<Row>[],
): boolean {
  for (const { word, typed, marks, isMark } of words) {
    // A character with its own bit is present where the bit is set.
    if (hasMarks(read, marks) && (isMark || read.text.includes(word))) continue
    if (named.length === 0) return false
    const { row } = read
    read.names ??= named.map((column) => readName(textOf(column, row), column.pinyin?.(row) ?? ''))
    if (!anyMatches(read.names, typed)) return false
  }
  return true
}

function anyMatches(names: readonly ReadName[], typed: ReturnType<typeof readTyped>): boolean {
  for (const name of names) if (matchesReadName(name, typed)) return true
  return false
}

/**
 * Which characters a text contains, as bits: one for each ASCII character below @ and from the backtick on;
 * others share bits.
 */
interface Marks {
  signs: number
  letters: number
  others: number
}
const [firstSign, lastSign] = [0x20, 0x3f]
const [firstLetter, lastLetter] = [0x60, 0x7f]

function marksOf(text: string): Marks {
  let [signs, letters, others] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= firstSign && code <= lastSign) signs |= 1 << (code - firstSign)
    else if (code >= firstLetter && code <= lastLetter) letters |= 1 << (code - firstLetter)
    else others |= 1 << (code & 31)
  }
  return { signs, letters, others }
}

const isMark = (word: string): boolean => word.length === 1 && marksOf(word).others === 0

const hasMarks = (read: Marks, { signs, letters, others }: Marks): boolean =>
  (signs & ~read.signs) === 0 && (letters & ~read.letters) === 0 && (others & ~read.others) === 0

/**
 * A row's searchable text: normalizing 100,000 texts takes a quarter of a second, so it is done once, not for
 * each letter.
 */
interface ReadRow<Row> extends Marks {
  row: Row
  text: string
  names: readonly ReadName[] | null
}
const readRows = new WeakMap<object, ReadRow<object>>()
const between = '\n'

function readOf<Row extends object>(row: Row, columns: readonly ListColumn<Row>[]): ReadRow<Row> {
  let read = readRows.get(row) as ReadRow<Row> | undefined
  if (read === undefined) {
    const text = columns.map((column) => foldText(searchedText(column, row))).join(between)
    const { signs, letters, others } = marksOf(text)
    read = { row, text, signs, letters, others, names: null }
    readRows.set(row, read)
  }
  return read
}

function isSearched<Row>({ searched, kind = 'text' }: ListColumn<Row>): boolean {
  return searched !== undefined ? searched !== false : kind !== 'number' && kind !== 'time'
}

function searchedText<Row>(column: ListColumn<Row>, row: Row): string {
  return typeof column.searched === 'function' ? column.searched(row) : textOf(column, row)
}
