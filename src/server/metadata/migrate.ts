// Migrates the store to its newest schema. A migration and the record of it are one transaction, so a kill
// leaves nothing half done; servers that start together take turns.
import { type Kysely, sql } from 'kysely'
import type { Log } from '../log.ts'
import { migrationsOf } from './making.ts'
import { MetadataProblem } from './problem.ts'
import type { Database } from './schema.ts'
import type { Dialect, Table } from './table.ts'

interface Noted {
  migration: { name: string; at: string }
}

/** Any number that no other program locks on the same PostgreSQL. */
const lockNumber = 7_203_118_405

export async function migrate(
  db: Kysely<Database>,
  dialect: Dialect,
  tables: readonly Table[],
  log: Log,
): Promise<void> {
  const applied = await appliedMigrations(db)
  refuseNewer(applied, tables)
  for (const { name, up } of migrationsOf(tables)) {
    if (applied.includes(name)) continue
    const done = await db.transaction().execute(async (transaction) => {
      if (dialect === 'postgres') await takeMigrationLock(transaction)
      await createNotes(transaction)
      if ((await appliedMigrations(transaction)).includes(name)) return false
      await up(transaction, dialect)
      await note(transaction, name)
      return true
    })
    if (done) log.info({ migration: name }, 'metadata migrated')
  }
}

/** Held to the end of the transaction; servers that start meanwhile wait for it. */
export async function takeMigrationLock(transaction: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(transaction)
}

/** All tables at once, where there are none, in a transaction of the caller's. */
export async function makeTables(
  transaction: Kysely<Database>,
  dialect: Dialect,
  tables: readonly Table[],
): Promise<void> {
  await createNotes(transaction)
  for (const { name, up } of migrationsOf(tables)) {
    await up(transaction, dialect)
    await note(transaction, name)
  }
}

async function note(transaction: Kysely<Database>, name: string): Promise<void> {
  const noted = { name, at: new Date().toISOString() }
  await (transaction as unknown as Kysely<Noted>).insertInto('migration').values(noted).execute()
}

async function createNotes(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('migration')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
}

export async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some((table) => table.name === 'migration')) return []
  const rows = await (db as unknown as Kysely<Noted>).selectFrom('migration').select('name').execute()
  return rows.map((row) => row.name).sort()
}

export const migrationNamesOf = (tables: readonly Table[]): string[] =>
  migrationsOf(tables).map(({ name }) => name)

/** Throws when the metadata was written by a later version of the product. */
export function refuseNewer(applied: string[], tables: readonly Table[]): void {
  const ours = new Set(migrationNamesOf(tables))
  const newer = applied.filter((name) => !ours.has(name))
  if (newer.length > 0) {
    throw new MetadataProblem(`元数据来自更新的版本（${newer.join('、')}），请升级程序后再试`)
  }
}
