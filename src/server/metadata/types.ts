// The metadata store as everyone uses it.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export interface Metadata {
  db: Kysely<Database>
  dialect: 'sqlite' | 'postgres'
  /** All or nothing; `db` is the transaction's. Waiting for anything but the store inside delays all writers. */
  transaction<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}
