// Results of report statements that are kept to answer equal questions.
import type { SumsNote } from '../warehouse/sums/types.ts'
import type { ColumnChunk } from '../warehouse/types.ts'

export interface Kept {
  chunks: ColumnChunk[]
  rowCount: number
  truncated: boolean
  /** How long the statement took, in milliseconds. */
  elapsedMs: number
  /** ISO time at which it ran. */
  computedAt: string
  /** Physical tables that it read. */
  tables: string[]
  /** Kept sums that it was read from, in place of the facts' own rows. */
  sums?: SumsNote[]
}

/** Of what lies on disk. */
export interface CacheSizes {
  entries: number
  bytes: number
  mostBytes: number
  /** ISO; null where nothing is kept. */
  oldest: string | null
  newest: string | null
  /** By physical table, those with the most bytes first; a result of several tables counts in each. */
  tables: { name: string; entries: number; bytes: number }[]
  /** Entries whose tables are not known before they are read. */
  unread: number
}

export interface ResultCache {
  /** null where nothing is kept under the key, or what is kept is too old or damaged. */
  find(key: string): Promise<Kept | null>
  /** What `find` found, since the server started. */
  counts(): { hits: number; misses: number }
  /** Does not wait for the disk. Too large results are not kept. */
  keep(key: string, kept: Kept): void
  /** Forgets what was read from a physical table; says how many results went. */
  clean(table: string): Promise<number>
  /** Forgets all; says how many results went. */
  clear(): Promise<number>
  sizes(): CacheSizes
  /** Waits for what is being written. */
  stop(): Promise<void>
}
