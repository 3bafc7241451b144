// The metadata as text, the same from SQLite and PostgreSQL, so that a backup of one restores into the other.
// Sessions and login tries are left out: a restore must not bring back a session that was ended. Results, exports
// and temp tables are files that expire and are not in a backup: runs come back as history alone.
import { type Kysely, sql } from 'kysely'
import { appliedMigrations } from '../metadata/migrate.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'

/** In an order in which nothing refers to what comes later. */
const dumpedTables = [
  'role',
  'user',
  'setting',
  'game',
  'audit',
  'dimension_table',
  'point_table',
  'category',
  'dimension',
  'point',
  'view_type',
  'view_meta',
  'report',
  'dictionary',
  'dictionary_data',
  'saved_query',
  'saved_query_version',
  'sql_run',
  'report_embed',
  'trace',
  'calendar_year',
  'calendar_note',
  'custom_report',
] as const satisfies (keyof Database)[]

type Row = Record<string, unknown>

export interface MetadataDump {
  migrations: string[]
  tables: Record<string, Row[]>
}

/** One moment's content of all tables. */
export async function dumpMetadata({ db }: Pick<Metadata, 'db'>): Promise<MetadataDump> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const tables: MetadataDump['tables'] = {}
      for (const table of dumpedTables) tables[table] = await readRows(transaction, table)
      return { migrations: await appliedMigrations(transaction), tables }
    })
}

/** Keys of the tables that have no `id`. */
const keys: Record<string, string> = { setting: 'key', game: 'cgi', trace: 'code', calendar_year: 'year' }
const hasId = (table: string): boolean => !(table in keys)
/** Random texts, which no sequence counts. */
const textIds = ['saved_query', 'sql_run', 'report_embed', 'custom_report']
const hasTextId = (table: string): boolean => textIds.includes(table)

async function readRows(db: Kysely<Database>, table: (typeof dumpedTables)[number]): Promise<Row[]> {
  const rows =
    await sql<Row>`select * from ${sql.table(table)} order by ${sql.ref(keys[table] ?? 'id')}`.execute(db)
  return rows.rows.map((row) => (table === 'sql_run' ? asHistory(row) : { ...row }))
}

/** A run whose result is gone; one that was at work when the backup was made has not ended by itself. */
function asHistory(row: Row): Row {
  const left = { ...row, expires_at: null, file: null, pinned: 0 }
  if (row.status !== 'queued' && row.status !== 'running') return left
  const message = '备份时尚未结束，请重新运行'
  const problem = { code: 'query_canceled', message, line: null, column: null, length: null, near: '' }
  return { ...left, status: 'canceled', problem: JSON.stringify(problem), ended_at: row.started_at }
}

/** Puts a dump in the place of everything that the store holds, or leaves it as it was. */
export async function loadMetadata(metadata: Metadata, dump: MetadataDump): Promise<void> {
  await metadata.transaction(async (db) => {
    for (const table of [
      'session',
      'login_try',
      'temporary_table',
      'background_report',
      ...dumpedTables.toReversed(),
    ]) {
      if (table === 'view_type') await sql`update view_type set parent_id = null`.execute(db)
      await sql`delete from ${sql.table(table)}`.execute(db)
    }
    for (const table of dumpedTables) {
      for (const row of parentsFirst(dump.tables[table] ?? [])) await insertRow(db, table, row)
      if (metadata.dialect === 'postgres' && hasId(table) && !hasTextId(table)) await moveSequence(db, table)
    }
  })
}

async function insertRow(db: Kysely<Database>, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

/** PostgreSQL doesn't count ids that were given; the next must be above them. */
async function moveSequence(db: Kysely<Database>, table: string): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${`"${table}"`}, 'id')`
  const next = sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`
  await sql`select setval(${sequence}, ${next}, false)`.execute(db)
}

/** Folders stand in folders; each is put in after the one that holds it. */
function parentsFirst(rows: Row[]): Row[] {
  const waiting = new Set(rows)
  const ids = new Set(rows.map(({ id }) => id))
  const placed = new Set<unknown>()
  const ordered: Row[] = []
  while (waiting.size > 0) {
    const before = waiting.size
    for (const row of waiting) {
      const parent = row.parent_id ?? null
      if (parent !== null && ids.has(parent) && !placed.has(parent)) continue
      waiting.delete(row)
      placed.add(row.id)
      ordered.push(row)
    }
    if (waiting.size === before) throw new Error('备份中的文件夹互相包含')
  }
  return ordered
}
