// What a query on trial gives is held until it is known to stand: one that is ended has given nothing.
import type { LaneTurn } from './lanes.ts'
import type { SandboxRequest } from './types.ts'

/** A result that is larger is no short one. */
const mostBytes = 8 * 1024 * 1024

type Output = Pick<SandboxRequest, 'onColumns' | 'onChunk' | 'onBytes' | 'onProgress'>

export class HeldOutput {
  readonly output: Output
  readonly #outlast: () => void
  #held: (() => void | Promise<void>)[] = []
  #bytes = 0
  /** Once it stands: what came before has been handed on. */
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
