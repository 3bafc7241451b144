// Cells → the XML of a sheet's rows. Texts are inline strings, so no table of all texts has to be held until
// the end.
import type { CellType } from '#server/warehouse/types.ts'

export interface SheetColumn {
  title: string
  type: CellType
  /**
   * How an empty text is written where it differs from null, which is an empty cell. Absent: as the empty
   * text.
   */
  emptyText?: string
}
export type SheetCell = string | number | boolean | null

/** Rows of a sheet, header included. */
export const sheetRows = 1_048_576
export const sheetColumns = 16_384
const cellCharacters = 32_767
const cutNote = '…（内容过长，Excel 单元格只能保留 32767 个字符）'

/** Indexes into styles.xml. */
const styles = { plain: 0, head: 1, date: 2, datetime: 3 } as const

export const sheetOpening = (columns: readonly SheetColumn[]): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
  columns
    .map((column, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" customWidth="1"/>`)
    .join('') +
  '</cols><sheetData>'
export const sheetClosing = '</sheetData></worksheet>'

function widthOf({ title, type }: SheetColumn): number {
  const usual = type === 'datetime' ? 20 : type === 'string' || type === 'json' ? 18 : 12
  const wide = [...title].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 255 ? 2 : 1), 2)
  return Math.min(Math.max(usual, wide), 60)
}

/** `A`, `B` … `XFD`. */
export function columnName(index: number): string {
  let name = ''
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  }
  return name
}

/** One writer per column: the format depends on the column's type alone. */
export type CellWriter = (cell: SheetCell, row: number) => string

export function cellWriters(columns: readonly SheetColumn[]): CellWriter[] {
  return columns.map(({ type, emptyText = '' }, index) => {
    const name = columnName(index)
    const text: CellWriter = (cell, row) => textCell(name, row, String(cell) || emptyText, styles.plain)
    if (type === 'date' || type === 'datetime') {
      const style = styles[type]
      return (cell, row) => {
        const serial = typeof cell === 'string' ? serialOf(cell) : null
        return serial === null ? text(cell, row) : `<c r="${name}${row}" s="${style}"><v>${serial}</v></c>`
      }
    }
    return (cell, row) => {
      // Spreadsheets keep 15 digits of a number: a longer one (an id) stays exact as text.
      if (typeof cell === 'number' && cell < 1e15 && cell > -1e15) {
        return `<c r="${name}${row}"><v>${cell}</v></c>`
      }
      if (typeof cell === 'boolean') return `<c r="${name}${row}" t="b"><v>${cell ? 1 : 0}</v></c>`
      return text(cell, row)
    }
  })
}

export function headRow(columns: readonly SheetColumn[]): string {
  const cells = columns.map(({ title }, index) => textCell(columnName(index), 1, title, styles.head))
  return `<row r="1">${cells.join('')}</row>`
}

/** Rows from `from` on of a column-wise chunk; `row` is the sheet's number of the first. */
export function rowsText(
  writers: readonly CellWriter[],
  columns: readonly SheetCell[][],
  from: number,
  to: number,
  row: number,
): string {
  let xml = ''
  for (let index = from; index < to; index += 1) {
    const number = row + index - from
    xml += `<row r="${number}">`
    for (let column = 0; column < writers.length; column += 1) {
      const cell = columns[column]?.[index]
      if (cell !== null && cell !== undefined) xml += (writers[column] as CellWriter)(cell, number)
    }
    xml += '</row>'
  }
  return xml
}

function textCell(name: string, row: number, text: string, style: number): string {
  const cut =
    text.length > cellCharacters
      ? `${text.slice(0, cellCharacters - cutNote.length).toWellFormed()}${cutNote}`
      : text
  const styled = style === styles.plain ? '' : ` s="${style}"`
  return `<c r="${name}${row}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut)}</t></is></c>`
}

const special = /[&<>]|(?![\t\n])[\p{Cc}\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)|\p{Cs}/u
const specials = new RegExp(special.source, 'gu')
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Characters that XML can't hold are written as `_x0001_`, as spreadsheets do; a text that already looks like
 * that is escaped.
 */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text
  return text
    .toWellFormed()
    .replace(
      specials,
      (sign) => named[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

const firstSerial = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000

/**
 * Days since the end of 1899; null for dates outside the spreadsheet calendar (before March 1900, after
 * 9999).
 */
export function serialOf(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(\.\d+)?)?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0'] = match
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - firstSerial) / dayMs
  // Spreadsheets count a 29 February 1900 that never existed: earlier days would be off by one.
  if (days < 61) return null
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second) + Number(fraction)
  return days + seconds / 86_400
}
