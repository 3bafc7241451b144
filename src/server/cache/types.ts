// Results of report statements that are kept to answer equal questions.
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
  /** Waits for what is being written. */
  stop(): Promise<void>
}
