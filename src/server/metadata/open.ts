// The metadata store behind one interface: SQLite embedded, PostgreSQL where several servers share it.
import type { Log } from '../log.ts'
import { noteTables } from '../scopes/known.ts'
import type { Settings } from '../settings.ts'
import type { Table } from './table.ts'
import type { Metadata } from './types.ts'

export type { Metadata } from './types.ts'

/** Opens the store and brings it to the newest migration of these tables. Throws MetadataProblem where it can't be used. */
export async function openMetadata(
  settings: Pick<Settings, 'metadata' | 'dataDir'>,
  log: Log,
  tables: readonly Table[],
): Promise<Metadata> {
  const metadata = await openStore(settings, log, tables)
  noteTables(metadata.db, tables)
  return metadata
}

async function openStore(
  settings: Pick<Settings, 'metadata' | 'dataDir'>,
  log: Log,
  tables: readonly Table[],
): Promise<Metadata> {
  // The other one's driver is not read.
  if (settings.metadata === 'embedded') {
    const { openSqlite } = await import('./sqlite/open.ts')
    return await openSqlite(settings.dataDir, log, tables)
  }
  const { openPostgres } = await import('./postgres/open.ts')
  return await openPostgres(settings.metadata, log, tables)
}
