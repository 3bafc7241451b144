// Detects by hashes whether a row or table of the demo has changed since it was made.
import { createHash } from 'node:crypto'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Table } from '#server/metadata/table.ts'
import { anyTable, chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import type { MadeRow } from './recording.ts'

/** Columns that change without an edit: by a read, by reordering neighbours, by the first save of another user. */
const moving = new Set([
  'created_at',
  'modified_at',
  'modified_by',
  'update_time',
  'last_read_at',
  'position',
])

/** Keys per statement. */
export const rowsAtOnce = 500

export type Hashed = Record<string, string[]>

/** Hashed columns by table, as declared now; later migrations may add others. */
export const hashedColumns = (tables: readonly Table[], names: ReadonlySet<string>): Hashed =>
  Object.fromEntries(
    tables
      .filter(({ name }) => names.has(name))
      .map(({ name, columns }) => [name, Object.keys(columns).filter((column) => !moving.has(column))]),
  )

export type Row = Record<string, unknown>

export function hashRow(row: Row, columns: readonly string[]): string {
  // Converted to text, because SQLite and PostgreSQL return numbers in different types.
  const cells = columns.map((name) => (row[name] == null ? null : String(row[name])))
  return createHash('sha256').update(JSON.stringify(cells)).digest('hex')
}

/** Hash of a warehouse table's definition and row count; its rows are not read. */
export const hashTable = ({ name, columns, rowCount, comment }: PhysicalTable): string =>
  createHash('sha256')
    .update(JSON.stringify([name, rowCount, comment, columns.map((column) => [column.name, column.type])]))
    .digest('hex')

export const keyText = (key: readonly unknown[]): string => JSON.stringify(key)

/** The existing rows, by table and key. */
export async function readRows(
  db: Db,
  tables: readonly Table[],
  wanted: readonly MadeRow[],
): Promise<Map<string, Map<string, Row>>> {
  const found = new Map<string, Map<string, Row>>()
  for (const [table, rows] of Map.groupBy(wanted, (row) => row.table)) {
    const key = tables.find(({ name }) => name === table)?.key ?? []
    const [first] = key
    if (first === undefined) throw new Error(`${table} is not declared`)
    const known = new Set(rows.map((row) => keyText(row.key)))
    const there = new Map<string, Row>()
    for (const part of chunks(rows, rowsAtOnce)) {
      const firsts = [...new Set(part.map((row) => row.key[0]))]
      const read = await anyTable(db).selectFrom(table).selectAll().where(first, 'in', firsts).execute()
      for (const row of read) {
        const text = keyText(key.map((name) => row[name]))
        if (known.has(text)) there.set(text, row)
      }
    }
    found.set(table, there)
  }
  return found
}
