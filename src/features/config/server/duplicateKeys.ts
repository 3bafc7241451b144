// Dimension tables are joined many-to-one: a repeated key would multiply figures.
import { compileKeyCheck } from '#semantic/compile.ts'
import type { DimensionTable } from '#semantic/model/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'

interface Checked {
  version: string
  tables: Map<string, Promise<string[]>>
}
const checked = new WeakMap<Warehouse, Checked>()

/** Examples of repeated keys; checked once per published version. */
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
