// The declarations of an open store by their tables' names: for a slice that asks of another's table, whose declaration it
// may not import.
import type { Kysely } from 'kysely'
import type { Database } from '../metadata/schema.ts'
import type { ScopedTable, Table } from '../metadata/table.ts'

/** A transaction is another Kysely of the same store; the adapter is one. */
const known = new WeakMap<object, ReadonlyMap<string, Table>>()

export function noteTables(db: Kysely<Database>, tables: readonly Table[]): void {
  known.set(db.getExecutor().adapter, new Map(tables.map((table) => [table.name, table])))
}

/** Throws where the table does not say who sees its rows. */
export function scopedTable(db: Kysely<Database>, name: keyof Database): ScopedTable {
  const table = known.get(db.getExecutor().adapter)?.get(name)
  if (!table?.seen) throw new Error(`${name} does not declare who sees its rows`)
  return { ...table, seen: table.seen }
}
