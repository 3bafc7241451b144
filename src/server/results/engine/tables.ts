// The DuckDB files built from results. Each is built under a temporary name, renamed when complete and
// attached read-only, so that a kill leaves nothing half built. The least recently used are dropped when
// there are too many.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { Flights } from '#server/cache/flights.ts'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { AppError } from '#shared/errors.ts'
import { readFooter } from '../file/read.ts'
import { type StoredColumn, storedColumns } from './columnTypes.ts'
import { load } from './load.ts'
import type { EngineConfiguration, Source } from './messages.ts'
import { Work } from './work.ts'

interface Head {
  columns: StoredColumn[]
  rowCount: number
}

export interface LoadedTable extends Head {
  /** Qualified name for statements; the columns are `o` (row, from 0) and c0, c1 … */
  name: string
}

/** Results whose column types are cached. */
const mostHeads = 200
/** Tables kept in memory at once; each takes a fraction of a megabyte. */
const mostInMemory = 100

interface Attached {
  /** The result that the table belongs to. */
  id: string
  /** Null: in memory. */
  file: string | null
  catalog: string
  bytes: number
  users: number
  usedAt: number
}

export class Tables {
  readonly #configuration: EngineConfiguration
  readonly #instance: DuckDBInstance
  readonly #attached = new Map<string, Attached>()
  readonly #building = new Flights<Attached>()
  readonly #used = new WeakMap<AbortSignal, Set<Attached>>()
  /** Files that failed to build in the background: not tried again at each window. */
  readonly #failed = new Set<string>()
  readonly #heads = new Map<string, Head>()
  #lastCatalog = 0

  static async open(configuration: EngineConfiguration): Promise<Tables> {
    await mkdir(configuration.folder, { recursive: true })
    return new Tables(configuration, await DuckDBInstance.create(':memory:', configuration.settings))
  }

  private constructor(configuration: EngineConfiguration, instance: DuckDBInstance) {
    this.#configuration = configuration
    this.#instance = instance
  }

  /** Runs work on its own connection; an abort interrupts the statement. */
  async work<Value>(signal: AbortSignal, run: (work: Work) => Promise<Value>): Promise<Value> {
    const connection = await this.#instance.connect()
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt)
    try {
      signal.throwIfAborted()
      return await run(new Work(connection, signal))
    } finally {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      for (const attached of this.#used.get(signal) ?? []) attached.users -= 1
      this.#used.delete(signal)
    }
  }

  /** The result as a table, loaded on first use. */
  async table(source: Source, signal: AbortSignal): Promise<LoadedTable> {
    const known = this.#heads.get(source.id)
    const { columns, rowCount } = known ?? (await this.#readHead(source))
    const catalog = await this.attach(source.id, 'rows', signal, async (file, own) => {
      const { places } = await readFooter(source.path)
      await load(
        { work: (run) => this.work(own, run), fill: (run) => this.fill(file, own, run) },
        { path: source.path, columns, places },
      )
    })
    return { name: `${catalog}.t`, columns, rowCount }
  }

  async #readHead({ id, path }: Source): Promise<Head> {
    const { head } = await readFooter(path)
    const known = { columns: storedColumns(head.columns), rowCount: head.rowCount }
    this.#heads.set(id, known)
    if (this.#heads.size > mostHeads) this.#heads.delete(this.#heads.keys().next().value as string)
    return known
  }

  /** The catalog name of one of a result's files, built when missing. */
  async attach(
    id: string,
    name: string,
    signal: AbortSignal,
    build: (file: string, signal: AbortSignal) => Promise<void>,
  ): Promise<string> {
    return this.#use(`${id}/${name}`, signal, (key, own) => this.#make(key, own, build))
  }

  /** Like `attach`, for small tables that are soon rebuilt: no file is written, synced and renamed. */
  async attachInMemory(
    id: string,
    name: string,
    signal: AbortSignal,
    fill: (work: Work, catalog: string) => Promise<void>,
  ): Promise<string> {
    return this.#use(`${id}/${name}`, signal, (key, own) => this.#makeInMemory(key, own, fill))
  }

  async #use(
    key: string,
    signal: AbortSignal,
    make: (key: string, signal: AbortSignal) => Promise<Attached>,
  ): Promise<string> {
    const attached =
      this.#attached.get(key) ?? (await this.#building.join(key, signal, (own) => make(key, own)))
    attached.usedAt = performance.now()
    const used = this.#used.get(signal) ?? new Set()
    this.#used.set(signal, used)
    if (!used.has(attached)) attached.users += 1
    used.add(attached)
    return attached.catalog
  }

  /** The catalog name of an existing file; null without one. */
  async found(id: string, name: string, signal: AbortSignal): Promise<string | null> {
    const build = async () => {
      throw new AppError('result_expired')
    }
    return this.#attached.has(`${id}/${name}`) ? this.attach(id, name, signal, build) : null
  }

  /** Builds a file in the background; after a failure the caller works without it. */
  inBackground(id: string, name: string, build: (file: string, signal: AbortSignal) => Promise<void>): void {
    const { signal } = new AbortController()
    const key = `${id}/${name}`
    if (this.#failed.has(key)) return
    this.#building.join(key, signal, (own) => this.#make(key, own, build)).catch(() => this.#failed.add(key))
  }

  async #make(
    key: string,
    signal: AbortSignal,
    build: (file: string, signal: AbortSignal) => Promise<void>,
  ): Promise<Attached> {
    const [id, name] = key.split('/') as [string, string]
    const file = join(this.#configuration.folder, id, `${name}.duckdb`)
    if (!existsSync(file)) {
      await mkdir(join(this.#configuration.folder, id), { recursive: true })
      const aside = `${file}.part`
      await removeDatabase(aside)
      try {
        await build(aside, signal)
        signal.throwIfAborted()
        await rename(aside, file)
      } catch (error) {
        await removeDatabase(aside)
        throw error
      }
    }
    const { size } = await stat(file)
    await this.#makeRoom(size)
    this.#lastCatalog += 1
    const catalog = `d${this.#lastCatalog}`
    const connection = await this.#instance.connect()
    await connection.run(`ATTACH ${quoteText(file)} AS ${catalog} (READ_ONLY)`)
    connection.closeSync()
    const attached = { id, file, catalog, bytes: size, users: 0, usedAt: performance.now() }
    this.#attached.set(key, attached)
    return attached
  }

  async #makeInMemory(
    key: string,
    signal: AbortSignal,
    fill: (work: Work, catalog: string) => Promise<void>,
  ): Promise<Attached> {
    await this.#makeRoomInMemory()
    this.#lastCatalog += 1
    const catalog = `d${this.#lastCatalog}`
    await this.work(signal, async (work) => {
      await work.run(`ATTACH ':memory:' AS ${catalog}`)
      try {
        await fill(work, catalog)
      } catch (error) {
        await work.connection.run(`DETACH ${catalog}`)
        throw error
      }
    })
    const id = key.split('/')[0] as string
    const attached = { id, file: null, catalog, bytes: 0, users: 0, usedAt: performance.now() }
    this.#attached.set(key, attached)
    return attached
  }

  async #makeRoomInMemory(): Promise<void> {
    const all = [...this.#attached].filter(([, { file }]) => file === null)
    if (all.length < mostInMemory) return
    const [oldest] = all.filter(([, { users }]) => users === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (oldest) await this.#giveUp(...oldest)
  }

  async #makeRoom(bytes: number): Promise<void> {
    const all = [...this.#attached].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    let total = all.reduce((sum, [, one]) => sum + one.bytes, bytes)
    for (const [key, one] of all) {
      if (total <= this.#configuration.mostBytes) return
      if (one.users > 0 || one.file === null) continue
      total -= one.bytes
      await this.#giveUp(key, one)
    }
  }

  async #giveUp(key: string, { catalog, file }: Attached): Promise<void> {
    this.#attached.delete(key)
    const connection = await this.#instance.connect()
    await connection.run(`DETACH ${catalog}`)
    connection.closeSync()
    if (file !== null) await removeDatabase(file)
  }

  async forget(id: string): Promise<void> {
    this.#heads.delete(id)
    for (const key of this.#failed) if (key.startsWith(`${id}/`)) this.#failed.delete(key)
    await this.#building.end((key) => key.startsWith(`${id}/`), new AppError('result_expired'))
    for (const [key, attached] of [...this.#attached]) {
      if (attached.id === id) await this.#giveUp(key, attached)
    }
    await rm(join(this.#configuration.folder, id), { recursive: true, force: true })
  }

  /** Runs the statements that fill a new DuckDB file with catalog name `made`. */
  async fill(file: string, signal: AbortSignal, run: (work: Work, catalog: string) => Promise<void>) {
    this.#lastCatalog += 1
    const catalog = `m${this.#lastCatalog}`
    await this.work(signal, async (work) => {
      await work.run(`ATTACH ${quoteText(file)} AS ${catalog}`)
      try {
        await run(work, catalog)
      } finally {
        // Not through `work`: an aborted run must detach the file, too.
        await work.connection.run(`DETACH ${catalog}`)
      }
    })
  }
}

async function removeDatabase(file: string): Promise<void> {
  await rm(file, { force: true })
  await rm(`${file}.wal`, { force: true })
}
