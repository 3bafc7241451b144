// Buffers the output of a trial run until it is certain to continue: an aborted trial has no output.
import type { LaneTurn } from './lanes.ts'
import type { SandboxRequest } from './types.ts'

/** Results beyond this size are not short. */
const mostBytes = 8 * 1024 * 1024

type Output = Pick<SandboxRequest, 'onColumns' | 'onChunk' | 'onBytes' | 'onProgress'>

export class HeldOutput {
  readonly output: Output
  readonly #outlast: () => void
  #held: (() => void | Promise<void>)[] = []
  #bytes = 0
  /** Set once the run is certain; resolves when the buffered output was passed on. */
  #handed: Promise<void> | null = null

  constructor(request: Output, { outlast, kept }: Pick<LaneTurn, 'outlast' | 'kept'>) {
    this.#outlast = outlast
    this.output = {
      onColumns: (columns) => void this.#take(0, () => request.onColumns?.(columns)),
      onChunk: (chunk) => {
        const size = chunk.columns.reduce((sum, { length }) => sum + length, 0)
        return this.#take(size, () => request.onChunk?.(chunk))
      },
      onBytes: (bytes) => this.#take(bytes.length, () => request.onBytes?.(bytes)),
      onProgress: (rowCount) => void this.#take(0, () => request.onProgress?.(rowCount)),
    }
    void kept.then(() => this.handOn().catch(() => {}))
  }

  /** Rejects where the reader does. */
  handOn(): Promise<void> {
    this.#handed ??= this.#handAll()
    return this.#handed
  }

  async #handAll(): Promise<void> {
    for (const give of this.#held) await give()
    this.#held = []
  }

  #take(size: number, give: () => void | Promise<void>): void | Promise<void> {
    if (this.#handed) {
      this.#handed = this.#handed.then(give)
      this.#handed.catch(() => {})
      return this.#handed
    }
    this.#bytes += size
    this.#held.push(give)
    if (this.#bytes > mostBytes) this.#outlast()
  }
}
