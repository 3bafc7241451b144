// Sums of facts that are kept, which of them may be read now, and which are to be made.
//
//   asked often        → wanted → made in the background while nothing else runs → read
//   facts published    → their files go at once; made anew if they answered something of late
//   too many, too old  → those that answered longest ago go
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptSums, SumsShape } from '#semantic/model/sums.ts'
import { AppError } from '#shared/errors.ts'
import type { PoolLog } from '../duckdb/pool.ts'
import { fingerprintOf } from '../snapshot/fingerprint.ts'
import {
  type Manifest,
  type PublishedTable,
  sumsFolder,
  syncPath,
  versionOf,
  warehouseFolder,
} from '../snapshot/manifest.ts'
import { tableParts } from '../snapshot/parts.ts'
import { AskedShapes, keysOf } from './asked.ts'
import {
  isLeft,
  type Made,
  readEntries,
  type SumsEntry,
  sumsFile,
  sumsName,
  writeEntries,
} from './entries.ts'
import { makeInProcess } from './making.ts'
import type { SumsMaking, SumsNote, SumsSizes, SumsStore, SumsUse } from './types.ts'

export interface SumsOptions {
  dataDir: string
  mostBytes: number
  log: PoolLog
  manifest: () => Manifest
  /** How long no statement has run (ms). */
  idleMs: () => number
  limits?: Partial<SumsLimits>
  now?: () => number
}

export interface SumsLimits {
  /** Facts with fewer rows are summed fast enough. */
  leastRows: number
  /** Rows of one table of sums; also at most a quarter of the facts' rows. */
  mostRows: number
  mostEntries: number
  /** Disk space to keep free. */
  freeBytes: number
  /** How long no statement must have run before sums are made, and how long a job waits for that. */
  restMs: number
  idleWaitMs: number
}

const usualLimits: SumsLimits = {
  leastRows: 1_000_000,
  mostRows: 4_000_000,
  mostEntries: 64,
  freeBytes: 2 * 2 ** 30,
  restMs: 2_000,
  idleWaitMs: 5 * 60_000,
}

const hour = 3_600_000
const keptUnusedMs = 7 * 24 * hour
const saveUsesMs = 60_000

export async function openSums(options: SumsOptions): Promise<SumsStore> {
  const folder = sumsFolder(options.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const entries = await readEntries(folder)
  for (const entry of entries) if (!(await isWhole(folder, entry))) entry.made = null
  for (const name of await readdir(folder))
    if (isLeft(name, entries)) await rm(join(folder, name), { recursive: true, force: true })
  const store = new FileSums(options, entries)
  await store.published()
  return store
}

/** The engine's checksums find flipped bits when a block is read. */
async function isWhole(folder: string, { made }: SumsEntry): Promise<boolean> {
  if (made === null) return true
  const path = join(folder, sumsFile(made.id))
  const found = await stat(path).catch(() => null)
  if (found?.size !== made.bytes) return false
  return made.fingerprint === undefined || (await fingerprintOf(path)) === made.fingerprint
}

const refusalOf = (shape: SumsShape, version: string): string => `${version} ${keysOf(shape)}`

class FileSums implements SumsStore {
  readonly #options: SumsOptions
  readonly #folder: string
  readonly #limits: SumsLimits
  readonly #now: () => number
  readonly #asked: AskedShapes
  readonly #listeners = new Set<() => void>()
  #entries: SumsEntry[]
  /** Shapes to be made, by their keys. */
  readonly #wanted = new Map<string, SumsShape>()
  /** Sums that could not be made from a version of the facts, until when (ms) they are not tried again. */
  readonly #refused = new Map<string, number>()
  #hits = 0
  #saving: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: SumsOptions, entries: SumsEntry[]) {
    this.#options = options
    this.#folder = sumsFolder(options.dataDir)
    this.#limits = { ...usualLimits, ...options.limits }
    this.#now = options.now ?? Date.now
    this.#asked = new AskedShapes(this.#now)
    this.#entries = entries
  }

  isLong(tables: readonly string[]): boolean {
    return tables.some((name) => (this.#facts(name)?.rowCount ?? 0) >= this.#limits.leastRows)
  }

  kept(facts: readonly string[]): KeptSums[] {
    return this.#entries.flatMap((entry) => {
      const { fact, keys, figures, made } = entry
      if (made === null || !facts.includes(fact) || !this.#isPresent(fact, made)) return []
      return [{ name: sumsName(made.id), fact, keys, figures, rowCount: made.rows }]
    })
  }

  uses(names: readonly string[]): { uses: SumsUse[]; notes: SumsNote[] } | null {
    const found = this.#named(names)
    const uses: SumsUse[] = []
    const notes: SumsNote[] = []
    for (const { fact, made } of found) {
      const facts = this.#facts(fact)
      if (made === null || facts === null || !this.#isPresent(fact, made)) return null
      const { id, fingerprint } = made
      uses.push({ name: sumsName(id), file: sumsFile(id), fingerprint, fact, factVersion: versionOf(facts) })
      notes.push({ table: fact, version: facts.updatedAt, rows: made.rows })
    }
    return found.length === names.length ? { uses, notes } : null
  }

  answered(names: readonly string[]): void {
    this.#hits += 1
    for (const entry of this.#named(names)) entry.usedAt = this.#now()
    this.#timer ??= setTimeout(() => void this.#save(), saveUsesMs).unref()
  }

  asked(shapes: readonly SumsShape[], days: number | null): void {
    for (const shape of shapes) {
      if (!this.isLong([shape.fact])) continue
      const often = this.#asked.note(shape, days)
      if (often === null) continue
      const wanted = this.#extending(often)
      if (wanted === null || this.#isRefused(wanted)) continue
      this.#wanted.set(keysOf(wanted), wanted)
      this.#tell()
    }
  }

  /**
   * Where sums of these keys (and more) exist, the shape that adds the missing points; null where none are
   * missing.
   */
  #extending(shape: SumsShape): SumsShape | null {
    const wider = this.#entries
      .filter(({ fact, keys }) => fact === shape.fact && shape.keys.every((key) => keys.includes(key)))
      .sort((one, other) => (one.made?.rows ?? 0) - (other.made?.rows ?? 0))[0]
    if (wider === undefined) return shape
    const { fact, keys, figures, made } = wider
    if (made !== null && shape.figures.every((figure) => figures.includes(figure))) return null
    return { fact, keys, figures: [...new Set([...figures, ...shape.figures])].sort() }
  }

  async spoilt(names: readonly string[], reason: string): Promise<void> {
    this.#options.log.warn({ reason }, 'kept sums could not be read and were given up')
    for (const entry of this.#named(names)) {
      this.#refuse(entry, this.#versionOf(entry.fact), hour)
      await this.#drop(entry)
    }
    await this.#save()
  }

  onDue(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  hasDue(): boolean {
    return this.#due() !== undefined
  }

  async makeNext({ signal, onStep }: SumsMaking): Promise<boolean> {
    const shape = this.#due()
    if (shape === undefined) return false
    await this.#idle(signal)
    onStep?.(shape.fact)
    try {
      await this.#make(shape, signal)
    } catch (error) {
      if (signal.aborted) throw error
      this.#giveUp(shape, this.#versionOf(shape.fact), (error as Error).message)
    }
    return true
  }

  async published(): Promise<void> {
    let isChanged = false
    for (const entry of [...this.#entries]) {
      const { fact, made, usedAt } = entry
      if (made !== null && this.#isPresent(fact, made)) continue
      const isOver = this.#facts(fact) === null || usedAt < this.#now() - keptUnusedMs
      if (isOver) await this.#drop(entry)
      else if (made !== null) await this.#unmake(entry)
      isChanged ||= isOver || made !== null
    }
    if (isChanged) await this.#save()
    if (this.hasDue()) this.#tell()
  }

  sizes(): SumsSizes {
    const tables = new Map<string, SumsSizes['tables'][number]>()
    let [entries, bytes] = [0, 0]
    for (const { fact, made } of this.#entries) {
      if (made === null) continue
      entries += 1
      bytes += made.bytes
      const sum = tables.get(fact) ?? { name: fact, entries: 0, bytes: 0, rows: 0 }
      tables.set(fact, {
        name: fact,
        entries: sum.entries + 1,
        bytes: sum.bytes + made.bytes,
        rows: sum.rows + made.rows,
      })
    }
    const byBytes = [...tables.values()].sort((one, other) => other.bytes - one.bytes)
    return { entries, bytes, mostBytes: this.#options.mostBytes, hits: this.#hits, tables: byBytes }
  }

  async clear(table?: string): Promise<number> {
    const isMeant = ({ fact }: SumsShape) => table === undefined || fact.toLowerCase() === table.toLowerCase()
    for (const [key, shape] of this.#wanted) if (isMeant(shape)) this.#wanted.delete(key)
    this.#asked.forget(isMeant)
    const gone = this.#entries.filter(isMeant)
    const count = gone.filter(({ made }) => made !== null).length
    for (const entry of gone) await this.#drop(entry)
    await this.#save()
    return count
  }

  async stop(): Promise<void> {
    if (this.#timer !== undefined) await this.#save()
    await this.#saving
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #named(names: readonly string[]): SumsEntry[] {
    return this.#entries.filter(({ made }) => made !== null && names.includes(sumsName(made.id)))
  }

  #facts(name: string): PublishedTable | null {
    const wanted = name.toLowerCase()
    return this.#options.manifest().tables.find((table) => table.name.toLowerCase() === wanted) ?? null
  }

  #versionOf(name: string): string {
    const facts = this.#facts(name)
    return facts === null ? '' : versionOf(facts)
  }

  #isPresent(fact: string, { version }: Made): boolean {
    return version === this.#versionOf(fact)
  }

  #due(): SumsShape | undefined {
    const stale = this.#entries.filter(({ made }) => made === null)
    return [...this.#wanted.values(), ...stale].find(
      (shape) => this.#facts(shape.fact) !== null && !this.#isRefused(shape),
    )
  }

  #isWanted(shape: SumsShape): boolean {
    return this.#wanted.has(keysOf(shape)) || this.#entryOf(shape) !== undefined
  }

  #isRefused(shape: SumsShape): boolean {
    return (this.#refused.get(refusalOf(shape, this.#versionOf(shape.fact))) ?? 0) > this.#now()
  }

  #refuse(shape: SumsShape, version: string, forMs: number): void {
    this.#wanted.delete(keysOf(shape))
    this.#asked.forget((one) => keysOf(one) === keysOf(shape))
    for (const [key, until] of this.#refused) if (until <= this.#now()) this.#refused.delete(key)
    this.#refused.set(refusalOf(shape, version), this.#now() + forMs)
  }

  #giveUp(shape: SumsShape, version: string, reason: string): void {
    this.#options.log.warn({ table: shape.fact, reason }, 'sums could not be made')
    this.#refuse(shape, version, hour)
  }

  /** Waits for an idle moment. Throws server_busy where there is none: the job comes back later. */
  async #idle(signal: AbortSignal): Promise<void> {
    const until = this.#now() + this.#limits.idleWaitMs
    while (this.#options.idleMs() < this.#limits.restMs) {
      if (this.#now() >= until) throw new AppError('server_busy')
      await sleep(250, undefined, { signal })
    }
  }

  async #make(shape: SumsShape, signal: AbortSignal): Promise<void> {
    const facts = this.#facts(shape.fact)
    if (facts === null) return
    const version = versionOf(facts)
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < this.#limits.freeBytes)
      return this.#giveUp(shape, version, 'the disk has too little room')
    const id = randomBytes(8).toString('hex')
    const target = join(this.#folder, `${id}.part`)
    const spill = join(this.#folder, `${id}.spill`)
    const began = performance.now()
    try {
      const said = await makeInProcess(
        {
          shape: { ...shape, fact: facts.name },
          folder: warehouseFolder(this.#options.dataDir),
          source: tableParts(facts),
          target,
          spill,
          mostRows: Math.min(this.#limits.mostRows, Math.floor(facts.rowCount / 4)),
        },
        signal,
      )
      // Another version was published, or the sums were cleared: this table is useless and made anew.
      if (version !== this.#versionOf(shape.fact) || !this.#isWanted(shape)) return
      if ('failed' in said) return this.#giveUp(shape, version, said.failed)
      if ('refused' in said) return this.#giveUpForNow(shape, version, said.refused)
      const { size } = await stat(target)
      if (size > this.#options.mostBytes / 2) return this.#giveUpForNow(shape, version, 'too large')
      await this.#take(shape, target, {
        id,
        version,
        rows: said.made.rows,
        bytes: size,
        fingerprint: await fingerprintOf(target),
      })
      const ms = Math.round(performance.now() - began)
      this.#options.log.info({ table: facts.name, rows: said.made.rows, bytes: size, ms }, 'sums were made')
    } finally {
      for (const path of [target, `${target}.wal`, spill]) await rm(path, { recursive: true, force: true })
    }
  }

  /** No sums will be made from this version of the facts. */
  async #giveUpForNow(shape: SumsShape, version: string, reason: string): Promise<void> {
    this.#options.log.info({ table: shape.fact, reason }, 'sums are not worth keeping')
    this.#refuse(shape, version, 24 * hour)
    const entry = this.#entryOf(shape)
    if (entry?.made === null) await this.#drop(entry)
  }

  #entryOf(shape: SumsShape): SumsEntry | undefined {
    return this.#entries.find((entry) => keysOf(entry) === keysOf(shape))
  }

  /** The index names the file last: before that, it does not exist. */
  async #take(shape: SumsShape, path: string, made: Made): Promise<void> {
    await rename(path, join(this.#folder, sumsFile(made.id)))
    await syncPath(this.#folder)
    const former = this.#entryOf(shape)
    const { fact, keys, figures } = shape
    this.#entries = [
      ...this.#entries.filter((entry) => entry !== former),
      { fact, keys: [...keys], figures: [...figures], made, usedAt: this.#now() },
    ]
    this.#wanted.delete(keysOf(shape))
    this.#asked.forget((one) => keysOf(one) === keysOf(shape))
    await this.#makeRoom()
    await this.#save()
    if (former) await this.#unmake(former)
  }

  /** Removes the least recently used sums. */
  async #makeRoom(): Promise<void> {
    const byUse = [...this.#entries].sort((one, other) => one.usedAt - other.usedAt)
    for (const entry of byUse) {
      const bytes = this.#entries.reduce((sum, { made }) => sum + (made?.bytes ?? 0), 0)
      if (bytes <= this.#options.mostBytes && this.#entries.length <= this.#limits.mostEntries) return
      await this.#drop(entry)
    }
  }

  async #drop(entry: SumsEntry): Promise<void> {
    this.#entries = this.#entries.filter((one) => one !== entry)
    await this.#unmake(entry)
  }

  /** Readers that have the file open keep it until they end or open another one. */
  async #unmake(entry: SumsEntry): Promise<void> {
    const { made } = entry
    entry.made = null
    if (made !== null) await rm(join(this.#folder, sumsFile(made.id)), { force: true }).catch(() => undefined)
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#saving = this.#saving
      .then(() => writeEntries(this.#folder, this.#entries))
      .catch((error: Error) =>
        this.#options.log.warn({ reason: error.message }, 'the list of kept sums could not be written'),
      )
    return this.#saving
  }
}
