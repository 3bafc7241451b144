// Uploaded files, one folder each under DATA_DIR/uploads. They live as long as their page polls: abandoned,
// interrupted or leftover files are removed with everything made from them.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeAll } from '#server/files/whole.ts'
import type { SessionUser } from '#server/http/session.ts'
import { storageFailure } from '#server/storage.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import type { Inspected } from '#server/warehouse/import/reading/orders.ts'
import type { Source } from '#server/warehouse/import/source.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportState, LoadRequestBody } from '../contract.ts'

export interface Upload {
  id: string
  userId: number
  name: string
  size: number
  folder: string
  path: string
  received: number
  /** Checksum of the received bytes. */
  crc: number
  state: ImportState
  source: Source | null
  inspected: Inspected | null
  /** The requested load. */
  request: LoadRequestBody | null
  jobId: string | null
  /** Aborts the current step. */
  work: AbortController
  touchedAt: number
}

interface UploadLimits {
  mostBytes: number
  /** Concurrent uploads of one user. */
  mostUploads: number
  /** An upload without polls for this long is abandoned. */
  silenceMs: number
}

const usualLimits = { mostUploads: 3, silenceMs: 3 * 60_000 }
const sweepMs = 15_000
/** The file, the staged rows, the prepared table and the published table need this many times its size. */
const roomFactor = 3

const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads')

const nothing: ImportState = { phase: 'sending', fraction: 0, step: '', problem: null, done: null }

export class Uploads {
  readonly #folder: string
  readonly #limits: UploadLimits
  readonly #uploads = new Map<string, Upload>()
  readonly #handles = new Map<string, FileHandle>()
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string, limits: Pick<UploadLimits, 'mostBytes'> & Partial<UploadLimits>) {
    this.#folder = uploadsFolder(dataDir)
    this.#limits = { ...usualLimits, ...limits }
  }

  /** Leftovers of an earlier server belong to nobody. */
  async start(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
    this.#timer = setInterval(() => void this.sweep(), sweepMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#uploads.values()].map((upload) => this.discard(upload)))
  }

  of({ id }: Pick<SessionUser, 'id'>): Upload[] {
    return [...this.#uploads.values()].filter(({ userId }) => userId === id)
  }

  async begin({ id: userId }: SessionUser, name: string, size: number): Promise<Upload> {
    const own = this.of({ id: userId })
    if (own.length >= this.#limits.mostUploads)
      throw new AppError('quota_exceeded', `你已有 ${own.length} 个文件正在导入，请先完成，或在导入页上放弃`)
    await this.#assertRoom(size)
    const id = randomBytes(16).toString('base64url')
    const folder = join(this.#folder, id)
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'source')
    const upload: Upload = {
      id,
      userId,
      name,
      size,
      folder,
      path,
      received: 0,
      crc: 0,
      state: nothing,
      source: null,
      inspected: null,
      request: null,
      jobId: null,
      work: new AbortController(),
      touchedAt: performance.now(),
    }
    this.#handles.set(id, await open(path, 'wx', 0o600))
    this.#uploads.set(id, upload)
    return upload
  }

  async #assertRoom(size: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < size * roomFactor) throw new AppError('storage_full')
  }

  /** The caller's own upload; any other id answers as missing. */
  find({ id: userId }: Pick<SessionUser, 'id'>, id: string): Upload {
    const upload = this.#uploads.get(id)
    if (upload?.userId !== userId)
      throw new AppError(
        'object_missing',
        '上传的文件已不在（可能闲置过久，或服务重新启动过），请重新选择文件',
      )
    upload.touchedAt = performance.now()
    return upload
  }

  /** For jobs, whose owner is checked already. */
  get(id: string): Upload | undefined {
    return this.#uploads.get(id)
  }

  async write(upload: Upload, at: number, bytes: Buffer): Promise<void> {
    const handle = this.#handles.get(upload.id)
    if (!handle || at !== upload.received || at + bytes.length > upload.size)
      throw new AppError('parameter_wrong', '上传的顺序有误，请重新选择文件')
    // Counted before it is written, so that a concurrent second part is refused.
    upload.received += bytes.length
    upload.crc = crc32(bytes, upload.crc)
    try {
      await writeAll(handle, bytes, at)
      if (upload.received === upload.size) await this.#close(upload)
    } catch (error) {
      await this.discard(upload)
      throw storageFailure(error) ?? error
    }
  }

  async #close({ id }: Upload): Promise<void> {
    const handle = this.#handles.get(id)
    this.#handles.delete(id)
    await handle?.close()
  }

  /** Cancels the current step, and removes the file with everything made from it. */
  async discard(upload: Upload): Promise<void> {
    this.#uploads.delete(upload.id)
    upload.work.abort(new AppError('query_canceled'))
    await this.#close(upload)
    // A killed process may still be writing for a moment.
    await rm(upload.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  async sweep(): Promise<void> {
    const now = performance.now()
    const given = [...this.#uploads.values()].filter(
      ({ state, touchedAt }) => state.phase !== 'loading' && now - touchedAt > this.#limits.silenceMs,
    )
    await Promise.all(given.map((upload) => this.discard(upload)))
  }

  get limits(): UploadLimits {
    return this.#limits
  }
}

const readBytes = 1024 * 1024

/** Compares the stored file with what was received, so that no figure comes from a file that was damaged since. */
export async function assertUndamaged({ path, size, crc }: Upload, signal: AbortSignal): Promise<void> {
  let length = 0
  let found = 0
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: readBytes, signal })) {
      length += bytes.length
      found = crc32(bytes, found)
    }
  } catch (error) {
    signal.throwIfAborted()
    // A file that is gone is damaged too.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (length !== size || found !== crc)
    throw importProblem('上传的文件在服务器上已损坏，没有导入；请重新选择文件')
}
