// Appends an ending to the demo's titles that the installation already uses, so that lists, sentences and formulas
// distinguish them.
import type { Naming } from '#demo/metadata/tables.ts'
import { anyTable } from '#server/objects/reading.ts'
import { nameKey } from '#server/objects/texts.ts'
import type { Db } from '#server/objects/types.ts'
import { livingIn } from '#server/scopes/life.ts'
import type { MadeRow } from './recording.ts'

const ending = '（演示）'
const titled = ['dimension', 'point', 'view_type'] as const

/** Finds free names for kinds whose names are unique, counting deleted rows. */
export async function freeNames(db: Db): Promise<Naming> {
  const categories = await db.selectFrom('category').select(['kind', 'name']).execute()
  const read = (table: 'dimension_table' | 'point_table') => db.selectFrom(table).select('name').execute()
  const tables = { dimension_table: await read('dimension_table'), point_table: await read('point_table') }
  const rowsOf = (kind: Parameters<Naming>[0]) =>
    kind === 'dimension' || kind === 'point' ? categories.filter((one) => one.kind === kind) : tables[kind]
  return (kind, name) => {
    const taken = new Set(rowsOf(kind).map((row) => nameKey(row.name)))
    let free = name
    while (taken.has(nameKey(free))) free += ending
    return free
  }
}

export async function renameTaken(db: Db, made: readonly MadeRow[]): Promise<void> {
  for (const table of titled) {
    const ours = new Set(made.filter((row) => row.table === table).map(({ key }) => Number(key[0])))
    const rows = (await anyTable(db)
      .selectFrom(table)
      .select(['id', 'name'])
      .where(livingIn(table))
      .execute()) as { id: number; name: string }[]
    const taken = new Set(rows.filter(({ id }) => !ours.has(id)).map(({ name }) => nameKey(name)))
    const renamed = rows.filter(({ id, name }) => ours.has(id) && taken.has(nameKey(name)))
    for (const { id, name } of renamed)
      await anyTable(db)
        .updateTable(table)
        .set({ name: `${name}${ending}` })
        .where('id', '=', id)
        .execute()
    if (table === 'point' && renamed.length > 0)
      await renameInFormulas(
        db,
        ours,
        renamed.map(({ name }) => name),
      )
  }
}

/** Formulas name points in brackets. */
async function renameInFormulas(db: Db, ours: ReadonlySet<number>, names: readonly string[]): Promise<void> {
  const formulas = await db
    .selectFrom('point')
    .select(['id', 'name_sql'])
    .where('table_id', 'is', null)
    .where('id', 'in', [...ours])
    .execute()
  for (const { id, name_sql } of formulas) {
    const next = names.reduce((sql, name) => sql.replaceAll(`[${name}]`, `[${name}${ending}]`), name_sql)
    if (next === name_sql) continue
    await db.updateTable('point').set({ name_sql: next }).where('id', '=', id).execute()
  }
}
