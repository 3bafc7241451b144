// Cells → csv by RFC 4180.
import { csvText } from '#shared/csvText.ts'
import type { CellType } from '../warehouse/types.ts'

/** What Excel needs before UTF-8, or Chinese is garbled. */
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

export type CsvCell = string | number | boolean | null

/** Columns whose texts are the engine's own (big integers, dates) need no care. */
const isPlain = (type: CellType): boolean => type !== 'string' && type !== 'json'

export function csvHead(titles: readonly string[]): string {
  return `${titles.map(csvText).join(',')}\r\n`
}

/**
 * The cells of a column's JSON text. What needs no care keeps its digits as they stand (1.10, -0), which parsing
 * would take from it.
 */
export function csvCells(type: CellType, text: string): CsvCell[] {
  if (!isPlain(type)) return JSON.parse(text) as CsvCell[]
  const inner = text.slice(1, -1)
  if (inner === '') return []
  return inner.split(',').map((cell) => {
    if (cell === 'null') return null
    return cell.startsWith('"') ? cell.slice(1, -1) : cell
  })
}

/** Rows `from` … `to` of cells by columns. */
export function csvRows(
  types: readonly CellType[],
  columns: readonly CsvCell[][],
  from: number,
  to: number,
): string {
  const plain = types.map(isPlain)
  let text = ''
  for (let row = from; row < to; row += 1) {
    let line = ''
    for (let column = 0; column < types.length; column += 1) {
      if (column > 0) line += ','
      const cell = columns[column]?.[row]
      if (cell === null || cell === undefined) continue
      line += typeof cell === 'string' && !plain[column] ? csvText(cell) : cell
    }
    // A line of nothing would be no row at all to many readers.
    text += `${line || '""'}\r\n`
  }
  return text
}
