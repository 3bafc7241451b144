// An .xlsx written front to back: rows are written as they come, and a full sheet is followed by another.
import type { Writable } from 'node:stream'
import {
  type CellWriter,
  cellWriters,
  escapeXml,
  headRow,
  rowsText,
  type SheetCell,
  type SheetColumn,
  sheetClosing,
  sheetOpening,
  sheetRows,
} from './sheet.ts'
import { ZipWriter } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Bytes of one sheet's XML, because readers load a sheet whole. */
const sheetBytes = 2 ** 31
/** Rows that are joined into one text before compression. */
const stride = 256

export class WorkbookWriter {
  readonly #zip: ZipWriter
  readonly #columns: readonly SheetColumn[]
  readonly #writers: CellWriter[]
  readonly #title: string
  #sheets = 0
  /** Number of the next row in the current sheet. */
  #row = 0

  constructor(out: Writable, title: string, columns: readonly SheetColumn[]) {
    this.#zip = new ZipWriter(out)
    this.#title = title
    this.#columns = columns
    this.#writers = cellWriters(columns)
  }

  async add(rowCount: number, cells: readonly SheetCell[][]): Promise<void> {
    if (this.#sheets === 0) await this.#open()
    for (let from = 0; from < rowCount; ) {
      if (this.#row > sheetRows || this.#zip.entrySize > sheetBytes) await this.#open()
      const to = Math.min(rowCount, from + stride, from + sheetRows - this.#row + 1)
      await this.#zip.write(Buffer.from(rowsText(this.#writers, cells, from, to, this.#row)))
      this.#row += to - from
      from = to
    }
  }

  async end(): Promise<void> {
    if (this.#sheets === 0) await this.#open()
    await this.#close()
    for (const [name, text] of this.#parts()) await this.#zip.add(name, text)
    await this.#zip.close()
  }

  async #open(): Promise<void> {
    if (this.#sheets > 0) await this.#close()
    this.#sheets += 1
    await this.#zip.begin(`xl/worksheets/sheet${this.#sheets}.xml`)
    await this.#zip.write(Buffer.from(sheetOpening(this.#columns) + headRow(this.#columns)))
    this.#row = 2
  }

  async #close(): Promise<void> {
    await this.#zip.write(Buffer.from(sheetClosing))
    await this.#zip.end()
  }

  #parts(): [name: string, text: string][] {
    const numbers = Array.from({ length: this.#sheets }, (_, index) => index + 1)
    const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
    return [
      [
        '[Content_Types].xml',
        `${declaration}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${numbers
          .map(
            (number) =>
              `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
          )
          .join('')}</Types>`,
      ],
      [
        '_rels/.rels',
        `${declaration}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeTypes}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `${declaration}<Relationships xmlns="${packageTypes}/relationships">${numbers
          .map(
            (number) =>
              `<Relationship Id="rId${number}" Type="${officeTypes}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
          )
          .join(
            '',
          )}<Relationship Id="styles" Type="${officeTypes}/styles" Target="styles.xml"/></Relationships>`,
      ],
      [
        'xl/workbook.xml',
        `${declaration}<workbook xmlns="${main}" xmlns:r="${officeTypes}"><sheets>${numbers
          .map(
            (number) =>
              `<sheet name="${sheetName(this.#title, number)}" sheetId="${number}" r:id="rId${number}"/>`,
          )
          .join('')}</sheets></workbook>`,
      ],
      ['xl/styles.xml', stylesXml],
    ]
  }
}

/** At most 31 characters, without those that sheet names may not contain. */
function sheetName(title: string, number: number): string {
  const ending = number === 1 ? '' : ` ${number}`
  const clean = title.replace(/[\\/?*[\]:\p{Cc}]/gu, '_').replace(/^'+|'+$/g, '') || 'Sheet'
  return escapeXml(clean.slice(0, 31 - ending.length).toWellFormed() + ending).replaceAll('"', '&quot;')
}

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`
