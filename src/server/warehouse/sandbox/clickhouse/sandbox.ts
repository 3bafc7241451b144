// Users' SQL on ClickHouse: checked and written anew here, run by an account of its own that may read alone. What the
// server enforces (readonly = 1, grants, row policies, limits of the profile) stands in README.md.
import { Turns } from '#server/limits/turns.ts'
import { tellStatement } from '#server/measured.ts'
import { inSpan, type OpenSpan } from '#server/tracing/spans.ts'
import { type Attempt, overReplicas } from '#server/warehouse/clickhouse/attempts.ts'
import type { Replicas } from '#server/warehouse/clickhouse/replicas.ts'
import { brokenAnswer, Rows } from '#server/warehouse/clickhouse/rows.ts'
import type { ColumnChunk, Warehouse, WarehouseColumn } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { commandOf } from '#shared/sql/command.ts'
import type { PlanNode, Sandbox, SandboxFunction, SandboxRequest, SandboxResult } from '../types.ts'
import { WorkClock } from '../workClock.ts'
import type { SqlConnection } from './connection.ts'
import { csvHead, csvRows } from './csv.ts'
import { sqlFailure } from './failures.ts'
import { listedFunctions } from './listing.ts'
import { planTree } from './plan.ts'
import { readTemporary } from './temporary.ts'
import { type EngineText, engineText } from './text.ts'
import { told } from './told.ts'
import { keptColumn } from './types.ts'
import type { World } from './world.ts'

interface ClickHouseSandboxOptions {
  replicas: Replicas<SqlConnection>
  database: string
  warehouse: Pick<Warehouse, 'tables'>
  /** IANA zone of the business, in which statements run and times are shown. */
  zone: string
  /** What the server was found to enforce, in Chinese lines. */
  defences: readonly string[]
  running?: number
}

const defaultTimeout = 180_000
const backgroundRunning = 2

export class ClickHouseSandbox implements Sandbox {
  readonly #options: ClickHouseSandboxOptions
  readonly #turns: Turns
  readonly #background = new Turns({
    atOnce: backgroundRunning,
    atOnceEach: 1,
    waiting: 100,
    waitingEach: 20,
  })
  readonly #world: World
  readonly #endings = new Set<AbortController>()
  #isStopped = false

  constructor(options: ClickHouseSandboxOptions) {
    this.#options = options
    const atOnce = options.running ?? 8
    // Half of the places are left for others, so that nobody waits only for one user's heavy queries.
    this.#turns = new Turns({ atOnce, atOnceEach: Math.ceil(atOnce / 2), waiting: 100, waitingEach: 20 })
    const { warehouse, database } = options
    this.#world = {
      database,
      get tables() {
        return warehouse.tables()
      },
      temporaryRows: readTemporary,
    }
  }

  run(request: SandboxRequest): Promise<SandboxResult> {
    const values = { 'db.system.name': 'clickhouse' }
    return inSpan({ name: 'sandbox statement', kind: 'client', values }, (span) => this.#run(request, span))
  }

  async #run(request: SandboxRequest, span: OpenSpan | null): Promise<SandboxResult> {
    if (this.#isStopped) throw stopping()
    const ending = new AbortController()
    const cancel = () => ending.abort(new AppError('query_canceled'))
    if (request.signal?.aborted) cancel()
    request.signal?.addEventListener('abort', cancel, { once: true })
    this.#endings.add(ending)
    const asked = performance.now()
    const { userId: key, onPlace, background } = request
    try {
      const turns = background ? this.#background : this.#turns
      const work = async () => {
        const begun = performance.now()
        span?.set({ 'analytics.waited_ms': Math.round(begun - asked) })
        try {
          const result = { ...(await this.#timed(request, ending)), queuedMs: tenths(begun - asked) }
          span?.set({ 'db.response.returned_rows': result.rowCount })
          return result
        } finally {
          tellStatement({ of: 'sql', waitedMs: begun - asked, workedMs: performance.now() - begun })
        }
      }
      return await turns.take(ending.signal, work, { key, ...(onPlace && { onPlace }) })
    } finally {
      request.signal?.removeEventListener('abort', cancel)
      this.#endings.delete(ending)
    }
  }

  async functions(): Promise<SandboxFunction[]> {
    return listedFunctions()
  }

  defences(): string[] {
    return [...this.#options.defences]
  }

  isWeakened(): boolean {
    return false
  }

  load(): { running: number; waiting: number } {
    return {
      running: this.#turns.running + this.#background.running,
      waiting: this.#turns.waiting + this.#background.waiting,
    }
  }

  pids(): number[] {
    return []
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const ending of this.#endings) ending.abort(stopping())
    await Promise.all(this.#options.replicas.all.map(({ client }) => client.close()))
  }

  async #timed(request: SandboxRequest, ending: AbortController): Promise<Omit<SandboxResult, 'queuedMs'>> {
    const clock = new WorkClock(request.timeoutMs ?? defaultTimeout, () =>
      ending.abort(new AppError('query_timeout')),
    )
    const taker = new Taker(request, clock)
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(ending.signal.reason)
    aborted.promise.catch(() => {})
    ending.signal.addEventListener('abort', abort, { once: true })
    try {
      ending.signal.throwIfAborted()
      const working = this.#work(request, taker, ending.signal)
      working.catch(() => {})
      const end = await Promise.race([working, aborted.promise])
      return { ...end, columns: taker.columns, elapsedMs: tenths(clock.elapsedMs) }
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : error
    } finally {
      ending.signal.removeEventListener('abort', abort)
      clock.stop()
    }
  }

  async #work(request: SandboxRequest, taker: Taker, signal: AbortSignal): Promise<End> {
    const { sql, params, scope, mode } = request
    const world = this.#world
    const answer = told(sql, scope, world)
    if (answer) return taker.give(answer.columns, answer.rows)
    const command = commandOf(sql)
    const explains = mode === 'plan' || mode === 'profile' || command?.kind === 'explain'
    const statement = await engineText({ sql: withoutCommand(sql), params, scope }, world)
    if (explains) return this.#explain(statement, request, taker, signal)
    if (command?.kind === 'describe') return this.#describe(statement, taker, signal)
    return this.#read(statement, statement.text, request.limit, taker, signal)
  }

  async #read(
    statement: EngineText,
    text: string,
    limit: number | null,
    taker: Taker,
    signal: AbortSignal,
  ): Promise<End> {
    // Ends the transfer, also when enough rows have arrived: the server then ends the statement.
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    signal.addEventListener('abort', leave, { once: true })
    try {
      const { replica: _, ...end } = await overReplicas(this.#options.replicas, leaving.signal, (attempt) =>
        this.#readFrom(attempt, { statement, text, limit, taker }),
      )
      return end
    } finally {
      signal.removeEventListener('abort', leave)
      leaving.abort()
    }
  }

  async #readFrom(
    { replica, signal, heard, handedOn }: Attempt<SqlConnection>,
    { statement, text, limit, taker }: Reading,
  ): Promise<End> {
    const { zone } = this.#options
    const rows = new Rows(zone, limit ?? undefined, { session: zone, namesDenormals: true })
    const { params, roles } = statement
    const fail = (error: unknown): never => {
      // What the server said stays with it: another replica may be asked by its number.
      throw Object.assign(sqlFailure(error, statement), { cause: error })
    }
    const head = (columns: WarehouseColumn[]) => {
      handedOn()
      taker.head(columns)
    }
    const lines = await replica.client.lines({ text, params, roles, signal }).catch(fail)
    const coming = lines[Symbol.asyncIterator]()
    for (;;) {
      const next = await coming.next().catch(fail)
      if (next.done) break
      heard()
      for (const chunk of rows.take(next.value, head)) await taker.chunk(chunk)
      if (rows.isCut) break
    }
    signal.throwIfAborted()
    if (!rows.isBegun) throw brokenAnswer()
    const rest = rows.rest()
    if (rest) await taker.chunk(rest)
    await taker.end()
    return { rowCount: rows.rowCount, truncated: rows.isCut, plan: null }
  }

  /** The columns of a query: it is asked for no rows. */
  async #describe(statement: EngineText, taker: Taker, signal: AbortSignal): Promise<End> {
    const quiet = new Taker({ mode: 'rows' }, null)
    await this.#read(statement, `SELECT * FROM (${statement.text}) LIMIT 0`, null, quiet, signal)
    const head = ['name', 'type'].map((name) => ({ name, type: 'string' as const, databaseType: 'String' }))
    return taker.give(
      head,
      quiet.columns.map(({ name, databaseType }) => [name, databaseType]),
    )
  }

  async #explain(
    statement: EngineText,
    { mode, scope }: SandboxRequest,
    taker: Taker,
    signal: AbortSignal,
  ): Promise<End> {
    const { database, replicas } = this.#options
    const { params, roles } = statement
    const text = `EXPLAIN json = 1, description = 1, actions = 0 ${statement.text}`
    const { rows } = await overReplicas(replicas, signal, async (attempt) => {
      const { client } = attempt.replica
      const asked = client.rows<[string]>({ text, params, roles, signal: attempt.signal })
      return {
        rows: await asked.catch((error: unknown) => {
          throw Object.assign(sqlFailure(error, statement), { cause: error })
        }),
      }
    })
    const isLimited = scope.tables.some(({ games, rules, masks }) => games || rules.length > 0 || masks)
    const plan = planTree(rows.map(([line]) => line).join('\n'), database, isLimited)
    if (plan && mode === 'profile') await this.#profile(statement, plan, signal)
    if (mode === 'plan' || mode === 'profile') return { rowCount: 0, truncated: false, plan }
    const lines = plan ? stepsOf(plan, 0) : []
    const head = { name: 'plan', type: 'string' as const, databaseType: 'String' }
    return taker.give(
      [head],
      lines.map((line) => [line]),
    )
  }

  /** The statement runs whole; the engine tells times of the whole alone. */
  async #profile(statement: EngineText, plan: PlanNode, signal: AbortSignal): Promise<void> {
    const begun = performance.now()
    const quiet = new Taker({ mode: 'rows' }, null)
    const { rowCount } = await this.#read(statement, statement.text, null, quiet, signal)
    plan.rows = rowCount
    plan.ms = tenths(performance.now() - begun)
  }
}

interface Reading {
  statement: EngineText
  text: string
  limit: number | null
  taker: Taker
}

type End = Pick<SandboxResult, 'rowCount' | 'truncated' | 'plan'>

const standForQueries = new Set(['explain', 'describe', 'createTemporary'])

/** The query within EXPLAIN, DESCRIBE and CREATE TEMP TABLE; spaces keep the places of the rest. */
function withoutCommand(sql: string): string {
  const command = commandOf(sql)
  if (command === null || !standForQueries.has(command.kind)) return sql
  return `${sql.slice(0, command.start)}${' '.repeat(command.body - command.start)}${sql.slice(command.body)}`
}

const stepsOf = ({ name, details, children }: PlanNode, depth: number): string[] => [
  `${'  '.repeat(depth)}${[name, details.Table, details.Description].filter(Boolean).join(' ')}`,
  ...children.flatMap((child) => stepsOf(child, depth + 1)),
]

type Output = Pick<SandboxRequest, 'mode' | 'onColumns' | 'onChunk' | 'onBytes' | 'onProgress'>

/** Passes on what a statement answers; the clock is stopped while the caller takes it. */
class Taker {
  columns: WarehouseColumn[] = []
  readonly #output: Output
  readonly #clock: WorkClock | null
  #done = 0

  constructor(output: Output, clock: WorkClock | null) {
    this.#output = output
    this.#clock = clock
  }

  head(columns: WarehouseColumn[]): void {
    this.columns = this.#clock === null ? columns : columns.map(keptColumn)
    this.#output.onColumns?.(this.columns)
  }

  async chunk(chunk: ColumnChunk): Promise<void> {
    const { mode, onChunk, onBytes } = this.#output
    if (mode === 'csv') {
      const head = this.#done === 0 ? [csvHead(this.columns)] : []
      await this.#wait(onBytes?.(Buffer.concat([...head, csvRows(this.columns, chunk)])))
    } else await this.#wait(onChunk?.(chunk))
    this.#done += chunk.rowCount
    this.#output.onProgress?.(this.#done)
  }

  async end(): Promise<void> {
    const { mode, onBytes } = this.#output
    if (mode === 'csv' && this.#done === 0) await this.#wait(onBytes?.(csvHead(this.columns)))
  }

  /** A whole answer that needed no statement. */
  async give(columns: WarehouseColumn[], rows: (string | null)[][]): Promise<End> {
    this.head(columns)
    const cells = columns.map((_, at) => JSON.stringify(rows.map((row) => row[at] ?? null)))
    if (rows.length > 0) await this.chunk({ rowCount: rows.length, columns: cells })
    await this.end()
    return { rowCount: rows.length, truncated: false, plan: null }
  }

  async #wait(taking: void | Promise<void>): Promise<void> {
    if (!taking) return
    this.#clock?.pause()
    try {
      await taking
    } finally {
      this.#clock?.resume()
    }
  }
}

const stopping = (): AppError => new AppError('warehouse_unavailable', '服务正在停止，请稍后再试')

const tenths = (ms: number): number => Math.round(ms * 10) / 10
