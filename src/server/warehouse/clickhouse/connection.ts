// The connection to ClickHouse: one client for all statements, their settings, and how to kill them.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, createClient, type Row } from '@clickhouse/client'
import type { SqlParameter } from '#semantic/model/types.ts'
import { clickhouseSettings } from '#semantic/sql/clickhouse.ts'
import { currentSpan } from '#server/tracing/spans.ts'
import type { ClickHouseAddress } from './address.ts'
import { bindParameters } from './longParameters.ts'

type Settings = Record<string, string | number>

interface Statement {
  sql: string
  params?: readonly SqlParameter[]
  settings?: Settings
  signal?: AbortSignal
}

/** Exact values in JSON, whatever the account's profile says. */
const outputSettings: Settings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_quote_denormals: 0,
  output_format_decimal_trailing_zeros: 1,
  output_format_json_named_tuples_as_objects: 1,
  date_time_output_format: 'simple',
}

/** Sent with each statement; the account must be allowed to set them. */
export const statementSettings: Settings = { ...clickhouseSettings, ...outputSettings }

/** Concurrent statements; further ones wait. */
const mostConnections = 32
/** After this long without data the other side counts as gone. Statements time out earlier. */
const silentMs = 3_600_000
const ownStatementMs = 10_000
const pingMs = 2_000

export class Connection {
  readonly #client: ClickHouseClient
  readonly database: string

  constructor({ url, username, password, database }: ClickHouseAddress) {
    this.database = database
    this.#client = createClient({
      url,
      username,
      password,
      database,
      application: 'analytics',
      request_timeout: silentMs,
      max_open_connections: mostConnections,
      // Errors go to the caller; the client's own log could contain values of a statement.
      log: { level: ClickHouseLogLevel.OFF },
      use_multipart_params_auto: true,
    })
  }

  /** Lines of JSON arrays: names, types, then the rows. Throws the client's errors. */
  async lines(
    id: string,
    { sql, params = [], settings = {}, signal }: Statement,
  ): Promise<AsyncIterable<Row[]>> {
    const bound = bindParameters(sql, params)
    const span = currentSpan()
    const result = await this.#client.query({
      query: bound.sql,
      query_params: bound.params,
      query_id: id,
      format: 'JSONCompactEachRowWithNamesAndTypes',
      clickhouse_settings: { ...statementSettings, ...settings },
      ...(signal && { abort_signal: signal }),
      // The server's own spans follow from ours.
      ...(span && { http_headers: { traceparent: span.traceparent } }),
    })
    const stream = result.stream()
    // The client's own abort ends with the head of an answer; the rest of it may never come.
    const leave = () => stream.destroy()
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    return stream as AsyncIterable<Row[]>
  }

  /** All rows of a small internal statement. */
  async rows<Cells extends unknown[]>(
    sql: string,
    params: SqlParameter[] = [],
    withinMs = ownStatementMs,
  ): Promise<Cells[]> {
    const signal = AbortSignal.timeout(withinMs)
    const settings = { max_execution_time: withinMs / 1000 }
    const found: Cells[] = []
    for await (const rows of await this.lines(randomUUID(), { sql, params, settings, signal })) {
      for (const row of rows) found.push(row.json<Cells>())
    }
    signal.throwIfAborted()
    return found.slice(2)
  }

  /** A statement that changes something. With `rows` it is an INSERT, whose rows they are. */
  async change(
    sql: string,
    { settings = {}, rows }: { settings?: Settings; rows?: Readable } = {},
  ): Promise<void> {
    const given = { query: sql, clickhouse_settings: { ...statementSettings, ...settings } }
    const { stream } = await this.#client.exec(rows ? { ...given, values: rows } : given)
    // What it answers is read to its end: only then is it known to have succeeded.
    for await (const _ of stream) {
      // Nothing is in it.
    }
  }

  /** Whether the server answers at all, soon. */
  async answers(): Promise<boolean> {
    return JSON.stringify(await this.rows('SELECT 1', [], pingMs)) === '[[1]]'
  }

  /** Kills a statement on the server; returns whether it was found there. */
  async kill(id: string): Promise<boolean> {
    const found = await this.rows('KILL QUERY WHERE query_id = {p1:String} ASYNC', [id])
    return found.length > 0
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
