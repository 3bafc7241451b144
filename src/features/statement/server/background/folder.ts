// Results of background reports on disk.
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readStored, type Stored, toBytes } from '#server/cache/file.ts'
import { makeFile } from '#server/files/whole.ts'

export class RecordFolder {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'background')
  }

  /** Removes partly written files of servers that ended. */
  async clear(): Promise<void> {
    const names = await readdir(this.#path).catch(() => [])
    const broken = names.filter((name) => name.endsWith('.part'))
    await Promise.all(broken.map((name) => rm(join(this.#path, name), { force: true })))
  }

  /**
   * Writes a temporary file, named with the run's fence so that it can't collide with a later run's; returns
   * the function that renames it.
   */
  async write<About>(id: string, fence: number, stored: Stored<About>): Promise<() => Promise<void>> {
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
    }
  }

  /** Null where there is none, or a damaged one. */
  read<About>(id: string): Promise<Stored<About> | null> {
    return readStored<About>(this.#of(id, 'rows'))
  }

  async bytesOf(id: string): Promise<number> {
    return (await stat(this.#of(id, 'rows')).catch(() => null))?.size ?? 0
  }

  async remove(id: string): Promise<void> {
    await rm(this.#of(id, 'rows'), { force: true })
  }

  /** Ids are random texts of our own; nothing else becomes a path. */
  #of(id: string, ending: string): string {
    if (!/^[\w-]{1,64}$/.test(id)) throw new Error('not an id of a record')
    return join(this.#path, `${id}.${ending}`)
  }
}
