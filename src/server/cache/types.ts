// Cached results of report statements, which answer equal questions.
import type { SumsNote } from '../warehouse/sums/types.ts'
import type { ColumnChunk } from '../warehouse/types.ts'

export interface Kept {
  chunks: ColumnChunk[]
  rowCount: number
  truncated: boolean
  /** How long the statement took, in milliseconds. */
  elapsedMs: number
  /** ISO time at which the statement ran. */
  computedAt: string
  /** Physical tables that it read. */
  tables: string[]
  /** Kept sums (pre-aggregates) that the statement read instead of the facts' rows. */
  sums?: SumsNote[]
  /** Host and port of the ClickHouse that answered. */
  replica?: string
}

/** Sizes of the results on disk. */
export interface CacheSizes {
  entries: number
  bytes: number
  mostBytes: number
  /** ISO time; null where nothing is kept. */
  oldest: string | null
  newest: string | null
  /** By physical table, the largest first; a result of several tables counts for each. */
  tables: { name: string; entries: number; bytes: number }[]
  /** Entries whose tables are unknown until they are read. */
  unread: number
}

export interface ResultCache {
  /** Null where nothing is kept under the key, or the entry is too old or damaged. */
  find(key: string): Promise<Kept | null>
  /** Hits and misses of `find` since the server started. */
  counts(): { hits: number; misses: number }
  /** Does not wait for the disk. Too large results are not kept. */
  keep(key: string, kept: Kept): void
  /** Drops the results that read a physical table; returns how many. */
  clean(table: string): Promise<number>
  /** Drops all results; returns how many. */
  clear(): Promise<number>
  sizes(): CacheSizes
  /** Waits for pending writes. */
  stop(): Promise<void>
}
