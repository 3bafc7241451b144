// An .xls workbook that is filled row by row: a header on each sheet, further sheets as rows go beyond 65,536.
import XLSX from 'sheetjs-style'
import type { ColumnType, NumberFormat } from '../../semantic/model/types.ts'
import { CellBuffer } from './cells.ts'
import * as records from './records.ts'
import { summaryInformation } from './summaryInformation.ts'

export interface WorkbookColumn {
  title: string
  type: ColumnType
  format: NumberFormat | null
  /** Names for the cells' values, from a dictionary; values without a name stay as they are. */
  labels?: Record<string, string>
}

export type WorkbookCell = string | number | boolean | null

const bold = 16
const formats = {
  text: 17,
  integer: 18,
  decimal: 19,
  percent: 20,
  date: 21,
  datetime: 22,
  general: 23,
} as const
/** Codes of our own begin at 164. */
const codes: Record<keyof typeof formats, string> = {
  text: '@',
  integer: '#,##0',
  decimal: '#,##0.00',
  percent: '0.00%',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
  general: 'General',
}
const firstCode = 164

const dayMs = 86_400_000
/** Excel's day 0; before day 61 its calendar has a 29 February 1900 that never was, so such dates stay texts. */
const epoch = Date.UTC(1899, 11, 30)
const firstSafeDay = 61

function serialOf(text: string): number | undefined {
  const time = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}Z`)
  const serial = (time - epoch) / dayMs
  return serial >= firstSafeDay && serial < 2_958_466 ? serial : undefined
}

/** Digits that a double keeps exactly. */
const exactDigits = 15

function numberOf(text: string): number | undefined {
  const digits = text.replace(/^-?0*|[.]/g, '')
  const value = Number(text)
  return text.trim() !== '' && digits.length <= exactDigits && Number.isFinite(value) ? value : undefined
}

/** What a text stands for in a column of dates or numbers; undefined where it has to stay a text. */
function numberIn(text: string, type: ColumnType): number | undefined {
  if (type === 'date' || type === 'datetime') return serialOf(text)
  return type === 'integer' || type === 'number' ? numberOf(text) : undefined
}

function formatOf({ type, format }: WorkbookColumn): number {
  if (type === 'date' || type === 'datetime') return formats[type]
  if (type === 'integer' || type === 'number')
    return formats[format ?? (type === 'integer' ? 'integer' : 'general')]
  return formats.text
}

interface Sheet {
  cells: CellBuffer
  rows: number
}

/** Sheet names may not hold these; nor more than 31 characters. */
const safeName = (name: string) =>
  name
    .replace(/[\\/?*[\]:'\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 26) || '报表'

export class Workbook {
  readonly #name: string
  readonly #trace: string
  readonly #columns: WorkbookColumn[]
  readonly #formats: number[]
  readonly #texts = new Map<string, number>()
  readonly #widths: number[]
  readonly #sheets: Sheet[] = []
  #used = 0

  /** `trace` stands in the pages' footers and in the file's properties: no cell, so sums, filters, sorting and imports never meet it. */
  constructor(sheetName: string, columns: WorkbookColumn[], trace = '') {
    this.#trace = trace
    this.#name = safeName(sheetName)
    this.#columns = columns
    this.#formats = columns.map(formatOf)
    this.#widths = columns.map(({ title }) => widthOf(title) + 2)
  }

  addRow(cells: readonly WorkbookCell[]): void {
    const sheet = this.#roomySheet()
    const row = sheet.rows++
    for (let column = 0; column < this.#columns.length; column++) {
      this.#addCell(sheet.cells, row, column, cells[column] ?? null)
    }
  }

  /** The whole file. */
  toBytes(): Uint8Array {
    if (this.#sheets.length === 0) this.#roomySheet()
    const container = XLSX.CFB.utils.cfb_new()
    XLSX.CFB.utils.cfb_add(container, '/Workbook', this.#stream())
    if (this.#trace !== '') {
      XLSX.CFB.utils.cfb_add(
        container,
        '/\u0005SummaryInformation',
        summaryInformation(`trace ${this.#trace}`),
      )
    }
    return XLSX.CFB.write(container, { type: 'buffer' }) as Uint8Array
  }

  #roomySheet(): Sheet {
    const last = this.#sheets.at(-1)
    if (last && last.rows < records.sheetRows) return last
    const sheet = { cells: new CellBuffer(), rows: 1 }
    for (const [column, { title }] of this.#columns.entries())
      this.#addText(sheet.cells, 0, column, bold, title)
    this.#sheets.push(sheet)
    return sheet
  }

  #addCell(cells: CellBuffer, row: number, column: number, value: WorkbookCell): void {
    if (value === null || value === '') return
    const { type, labels } = this.#columns[column] as WorkbookColumn
    const format = this.#formats[column] as number
    // Own names alone: a cell may say «constructor».
    const label = labels && Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined
    const typed = label ?? (typeof value === 'string' ? (numberIn(value, type) ?? value) : value)
    if (typeof typed === 'string') this.#addText(cells, row, column, formats.text, typed)
    else if (typeof typed === 'number') cells.number(row, column, format, typed)
    else cells.truth(row, column, formats.general, typed)
  }

  #addText(cells: CellBuffer, row: number, column: number, format: number, text: string): void {
    const kept = text.length > records.cellCharacters ? `${text.slice(0, records.cellCharacters - 1)}…` : text
    let place = this.#texts.get(kept)
    if (place === undefined) {
      place = this.#texts.size
      this.#texts.set(kept, place)
      this.#widths[column] = Math.max(this.#widths[column] ?? 0, Math.min(widthOf(kept) + 2, 60))
    }
    this.#used++
    cells.text(row, column, format, place)
  }

  #stream(): Buffer {
    const sheets = this.#sheets.map((sheet, index) => this.#sheetBytes(sheet, index === 0))
    const names = this.#sheets.map((_, index) => (index === 0 ? this.#name : `${this.#name} ${index + 1}`))
    const head = [...records.beginWorkbook(), ...this.#styles()]
    const tail = [...records.sharedStrings(this.#texts.keys(), this.#texts.size, this.#used), records.end()]
    const boundSizes = names.map((name) => records.boundSheet(0, name).length)
    let position = sum([...head, ...tail].map(({ length }) => length)) + sum(boundSizes)
    const bounds = sheets.map((bytes, index) => {
      const bound = records.boundSheet(position, names[index] as string)
      position += sum(bytes.map(({ length }) => length))
      return bound
    })
    return Buffer.concat([...head, ...bounds, ...tail, ...sheets.flat()])
  }

  #styles(): Buffer[] {
    // Font 4 does not exist in the format: the fifth record is font 5. Four plain ones come first, the bold one is 5.
    const fonts = [false, false, false, false, true].map((isBold) => records.font('Arial', 200, isBold))
    const names = Object.keys(formats) as (keyof typeof formats)[]
    const custom = names.map((name, index) => records.numberFormat(firstCode + index, codes[name]))
    const styles = Array.from({ length: 15 }, () =>
      records.extendedFormat({ font: 0, numberFormat: 0, style: true }),
    )
    const plain = records.extendedFormat({ font: 0, numberFormat: 0, style: false })
    const header = records.extendedFormat({ font: 5, numberFormat: 0, style: false })
    const cells = names.map((_, index) =>
      records.extendedFormat({ font: 0, numberFormat: firstCode + index, style: false }),
    )
    return [...fonts, ...custom, ...styles, plain, header, ...cells, records.normalStyle()]
  }

  #sheetBytes({ cells, rows }: Sheet, selected: boolean): Buffer[] {
    return [
      records.beginSheet(),
      ...(this.#trace === '' ? [] : [records.footer(`&L追踪码 ${this.#trace}`)]),
      ...this.#widths.map((width, column) => records.columnInfo(column, Math.max(width, 12), 15)),
      records.dimensions(rows, this.#columns.length),
      cells.bytes,
      ...records.frozenHeader(selected),
      records.end(),
    ]
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** In characters of a column's width: those of Chinese take two. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text.slice(0, 60)) width += (character.codePointAt(0) as number) > 0x2e80 ? 2 : 1
  return width
}
