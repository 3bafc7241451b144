// ClickHouse as the warehouse: statements over HTTP, killed on the server when nobody waits for them any
// more.
import { randomUUID } from 'node:crypto'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { tellStatement } from '#server/measured.ts'
import { inSpan } from '#server/tracing/spans.ts'
import { AppError } from '#shared/errors.ts'
import type { PoolLog } from '../duckdb/pool.ts'
import type { ColumnChunk, RunRequest, RunResult, TableState, Warehouse } from '../types.ts'
import type { ClickHouseAddress, ClickHouseAddresses } from './address.ts'
import { type Attempt, isReplicasFault, overReplicas } from './attempts.ts'
import { Catalog } from './catalog.ts'
import { checkServer } from './check.ts'
import { Connection } from './connection.ts'
import { clickhouseFailure, codeOf } from './failures.ts'
import { Replicas, replicasOf } from './replicas.ts'
import { brokenAnswer, Rows } from './rows.ts'
import { ClickHouseWriter } from './writing/writer.ts'

export interface ClickHouseOptions {
  /** One, or those of several replicas. */
  address: ClickHouseAddress | ClickHouseAddresses
  /** Of the account that writes; the reports' account reads alone. */
  writer?: ClickHouseAddress | null
  /** IANA time zone of the business, in which times are shown. */
  zone: string
  log: PoolLog
  /** How often the tables are polled. */
  pollMs?: number
  /** Time-out of a statement without its own (ms). */
  timeoutMs?: number
  /** Limit of running and waiting statements. */
  most?: number
}

const statementSpan = {
  name: 'warehouse statement',
  kind: 'client',
  values: { 'db.system.name': 'clickhouse' },
} as const

export class ClickHouseWarehouse implements Warehouse {
  readonly dialect = 'clickhouse'
  readonly #connections: readonly Connection[]
  readonly #replicas: Replicas<Connection>
  readonly #catalog: Catalog
  readonly #options: Required<ClickHouseOptions>
  readonly writer?: ClickHouseWriter
  readonly #listeners = new Set<() => void>()
  /** Ids of running statements. */
  readonly #running = new Set<string>()
  readonly #opened = Date.now()
  #changes = 0
  #timer: NodeJS.Timeout | undefined
  #isLost = false
  #isStopped = false

  constructor(options: ClickHouseOptions) {
    this.#options = { pollMs: 3000, timeoutMs: 60_000, most: 128, writer: null, ...options }
    const all = replicasOf(options.address, (address) => new Connection(address))
    this.#connections = all.map(({ client }) => client)
    this.#replicas = new Replicas(all, {
      ping: (connection) => connection.answers(),
      log: options.log,
      of: 'report',
    })
    this.#catalog = new Catalog(all[0]?.client as Connection, options.log)
    if (options.writer)
      this.writer = new ClickHouseWriter(options.writer, async () => {
        await this.#look()
        return this.tables()
      })
  }

  /** Throws StartProblem where the server can't be used. */
  async open(): Promise<void> {
    const { address, log } = this.#options
    try {
      const version = await this.#check(address)
      await this.writer?.check()
      await this.#refresh()
      log.info({ version, tables: this.tables().length }, 'the warehouse is a ClickHouse')
    } catch (error) {
      await this.#close()
      throw error
    }
    this.#watch()
  }

  /** Each replica that answers must be usable; one that is away does not hold up the start. */
  async #check(address: ClickHouseAddress): Promise<string> {
    let unreached: unknown = null
    let version = ''
    // One after the other, so that the first refusal is the one that is told.
    for (const replica of this.#replicas.inOrder()) {
      const own = { ...address, url: `${new URL(address.url).protocol}//${replica.name}` }
      try {
        version = (await checkServer(replica.client, own)) || version
      } catch (error) {
        if (!this.#replicas.hasSeveral || (await this.#replicas.answers(replica))) throw error
        this.#replicas.fail(replica, (error as Error).message)
        unreached ??= error
      }
    }
    if (version === '') throw unreached
    return version
  }

  /** The tables as one replica has them. */
  async #refresh(): Promise<boolean> {
    const order = this.#replicas.inOrder()
    // One after the other: each is asked only where the one before failed.
    for (const [place, replica] of order.entries()) {
      try {
        return await this.#catalog.refresh(replica.client)
      } catch (error) {
        if (place === order.length - 1 || !isReplicasFault(error)) throw error
        this.#replicas.fail(replica, clickhouseFailure(error).message)
      }
    }
    return false
  }

  async #close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
    await this.writer?.close()
  }

  /** Whether a replica had the statement. */
  async #kill(id: string): Promise<boolean> {
    const tried = await Promise.allSettled(this.#connections.map((connection) => connection.kill(id)))
    if (tried.every(({ status }) => status === 'rejected')) throw (tried[0] as PromiseRejectedResult).reason
    return tried.some((one) => one.status === 'fulfilled' && one.value)
  }

  tables(): PhysicalTable[] {
    return this.#catalog.tables()
  }

  version(): string {
    return `${this.#opened}.${this.#changes}`
  }

  readerPids(): number[] {
    return []
  }

  tableVersion(name: string): string {
    return this.#catalog.tableVersion(name)
  }

  async states(): Promise<TableState[]> {
    await this.#look()
    if (this.#isLost) throw new AppError('warehouse_unavailable')
    return this.#catalog.states()
  }

  onPublished(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** No kept sums: ClickHouse aggregates fast, and its data has no versions that sums could be tied to. */
  async readSums(): Promise<null> {
    return null
  }

  async ready(): Promise<void> {
    await this.run({ sql: 'SELECT 1', pool: 'report', timeoutMs: 5000 })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all([...this.#running].map((id) => this.#kill(id).catch(() => false)))
    await this.#close()
  }

  async run(request: RunRequest): Promise<RunResult> {
    // Users' SQL runs only in a sandbox that checks it; ClickHouse has none yet.
    if (request.pool === 'sandbox') throw new AppError('sql_unavailable')
    if (this.#running.size >= this.#options.most) throw new AppError('server_busy')
    const started = performance.now()
    const ending = new AbortController()
    const canceled = () => ending.abort(new AppError('query_canceled'))
    const timeoutMs = request.timeoutMs ?? this.#options.timeoutMs
    const timer = setTimeout(() => ending.abort(new AppError('query_timeout')), timeoutMs)
    if (request.signal?.aborted) canceled()
    request.signal?.addEventListener('abort', canceled, { once: true })
    try {
      ending.signal.throwIfAborted()
      const result = await inSpan(statementSpan, async (span) => {
        const found = await this.#runUntil(request, ending.signal, timeoutMs)
        span?.set({ 'db.response.returned_rows': found.rowCount, 'server.address': found.replica ?? '' })
        return found
      })
      return { ...result, elapsedMs: Math.round((performance.now() - started) * 10) / 10 }
    } finally {
      tellStatement({ of: 'report', waitedMs: 0, workedMs: performance.now() - started })
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', canceled)
    }
  }

  async #runUntil(
    request: RunRequest,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<Omit<RunResult, 'elapsedMs'>> {
    const id = `analytics-${randomUUID()}`
    this.#running.add(id)
    // Ends the transfer, also when enough rows have arrived.
    const leaving = new AbortController()
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    let isWhole = false
    const reading = overReplicas(this.#replicas, leaving.signal, (attempt) =>
      this.#read(id, request, attempt, timeoutMs),
    )
    try {
      const result = await Promise.race([reading, aborted.promise])
      isWhole = !result.isCut
      const { isCut: _cut, ...rest } = result
      return rest
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', abort)
      reading.catch(() => {})
      leaving.abort()
      if (isWhole) this.#running.delete(id)
      else void this.#end(id)
    }
  }

  /** Not awaited by the caller. The statement may reach the server after the first attempt to kill it. */
  async #end(id: string): Promise<void> {
    try {
      for (let tries = 0; tries < 3; tries += 1) {
        if (await this.#kill(id)) return
        if (this.#isStopped) return
        await new Promise((resolve) => setTimeout(resolve, 100 * (tries + 1)))
      }
    } catch (error) {
      // Without the right to kill, or without a connection, the statement ends by its time-out or because its
      // reader is gone.
      const { message } = clickhouseFailure(error)
      if (!this.#isStopped) this.#options.log.warn({ reason: message }, 'a statement could not be ended')
    } finally {
      this.#running.delete(id)
    }
  }

  async #read(
    id: string,
    { sql, params = [], limit, onColumns, onChunk }: RunRequest,
    { replica, signal, heard, handedOn }: Attempt<Connection>,
    timeoutMs: number,
  ): Promise<Omit<RunResult, 'elapsedMs'> & { isCut: boolean }> {
    const settings = {
      max_execution_time: Math.ceil(timeoutMs / 1000) + 1,
      timeout_overflow_mode: 'throw',
      // As long as nothing was sent, failures have an HTTP status.
      http_response_buffer_size: 1024 * 1024,
      cancel_http_readonly_queries_on_client_close: 1,
      ...(limit !== undefined && { max_result_rows: limit + 1, result_overflow_mode: 'break' }),
    }
    const chunks: ColumnChunk[] = []
    const take = onChunk
      ? (chunk: ColumnChunk) => {
          handedOn()
          return onChunk(chunk)
        }
      : (chunk: ColumnChunk) => void chunks.push(chunk)
    const begun = onColumns
      ? (columns: RunResult['columns']) => {
          handedOn()
          onColumns(columns)
        }
      : undefined
    const rows = new Rows(this.#options.zone, limit)
    const lines = await replica.client.lines(id, { sql, params, settings, signal }).catch(tell)
    const coming = lines[Symbol.asyncIterator]()
    // Rows are fetched outside the try around the caller's `onChunk`, whose errors are its own.
    for (;;) {
      const next = await coming.next().catch((error: unknown) => {
        throw rows.isBegun && codeOf(error) === null ? brokenAnswer() : tell(error)
      })
      if (next.done) break
      heard()
      for (const chunk of rows.take(next.value, begun)) await take(chunk)
      if (rows.isCut) break
    }
    if (!rows.isBegun) throw brokenAnswer()
    const rest = rows.rest()
    if (rest) await take(rest)
    const { columns, rowCount, isCut } = rows
    return { columns, chunks, rowCount, truncated: isCut, isCut }
  }

  #watch(): void {
    this.#timer = setTimeout(async () => {
      await this.#look()
      if (!this.#isStopped) this.#watch()
    }, this.#options.pollMs)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const { log } = this.#options
    try {
      await this.#replicas.look()
      const isChanged = await this.#refresh()
      if (this.#isLost) log.info({}, 'the ClickHouse answers again')
      this.#isLost = false
      if (!isChanged) return
      this.#changes += 1
      for (const listener of this.#listeners) listener()
    } catch (error) {
      if (this.#isStopped || this.#isLost) return
      this.#isLost = true
      log.error({ reason: clickhouseFailure(error).message }, 'the tables of ClickHouse cannot be read')
    }
  }
}

/** What the server said stays with it: another replica may be asked by its number. */
function tell(error: unknown): never {
  throw Object.assign(clickhouseFailure(error), { cause: error })
}
