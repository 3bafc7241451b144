// A result → csv by RFC 4180: a head line, CRLF, quotes only where they must be. NULL is an empty field, an empty
// text is "". A text that a spreadsheet would take for a formula is led by an apostrophe, which keeps it text
// there; numbers stay as they are.
import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api'
import { type ColumnCells, columnCells, writeField } from './cells.ts'
import { TextBuffer } from './textBuffer.ts'
import type { ZoneOffset } from './times.ts'

const frameBytes = 256 * 1024

export class CsvOutput {
  /** Written so far. */
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
      // A line of nothing would be no row at all to many readers.
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
