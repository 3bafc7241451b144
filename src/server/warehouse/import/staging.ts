// Writes rows for the engine as a plain, regular CSV that can't be misread (every text quoted, nothing at all
// for NULL), each preceded by its line number in the source file.
import { type FileHandle, open } from 'node:fs/promises'
import { writeAll } from '#server/files/whole.ts'
import { TotalWords } from './totals/words.ts'

const batchSize = 1 << 20

export class StagingFile {
  readonly path: string
  rows = 0
  /** Some text contains a line break. */
  broken = false
  /** Characters of the longest row. */
  longest = 0
  /** Rows that name a total. */
  readonly words = new TotalWords()
  #file: FileHandle | null = null
  #batch = ''
  #isClosed = false

  constructor(path: string) {
    this.path = path
  }

  add(line: number, cells: (string | null)[]): void {
    let row = String(line)
    for (const cell of cells) {
      row += cell === null ? ',' : `,"${cell.replaceAll('"', '""')}"`
      if (cell?.includes('\n') || cell?.includes('\r')) this.broken = true
    }
    this.words.see(line, cells)
    this.#take(row)
  }

  /** Adds a line that is regular as it is: comma-separated fields without quotes. */
  addPlain(line: number, fields: string): void {
    this.words.seePlain(line, fields)
    this.#take(`${line},${fields}`)
  }

  #take(row: string): void {
    this.#batch += `${row}\n`
    this.rows += 1
    if (row.length > this.longest) this.longest = row.length
  }

  /** Flushes the collected rows; call between batches. */
  async drain(): Promise<void> {
    if (this.#batch.length >= batchSize) await this.#flush()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    try {
      await this.#flush()
    } finally {
      await this.#file?.close()
    }
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.path, 'w', 0o600)
    const batch = this.#batch
    this.#batch = ''
    await writeAll(this.#file, Buffer.from(batch))
  }
}
