// A dimension table is joined many-to-one: a key that stands in it twice would multiply figures.
import type { DimensionTable } from '../../../semantic/model/types.ts'
import type { Warehouse } from '../../../server/warehouse/types.ts'

const shownKeys = 5

interface Checked {
  version: string
  tables: Map<string, Promise<string[]>>
}
const checked = new WeakMap<Warehouse, Checked>()

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Some keys that stand in the table more than once; checked once for each published version. */
export function duplicateKeys(
  warehouse: Warehouse,
  table: Pick<DimensionTable, 'table_truename' | 'key_column'>,
): Promise<string[]> {
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

/** Empty keys join nothing, so they may stand there as often as they like. */
async function findDuplicates(
  warehouse: Warehouse,
  { table_truename, key_column }: Pick<DimensionTable, 'table_truename' | 'key_column'>,
): Promise<string[]> {
  const key = quoted(key_column)
  const { chunks } = await warehouse.run({
    sql: `SELECT CAST(${key} AS VARCHAR) AS "key" FROM ${quoted(table_truename)}
      WHERE ${key} IS NOT NULL GROUP BY ${key} HAVING count(*) > 1 ORDER BY 1 LIMIT ${shownKeys}`,
    pool: 'report',
  })
  return chunks.flatMap((chunk) => JSON.parse(chunk.columns[0] ?? '[]') as string[])
}
