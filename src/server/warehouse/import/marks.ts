// Marks that programs put around staged texts, taken off before anything is read: an apostrophe that keeps a
// spreadsheet from reading a number, and points in days of two-digit years, which are version numbers elsewhere.
import type { DuckDBConnection } from '@duckdb/node-api'
import { isDayName } from './values/dayColumn.ts'
import { fullMatch, isPresent } from './values/fold.ts'

const looked = 1000
const quoted = String.raw`\s*'[^']*`
/** 26.1.5 */
const dotted = String.raw`\s*\d{2}\.\d{1,2}\.\d{1,2}\s*`

/** Changes the columns of `staged` of which all values have such a mark; returns what is said of it. */
export async function takeMarksOff(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<string[]> {
  const marks = names.flatMap((name, at) => {
    const column = `c${at}`
    const apostrophe = {
      column,
      pattern: quoted,
      without: `replace(${column}, '''', '')`,
      note: `列「${name}」：开头的「'」已去掉`,
    }
    const points = { column, pattern: dotted, without: `replace(${column}, '.', '/')`, note: '' }
    return isDayName(name) ? [apostrophe, points] : [apostrophe]
  })
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
    const list = found.map(({ column, without }) => `${column} = ${without}`)
    await connection.run(`UPDATE staged SET ${list.join(', ')}`)
  }
  return found.flatMap(({ note }) => note || [])
}
