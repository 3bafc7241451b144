// Values of dimensions from the warehouse, cached until the next publication: every filter bar needs them,
// and each read would scan whole facts.
import type { SqlParameter } from '#semantic/model/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'

export interface StoredValue {
  value: string | null
  label: string | null
}

interface Statement {
  sql: string
  params: SqlParameter[]
}

const mostLists = 200
const mostValues = 5000
const kept = new WeakMap<Warehouse, { version: string; lists: Map<string, StoredValue[]> }>()

/** The caller's games are part of the key, so nobody gets another's list. */
export async function readValues(
  warehouse: Warehouse,
  { sql, params }: Statement,
  limit: number,
  signal: AbortSignal,
): Promise<StoredValue[]> {
  const lists = listsOf(warehouse)
  const key = JSON.stringify([sql, params, limit])
  const known = lists.get(key)
  if (known) return known
  const { chunks } = await warehouse.run({ sql, params, pool: 'report', limit, limited: true, signal })
  const values = chunks.flatMap(({ columns }) => {
    const [found = [], labels = []] = columns.map((text) => JSON.parse(text) as (string | null)[])
    return found.map((value, row) => ({ value, label: labels[row] ?? null }))
  })
  if (lists.size >= mostLists) lists.clear()
  if (values.length <= mostValues) lists.set(key, values)
  return values
}

function listsOf(warehouse: Warehouse): Map<string, StoredValue[]> {
  const version = warehouse.version()
  let present = kept.get(warehouse)
  if (present?.version !== version) {
    present = { version, lists: new Map() }
    kept.set(warehouse, present)
  }
  return present.lists
}
