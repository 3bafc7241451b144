// Marks that programs put around staged texts, taken off before anything is read: an apostrophe or a backtick before
// values and a tab after them, which keep a spreadsheet from reading a number, and points in days of two-digit years,
// which are version numbers elsewhere.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '../snapshot/describe.ts'
import { isDayName } from './values/dayColumn.ts'
import { fullMatch, isPresent } from './values/fold.ts'

const looked = 1000
const quoted = String.raw`\s*'[^']*`
const ticked = '\\s*`[^`]*'
/** Tabs, and blanks by which programs make all values of a column equally long. */
const padded = String.raw`(?s)[ \t\x{3000}].*|.*[ \t\x{3000}]`
/** 26.1.5 */
const dotted = String.raw`\s*\d{2}\.\d{1,2}\.\d{1,2}\s*`

interface Mark {
  column: string
  pattern: string
  without: (text: string) => string
  /** Empty: nothing that anybody would miss was taken off. */
  note: string
}

function marksOf(name: string, column: string): Mark[] {
  const before = (pattern: string, sign: string): Mark => ({
    column,
    pattern,
    without: (text) => `replace(${text}, ${quoteText(sign)}, '')`,
    note: `列「${name}」：开头的「${sign}」已去掉`,
  })
  const padding: Mark = {
    column,
    pattern: padded,
    without: (text) => `nullif(trim(${text}, chr(9) || chr(32) || chr(12288)), '')`,
    note: '',
  }
  const points: Mark = { column, pattern: dotted, without: (text) => `replace(${text}, '.', '/')`, note: '' }
  return [before(quoted, "'"), before(ticked, '`'), padding, ...(isDayName(name) ? [points] : [])]
}

/** Changes the columns of `staged` of which all values have such a mark; returns what is said of it. */
export async function takeMarksOff(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<string[]> {
  const marks = names.flatMap((name, at) => marksOf(name, `c${at}`))
  const fitting = async (from: string, tried: typeof marks) => {
    if (tried.length === 0) return []
    const fits = tried.map(({ column, pattern }) => {
      const has = fullMatch(column, pattern)
      return `count(*) FILTER (${has}) > 0 AND count(*) FILTER (${isPresent(column)} AND NOT ${has}) = 0`
    })
    const reader = await connection.runAndReadAll(`SELECT ${fits.join(', ')} FROM ${from}`)
    const row = reader.getRows()[0] ?? []
    return tried.filter((_, at) => row[at] === true)
  }
  const likely = await fitting(`(FROM staged LIMIT ${looked})`, marks)
  const found = await fitting('staged', likely)
  if (found.length > 0) {
    const list = [...Map.groupBy(found, ({ column }) => column)].map(
      ([column, own]) => `${column} = ${own.reduce((text, { without }) => without(text), column)}`,
    )
    await connection.run(`UPDATE staged SET ${list.join(', ')}`)
  }
  return found.flatMap(({ note }) => note || [])
}
