// Runs tests of a repo on both real metadata stores: SQLite in a folder, PostgreSQL in a cluster.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { type Log, makeLog } from '#server/log.ts'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { tables } from '../../src/main-tables.ts'
import { copyMigrated } from './migrated.ts'
import { dropDatabase, makeDatabase } from './postgres.ts'

export const silentLog: Log = makeLog('silent')

export interface Store {
  dialect: 'sqlite' | 'postgres'
  /** Settings of a new store, with all tables or empty. */
  make(kind?: 'empty' | 'migrated'): Promise<{ metadata: string; dataDir: string }>
  /** Opens a new store, which is closed and removed after the tests. */
  open(): Promise<Metadata>
}

/** `describe` for each store; without PostgreSQL its half is skipped and reported. */
export function describeStores(title: string, tests: (store: Store) => void): void {
  describe(`${title} (sqlite)`, () => tests(prepare('sqlite')))
  if (!findPostgres() && !process.env.EMBEDDED_ALONE)
    console.warn(`${title}: skipped on PostgreSQL, none was found on this machine`)
  describe.skipIf(!findPostgres())(`${title} (postgres)`, () => tests(prepare('postgres')))
}

function prepare(dialect: Store['dialect']): Store {
  const opened: Metadata[] = []
  const folders: string[] = []
  const databases: string[] = []
  afterAll(async () => {
    for (const metadata of opened) await metadata.stop()
    for (const database of databases) await dropDatabase(database)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const make: Store['make'] = async (kind = 'migrated') => {
    const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
    folders.push(dataDir)
    if (dialect === 'postgres') {
      const metadata = await makeDatabase(kind)
      databases.push(metadata)
      return { dataDir, metadata }
    }
    if (kind === 'migrated') await copyMigrated(dataDir)
    return { dataDir, metadata: 'embedded' }
  }
  const open = async () => {
    const metadata = await openMetadata(await make(), silentLog, tables)
    opened.push(metadata)
    return metadata
  }
  return { dialect, make, open }
}
