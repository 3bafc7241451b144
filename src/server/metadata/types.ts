// The metadata store's interface.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Dialect, Table } from './table.ts'

/** A consistent snapshot, while writers continue. */
export interface MetadataSnapshot {
  migrations: string[]
  /** In key order, read on demand. */
  rows(table: Table): AsyncIterable<Record<string, unknown>>
}

export interface Metadata {
  db: Kysely<Database>
  dialect: Dialect
  /** All declared tables. */
  tables: readonly Table[]
  /**
   * All or nothing; `db` belongs to the transaction. Waiting inside for anything but the store delays all
   * writers.
   */
  transaction<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>
  /** The snapshot shows the state at the time `work` is called. */
  snapshot<Result>(work: (snapshot: MetadataSnapshot) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}
