// Kysely over node:sqlite. One connection writes, one transaction at a time; another reads committed data, so
// readers never wait for a running transaction. While a second process holds the file, the driver waits
// without blocking the event loop, and long runs of statements yield to other work.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { breathe } from '#server/limits/breath.ts'
import { Turns } from '#server/limits/turns.ts'
import { AppError } from '#shared/errors.ts'
import { isBusy, translateFailure } from '../failures.ts'
import { addHasPart } from '../textParts.ts'

const patienceMs = 15_000
const keptStatements = 500

export const sqliteDialect = (path: string): Dialect => ({
  createAdapter: () => new ConcurrentAdapter(),
  createDriver: () => new SqliteDriver(path),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** Kysely would run one statement or transaction at a time; this driver lets readers pass. */
class ConcurrentAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  #writer: Link | undefined
  #reader: Link | undefined
  readonly #writing = new Turns({ atOnce: 1 })

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#writer = new Link(this.#path)
    this.#reader = new Link(this.#path, true)
  }

  async acquireConnection(): Promise<Connection> {
    if (!this.#writer || !this.#reader) throw new Error('the metadata store is closed')
    return new Connection(this.#writer, this.#reader, this.#writing)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader?.close()
    this.#writer?.close()
    this.#reader = undefined
    this.#writer = undefined
  }
}

/** One use of the store: a statement, or a transaction that holds the writer until its end. */
class Connection implements DatabaseConnection {
  readonly #writer: Link
  readonly #reader: Link
  readonly #writing: Turns
  #release: (() => void) | undefined

  constructor(writer: Link, reader: Link, writing: Turns) {
    this.#writer = writer
    this.#reader = reader
    this.#writing = writing
  }

  async begin(): Promise<void> {
    const release = await turnIn(this.#writing)
    try {
      await patiently(() => this.#writer.database.exec('begin immediate'))
      this.#release = release
    } catch (error) {
      release()
      throw translateFailure(error)
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const { database } = this.#writer
    let ended = false
    try {
      // A full disk ends the transaction by itself.
      if (how === 'commit' || database.isTransaction) await patiently(() => database.exec(how))
      ended = true
    } catch (error) {
      throw translateFailure(error)
    } finally {
      // After a failed commit Kysely rolls back, and only then is the writer free.
      if (ended || how === 'rollback' || !database.isTransaction) {
        this.#release?.()
        this.#release = undefined
      }
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await breathe()
    try {
      if (this.#release) return this.#writer.run<Row>(query)
      if (isReading(query)) return await patiently(() => this.#reader.run<Row>(query))
      const release = await turnIn(this.#writing)
      try {
        return await patiently(() => this.#writer.run<Row>(query))
      } finally {
        release()
      }
    } catch (error) {
      throw translateFailure(error)
    }
  }

  // biome-ignore lint/correctness/useYield: metadata is small, nothing streams it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the metadata store does not stream')
  }
}

const isReading = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

/** An open file with its prepared statements. */
class Link {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; hasRows: boolean }>()

  constructor(path: string, readOnly = false) {
    this.database = new DatabaseSync(path, { readOnly, timeout: 0, enableForeignKeyConstraints: true })
    if (!readOnly) this.database.exec('pragma synchronous = full')
    addHasPart(this.database)
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, hasRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (hasRows) {
      const rows = statement.all(...values) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql)
    if (known) return known
    if (this.#statements.size >= keptStatements) this.#statements.clear()
    const statement = this.database.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }

  close(): void {
    this.#statements.clear()
    this.database.close()
  }
}

/** Waits for the writer; throws `server_busy` when earlier transactions take too long. */
async function turnIn(writing: Turns): Promise<() => void> {
  const waiting = new AbortController()
  const late = setTimeout(() => waiting.abort(new AppError('server_busy')), patienceMs)
  try {
    return await writing.enter(waiting.signal)
  } finally {
    clearTimeout(late)
  }
}

/** Retries until no other process holds the file. */
async function patiently<Result>(work: () => Result): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await sleep(pause)
  }
}
