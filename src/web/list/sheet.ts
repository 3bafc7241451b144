// Cells → one .xlsx in the browser. Read when somebody exports.
import { utils, type WorkSheet, write } from 'sheetjs-style'

/** What Excel takes as a sheet's name. */
const unusable = /[\\/?*[\]:]/g
const longestName = 31
const widestColumn = 60

type Cell = string | number | null

export function writeSheet(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Blob {
  const sheet: WorkSheet = utils.aoa_to_sheet([[...heads], ...rows.map((row) => row.map(sheetCell))])
  sheet['!cols'] = heads.map((head, at) => ({ wch: widthOf(head, rows, at) }))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, title.replace(unusable, '_').slice(0, longestName))
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

/** Said to be a text, so that nothing of it is taken for a formula. */
const sheetCell = (cell: Cell) => (typeof cell === 'string' ? { t: 's', v: cell } : cell)

/** Of the first rows; a Chinese character is as wide as two. */
function widthOf(head: string, rows: readonly (readonly Cell[])[], at: number): number {
  const texts = [head, ...rows.slice(0, 100).map((row) => String(row[at] ?? ''))]
  const widest = Math.max(...texts.map((text) => text.length + (text.match(/[^\0-\xff]/g)?.length ?? 0)))
  return Math.min(widestColumn, widest + 2)
}
