// Finds what users have changed in the demo and built upon it: shown by name before the removal, and never deleted
// unnamed.
import type { Table } from '#server/metadata/table.ts'
import { anyTable, chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { lifeColumn } from '#server/scopes/life.ts'
import type { DemoThing, DemoTouched } from '../contract.ts'
import { type Row, rowsAtOnce } from './hashing.ts'
import { type Asking, kindTitles, nameOf, type Own, titleOf } from './manifest.ts'
import { findNaming } from './naming.ts'

export interface Touched extends DemoTouched {
  /** Demo rows that users' rows refer to, by `nameOf`: they are kept. */
  kept: Set<string>
  /** Users' rows that were only filed under a demo row: the reference is set to null. */
  detached: { table: string; id: number | string; column: string }[]
  /** Users' rows that cannot exist without a demo row: deleted. */
  lost: { table: string; id: number | string }[]
}

/** Logs that the product writes about accounts; deleted with the account. */
export const accountLogs = ['sql_run', 'background_report'] as const

export async function findTouched(
  db: Db,
  tables: readonly Table[],
  own: Own,
  asking: Asking,
): Promise<Touched> {
  const touched: Touched = {
    changed: [],
    goes: [],
    stays: [],
    hidden: 0,
    kept: new Set(),
    detached: [],
    lost: [],
  }
  for (const { table, row, isChanged } of own.rows)
    if (isChanged && !row[lifeColumn] && table in kindTitles) touched.changed.push(thingOf(table, row))
  for (const table of tables) await findHanging(db, table, own, touched)
  await findShared(db, own, touched)
  for (const { kind, name, isSeen } of await findNaming(db, own, asking)) {
    if (isSeen) tell(touched.stays, { kind, name })
    else touched.hidden += 1
  }
  keepWhatTheyNeed(tables, own, touched.kept)
  return touched
}

export const countOf = ({ changed, goes, stays, hidden }: DemoTouched): number =>
  changed.length + goes.length + stays.length + hidden

/** Adds a thing once, however often it is found. */
function tell(list: DemoThing[], thing: DemoThing): void {
  if (!list.some(({ kind, name }) => kind === thing.kind && name === thing.name)) list.push(thing)
}

const thingOf = (table: string, row: Row): DemoThing => ({
  kind: kindTitles[table] ?? table,
  name: `${titleOf(row)}${row[lifeColumn] ? '（已删除）' : ''}`,
})

/** Finds rows of a table with foreign keys to the demo's rows. */
async function findHanging(db: Db, table: Table, own: Own, touched: Touched): Promise<void> {
  if ((accountLogs as readonly string[]).includes(table.name)) return
  for (const [column, { refersTo }] of Object.entries(table.columns)) {
    if (!refersTo) continue
    // Parts that the store keeps beside an object (versions, rows, sessions) are deleted with it.
    if (refersTo.onDelete === 'cascade' && !('owner_id' in table.columns)) continue
    for (const part of chunks([...own.ids(refersTo.table)], rowsAtOnce)) {
      const rows = await anyTable(db).selectFrom(table.name).selectAll().where(column, 'in', part).execute()
      for (const row of rows) {
        const key = table.key.map((name) => row[name])
        if (own.has(table.name, key)) continue
        tell(refersTo.onDelete === 'cascade' ? touched.goes : touched.stays, thingOf(table.name, row))
        const id = key[0] as number | string
        if (refersTo.onDelete === 'cascade') touched.lost.push({ table: table.name, id })
        else if (standsAlone(refersTo.table, row)) touched.detached.push({ table: table.name, id, column })
        else touched.kept.add(nameOf(refersTo.table, [row[column]]))
      }
    }
  }
}

/** Whether a row can exist without its category or folder: definitions, and private or deleted views. */
const standsAlone = (under: string, { [lifeColumn]: deletedAt, shared }: Row): boolean =>
  under === 'category' || (under === 'view_type' && (Boolean(deletedAt) || shared === 0))

/** Finds embed addresses of the demo's views. */
async function findShared(db: Db, own: Own, touched: Touched): Promise<void> {
  const views = new Map(own.of('view_meta').map(({ key, row }) => [key[0], row]))
  const embeds = await db.selectFrom('report_embed').select(['id', 'view_meta_id', 'enabled']).execute()
  for (const { id, view_meta_id, enabled } of embeds) {
    const view = views.get(view_meta_id)
    if (!view) continue
    touched.lost.push({ table: 'report_embed', id })
    if (enabled) touched.goes.push({ kind: '嵌入', name: titleOf(view) })
  }
}

/** Adds the demo rows that kept rows refer to. */
function keepWhatTheyNeed(tables: readonly Table[], own: Own, kept: Set<string>): void {
  const known = new Map(own.rows.map((row) => [nameOf(row.table, row.key), row]))
  // A Set iterates over elements added during the loop.
  for (const name of kept) {
    const found = known.get(name)
    const columns = tables.find((table) => table.name === found?.table)?.columns ?? {}
    for (const [column, { refersTo }] of Object.entries(columns)) {
      if (!refersTo) continue
      const target = found?.row[column]
      if (target != null && own.has(refersTo.table, [target])) kept.add(nameOf(refersTo.table, [target]))
    }
  }
}
