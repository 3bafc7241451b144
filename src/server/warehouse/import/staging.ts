// Rows on their way into the engine: written as one plain, regular CSV that cannot be misread (every text in
// quotes, nothing at all for NULL), with the line of the source file before each.

import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

const batchSize = 1 << 20

export class StagingFile {
  readonly path: string
  rows = 0
  readonly #stream: WriteStream
  #batch = ''
  #failure: Error | null = null

  constructor(path: string) {
    this.path = path
    this.#stream = createWriteStream(path)
    this.#stream.on('error', (error) => {
      this.#failure = error
    })
  }

  async add(line: number, cells: (string | null)[]): Promise<void> {
    let row = String(line)
    for (const cell of cells) row += cell === null ? ',' : `,"${cell.replaceAll('"', '""')}"`
    this.#batch += `${row}\n`
    this.rows += 1
    if (this.#batch.length >= batchSize) await this.#flush()
  }

  async close(): Promise<void> {
    await this.#flush()
    this.#stream.end()
    await finished(this.#stream)
  }

  async #flush(): Promise<void> {
    if (this.#failure) throw this.#failure
    const batch = this.#batch
    this.#batch = ''
    if (batch && !this.#stream.write(batch)) await once(this.#stream, 'drain')
  }
}
