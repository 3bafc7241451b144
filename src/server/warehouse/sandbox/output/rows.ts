// Converts a result to frames of column-wise rows; each column is the JSON array text that goes to the
// browser unchanged.
import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api'
import type { ColumnCells } from './cells.ts'
import { columnCells } from './cells.ts'
import { TextBuffer } from './textBuffer.ts'
import type { ZoneOffset } from './times.ts'

const chunkBytes = 800_000
const chunkRows = 16_384
const mebibyte = 1024 * 1024
/** The most bytes of one row (with whole cells); more would endanger the server's memory. */
const longestRow = 64 * mebibyte
const longestWholeRow = 16 * mebibyte

export class RowTooLong extends Error {
  readonly mostMiB: number

  constructor(most: number) {
    super()
    this.mostMiB = most / mebibyte
  }
}

export interface RowsChunk {
  rowCount: number
  columns: Buffer[]
}

export class RowsOutput {
  readonly #cells: ColumnCells[]
  readonly #buffers: TextBuffer[]
  #rows = 0
  #bytes = 0
  #sent = false
  readonly #longest: number

  constructor(types: readonly DuckDBType[], zone: ZoneOffset, wholeCells = false) {
    this.#longest = wholeCells ? longestWholeRow : longestRow
    this.#cells = types.map((type) => columnCells(type, zone, wholeCells ? longestRow : undefined))
    this.#buffers = types.map(() => new TextBuffer())
  }

  /** Adds the first `count` rows of a chunk; yields the frames that are full. */
  *add(chunk: DuckDBDataChunk, count: number): Generator<RowsChunk> {
    this.#cells.forEach((cells, column) => {
      cells.load(chunk, column, count)
    })
    for (let from = 0; from < count; ) {
      const to = this.#fitting(from, count)
      this.#write(from, to)
      from = to
      // The first rows are sent at once, so that something shows soon.
      if (!this.#sent || this.#rows >= chunkRows || this.#bytes >= chunkBytes) yield this.#cut()
    }
  }

  /** The remaining rows. */
  *end(): Generator<RowsChunk> {
    if (this.#rows > 0) yield this.#cut()
  }

  /** The number of rows from `from` that fit into the frame; at least one. */
  #fitting(from: number, count: number): number {
    for (let row = from; row < count; row += 1) {
      let size = 0
      for (const cells of this.#cells) size += cells.size(row)
      if (size > this.#longest) throw new RowTooLong(this.#longest)
      if (row > from && this.#bytes + size > chunkBytes) return row
      this.#bytes += size
    }
    return count
  }

  #write(from: number, to: number): void {
    this.#cells.forEach((cells, column) => {
      const out = this.#buffers[column] as TextBuffer
      for (let row = from; row < to; row += 1) {
        out.reserve(1)
        out.byte(out.length === 0 ? 0x5b : 0x2c)
        cells.json(row, out)
      }
    })
    this.#rows += to - from
  }

  #cut(): RowsChunk {
    const columns = this.#buffers.map((out) => {
      out.reserve(1)
      out.byte(0x5d)
      return out.take()
    })
    const rowCount = this.#rows
    this.#rows = 0
    this.#bytes = 0
    this.#sent = true
    return { rowCount, columns }
  }
}
