// The metadata store behind one interface: SQLite embedded, PostgreSQL where several servers share it.
import type { Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { openPostgres } from './postgres/open.ts'
import type { Database } from './schema.ts'
import { openSqlite } from './sqlite/open.ts'

export interface Metadata {
  db: Kysely<Database>
  dialect: 'sqlite' | 'postgres'
  /** All or nothing; `db` is the transaction's. Waiting for anything but the store inside delays all writers. */
  transaction<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** Opens the store and brings it to the newest migration. Throws MetadataProblem where it can't be used. */
export async function openMetadata(
  settings: Pick<Settings, 'metadata' | 'dataDir'>,
  log: Log,
): Promise<Metadata> {
  return settings.metadata === 'embedded'
    ? await openSqlite(settings.dataDir, log)
    : await openPostgres(settings.metadata, log)
}
