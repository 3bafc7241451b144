// The one interface to a warehouse. Behind it stands DuckDB, embedded, or a ClickHouse.
import type { PhysicalTable, SqlParameter } from '#semantic/model/types.ts'
import type { SumsStore, SumsUse } from './sums/types.ts'

export type CellType = 'boolean' | 'integer' | 'number' | 'string' | 'date' | 'datetime' | 'json'

export interface WarehouseColumn {
  name: string
  type: CellType
  /** The engine's own type: DECIMAL(18,2), TIMESTAMP. */
  databaseType: string
}

/**
 * Some rows, by columns. Each text is a JSON array, so that the server can pass it on unparsed.
 * Integers beyond 2^53 and decimals beyond 15 digits are JSON strings; dates `YYYY-MM-DD`, times
 * `YYYY-MM-DD HH:mm:ss[.fff]`; NaN and infinities are null in reports.
 */
export interface ColumnChunk {
  rowCount: number
  columns: string[]
}

export interface RunRequest {
  sql: string
  params?: SqlParameter[]
  /** Report SQL and users' SQL never share processes. */
  pool: 'report' | 'sandbox'
  /** Rows after which the result is cut; the reply says so. */
  limit?: number
  /** The statement itself ends soon after the limit: where that is small the engine may take the result whole. */
  limited?: boolean
  timeoutMs?: number
  signal?: AbortSignal
  /** Called with the columns before the first chunk. */
  onColumns?: (columns: WarehouseColumn[]) => void
  /** Called for each chunk, awaited (back-pressure); without it chunks are gathered in the result. */
  onChunk?: (chunk: ColumnChunk) => void | Promise<void>
  /** Kept sums that the statement reads; query_failed where the facts are others by now. */
  sums?: readonly SumsUse[]
}

export interface RunResult {
  columns: WarehouseColumn[]
  /** Empty when onChunk was given. */
  chunks: ColumnChunk[]
  rowCount: number
  truncated: boolean
  elapsedMs: number
}

export interface Warehouse {
  dialect: 'duckdb' | 'clickhouse'
  /** Tables with columns as published; cheap, from memory. */
  tables(): PhysicalTable[]
  /** Grows with every publication of any table; part of cache keys. */
  version(): string
  /** Of one table: another whenever it was published anew; empty for one that is not there. */
  tableVersion(name: string): string
  /** Throws AppError: query_failed, query_timeout, query_canceled, warehouse_unavailable, server_busy. */
  run(request: RunRequest): Promise<RunResult>
  /** Called when a newer snapshot is read; returns how to stop listening. */
  onPublished(listener: () => void): () => void
  /** Sums that are kept of its facts; null where none are. */
  readSums(): Promise<SumsStore | null>
  ready(): Promise<void>
  /** Processes that read for it. */
  readerPids(): number[]
  stop(): Promise<void>
}
