// Writes a result's file: chunks are readable as they are written; the file gets its final name when
// complete.
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeAll } from '#server/files/whole.ts'
import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import type { Kept } from '../kept.ts'
import type { Quota } from '../quota.ts'
import type { ResultWriter } from '../types.ts'
import { cut } from './cut.ts'
import { writeFailure } from './failures.ts'
import { chunkHead, encodeFooter } from './format.ts'

/** Larger chunks are split, so that a window reads little more than it shows. */
const mostChunkBytes = 4 * 1024 * 1024

interface Options {
  kept: Kept
  /** The file's final name. */
  target: string
  quota: Quota
  onFinish: () => void
  onAbort: () => Promise<void>
  onClose: () => void
}

export class FileWriter implements ResultWriter {
  readonly #options: Options
  readonly #file: FileHandle
  #offset = 0
  #open = true

  static async create(options: Options): Promise<FileWriter> {
    const file = await open(options.kept.path, 'wx').catch((error) => {
      throw writeFailure(error)
    })
    return new FileWriter(options, file)
  }

  private constructor(options: Options, file: FileHandle) {
    this.#options = options
    this.#file = file
  }

  async columns(columns: WarehouseColumn[]): Promise<void> {
    this.#options.kept.columns = columns
    this.#options.kept.changed()
  }

  async append(chunk: ColumnChunk): Promise<void> {
    const { kept } = this.#options
    kept.assertThere()
    if (chunk.rowCount === 0) return
    if (chunk.columns.length !== kept.columns.length) throw new Error('a chunk of other columns')
    const texts = chunk.columns.map((text) => Buffer.from(text))
    for (const [rowCount, columns] of pieces(chunk.rowCount, texts)) await this.#write(rowCount, columns)
  }

  async #write(rowCount: number, columns: Buffer[]): Promise<void> {
    const { kept } = this.#options
    const head = chunkHead(
      rowCount,
      columns.map(({ length }) => length),
    )
    const bytes = columns.reduce((sum, { length }) => sum + length, head.length)
    const whole = Buffer.concat([head, ...columns], bytes)
    const place = { firstRow: kept.rowCount, rowCount, offset: this.#offset, bytes, crc: crc32(whole) }
    await this.#put(whole)
    kept.add(place)
  }

  async #put(bytes: Buffer): Promise<void> {
    const { kept, quota } = this.#options
    quota.take(kept.userId, kept.bytes, bytes.length)
    kept.bytes += bytes.length
    await writeAll(this.#file, bytes, this.#offset).catch((error) => {
      throw writeFailure(error)
    })
    this.#offset += bytes.length
  }

  async finish({ truncated }: { truncated: boolean }): Promise<void> {
    const { kept, target, onFinish } = this.#options
    kept.assertThere()
    const { columns, rowCount, places } = kept
    await this.#put(encodeFooter(places, { columns, rowCount, truncated }))
    try {
      await this.#file.sync()
      await this.#close()
      await rename(kept.path, target)
      await syncFolder(dirname(target))
    } catch (error) {
      throw writeFailure(error)
    }
    Object.assign(kept, { path: target, complete: true, truncated })
    kept.changed()
    onFinish()
  }

  async abort(): Promise<void> {
    await this.#close()
    await this.#options.onAbort()
  }

  /** Closes the file; the next start removes the incomplete part. */
  leave(): Promise<void> {
    return this.#close()
  }

  async #close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    this.#options.onClose()
    await this.#file.close()
  }
}

/** The chunk as it is, or split into parts of about a megabyte. */
function* pieces(rowCount: number, columns: Buffer[]): Generator<[rowCount: number, columns: Buffer[]]> {
  const size = columns.reduce((sum, { length }) => sum + length, 0)
  if (size <= mostChunkBytes || rowCount === 1) {
    yield [rowCount, columns]
    return
  }
  const step = Math.max(1, Math.floor((rowCount * mostChunkBytes) / 4 / size))
  for (let from = 0; from < rowCount; from += step) {
    const to = Math.min(from + step, rowCount)
    yield [to - from, columns.map((bytes) => Buffer.from(`[${cut(bytes, from, to)}]`))]
  }
}

/** A rename survives a power cut only after its folder is synced; not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
