// The metadata as text, the same from SQLite and PostgreSQL, so that a backup of one restores into the other. What
// is in it, how and in which order, each table's declaration says.
import { type Kysely, sql } from 'kysely'
import { isCounted } from '../metadata/making.ts'
import { appliedMigrations } from '../metadata/migrate.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'
import { byReference, selfReferences, type Table } from '../metadata/table.ts'

type Row = Record<string, unknown>

export interface MetadataDump {
  migrations: string[]
  tables: Record<string, Row[]>
}

const isDumped = ({ backup }: Table): boolean => backup === 'rows' || 'rows' in backup

/** One moment's content of all tables. */
export async function dumpMetadata(metadata: Pick<Metadata, 'db' | 'tables'>): Promise<MetadataDump> {
  return metadata.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const tables: MetadataDump['tables'] = {}
      for (const table of byReference(metadata.tables).filter(isDumped)) {
        tables[table.name] = await readRows(transaction, table)
      }
      return { migrations: await appliedMigrations(transaction), tables }
    })
}

async function readRows(db: Kysely<Database>, { name, key, backup }: Table): Promise<Row[]> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  const { rows } = await sql<Row>`select * from ${sql.table(name)} order by ${order}`.execute(db)
  return rows.map((row) => (typeof backup === 'object' && 'rows' in backup ? backup.rows(row) : { ...row }))
}

/** Puts a dump in the place of everything that the store holds, or leaves it as it was. */
export async function loadMetadata(metadata: Metadata, dump: MetadataDump): Promise<void> {
  const tables = byReference(metadata.tables)
  await metadata.transaction(async (db) => {
    for (const table of tables.toReversed()) await clear(db, table)
    for (const table of tables.filter(isDumped)) {
      for (const row of parentsFirst(dump.tables[table.name] ?? [], table)) await insertRow(db, table, row)
      if (metadata.dialect === 'postgres' && isCounted(table)) await moveSequence(db, table)
    }
  })
}

async function clear(db: Kysely<Database>, table: Table): Promise<void> {
  const name = sql.table(table.name)
  // Rows that stand under others of their own table let go of them first.
  for (const column of selfReferences(table)) {
    if (table.columns[column]?.nullable) await sql`update ${name} set ${sql.ref(column)} = null`.execute(db)
  }
  await sql`delete from ${name}`.execute(db)
}

/** Columns that a later version dropped stay behind. */
async function insertRow(db: Kysely<Database>, { name, columns }: Table, row: Row): Promise<void> {
  const kept = Object.keys(row).filter((column) => column in columns)
  const names = sql.join(kept.map((column) => sql.ref(column)))
  const values = sql.join(kept.map((column) => row[column]))
  await sql`insert into ${sql.table(name)} (${names}) values (${values})`.execute(db)
}

/** PostgreSQL doesn't count ids that were given; the next must be above them. */
async function moveSequence(db: Kysely<Database>, { name, key }: Table): Promise<void> {
  const [id = 'id'] = key
  const sequence = sql`pg_get_serial_sequence(${`"${name}"`}, ${id})`
  const next = sql`(select coalesce(max(${sql.ref(id)}), 0) + 1 from ${sql.table(name)})`
  await sql`select setval(${sequence}, ${next}, false)`.execute(db)
}

/** Rows that stand under others of their table, as folders do, each after the one that holds it. */
function parentsFirst(rows: Row[], table: Table): Row[] {
  const columns = selfReferences(table)
  if (columns.length === 0) return rows
  const [key = 'id'] = table.key
  const waiting = new Set(rows)
  const ids = new Set(rows.map((row) => row[key]))
  const placed = new Set<unknown>()
  const ordered: Row[] = []
  const waits = (row: Row) =>
    columns.some((column) => ids.has(row[column]) && row[column] !== row[key] && !placed.has(row[column]))
  while (waiting.size > 0) {
    const before = waiting.size
    for (const row of waiting) {
      if (waits(row)) continue
      waiting.delete(row)
      placed.add(row[key])
      ordered.push(row)
    }
    if (waiting.size === before) throw new Error(`备份中 ${table.name} 的行互相包含`)
  }
  return ordered
}
