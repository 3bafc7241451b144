// The embedded warehouse: published DuckDB files, read by separate processes.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { currentLine } from '#server/limits/lines.ts'
import { Turns } from '#server/limits/turns.ts'
import { tellStatement } from '#server/measured.ts'
import { inSpan, type OpenSpan } from '#server/tracing/spans.ts'
import { AppError } from '#shared/errors.ts'
import { publishedFiles } from '../snapshot/attach.ts'
import {
  emptyManifest,
  type Manifest,
  ManifestProblem,
  readManifest,
  sumsFolder,
  versionOf,
  warehouseFolder,
} from '../snapshot/manifest.ts'
import { proveManifest } from '../snapshot/prove.ts'
import { sweep } from '../snapshot/sweep.ts'
import { watchManifest } from '../snapshot/watch.ts'
import type { SumsLimits } from '../sums/store.ts'
import type { SumsSettings, SumsStore } from '../sums/types.ts'
import type { ColumnChunk, RunRequest, RunResult, TableState, Warehouse, WarehouseColumn } from '../types.ts'
import { engineSettings } from './engineSettings.ts'
import { statementFailure } from './failures.ts'
import { type PoolLog, ReaderPool } from './pool.ts'
import { Reader, ReaderGone, StatementError } from './reader.ts'

export interface EmbeddedOptions {
  dataDir: string
  log?: PoolLog
  /** Processes for report SQL. */
  readers?: number
  /** How many of them start before the first statement. */
  ahead?: number
  /** Memory of each; derived from the machine when absent. */
  memoryMiB?: number
  /** How many statements of one caller may wait for a process; four times as many in total. */
  queueLimit?: number
  /** Time-out of a statement without its own (ms). */
  timeoutMs?: number
  /** Settings of kept sums; none are kept where absent. */
  sums?: SumsSettings & { limits?: Partial<SumsLimits> }
}

const statementSpan = {
  name: 'warehouse statement',
  kind: 'client',
  values: { 'db.system.name': 'duckdb' },
} as const

const silent: PoolLog = { info: () => {}, warn: () => {}, error: () => {} }

export class EmbeddedWarehouse implements Warehouse {
  readonly dialect = 'duckdb'
  readonly #folder: string
  readonly #log: PoolLog
  readonly #timeoutMs: number
  readonly #ahead: number
  readonly #listeners = new Set<() => void>()
  readonly #reports: ReaderPool
  /** Fair turns before the readers: a caller with many statements delays others by at most one statement. */
  readonly #turns: Turns
  readonly #spill: string
  #manifest: Manifest = emptyManifest
  #tables: PhysicalTable[] = []
  #stopWatching = () => {}
  #spills = 0
  readonly #sums: EmbeddedOptions['sums']
  readonly #dataDir: string
  #sumsStore: Promise<SumsStore | null> | undefined
  /** Running statements, and when the last one ended. */
  #running = 0
  #restedAt = 0

  constructor(options: EmbeddedOptions) {
    this.#dataDir = options.dataDir
    this.#sums = options.sums
    this.#folder = warehouseFolder(options.dataDir)
    this.#log = options.log ?? silent
    this.#timeoutMs = options.timeoutMs ?? 60_000
    // One process is enough to begin with; the first statement warms the others.
    this.#ahead = options.ahead ?? 1
    this.#spill = join(this.#folder, `spill-readers-${process.pid}`)
    const size = options.readers ?? 2
    const waitingEach = options.queueLimit ?? 64
    this.#turns = new Turns({ atOnce: size, waiting: 4 * waitingEach, waitingEach })
    this.#reports = new ReaderPool({
      size,
      queueLimit: 4 * waitingEach,
      log: this.#log,
      generation: () => this.#manifest.generation,
      start: () => this.#startReportReader(size, options.memoryMiB),
    })
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await this.#refresh()
    await sweep(this.#folder)
    await proveManifest(this.#folder)
    this.#stopWatching = watchManifest(this.#folder, () => void this.#noticed())
    this.#reports.warm(this.#ahead)
  }

  tables(): PhysicalTable[] {
    return this.#tables
  }

  version(): string {
    return String(this.#manifest.generation)
  }

  tableVersion(name: string): string {
    const wanted = name.toLowerCase()
    const found = this.#manifest.tables.find((table) => table.name.toLowerCase() === wanted)
    return found ? versionOf(found) : ''
  }

  async states(): Promise<TableState[]> {
    const { manifest } = await this.snapshot()
    return manifest.tables.map((table) => {
      const { name, comment, rowCount, updatedAt, loads = [] } = table
      return { name, comment, rowCount, updatedAt, loads, version: versionOf(table) }
    })
  }

  onPublished(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The folder and the manifest, read anew because files of an older publication may be gone. If the manifest
   * was damaged since, the one in memory is used: its files are verified by their fingerprints.
   */
  async snapshot(): Promise<{ folder: string; manifest: Manifest }> {
    await this.#refresh().catch((error) => {
      if (!(error instanceof ManifestProblem)) throw error
      this.#log.error(
        { reason: error.told },
        'the manifest is damaged; what was read of it before still counts',
      )
    })
    return { folder: this.#folder, manifest: this.#manifest }
  }

  /** Process ids of the report readers. */
  readerPids(): number[] {
    return this.#reports.pids()
  }

  async ready(): Promise<void> {
    await this.run({ sql: 'SELECT 1', pool: 'report', timeoutMs: 5000 })
  }

  /** Opened on first use: the start does not need it. */
  readSums(): Promise<SumsStore | null> {
    this.#sumsStore ??= this.#openSums().catch((error: Error) => {
      this.#log.warn({ reason: error.message }, 'kept sums cannot be read')
      return null
    })
    return this.#sumsStore
  }

  async #openSums(): Promise<SumsStore | null> {
    const dataDir = this.#dataDir
    if (!this.#sums?.isOn) {
      await rm(sumsFolder(dataDir), { recursive: true, force: true })
      return null
    }
    const { mostBytes, limits } = this.#sums
    const { openSums } = await import('../sums/store.ts')
    return openSums({
      dataDir,
      mostBytes,
      log: this.#log,
      manifest: () => this.#manifest,
      idleMs: () => (this.#running > 0 ? 0 : performance.now() - this.#restedAt),
      ...(limits && { limits }),
    })
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    await (await this.#sumsStore)?.stop()
    await this.#reports.stop()
    await rm(this.#spill, { recursive: true, force: true })
  }

  async run(request: RunRequest): Promise<RunResult> {
    const pool = this.#poolOf(request)
    const started = performance.now()
    const ending = new AbortController()
    const stop = (reason: AppError) => ending.abort(reason)
    const canceled = () => stop(new AppError('query_canceled'))
    const timer = setTimeout(() => stop(new AppError('query_timeout')), request.timeoutMs ?? this.#timeoutMs)
    request.signal?.addEventListener('abort', canceled, { once: true })
    this.#running += 1
    try {
      if (request.signal?.aborted) throw new AppError('query_canceled')
      const result = await inSpan(statementSpan, (span) => this.#inTurn(pool, request, ending.signal, span))
      return { ...result, elapsedMs: Math.round((performance.now() - started) * 10) / 10 }
    } finally {
      this.#running -= 1
      this.#restedAt = performance.now()
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', canceled)
    }
  }

  async #inTurn(
    pool: ReaderPool,
    request: RunRequest,
    signal: AbortSignal,
    span: OpenSpan | null,
  ): Promise<Omit<RunResult, 'elapsedMs'>> {
    const asked = performance.now()
    const leave = await this.#turns.enter(signal, { key: currentLine() })
    const begun = performance.now()
    span?.set({ 'analytics.waited_ms': Math.round(begun - asked) })
    try {
      const result = await runOn(pool, request, signal, leave)
      span?.set({ 'db.response.returned_rows': result.rowCount })
      return result
    } finally {
      tellStatement({ of: 'report', waitedMs: begun - asked, workedMs: performance.now() - begun })
    }
  }

  #poolOf(request: RunRequest): ReaderPool {
    // Users' SQL runs in sandbox processes after the allow-list check, never in report readers.
    if (request.pool === 'sandbox') throw new AppError('warehouse_unavailable', '沙箱尚未启用')
    return this.#reports
  }

  async #startReportReader(share: number, memoryMiB?: number): Promise<Reader> {
    const { folder, manifest } = await this.snapshot()
    const { generation } = manifest
    this.#spills += 1
    const spill = join(this.#spill, String(this.#spills))
    const reader = new Reader(
      {
        ...publishedFiles(folder, manifest),
        engine: engineSettings({ share, spill, memoryMiB }),
        sumsFolder: this.#sums?.isOn ? sumsFolder(this.#dataDir) : null,
      },
      generation,
    )
    void reader.ended.then(() => rm(spill, { recursive: true, force: true })).catch(() => {})
    return reader
  }

  async #refresh(): Promise<boolean> {
    const manifest = await readManifest(this.#folder)
    if (manifest.generation <= this.#manifest.generation) return false
    this.#manifest = manifest
    this.#tables = manifest.tables.map(({ name, comment, rowCount, columns, updatedAt }) => ({
      name,
      comment,
      rowCount,
      columns,
      updatedAt,
    }))
    for (const listener of this.#listeners) listener()
    await (await this.#sumsStore)?.published()
    return true
  }

  async #noticed(): Promise<void> {
    try {
      await this.#refresh()
      this.#reports.renew()
      await sweep(this.#folder)
      this.#log.info({ generation: this.#manifest.generation }, 'the warehouse reads a newer snapshot')
    } catch (error) {
      this.#log.error({ reason: (error as Error).message }, 'the newer snapshot cannot be read')
    }
  }
}

async function runOn(
  pool: ReaderPool,
  request: RunRequest,
  signal: AbortSignal,
  leave: () => void,
): Promise<Omit<RunResult, 'elapsedMs'>> {
  const reader = await pool.acquire(signal).catch((error: unknown) => {
    leave()
    throw error
  })
  const release = () => {
    pool.release(reader)
    // Only after the engine has obeyed the cancel is the process free for others.
    leave()
  }
  if (request.sums?.some(({ fact, factVersion }) => !reader.holds(fact, factVersion))) {
    release()
    throw new AppError('query_failed', '数据刚刚更新，请重试')
  }
  try {
    return await runOnReader(reader, request, signal, release)
  } catch (error) {
    // The process had ended before the statement reached it: another process can run it.
    if (error instanceof ReaderGone && !error.started && !signal.aborted)
      return runOn(pool, request, signal, leave)
    throw spoken(error, signal, { tables: reader.tablesIn(request.sql), damaged: reader.damaged })
  }
}

function spoken(
  error: unknown,
  signal: AbortSignal,
  about: NonNullable<Parameters<typeof statementFailure>[1]>,
): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ReaderGone) return new AppError('query_failed', '查询进程意外结束，请重试或缩小范围')
  if (error instanceof StatementError) return statementFailure(error.message, about)
  return error
}

async function runOnReader(
  reader: Reader,
  request: RunRequest,
  signal: AbortSignal,
  release: () => void,
): Promise<Omit<RunResult, 'elapsedMs'>> {
  let columns: WarehouseColumn[] = []
  const chunks: ColumnChunk[] = []
  const running = reader.run({
    sql: request.sql,
    params: request.params ?? [],
    limit: request.limit ?? null,
    limited: request.limited ?? false,
    sums: (request.sums ?? []).map(({ name, file, fingerprint }) => ({ name, file, fingerprint })),
    onColumns: (found) => {
      columns = found
      request.onColumns?.(found)
    },
    onChunk: request.onChunk ?? ((chunk) => void chunks.push(chunk)),
  })
  // The caller does not wait until the engine obeys a cancel, but the process is free only then.
  running.then(release, release)
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    reader.cancel()
    aborted.reject(signal.reason)
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  try {
    const { rowCount, truncated } = await Promise.race([running, aborted.promise])
    return { columns, chunks, rowCount, truncated }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
