// The connection of the account for users' SQL. It sends no settings: the account's profile has them all, and forbids
// every change (readonly = 1).
import { randomUUID } from 'node:crypto'
import { type ClickHouseClient, ClickHouseLogLevel, createClient, type Row } from '@clickhouse/client'
import type { SqlParameter } from '#semantic/model/types.ts'
import type { ClickHouseAddress } from '#server/warehouse/clickhouse/address.ts'
import { bindParameters } from '#server/warehouse/clickhouse/longParameters.ts'

interface Statement {
  text: string
  params?: readonly SqlParameter[]
  roles?: readonly string[]
  signal?: AbortSignal
}

const silentMs = 3_600_000
const mostConnections = 32
const pingMs = 2_000

export class SqlConnection {
  readonly #client: ClickHouseClient
  readonly #settings: Record<string, string | number> | undefined
  readonly database: string

  /** `settings`: for an account without the profile; tests alone have one. */
  constructor(
    { url, username, password, database }: ClickHouseAddress,
    settings?: Record<string, string | number>,
  ) {
    this.database = database
    this.#settings = settings
    this.#client = createClient({
      url,
      username,
      password,
      database,
      application: 'analytics-sql',
      request_timeout: silentMs,
      max_open_connections: mostConnections,
      // Errors go to the caller; the client's own log could contain values of a statement.
      log: { level: ClickHouseLogLevel.OFF },
      use_multipart_params_auto: true,
    })
  }

  /** Lines of JSON arrays: names, types, then the rows. Throws the client's errors. */
  async lines({ text, params = [], roles = [], signal }: Statement): Promise<AsyncIterable<Row[]>> {
    const bound = bindParameters(text, params)
    const result = await this.#client.query({
      query: bound.sql,
      query_params: bound.params,
      query_id: `analytics-sql-${randomUUID()}`,
      format: 'JSONCompactEachRowWithNamesAndTypes',
      ...(roles.length > 0 && { role: [...roles] }),
      ...(this.#settings && { clickhouse_settings: this.#settings }),
      ...(signal && { abort_signal: signal }),
    })
    const stream = result.stream()
    // The client's own abort ends with the head of an answer; the rest of it may never come.
    const leave = () => stream.destroy()
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    return stream as AsyncIterable<Row[]>
  }

  /** All rows of a small statement. */
  async rows<Cells extends unknown[]>(statement: Statement): Promise<Cells[]> {
    const found: Cells[] = []
    for await (const rows of await this.lines(statement)) {
      for (const row of rows) found.push(row.json<Cells>())
    }
    statement.signal?.throwIfAborted()
    return found.slice(2)
  }

  /** Whether the server answers at all, soon. */
  async answers(): Promise<boolean> {
    const signal = AbortSignal.timeout(pingMs)
    return JSON.stringify(await this.rows({ text: 'SELECT 1', signal })) === '[[1]]'
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
