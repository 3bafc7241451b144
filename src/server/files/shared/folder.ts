// A folder that all servers mount, such as NFS. A file is written aside and renamed, so nobody reads half of it.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFile } from '../whole.ts'
import type { SharedFiles } from './types.ts'

const aside = /\.[0-9a-f]{12}\.part$/
/** What a killed server was writing; longer than any copy takes. */
const brokenMs = 24 * 3_600_000

export class FolderFiles implements SharedFiles {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  put(key: string, path: string): Promise<void> {
    return this.#write(key, createReadStream(path, { highWaterMark: 1024 * 1024 }))
  }

  putBytes(key: string, bytes: Uint8Array): Promise<void> {
    return this.#write(key, [bytes])
  }

  async fetch(key: string, path: string): Promise<boolean> {
    const part = asideOf(path)
    try {
      await makeFile(part, createReadStream(this.#of(key), { highWaterMark: 1024 * 1024 }), {
        durable: false,
      })
      await rename(part, path)
      return true
    } catch (error) {
      await rm(part, { force: true })
      if (isMissing(error)) return false
      throw error
    }
  }

  async read(key: string): Promise<Buffer | null> {
    return readFile(this.#of(key)).catch(nullWhereMissing)
  }

  async sizeOf(key: string): Promise<number | null> {
    return (await stat(this.#of(key)).catch(nullWhereMissing))?.size ?? null
  }

  async remove(key: string): Promise<void> {
    await rm(this.#of(key), { force: true })
  }

  async *list(prefix: string): AsyncGenerator<{ key: string; bytes: number; at: number }> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    const names = (await readdir(join(this.#root, folder)).catch(nullWhereMissing)) ?? []
    for (const name of names) {
      const key = `${folder}${name}`
      if (!key.startsWith(prefix)) continue
      const found = await stat(join(this.#root, key)).catch(nullWhereMissing)
      if (!found) continue
      if (!aside.test(name)) {
        if (found.isFile()) yield { key, bytes: found.size, at: found.mtimeMs }
      } else if (found.mtimeMs < Date.now() - brokenMs) await rm(join(this.#root, key), { force: true })
    }
  }

  async #write(key: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = this.#of(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const part = asideOf(path)
    try {
      await makeFile(part, pieces)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  #of(key: string): string {
    return join(this.#root, assertKey(key))
  }
}

/** Two servers may write one key at once. */
const asideOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.part`

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

function nullWhereMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** Keys are our own; nothing else becomes a path. */
export function assertKey(key: string): string {
  if (/^[\w-]+(\/[\w-][\w.-]*)*$/.test(key) && key.length <= 200) return key
  throw new Error('not a key of a shared file')
}
