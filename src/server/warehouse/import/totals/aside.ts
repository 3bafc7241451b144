// Sets the totals of a staged table aside, and tells which rows they were.
import type { DuckDBConnection } from '@duckdb/node-api'
import { isBlank } from './figures.ts'
import { findTotals } from './find.ts'
import type { WordRow } from './words.ts'

export interface Totals {
  count: number
  /** The first ones: their line, and what stands in it. */
  first: { line: number; text: string }[]
  /** The user has them imported like other rows. */
  kept: boolean
}

export const noTotals: Totals = { count: 0, first: [], kept: false }

const shownTotals = 20
const shownCells = 6

interface Staged {
  names: readonly string[]
  rows: number
  words: readonly WordRow[]
}

/** Finds the totals in the table `staged`, and deletes them from it unless they are to be kept. */
export async function setTotalsAside(
  connection: DuckDBConnection,
  { names, rows, words }: Staged,
  kept: boolean,
): Promise<Totals> {
  const lines = await findTotals(connection, { from: 'staged', count: names.length, rows, names }, words)
  // Where nothing else would be left, they are the data.
  if (lines.length === 0 || lines.length >= rows) return { ...noTotals, kept }
  const first = await describe(connection, names, lines.slice(0, shownTotals))
  if (!kept) {
    await connection.run(`DELETE FROM staged WHERE line IN (SELECT unnest([${lines.join(', ')}]))`)
  }
  return { count: lines.length, first, kept }
}

async function describe(
  connection: DuckDBConnection,
  names: readonly string[],
  lines: readonly number[],
): Promise<Totals['first']> {
  const cells = names.map((_, at) => `CASE WHEN NOT ${isBlank(`c${at}`)} THEN left(trim(c${at}), 40) END`)
  const reader = await connection.runAndReadAll(
    `SELECT line, ${cells.join(', ')} FROM staged WHERE line IN (${lines.join(', ')}) ORDER BY line`,
  )
  return reader.getRows().map(([line, ...values]) => {
    const filled = values.flatMap((value, at) => (value === null ? [] : [`${names[at]} ${value}`]))
    const rest = filled.length > shownCells ? '…' : ''
    return { line: Number(line), text: filled.slice(0, shownCells).join('，') + rest }
  })
}

/** Sentences for the user of the terminal. */
export function describeTotals({ count, first, kept }: Totals, unit: string): string[] {
  if (count === 0) return []
  const rest = count - first.length
  return [
    kept
      ? `有 ${count} ${unit}是合计，按 --totals 一同导入：`
      : `有 ${count} ${unit}是合计，没有导入（要导入它们请加 --totals）：`,
    ...first.map(({ line, text }) => `  第 ${line} ${unit}：${text}`),
    ...(rest > 0 ? [`  ……另有 ${rest} ${unit}`] : []),
  ]
}
