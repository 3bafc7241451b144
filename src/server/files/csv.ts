// Cells → csv by RFC 4180.
import { csvText } from '#shared/csvText.ts'
import type { CellType } from '../warehouse/types.ts'

/** Without it Excel shows UTF-8 Chinese as garbage. */
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

type CsvCell = string | number | boolean | null

/** Columns whose texts the engine produces (big integers, dates) need no formula escape. */
const isPlain = (type: CellType): boolean => type !== 'string' && type !== 'json'

export function csvHead(titles: readonly string[]): string {
  return `${titles.map(csvText).join(',')}\r\n`
}

/**
 * The cells of a column's JSON text. Numbers keep their digits as written (1.10, -0), which parsing would
 * lose.
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

/** Rows `from` … `to` of column-wise cells. */
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
    // Many readers skip an empty line, so an empty row is written as "".
    text += `${line || '""'}\r\n`
  }
  return text
}
