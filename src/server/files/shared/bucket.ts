// An S3-compatible bucket. An object appears whole or not at all, which S3 promises; large ones go in parts.
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3mini, UploadPart } from 's3mini'
import { makeFile } from '../whole.ts'
import { assertKey } from './folder.ts'
import type { FilesPlace, SharedFiles } from './types.ts'

type Bucket = Extract<FilesPlace, { kind: 'bucket' }>

const partBytes = 8 * 1024 * 1024
const silentMs = 60_000
const tries = 4
const firstPauseMs = 200

export async function openBucketFiles(place: Bucket): Promise<SharedFiles> {
  const { S3mini } = await import('s3mini')
  const { endpoint, accessKey, secretKey, region, prefix } = place
  const client = new S3mini({
    endpoint,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    fetch: (input, init) =>
      fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(silentMs) }),
  })
  return new BucketFiles(client, prefix)
}

class BucketFiles implements SharedFiles {
  readonly #client: S3mini
  readonly #prefix: string

  constructor(client: S3mini, prefix: string) {
    this.#client = client
    this.#prefix = prefix
  }

  async put(key: string, path: string): Promise<void> {
    await using file = await open(path)
    const { size } = await file.stat()
    const read = async (at: number) => {
      const piece = Buffer.alloc(Math.min(partBytes, size - at))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      if (bytesRead !== piece.length) throw new Error('the file became shorter while it was copied')
      return piece
    }
    if (size <= partBytes) return this.putBytes(key, await read(0))
    await this.#inParts(this.#of(key), size, read)
  }

  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    await asked(() => this.#client.putObject(this.#of(key), Buffer.from(bytes)))
  }

  async fetch(key: string, path: string): Promise<boolean> {
    const part = `${path}.${randomBytes(6).toString('hex')}.part`
    try {
      return await asked(async () => {
        const reply = await this.#client.getObjectResponse(this.#of(key))
        if (!reply?.body) return false
        const size = await makeFile(part, Readable.fromWeb(reply.body as never), { durable: false })
        const told = reply.headers.get('content-length')
        if (told !== null && Number(told) !== size) throw cutOff()
        await rename(part, path)
        return true
      })
    } finally {
      await rm(part, { force: true })
    }
  }

  async read(key: string): Promise<Buffer | null> {
    const found = await asked(() => this.#client.getObjectArrayBuffer(this.#of(key)))
    return found && Buffer.from(found)
  }

  async sizeOf(key: string): Promise<number | null> {
    const whole = this.#of(key)
    const page = await asked(() => this.#client.listObjectsPaged('/', whole, 1))
    const [found] = page?.objects ?? []
    return found?.Key === whole ? Number(found.Size) : null
  }

  async remove(key: string): Promise<void> {
    await asked(() => this.#client.deleteObject(this.#of(key)))
  }

  async *list(prefix: string): AsyncGenerator<{ key: string; bytes: number; at: number }> {
    let token: string | undefined
    do {
      const next = token
      const page = await asked(() => this.#client.listObjectsPaged('/', this.#prefix + prefix, 1000, next))
      for (const { Key, Size, LastModified } of page?.objects ?? []) {
        const at = new Date(LastModified).getTime()
        yield { key: Key.slice(this.#prefix.length), bytes: Number(Size), at }
      }
      token = page?.nextContinuationToken || undefined
    } while (token !== undefined)
  }

  async #inParts(key: string, size: number, read: (at: number) => Promise<Buffer>): Promise<void> {
    const id = await asked(() => this.#client.getMultipartUploadId(key))
    try {
      const parts: UploadPart[] = []
      // One after the other: memory holds one part.
      for (let at = 0; at < size; at += partBytes) {
        const bytes = await read(at)
        const number = parts.length + 1
        parts.push(await asked(() => this.#client.uploadPart(key, id, bytes, number)))
      }
      await asked(() => this.#client.completeMultipartUpload(key, id, parts))
    } catch (error) {
      await this.#client.abortMultipartUpload(key, id).catch(() => undefined)
      throw error
    }
  }

  #of(key: string): string {
    return this.#prefix + assertKey(key)
  }
}

const cutOff = () => Object.assign(new Error('the object came shorter than told'), { code: 'ECONNRESET' })

/** Each try sends or reads the whole again, so a second one harms nothing. */
async function asked<Found>(ask: () => Promise<Found>): Promise<Found> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isPassing(error) || attempt === tries) throw error
      await wait(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

function isPassing(error: unknown): boolean {
  const { status, cause, code = '' } = error as { status?: number; cause?: unknown; code?: string }
  if (status !== undefined) return status === 429 || status >= 500
  const inner = (cause as { code?: string } | undefined)?.code ?? code
  return /^(ECONNRESET|EPIPE|ETIMEDOUT|ECONNREFUSED|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$/.test(inner)
}
