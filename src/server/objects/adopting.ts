// Helps migrations that turn existing rows into objects: each row gets a unique name, and deleted rows get
// the full time in which they can be restored.
import { sql } from 'kysely'
import type { Change } from '../metadata/table.ts'
import type { AnyTable } from './reading.ts'
import { lengthOf, nameKey } from './texts.ts'

const longest = 100

/**
 * For rows with owner, folder and name, names become unique per owner and folder: of equal names the oldest
 * stays, the others are numbered.
 */
export function adoptRows(table: string, kind: string): Change {
  return async (db) => {
    const store = db as AnyTable
    await store
      .updateTable(table)
      .set({ modified_by: sql.ref('owner_id') })
      .execute()
    await store
      .updateTable(table)
      .set({ deleted_at: new Date().toISOString() })
      .where('deleted_at', 'is not', null)
      .execute()
    const rows = await store
      .selectFrom(table)
      .select(['id', 'owner_id', 'folder', 'name'])
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const taken = new Set<string>()
    for (const row of rows) {
      const scope = `${row.owner_id} ${row.folder}`
      const name = freeName(String(row.name), (one) => taken.has(`${scope}\n${nameKey(one)}`))
      taken.add(`${scope}\n${nameKey(name)}`)
      if (name !== row.name) await store.updateTable(table).set({ name }).where('id', '=', row.id).execute()
      const claimed = { kind, scope, name_key: nameKey(name), object_id: String(row.id) }
      await store.insertInto('object_name').values(claimed).execute()
    }
  }
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  for (let number = 2; ; number++) {
    const suffix = `（${number}）`
    const numbered = `${[...name].slice(0, longest - lengthOf(suffix)).join('')}${suffix}`
    if (!isTaken(numbered)) return numbered
  }
}
