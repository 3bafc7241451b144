// A sheet's cells as bytes, in one growing buffer: 18 bytes per number, 14 per text.

const code = { number: 0x203, sharedText: 0xfd, truth: 0x205 } as const

export class CellBuffer {
  #bytes = Buffer.allocUnsafe(1 << 16)
  #size = 0

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  number(row: number, column: number, format: number, value: number): void {
    const at = this.#head(code.number, 14, row, column, format)
    this.#bytes.writeDoubleLE(value, at)
  }

  /** `text`: index into the shared strings. */
  text(row: number, column: number, format: number, text: number): void {
    const at = this.#head(code.sharedText, 10, row, column, format)
    this.#bytes.writeUInt32LE(text, at)
  }

  truth(row: number, column: number, format: number, value: boolean): void {
    const at = this.#head(code.truth, 8, row, column, format)
    this.#bytes.writeUInt16LE(value ? 1 : 0, at)
  }

  /** Writes a record's head and cell position; returns the offset for its value. */
  #head(record: number, length: number, row: number, column: number, format: number): number {
    const at = this.#size
    const needed = at + 4 + length
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(this.#bytes.length * 2)
      this.#bytes.copy(grown, 0, 0, at)
      this.#bytes = grown
    }
    const bytes = this.#bytes
    bytes.writeUInt16LE(record, at)
    bytes.writeUInt16LE(length, at + 2)
    bytes.writeUInt16LE(row, at + 4)
    bytes.writeUInt16LE(column, at + 6)
    bytes.writeUInt16LE(format, at + 8)
    this.#size = needed
    return at + 10
  }
}
