// Fills a store with the rows of a dump: tables in the order of their references, some rows in each statement.
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { isCounted } from '../metadata/making.ts'
import type { Metadata } from '../metadata/open.ts'
import { lengthOf } from '../metadata/postgres/snapshot.ts'
import type { Database } from '../metadata/schema.ts'
import { byReference, type Dialect, selfReferences, type Table } from '../metadata/table.ts'
import type { DumpPart, Row } from './parts.ts'

/** Replaces everything in the store by the rows of the tables that are taken. `db` is a transaction. */
export async function fillStore(
  db: Kysely<Database>,
  { dialect, tables: declared }: Pick<Metadata, 'dialect' | 'tables'>,
  parts: AsyncIterable<DumpPart>,
  isTaken: (table: Table) => boolean = () => true,
): Promise<void> {
  const tables = byReference(declared)
  for (const table of tables.toReversed()) await clear(db, table)
  const taken = tables.filter(isTaken)
  const filling = new Filling(db, dialect)
  for await (const part of parts) {
    if ('table' in part) await filling.begin(taken.find(({ name }) => name === part.table))
    else if ('row' in part) await filling.add(part.row)
  }
  await filling.end()
  if (dialect !== 'postgres') return
  for (const table of taken.filter(isCounted)) await moveSequence(db, table)
}

/** Rows of one statement: SQLite takes 32,766 values in one, PostgreSQL 65,535. */
const mostRows = 100
const mostValues = 30_000
const mostCharacters = 1_000_000

/**
 * Inserts rows as they arrive, some in each statement, except in tables that reference themselves (folders),
 * where a row waits for its parent.
 */
class Filling {
  readonly #db: Kysely<Database>
  readonly #dialect: Dialect
  #table: Table | undefined
  #waiting: Row[] = []
  #columns: string[] = []
  #values: unknown[] = []
  #rows = 0
  #characters = 0

  constructor(db: Kysely<Database>, dialect: Dialect) {
    this.#db = db
    this.#dialect = dialect
  }

  /** Rows of a table that a later version dropped are skipped. */
  async begin(table: Table | undefined): Promise<void> {
    await this.end()
    this.#table = table
    this.#columns = []
  }

  async add(row: Row): Promise<void> {
    if (!this.#table) return
    if (selfReferences(this.#table).length > 0) this.#waiting.push(row)
    else await this.#gather(this.#table, row)
  }

  async end(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    if (!this.#table) return
    for (const row of parentsFirst(rows, this.#table)) await this.#gather(this.#table, row)
    await this.#insert(this.#table)
  }

  /** Columns that a later version dropped are skipped. */
  async #gather(table: Table, row: Row): Promise<void> {
    const columns = Object.keys(row).filter((column) => column in table.columns)
    if (columns.join() !== this.#columns.join()) await this.#insert(table)
    this.#columns = columns
    for (const column of columns) this.#values.push(row[column])
    this.#rows += 1
    this.#characters += lengthOf(row)
    const isFull =
      this.#rows >= mostRows ||
      this.#values.length + columns.length > mostValues ||
      this.#characters >= mostCharacters
    if (isFull) await this.#insert(table)
  }

  async #insert({ name }: Table): Promise<void> {
    const [values, rows] = [this.#values, this.#rows]
    if (rows === 0) return
    this.#values = []
    this.#rows = 0
    this.#characters = 0
    const names = this.#columns.map((column) => `"${column}"`).join()
    const statement = `insert into "${name}" (${names}) values ${this.#places(rows)}`
    await this.#db.executeQuery(CompiledQuery.raw(statement, values))
  }

  #places(rows: number): string {
    const width = this.#columns.length
    const place = (at: number) => (this.#dialect === 'postgres' ? `$${at + 1}` : '?')
    const rowOf = (row: number) => Array.from({ length: width }, (_, at) => place(row * width + at)).join()
    return Array.from({ length: rows }, (_, row) => `(${rowOf(row)})`).join()
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
