// One result in the store: the positions of its chunks, its progress, and the readers that wait for more.
import { AppError } from '#shared/errors.ts'
import type { WarehouseColumn } from '../warehouse/types.ts'
import type { ChunkPlace, ResultHead } from './file/format.ts'

export class Kept {
  readonly id: string
  readonly userId: number
  path: string
  columns: WarehouseColumn[] = []
  places: ChunkPlace[] = []
  rowCount = 0
  bytes = 0
  complete = false
  /** Whether columns and chunk positions are in memory, or still only in the file. */
  known = true
  truncated = false
  removed = false
  #waiting = Promise.withResolvers<void>()

  constructor(id: string, userId: number, path: string) {
    this.id = id
    this.userId = userId
    this.path = path
  }

  /** Takes the footer of a complete file. */
  fill({ columns, rowCount, truncated }: ResultHead, places: ChunkPlace[]): void {
    Object.assign(this, { columns, rowCount, truncated, places, complete: true, known: true })
  }

  add(place: ChunkPlace): void {
    this.places.push(place)
    this.rowCount += place.rowCount
    this.changed()
  }

  /** Wakes the readers that wait for more. */
  changed(): void {
    this.#waiting.resolve()
    this.#waiting = Promise.withResolvers()
  }

  /** Settles with the next chunk, the end, the removal, or when the reader aborts. */
  async more(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const left = Promise.withResolvers<void>()
    const leave = () => left.resolve()
    signal?.addEventListener('abort', leave, { once: true })
    await Promise.race([this.#waiting.promise, left.promise])
    signal?.removeEventListener('abort', leave)
    signal?.throwIfAborted()
  }

  assertThere(): void {
    if (this.removed) throw new AppError('result_expired')
  }
}
