// The metadata store behind one interface: embedded SQLite, or PostgreSQL when several servers share it.
import type { Log } from '../log.ts'
import { noteTables } from '../scopes/known.ts'
import type { Settings } from '../settings.ts'
import type { Table } from './table.ts'
import type { Metadata } from './types.ts'

export type { Metadata } from './types.ts'

/**
 * Opens the store and applies the migrations of these tables. Throws MetadataProblem when the store can't be
 * used.
 */
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
  // The other driver is not loaded.
  if (settings.metadata === 'embedded') {
    const { openSqlite } = await import('./sqlite/open.ts')
    return await openSqlite(settings.dataDir, log, tables)
  }
  const { openPostgres } = await import('./postgres/open.ts')
  return await openPostgres(settings.metadata, log, tables)
}
