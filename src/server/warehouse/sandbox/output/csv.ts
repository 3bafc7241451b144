// Writes a result as csv by RFC 4180: a header line, CRLF, quotes only where needed. NULL is an empty field,
// an empty text is "". A text that a spreadsheet would take for a formula gets a leading apostrophe; numbers
// stay as they are.
import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api'
import { type ColumnCells, columnCells, writeField } from './cells.ts'
import { TextBuffer } from './textBuffer.ts'
import type { ZoneOffset } from './times.ts'

const frameBytes = 256 * 1024

export class CsvOutput {
  /** Rows written so far. */
  rowCount = 0
  readonly #cells: ColumnCells[]
  readonly #out = new TextBuffer(frameBytes + 64 * 1024)

  constructor(names: readonly string[], types: readonly DuckDBType[], zone: ZoneOffset) {
    this.#cells = types.map((type) => columnCells(type, zone))
    names.forEach((name, column) => {
      if (column > 0) this.#out.byte(0x2c)
      writeField(this.#out, Buffer.from(name))
    })
    this.#endLine()
  }

  *add(chunk: DuckDBDataChunk, count: number): Generator<Buffer> {
    const out = this.#out
    const cells = this.#cells
    cells.forEach((column, index) => {
      column.load(chunk, index, count)
    })
    for (let row = 0; row < count; row += 1) {
      const line = out.length
      for (let column = 0; column < cells.length; column += 1) {
        if (column > 0) {
          out.reserve(1)
          out.byte(0x2c)
        }
        ;(cells[column] as ColumnCells).csv(row, out)
      }
      // Many readers skip an empty line, so an empty row is written as "".
      if (out.length === line) out.text('""')
      this.#endLine()
      this.rowCount += 1
      if (out.length >= frameBytes) yield out.take()
    }
  }

  *end(): Generator<Buffer> {
    if (this.#out.length > 0) yield this.#out.take()
  }

  #endLine(): void {
    this.#out.reserve(3)
    this.#out.byte(13)
    this.#out.byte(10)
  }
}
