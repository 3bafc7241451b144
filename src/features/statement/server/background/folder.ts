// Results of records on disk, and a mark beside each that is not done: by it a server knows its own after a restart.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStored, type Stored, toBytes, writeAside } from '../../../../server/cache/file.ts'

export class RecordFolder {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'background')
  }

  async mark(id: string): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    await writeFile(this.#of(id, 'task'), '')
  }

  async unmark(id: string): Promise<void> {
    await rm(this.#of(id, 'task'), { force: true })
  }

  /** Ids of what was not done when the server ended; clears away what was half written. */
  async marked(): Promise<string[]> {
    const names = await readdir(this.#path).catch(() => [])
    const broken = names.filter((name) => name.endsWith('.part'))
    await Promise.all(broken.map((name) => rm(join(this.#path, name), { force: true })))
    return names.flatMap((name) => (name.endsWith('.task') ? [name.slice(0, -'.task'.length)] : []))
  }

  async write<About>(id: string, stored: Stored<About>): Promise<void> {
    await writeAside(this.#of(id, 'rows'), toBytes(stored))
  }

  /** null where there is none, or a damaged one. */
  read<About>(id: string): Promise<Stored<About> | null> {
    return readStored<About>(this.#of(id, 'rows'))
  }

  async bytesOf(id: string): Promise<number> {
    return (await stat(this.#of(id, 'rows')).catch(() => null))?.size ?? 0
  }

  async remove(id: string): Promise<void> {
    await rm(this.#of(id, 'rows'), { force: true })
    await this.unmark(id)
  }

  /** Ids are random texts of our own; nothing else becomes a path. */
  #of(id: string, ending: 'rows' | 'task'): string {
    if (!/^[\w-]{1,64}$/.test(id)) throw new Error('not an id of a record')
    return join(this.#path, `${id}.${ending}`)
  }
}
