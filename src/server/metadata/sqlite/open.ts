// Opens the embedded store, DATA_DIR/metadata.sqlite. A damaged file is reported and left unchanged.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import { isDamage } from '../failures.ts'
import { migrate } from '../migrate.ts'
import { damaged } from '../problem.ts'
import type { Database } from '../schema.ts'
import type { Table } from '../table.ts'
import type { Metadata } from '../types.ts'
import { sqliteDialect } from './driver.ts'
import { checkFingerprint, forgetFingerprint, writeFingerprint } from './fingerprint.ts'
import { checkJournal } from './journal.ts'
import { readSnapshot } from './snapshot.ts'

export const sqlitePath = (dataDir: string): string => join(dataDir, 'metadata.sqlite')

export async function openSqlite(dataDir: string, log: Log, tables: readonly Table[]): Promise<Metadata> {
  mkdirSync(dataDir, { recursive: true })
  const path = sqlitePath(dataDir)
  checkFingerprint(path)
  checkJournal(path)
  prepare(path)
  forgetFingerprint(path)
  const db = new Kysely<Database>({ dialect: sqliteDialect(path) })
  await migrate(db, 'sqlite', tables, log)
  return {
    db,
    dialect: 'sqlite',
    tables,
    transaction: (work) => db.transaction().execute(work),
    snapshot: (work) => readSnapshot(path, work),
    stop: async () => {
      await db.destroy()
      writeFingerprint(path)
    },
  }
}

/**
 * Sets the journal mode and checks the file's integrity, at a time when waiting for other processes is
 * harmless.
 */
function prepare(path: string): void {
  try {
    const database = new DatabaseSync(path, { timeout: 10_000 })
    try {
      database.exec('pragma journal_mode = wal')
      const [first] = database.prepare('pragma integrity_check(1)').all()
      if (first?.integrity_check !== 'ok') throw damaged(path, String(first?.integrity_check))
    } finally {
      database.close()
    }
  } catch (error) {
    throw isDamage(error) ? damaged(path, (error as Error).message) : error
  }
}
