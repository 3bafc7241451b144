// Who looks after a table's data: whoever owns the source that loads it, else whoever defined the table for reports.
import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { living } from '#server/scopes/life.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'

/** Their names by the tables' names; without accounts that are disabled, and tables that nobody looks after. */
export async function keepersOf(db: Db, tables: readonly string[]): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map()
  const [sources, defined] = await Promise.all([
    db.selectFrom('source').select(['table_name as name', 'owner_id']).where(living('source')).execute(),
    db
      .selectFrom('point_table')
      .select(['table_truename as name', 'owner_id'])
      .where(living('point_table'))
      .execute(),
  ])
  const owners = [...sources, ...defined].map(({ name, owner_id }) => ({ key: tableKey(name), owner_id }))
  const wanted = new Set(tables.map(tableKey))
  const own = owners.filter(({ key }) => wanted.has(key))
  const users = await presentUsers(
    db,
    own.map(({ owner_id }) => owner_id),
  )
  return new Map(
    tables.flatMap((table) => {
      const first = own.find(({ key, owner_id }) => key === tableKey(table) && users.has(owner_id))
      const name = first && users.get(first.owner_id)?.username
      return name ? [[table, name]] : []
    }),
  )
}
