// The metadata as a stream of rows, identical from SQLite and PostgreSQL, so that a backup of one restores
// into the other. Each table's declaration says what is included, how and in which order. Only a few rows are
// in memory at a time.
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { isCounted } from '../metadata/making.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'
import { byReference, type Dialect, selfReferences, type Table } from '../metadata/table.ts'
import type { MetadataSnapshot } from '../metadata/types.ts'

export type Row = Record<string, unknown>

/** First the migrations; then each table's name, followed by its rows. */
export type DumpPart = { migrations: string[] } | { table: string } | { row: Row }

const isDumped = ({ backup }: Table): boolean => backup === 'rows' || 'rows' in backup

export async function* dumpParts(
  snapshot: MetadataSnapshot,
  tables: readonly Table[],
): AsyncGenerator<DumpPart> {
  yield { migrations: snapshot.migrations }
  for (const table of byReference(tables).filter(isDumped)) {
    const { backup } = table
    yield { table: table.name }
    for await (const row of snapshot.rows(table)) {
      yield { row: typeof backup === 'object' && 'rows' in backup ? (backup.rows(row) as Row) : row }
    }
  }
}

/** Replaces everything in the store by a dump and runs `add`; a failure leaves the store as it was. */
export async function loadMetadata(
  metadata: Metadata,
  parts: AsyncIterable<DumpPart>,
  add: (db: Kysely<Database>) => Promise<void> = async () => {},
): Promise<void> {
  const tables = byReference(metadata.tables)
  await metadata.transaction(async (db) => {
    for (const table of tables.toReversed()) await clear(db, table)
    const filling = new Filling(db, metadata)
    for await (const part of parts) {
      if ('table' in part)
        await filling.begin(tables.filter(isDumped).find(({ name }) => name === part.table))
      else if ('row' in part) await filling.add(part.row)
    }
    await filling.end()
    if (metadata.dialect === 'postgres') {
      for (const table of tables.filter(isDumped).filter(isCounted)) await moveSequence(db, table)
    }
    await add(db)
  })
}

/**
 * Inserts rows as they arrive, except in tables that reference themselves (folders), where a row waits for
 * its parent.
 */
class Filling {
  readonly #db: Kysely<Database>
  readonly #dialect: Dialect
  #table: Table | undefined
  #waiting: Row[] = []
  #columns = ''
  #statement = ''

  constructor(db: Kysely<Database>, { dialect }: Pick<Metadata, 'dialect'>) {
    this.#db = db
    this.#dialect = dialect
  }

  /** Rows of a table that a later version dropped are skipped. */
  async begin(table: Table | undefined): Promise<void> {
    await this.end()
    this.#table = table
    this.#columns = ''
  }

  async add(row: Row): Promise<void> {
    if (!this.#table) return
    if (selfReferences(this.#table).length > 0) this.#waiting.push(row)
    else await this.#insert(this.#table, row)
  }

  async end(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    if (this.#table) for (const row of parentsFirst(rows, this.#table)) await this.#insert(this.#table, row)
  }

  /** Columns that a later version dropped are skipped. */
  async #insert({ name, columns }: Table, row: Row): Promise<void> {
    const kept = Object.keys(row).filter((column) => column in columns)
    const key = kept.join()
    if (key !== this.#columns) {
      const places = kept.map((_, at) => (this.#dialect === 'postgres' ? `$${at + 1}` : '?'))
      const names = kept.map((column) => `"${column}"`)
      this.#statement = `insert into "${name}" (${names.join()}) values (${places.join()})`
      this.#columns = key
    }
    await this.#db.executeQuery(
      CompiledQuery.raw(
        this.#statement,
        kept.map((column) => row[column]),
      ),
    )
  }
}

async function clear(db: Kysely<Database>, table: Table): Promise<void> {
  const name = sql.table(table.name)
  // Clears references within the table first.
  for (const column of selfReferences(table)) {
    if (table.columns[column]?.nullable) await sql`update ${name} set ${sql.ref(column)} = null`.execute(db)
  }
  await sql`delete from ${name}`.execute(db)
}

/** PostgreSQL's sequence does not count explicit ids; the next id must be above them. */
async function moveSequence(db: Kysely<Database>, { name, key }: Table): Promise<void> {
  const [id = 'id'] = key
  const sequence = sql`pg_get_serial_sequence(${`"${name}"`}, ${id})`
  const next = sql`(select coalesce(max(${sql.ref(id)}), 0) + 1 from ${sql.table(name)})`
  await sql`select setval(${sequence}, ${next}, false)`.execute(db)
}

/** Rows of a self-referencing table (folders), each after its parent. */
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
