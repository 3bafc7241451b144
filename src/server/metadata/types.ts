// The metadata store as everyone uses it.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Dialect, Table } from './table.ts'

/** One moment's content, while writers go on. */
export interface MetadataSnapshot {
  migrations: string[]
  /** In the order of its key, read as they are asked for. */
  rows(table: Table): AsyncIterable<Record<string, unknown>>
}

export interface Metadata {
  db: Kysely<Database>
  dialect: Dialect
  /** All that are declared. */
  tables: readonly Table[]
  /** All or nothing; `db` is the transaction's. Waiting for anything but the store inside delays all writers. */
  transaction<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>
  /** What it begins with is what was there when `work` is called. */
  snapshot<Result>(work: (snapshot: MetadataSnapshot) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}
