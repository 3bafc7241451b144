// Reads the texts of a vector. Each cell is 16 bytes: the length, then up to 12 bytes of inline text, or a
// 4-byte prefix and a pointer. Texts that are close together are fetched at once, because one call into the
// engine's memory costs more than copying a few texts.
import duckdb from '@duckdb/node-bindings'

const inlined = 12
/**
 * Between two texts less than a page apart every byte lies on a page that holds one of them, so the gap can
 * be read as well: pages are at least this large, and a page is readable wholly or not at all.
 */
const page = 4096
const longestRun = 256 * 1024

export class LongTexts {
  /** Position of the text found last. */
  bytes: Uint8Array = new Uint8Array()
  from = 0
  to = 0
  #cells: Uint8Array = new Uint8Array()
  #view: DataView = new DataView(new ArrayBuffer(0))
  #count = 0
  #isNull: (row: number) => boolean = () => false
  #run: Uint8Array = new Uint8Array()
  #runStart = 0
  #runEnd = 0

  load(cells: Uint8Array, count: number, isNull: (row: number) => boolean): void {
    this.#cells = cells
    this.#view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength)
    this.#count = count
    this.#isNull = isNull
    this.#runStart = 0
    this.#runEnd = 0
  }

  lengthOf(row: number): number {
    return this.#view.getUint32(row * 16, true)
  }

  /** Sets `bytes`, `from` and `to`; of a text longer than `most` only that many bytes. */
  find(row: number, most: number): void {
    const length = Math.min(this.lengthOf(row), most)
    if (length <= inlined) {
      this.bytes = this.#cells
      this.from = row * 16 + 4
    } else {
      const pointer = this.#pointer(row)
      if (pointer < this.#runStart || pointer + length > this.#runEnd) this.#fetch(row, pointer, length)
      this.bytes = this.#run
      this.from = pointer - this.#runStart
    }
    this.to = this.from + length
  }

  /** Program addresses stay within 2^53 on all known machines. */
  #pointer(row: number): number {
    const at = row * 16 + 8
    return this.#view.getUint32(at + 4, true) * 0x1_0000_0000 + this.#view.getUint32(at, true)
  }

  #fetch(row: number, start: number, length: number): void {
    let end = start + length
    for (let next = row + 1; next < this.#count && end - start < longestRun; next += 1) {
      const size = this.lengthOf(next)
      if (this.#isNull(next) || size <= inlined) continue
      const pointer = this.#pointer(next)
      if (pointer >= start && pointer + size <= end) continue
      if (pointer < end || pointer - end >= page || size > longestRun) break
      end = pointer + size
    }
    const { buffer, byteOffset } = this.#cells
    this.#run = duckdb.get_data_from_pointer(buffer as ArrayBuffer, byteOffset + row * 16 + 8, end - start)
    this.#runStart = start
    this.#runEnd = end
  }
}
