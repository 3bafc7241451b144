// The interface of a warehouse, implemented by embedded DuckDB and by ClickHouse.
import type { PhysicalTable, SqlParameter } from '#semantic/model/types.ts'
import type { ColumnChunk, WarehouseColumn } from './chunks.ts'
import type { ClickHouseWriter } from './clickhouse/writing/writer.ts'
import type { TableLoad } from './snapshot/manifest.ts'
import type { SumsStore, SumsUse } from './sums/types.ts'

export type { CellType, ColumnChunk, WarehouseColumn } from './chunks.ts'

export interface RunRequest {
  sql: string
  params?: SqlParameter[]
  /** Report SQL and users' SQL never share processes. */
  pool: 'report' | 'sandbox'
  /** Rows after which the result is cut; the reply says so. */
  limit?: number
  /**
   * The statement has its own LIMIT near `limit`: where that is small, the engine may fetch the result whole.
   */
  limited?: boolean
  timeoutMs?: number
  signal?: AbortSignal
  /** Called with the columns before the first chunk. */
  onColumns?: (columns: WarehouseColumn[]) => void
  /** Called for each chunk and awaited (back-pressure); without it, chunks are collected in the result. */
  onChunk?: (chunk: ColumnChunk) => void | Promise<void>
  /** Kept sums that the statement reads; query_failed where the facts have changed since. */
  sums?: readonly SumsUse[]
}

export interface RunResult {
  columns: WarehouseColumn[]
  /** Empty when onChunk was given. */
  chunks: ColumnChunk[]
  rowCount: number
  truncated: boolean
  elapsedMs: number
  /** Host and port of the ClickHouse that answered. */
  replica?: string
}

/** A table as it is now. */
export interface TableState extends Pick<PhysicalTable, 'name' | 'comment' | 'rowCount' | 'updatedAt'> {
  /** Changes with the table's rows. */
  version: string
  /** What was loaded since the table was last replaced, oldest first, as far as it is known. */
  loads?: readonly TableLoad[]
}

export interface Warehouse {
  dialect: 'duckdb' | 'clickhouse'
  /** Loads tables into a ClickHouse; absent where the embedded one is published or no account may write. */
  readonly writer?: ClickHouseWriter
  /** Published tables with their columns; cheap, from memory. */
  tables(): PhysicalTable[]
  /** Changes with every publication of any table; part of cache keys. */
  version(): string
  /** Version of one table, which changes whenever it is published; empty for a missing table. */
  tableVersion(name: string): string
  /** Read anew, so that servers agree; without tables whose changes can't be seen, such as views. */
  states(): Promise<TableState[]>
  /** Throws AppError: query_failed, query_timeout, query_canceled, warehouse_unavailable, server_busy. */
  run(request: RunRequest): Promise<RunResult>
  /** Called when a newer snapshot is in use; returns a function that unsubscribes. */
  onPublished(listener: () => void): () => void
  /** Kept sums of the facts; null where none are kept. */
  readSums(): Promise<SumsStore | null>
  ready(): Promise<void>
  /** Process ids of the readers. */
  readerPids(): number[]
  stop(): Promise<void>
}
