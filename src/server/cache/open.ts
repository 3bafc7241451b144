// The cache of report results: in memory, and in files that survive a restart. Age and total size are
// limited.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { readStored, toBytes, writeAside } from './file.ts'
import { Memory, readsFrom, weightOf } from './memory.ts'
import type { CacheSizes, Kept, ResultCache } from './types.ts'

export interface CacheOptions {
  dataDir: string
  log: Pick<Log, 'warn'>
  /** Bytes of all files together. */
  mostBytes?: number
  mostFiles?: number
  /** Bytes of one result. */
  largestBytes?: number
  memoryBytes?: number
  now?: () => number
}

const mebibyte = 2 ** 20
const longestMs = 10 * 24 * 3_600_000
const sweepMs = 3_600_000
const keyPattern = /^[0-9a-f]{64}$/

type About = Omit<Kept, 'chunks'>
interface Entry {
  bytes: number
  usedAt: number
  computedAt: number
  /** Null: not read yet. */
  tables: string[] | null
}

export const cacheFolder = (dataDir: string): string => join(dataDir, 'report-cache')

export async function openCache(options: CacheOptions): Promise<ResultCache> {
  const cache = new DiskCache(options)
  await mkdir(cacheFolder(options.dataDir), { recursive: true, mode: 0o700 })
  cache.start()
  return cache
}

class DiskCache implements ResultCache {
  readonly #folder: string
  readonly #log: CacheOptions['log']
  readonly #limits: { bytes: number; files: number; largest: number }
  readonly #memory: Memory
  readonly #now: () => number
  /** The results on disk, by key. */
  readonly #entries = new Map<string, Entry>()
  readonly #writing = new Set<Promise<void>>()
  /**
   * When each table's results were cleaned, by name in lower case: results whose query began earlier are not
   * kept.
   */
  readonly #cleaned = new Map<string, number>()
  /** When the whole cache was cleared. */
  #clearedAt = -1
  readonly #counts = { hits: 0, misses: 0 }
  #entered: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: CacheOptions) {
    const { dataDir, log, mostBytes = 1024 * mebibyte, mostFiles = 5000, now = Date.now } = options
    const { largestBytes = 64 * mebibyte, memoryBytes = 96 * mebibyte } = options
    this.#folder = cacheFolder(dataDir)
    this.#log = log
    this.#limits = { bytes: mostBytes, files: mostFiles, largest: largestBytes }
    this.#memory = new Memory(memoryBytes, memoryBytes / 6)
    this.#now = now
  }

  /** Not awaited: a file that is not indexed yet is found by its name. */
  start(): void {
    this.#entered = this.#enter().catch((error) => this.#complain(error, 'the report cache cannot be read'))
    this.#timer = setInterval(() => void this.#sweep(), sweepMs).unref()
  }

  async find(key: string): Promise<Kept | null> {
    const found = await this.#find(key)
    this.#counts[found ? 'hits' : 'misses'] += 1
    return found
  }

  counts(): { hits: number; misses: number } {
    return this.#counts
  }

  async #find(key: string): Promise<Kept | null> {
    const known = this.#memory.get(key)
    const found = known ?? (await this.#read(key))
    if (!found) return null
    if (this.#now() - Date.parse(found.computedAt) > longestMs) {
      await this.#remove(key)
      return null
    }
    const entry = this.#entries.get(key)
    if (entry) entry.usedAt = this.#now()
    if (!known) this.#memory.set(key, found)
    return found
  }

  keep(key: string, kept: Kept): void {
    if (weightOf(kept) / 2 > this.#limits.largest) return
    const begun = Date.parse(kept.computedAt) - kept.elapsedMs
    if (begun <= this.#clearedAt) return
    if (kept.tables.some((table) => begun <= (this.#cleaned.get(table.toLowerCase()) ?? -1))) return
    this.#memory.set(key, kept)
    const writing = this.#write(key, kept)
      .catch((error) => this.#complain(error, 'a result could not be cached on disk'))
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  async clean(table: string): Promise<number> {
    await this.#entered
    await Promise.all(this.#writing)
    const wanted = table.toLowerCase()
    this.#cleaned.set(wanted, this.#now())
    let gone = 0
    for (const [key, entry] of [...this.#entries]) {
      entry.tables ??= (await readStored<About>(this.#path(key)))?.about.tables ?? []
      if (!readsFrom(entry.tables, wanted)) continue
      await this.#remove(key)
      gone += 1
    }
    // Results that are only in memory, because the disk had no room.
    for (const key of this.#memory.readingFrom(wanted)) {
      this.#memory.delete(key)
      gone += 1
    }
    return gone
  }

  async clear(): Promise<number> {
    await this.#entered
    await Promise.all(this.#writing)
    this.#clearedAt = this.#now()
    const keys = new Set([...this.#entries.keys(), ...this.#memory.all()])
    for (const key of keys) await this.#remove(key)
    return keys.size
  }

  sizes(): CacheSizes {
    const tables = new Map<string, { name: string; entries: number; bytes: number }>()
    let [bytes, unread, oldest, newest] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const entry of this.#entries.values()) {
      bytes += entry.bytes
      oldest = Math.min(oldest, entry.computedAt)
      newest = Math.max(newest, entry.computedAt)
      if (entry.tables === null) unread += 1
      for (const name of entry.tables ?? []) {
        const sum = tables.get(name) ?? { name, entries: 0, bytes: 0 }
        tables.set(name, { name, entries: sum.entries + 1, bytes: sum.bytes + entry.bytes })
      }
    }
    const isEmpty = this.#entries.size === 0
    return {
      entries: this.#entries.size,
      bytes,
      mostBytes: this.#limits.bytes,
      oldest: isEmpty ? null : new Date(oldest).toISOString(),
      newest: isEmpty ? null : new Date(newest).toISOString(),
      tables: [...tables.values()].sort((a, b) => b.bytes - a.bytes),
      unread,
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#entered
    await Promise.all(this.#writing)
  }

  #path(key: string): string {
    return join(this.#folder, key)
  }

  async #read(key: string): Promise<Kept | null> {
    const stored = await readStored<About>(this.#path(key))
    if (!stored) this.#entries.delete(key)
    return stored && { ...stored.about, chunks: stored.chunks }
  }

  async #write(key: string, { chunks, ...about }: Kept): Promise<void> {
    // The answer is sent first.
    await new Promise((resolve) => setImmediate(resolve))
    const bytes = toBytes<About>({ about, chunks })
    await writeAside(this.#path(key), bytes)
    const computedAt = Date.parse(about.computedAt)
    this.#entries.set(key, {
      bytes: bytes.length,
      usedAt: this.#now(),
      computedAt,
      tables: about.tables,
    })
    await this.#makeRoom()
  }

  async #enter(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      if (!keyPattern.test(name)) {
        // Part files of a killed server; a file being written now was begun after the start.
        if (name.endsWith('.part') && this.#writing.size === 0) await rm(path, { force: true })
        continue
      }
      const found = await stat(path).catch(() => null)
      if (!found || this.#entries.has(name)) continue
      const { size, mtimeMs } = found
      this.#entries.set(name, { bytes: size, usedAt: mtimeMs, computedAt: mtimeMs, tables: null })
    }
    await this.#sweep()
  }

  async #sweep(): Promise<void> {
    const oldest = this.#now() - longestMs
    for (const [key, { computedAt }] of [...this.#entries]) {
      if (computedAt < oldest) await this.#remove(key)
    }
    await this.#makeRoom()
  }

  /** Removes the least recently used results. */
  async #makeRoom(): Promise<void> {
    let bytes = 0
    for (const entry of this.#entries.values()) bytes += entry.bytes
    if (bytes <= this.#limits.bytes && this.#entries.size <= this.#limits.files) return
    const byUse = [...this.#entries].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [key, entry] of byUse) {
      if (bytes <= this.#limits.bytes && this.#entries.size <= this.#limits.files) return
      bytes -= entry.bytes
      await this.#remove(key)
    }
  }

  async #remove(key: string): Promise<void> {
    this.#memory.delete(key)
    this.#entries.delete(key)
    await rm(this.#path(key), { force: true })
  }

  #complain(error: unknown, message: string): void {
    this.#log.warn({ reason: (error as Error).message }, message)
  }
}
