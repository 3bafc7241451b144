// The texts of a vector. Each cell is 16 bytes: its length, then the text itself up to 12 bytes, or 4 bytes of it
// and where in memory the whole stands. Texts that lie close together are fetched at once, since one call into
// the engine's memory costs more than copying a few texts.
import duckdb from '@duckdb/node-bindings'

const inlined = 12
/**
 * Two texts less than this apart lie on pages that hold one of them, so that what is between can be read as well:
 * pages are at least this large, and a page is readable wholly or not at all.
 */
const page = 4096
const longestRun = 256 * 1024

export class LongTexts {
  /** Where the text is that was found last. */
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

  /** Sets `bytes`, `from`, `to`; of a text longer than `most` only so many bytes. */
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

  /** Addresses of programs stay within 2^53 on all machines that we know. */
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
