// A dimension table is joined many-to-one: a key that stands in it twice would multiply figures.
import { compileKeyCheck } from '#semantic/compile.ts'
import type { DimensionTable } from '#semantic/model/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'

interface Checked {
  version: string
  tables: Map<string, Promise<string[]>>
}
const checked = new WeakMap<Warehouse, Checked>()

/** Some keys that stand in the table more than once; checked once for each published version. */
export function duplicateKeys(warehouse: Warehouse, table: DimensionTable): Promise<string[]> {
  const version = warehouse.version()
  let present = checked.get(warehouse)
  if (present?.version !== version) {
    present = { version, tables: new Map() }
    checked.set(warehouse, present)
  }
  const { tables } = present
  const name = `${table.table_truename}.${table.key_column}`
  let keys = tables.get(name)
  if (!keys) {
    keys = findDuplicates(warehouse, table)
    tables.set(name, keys)
    keys.catch(() => tables.delete(name))
  }
  return keys
}

async function findDuplicates(warehouse: Warehouse, table: DimensionTable): Promise<string[]> {
  const { sql, params } = compileKeyCheck(table, warehouse)
  const { chunks } = await warehouse.run({ sql, params, pool: 'report' })
  return chunks.flatMap((chunk) => JSON.parse(chunk.columns[0] ?? '[]') as string[])
}
