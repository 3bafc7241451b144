// Rows on their way into the engine: written as one plain, regular CSV that cannot be misread (every text in
// quotes, nothing at all for NULL), with the line of the source file before each.
import { type FileHandle, open } from 'node:fs/promises'
import { writeAll } from '#server/files/whole.ts'

const batchSize = 1 << 20

export class StagingFile {
  readonly path: string
  rows = 0
  /** Some text has a line break. */
  broken = false
  /** Characters of the longest row. */
  longest = 0
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
    this.#take(row)
  }

  /** A line that is regular as it stands: fields with commas between, and no quotes. */
  addPlain(line: number, fields: string): void {
    this.#take(`${line},${fields}`)
  }

  #take(row: string): void {
    this.#batch += `${row}\n`
    this.rows += 1
    if (row.length > this.longest) this.longest = row.length
  }

  /** Between batches of rows: what is gathered goes out. */
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
