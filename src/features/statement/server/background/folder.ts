// Results of background reports: in the storage that servers share, else in the data folder.
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fromBytes, readStored, type Stored, toBytes } from '#server/cache/file.ts'
import type { Deps } from '#server/deps.ts'
import type { SharedFiles } from '#server/files/shared/types.ts'
import { makeFile } from '#server/files/whole.ts'
import type { RecordRow } from './repo.ts'

type Record = Pick<RecordRow, 'id' | 'stored'>

const sharedPrefix = 'background/'

export class RecordFolder {
  readonly #path: string
  readonly #files: SharedFiles | undefined

  constructor({ settings, files }: Pick<Deps, 'settings' | 'files'>) {
    this.#path = join(settings.dataDir, 'background')
    this.#files = files
  }

  /** Removes partly written files of servers that ended. */
  async clear(): Promise<void> {
    const names = await readdir(this.#path).catch(() => [])
    const broken = names.filter((name) => name.endsWith('.part'))
    await Promise.all(broken.map((name) => rm(join(this.#path, name), { force: true })))
  }

  /**
   * Writes under a name with the run's fence, so that it can't collide with a later run's; returns the function
   * that settles it, and says where it is stored.
   */
  async write<About>(
    id: string,
    fence: number,
    stored: Stored<About>,
  ): Promise<() => Promise<string | null>> {
    if (!this.#files) return this.#writeHere(id, fence, stored)
    const key = `${sharedPrefix}${this.#idOf(id)}.${fence}.rows`
    await this.#files.putBytes(key, toBytes(stored))
    return async () => key
  }

  async #writeHere<About>(id: string, fence: number, stored: Stored<About>): Promise<() => Promise<null>> {
    const aside = this.#of(id, `${fence}.part`)
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    try {
      await makeFile(aside, [toBytes(stored)])
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
    let isPlaced = false
    return async () => {
      if (!isPlaced) await rename(aside, this.#of(id, 'rows'))
      isPlaced = true
      return null
    }
  }

  /** Null where there is none, or a damaged one. */
  async read<About>({ id, stored }: Record): Promise<Stored<About> | null> {
    if (stored === null) return readStored<About>(this.#of(id, 'rows'))
    const bytes = (await this.#files?.read(stored)) ?? null
    return bytes && fromBytes<About>(bytes)
  }

  async bytesOf({ id, stored }: Record): Promise<number> {
    if (stored !== null) return (await this.#files?.sizeOf(stored)) ?? 0
    return (await stat(this.#of(id, 'rows')).catch(() => null))?.size ?? 0
  }

  async remove({ id, stored }: Record): Promise<void> {
    if (stored !== null) await this.#files?.remove(stored)
    else await rm(this.#of(id, 'rows'), { force: true })
  }

  /** Removes what runs wrote to the shared storage that counted no more when they ended. */
  async removeOld(olderThanMs: number): Promise<void> {
    if (!this.#files) return
    for await (const { key, at } of this.#files.list(sharedPrefix)) {
      if (at < Date.now() - olderThanMs) await this.#files.remove(key)
    }
  }

  #of(id: string, ending: string): string {
    return join(this.#path, `${this.#idOf(id)}.${ending}`)
  }

  /** Ids are random texts of our own; nothing else becomes a path. */
  #idOf(id: string): string {
    if (/^[\w-]{1,64}$/.test(id)) return id
    throw new Error('not an id of a record')
  }
}
