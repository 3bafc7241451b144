// Rows that hold the sum of the rows indented below them: 安卓 over 　华为 and 　小米, or over 其中：华为.
import type { DuckDBConnection } from '@duckdb/node-api'
import { isNear } from './arithmetic.ts'
import { type ColumnUse, isBlank, numberOf } from './figures.ts'

interface OutlineFacts {
  from: string
  rows: number
  uses: readonly ColumnUse[]
  /** Columns that say what a row is about, and those of numbers. */
  labels: readonly number[]
  numbers: readonly number[]
}

interface OutlineRow {
  line: number
  level: number
  values: (number | null)[]
}

/** Statements are small. */
const mostRows = 5_000
const indent = /^[ \t\u00a0\u3000]*/
const ofWhich = /^(?:其中|其中,|of which)[:： ]/i

/** Lines of the rows that are the sums of those indented below them, without the lines that are known as totals. */
export async function outlineTotals(
  connection: DuckDBConnection,
  { from, rows, uses, labels, numbers }: OutlineFacts,
  known: readonly number[],
): Promise<number[]> {
  const label = labels[0]
  if (label === undefined || numbers.length === 0 || rows > mostRows) return []
  const values = numbers.map((at) => numberOf(uses, at))
  const reader = await connection.runAndReadAll(
    `SELECT line, c${label}, ${values.join(', ')} FROM ${from}
     WHERE NOT ${isBlank(`c${label}`)} AND line NOT IN (SELECT unnest([${known.join(', ')}]::BIGINT[])) ORDER BY line`,
  )
  const found = outlined(
    reader.getRows().map(([line, text, ...cells]) => ({
      line: Number(line),
      text: String(text),
      values: cells.map((cell) => (cell === null ? null : Number(cell))),
    })),
  )
  const parents = found.flatMap((row, at) => {
    const below = childrenOf(found, at)
    return below.length > 0 && isSum(row, below) ? [{ line: row.line, children: below.length }] : []
  })
  // One row over one other may be equal by chance.
  return parents.some(({ children }) => children > 1) ? parents.map(({ line }) => line) : []
}

function outlined(rows: readonly { line: number; text: string; values: (number | null)[] }[]): OutlineRow[] {
  let above = 0
  return rows.map(({ text, ...row }) => {
    const [blanks = ''] = indent.exec(text) ?? []
    const isPart = ofWhich.test(text.trim())
    if (!isPart) above = blanks.length
    return { ...row, level: isPart ? above + 1 : blanks.length }
  })
}

/** The rows directly below one in the outline. */
function childrenOf(rows: readonly OutlineRow[], at: number): OutlineRow[] {
  const own = rows[at]?.level ?? 0
  const end = rows.findIndex(({ level }, place) => place > at && level <= own)
  const below = rows.slice(at + 1, end < 0 ? rows.length : end)
  const nearest = Math.min(...below.map(({ level }) => level))
  return below.filter(({ level }) => level === nearest)
}

function isSum({ values }: OutlineRow, children: readonly OutlineRow[]): boolean {
  const told = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  const sumAt = (at: number) => children.reduce((sum, child) => sum + (child.values[at] ?? 0), 0)
  return told.some(({ value }) => value !== 0) && told.every(({ value, at }) => isNear(value, sumAt(at)))
}
