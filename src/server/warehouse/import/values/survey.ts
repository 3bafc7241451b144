// What a column's values are asked by SQL.
import type { DuckDBConnection } from '@duckdb/node-api'
import { folded, isPresent } from './fold.ts'

export interface Survey {
  connection: DuckDBConnection
  /** The staged rows. */
  from: string
  zone: string
  /** The order of short dates that the user told; null: the values tell it, or it is asked. */
  order: 'month first' | 'day first' | null
  /** Semicolons part the file's fields, as where the comma is the decimal mark. */
  commaLikely: boolean
  /** Another column of the file shows that the comma is the decimal mark: points part thousands in this one, too. */
  commaTold?: boolean
  /** The rows have lines, which say their order. */
  hasLines: boolean
}

export async function oneRow(connection: DuckDBConnection, sql: string): Promise<number[]> {
  const reader = await connection.runAndReadAll(sql)
  return (reader.getRows()[0] ?? []).map((value) => Number(value ?? 0))
}

const shownValues = 3
const shownLength = 20
const shown = (value: unknown): string => {
  const text = [...String(value)]
  return text.length > shownLength ? `${text.slice(0, shownLength).join('')}…` : text.join('')
}

type Place = Pick<Survey, 'connection' | 'from'>

/** The most frequent values under a condition, in words: 「待定」（3）、「无」（1）. */
export const frequent = (place: Place, column: string, condition: string): Promise<string> =>
  listFrequent(place, column, { condition, line: 'NULL' }, (times) => String(times))

/** Where the rows have lines: 「待定」（3 个，第 7 行起）、「无」（第 9 行）. */
export const frequentWithLine = (place: Place, column: string, condition: string): Promise<string> =>
  listFrequent(place, column, { condition, line: 'min(line)' }, (times, line) =>
    times > 1 ? `${times} 个，第 ${line} 行起` : `第 ${line} 行`,
  )

async function listFrequent(
  { connection, from }: Place,
  column: string,
  { condition, line }: { condition: string; line: string },
  tell: (times: number, line: number) => string,
): Promise<string> {
  const reader = await connection.runAndReadAll(
    `SELECT ${folded(column)} AS value, count(*) AS times, ${line} FROM ${from} WHERE ${condition}
     GROUP BY value ORDER BY times DESC, value LIMIT ${shownValues + 1}`,
  )
  const rows = reader.getRows()
  const listed = rows
    .slice(0, shownValues)
    .map(([value, times, place]) => `「${shown(value)}」（${tell(Number(times), Number(place))}）`)
  return listed.join('、') + (rows.length > shownValues ? '……' : '')
}

/** What was taken for nothing, in words; empty where nothing was. */
export async function emptied(survey: Survey, column: string): Promise<string> {
  const words = await frequent(
    survey,
    column,
    `${column} IS NOT NULL AND ${column} <> '' AND trim(${column}) <> '' AND NOT ${isPresent(column)} AND ${folded(column)} <> ''`,
  )
  return words && `${words}作空值`
}
