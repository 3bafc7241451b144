// An .xls workbook filled row by row, with a header on each sheet. Rows beyond 65,536 and columns beyond 256
// go to further sheets; the leading columns may be repeated on them.
import XLSX from 'sheetjs-style'
import type { ColumnType, NumberFormat } from '#semantic/model/types.ts'
import { CellBuffer } from './cells.ts'
import { type Head, type HeadLayout, layOutHeads } from './heads.ts'
import * as records from './records.ts'
import { summaryInformation } from './summaryInformation.ts'

export interface WorkbookColumn {
  title: string
  type: ColumnType
  format: NumberFormat | null
  /** Dictionary names for the cells' values; values without a name stay as they are. */
  labels?: Record<string, string>
}

export type WorkbookCell = string | number | boolean | null

const bold = 16
const boldCentered = 17
const formats = {
  text: 18,
  integer: 19,
  decimal: 20,
  percent: 21,
  date: 22,
  datetime: 23,
  general: 24,
} as const
/** Custom format codes begin at 164. */
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
/**
 * Excel's day 0. Before day 61 its calendar has a 29 February 1900 that never existed, so such dates stay
 * texts.
 */
const epoch = Date.UTC(1899, 11, 30)
const firstSafeDay = 61

function serialOf(text: string): number | undefined {
  const time = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}Z`)
  const serial = (time - epoch) / dayMs
  return serial >= firstSafeDay && serial < 2_958_466 ? serial : undefined
}

/** Digits that a double holds exactly. */
const exactDigits = 15

function numberOf(text: string): number | undefined {
  const digits = text.replace(/^-?0*|[.]/g, '')
  const value = Number(text)
  return text.trim() !== '' && digits.length <= exactDigits && Number.isFinite(value) ? value : undefined
}

/** The number that a text means in a column of dates or numbers; undefined where it must stay a text. */
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

/** The columns of one sheet, by index. */
interface Block {
  columns: number[]
  heads: HeadLayout
  sheets: Sheet[]
}

interface WorkbookLayout {
  /** Header lines above the columns' titles, from the top, per column; absent: none. */
  over?: Head[][]
  /** Frozen columns at the left, repeated on each sheet where the columns need several; 0 when absent. */
  lead?: number
}

/** Characters that sheet names may not contain; names have at most 31 characters. */
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
  readonly #blocks: Block[]
  readonly #lead: number
  readonly #headRows: number
  #used = 0

  /**
   * `trace` is written to the page footers and the file's properties, not to a cell, so it never disturbs
   * sums, filters, sorting or imports.
   */
  constructor(sheetName: string, columns: WorkbookColumn[], trace = '', layout: WorkbookLayout = {}) {
    const { over = [], lead = 0 } = layout
    this.#trace = trace
    this.#name = safeName(sheetName)
    this.#columns = columns
    this.#formats = columns.map(formatOf)
    this.#widths = columns.map(({ title }) => widthOf(title) + 2)
    this.#lead = lead
    this.#headRows = (over[0]?.length ?? 0) + 1
    const heads = columns.map(({ title }, place) => [
      ...(over[place] ?? []),
      { text: title, key: String(place) },
    ])
    this.#blocks = blocksOf(columns.length, lead).map((places) => ({
      columns: places,
      heads: layOutHeads(places.map((place) => heads[place] ?? [])),
      sheets: [],
    }))
  }

  addRow(cells: readonly WorkbookCell[]): void {
    for (const block of this.#blocks) {
      const sheet = this.#roomySheet(block)
      const row = sheet.rows++
      // A loop by index: entries() would allocate an array for each of millions of cells.
      for (let at = 0; at < block.columns.length; at++) {
        const place = block.columns[at] as number
        this.#addCell(sheet.cells, row, at, place, cells[place] ?? null)
      }
    }
  }

  /** Lines under the table, after an empty row; they widen no column. */
  addNotes(lines: readonly string[]): void {
    const [block] = this.#blocks
    if (!block || lines.length === 0) return
    this.#roomySheet(block).rows += 1
    for (const line of lines) {
      const sheet = this.#roomySheet(block)
      const text = line.slice(0, records.cellCharacters)
      if (!this.#texts.has(text)) this.#texts.set(text, this.#texts.size)
      this.#addText(sheet.cells, sheet.rows++, 0, block.columns[0] ?? 0, formats.general, text)
    }
  }

  /** The whole file. */
  toBytes(): Uint8Array {
    for (const block of this.#blocks) if (block.sheets.length === 0) this.#roomySheet(block)
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

  #roomySheet({ sheets, heads, columns }: Block): Sheet {
    const last = sheets.at(-1)
    if (last && last.rows < records.sheetRows) return last
    const sheet = { cells: new CellBuffer(), rows: this.#headRows }
    for (const { row, column, text, isMerged, isWide } of heads.cells) {
      const place = columns[column] ?? 0
      // A header that spans several columns has their combined width.
      if (!isWide) this.#widen(place, text)
      this.#addText(sheet.cells, row, column, place, isMerged ? boldCentered : bold, text)
    }
    sheets.push(sheet)
    return sheet
  }

  /** `column`: index on the sheet; `place`: index among all columns. */
  #addCell(cells: CellBuffer, row: number, column: number, place: number, value: WorkbookCell): void {
    if (value === null) return
    const { type, labels } = this.#columns[place] as WorkbookColumn
    const format = this.#formats[place] as number
    // Own properties only: a cell may contain «constructor».
    const label = labels && Object.hasOwn(labels, String(value)) ? labels[String(value)] : undefined
    if (value === '' && label === undefined) return
    const typed = label ?? (typeof value === 'string' ? (numberIn(value, type) ?? value) : value)
    if (typeof typed === 'string') this.#addText(cells, row, column, place, formats.text, typed)
    else if (typeof typed === 'number') cells.number(row, column, format, typed)
    else cells.truth(row, column, formats.general, typed)
  }

  #addText(
    cells: CellBuffer,
    row: number,
    column: number,
    place: number,
    format: number,
    text: string,
  ): void {
    const kept = text.length > records.cellCharacters ? `${text.slice(0, records.cellCharacters - 1)}…` : text
    let shared = this.#texts.get(kept)
    if (shared === undefined) {
      shared = this.#texts.size
      this.#texts.set(kept, shared)
      if (format !== bold && format !== boldCentered) this.#widen(place, kept)
    }
    this.#used++
    cells.text(row, column, format, shared)
  }

  #widen(place: number, text: string): void {
    this.#widths[place] = Math.max(this.#widths[place] ?? 0, Math.min(widthOf(text) + 2, 60))
  }

  #stream(): Buffer {
    const made = this.#blocks.flatMap((block, across) =>
      block.sheets.map((sheet, down) => ({ block, sheet, name: this.#sheetName(across, down) })),
    )
    const names = made.map(({ name }) => name)
    const sheets = made.map(({ block, sheet }, index) => this.#sheetBytes(block, sheet, index === 0))
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

  /** «日报», «日报 2»; where columns need several sheets, «日报 列2», «日报 列2 2». */
  #sheetName(across: number, down: number): string {
    const further = down === 0 ? '' : ` ${down + 1}`
    return this.#blocks.length > 1
      ? `${this.#name.slice(0, 20)} 列${across + 1}${further}`
      : `${this.#name}${further}`
  }

  #styles(): Buffer[] {
    // The format has no font 4: the fifth record is font 5. Four plain fonts come first, font 5 is bold.
    const fonts = [false, false, false, false, true].map((isBold) => records.font('Arial', 200, isBold))
    const names = Object.keys(formats) as (keyof typeof formats)[]
    const custom = names.map((name, index) => records.numberFormat(firstCode + index, codes[name]))
    const styles = Array.from({ length: 15 }, () =>
      records.extendedFormat({ font: 0, numberFormat: 0, style: true }),
    )
    const plain = records.extendedFormat({ font: 0, numberFormat: 0, style: false })
    const header = records.extendedFormat({ font: 5, numberFormat: 0, style: false })
    const wideHeader = records.extendedFormat({ font: 5, numberFormat: 0, style: false, centered: true })
    const cells = names.map((_, index) =>
      records.extendedFormat({ font: 0, numberFormat: firstCode + index, style: false }),
    )
    return [...fonts, ...custom, ...styles, plain, header, wideHeader, ...cells, records.normalStyle()]
  }

  #sheetBytes({ columns, heads }: Block, { cells, rows }: Sheet, selected: boolean): Buffer[] {
    return [
      records.beginSheet(),
      ...(this.#trace === '' ? [] : [records.footer(`&L追踪码 ${this.#trace}`)]),
      ...columns.map((place, column) =>
        records.columnInfo(column, Math.max(this.#widths[place] ?? 0, 12), 15),
      ),
      records.dimensions(rows, columns.length),
      cells.bytes,
      ...records.frozenPanes(selected, this.#headRows, this.#lead),
      ...records.mergedCells(heads.merged),
      records.end(),
    ]
  }
}

/** The column indexes of each sheet; the leading columns are on all of them. */
function blocksOf(count: number, lead: number): number[][] {
  const all = Array.from({ length: count }, (_, place) => place)
  if (count <= records.sheetColumns) return [all]
  const first = all.slice(0, lead)
  const room = records.sheetColumns - lead
  const rest = all.slice(lead)
  return Array.from({ length: Math.ceil(rest.length / room) }, (_, at) => [
    ...first,
    ...rest.slice(at * room, (at + 1) * room),
  ])
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Column width in characters; a Chinese one counts as two. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text.slice(0, 60)) width += (character.codePointAt(0) as number) > 0x2e80 ? 2 : 1
  return width
}
