// What users have done to the demo and built upon it: told by name before it goes, and never deleted unnamed.
import type { Table } from '#server/metadata/table.ts'
import { anyTable, chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { lifeColumn } from '#server/scopes/life.ts'
import type { DemoThing, DemoTouched } from '../contract.ts'
import { type Row, rowsAtOnce } from './hashing.ts'
import { type Asking, kindTitles, nameOf, type Own, titleOf } from './manifest.ts'
import { findNaming } from './naming.ts'

export interface Touched extends DemoTouched {
  /** Rows of the demo that users' rows hang on: they stay with them. By `nameOf`. */
  kept: Set<string>
  /** Users' rows that only stood under one of the demo's: they stand by themselves then. */
  detached: { table: string; id: number | string; column: string }[]
  /** Users' rows that are nothing without the demo's. */
  lost: { table: string; id: number | string }[]
}

/** Written by the product about what an account did; they go with it. */
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

/** Once, by however many ways it is found. */
function tell(list: DemoThing[], thing: DemoThing): void {
  if (!list.some(({ kind, name }) => kind === thing.kind && name === thing.name)) list.push(thing)
}

const thingOf = (table: string, row: Row): DemoThing => ({
  kind: kindTitles[table] ?? table,
  name: `${titleOf(row)}${row[lifeColumn] ? '（已删除）' : ''}`,
})

/** Rows of the table that refer to the demo's by key. */
async function findHanging(db: Db, table: Table, own: Own, touched: Touched): Promise<void> {
  if ((accountLogs as readonly string[]).includes(table.name)) return
  for (const [column, { refersTo }] of Object.entries(table.columns)) {
    if (!refersTo) continue
    // What the store itself keeps beside an object (versions, rows, sessions) goes with it.
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

/** A definition needs no category, and a view that is private or deleted no folder. */
const standsAlone = (under: string, { [lifeColumn]: deletedAt, shared }: Row): boolean =>
  under === 'category' || (under === 'view_type' && (Boolean(deletedAt) || shared === 0))

/** Addresses at which anybody reads the demo's views. */
async function findShared(db: Db, own: Own, touched: Touched): Promise<void> {
  const views = new Map(own.of('view_meta').map(({ key, row }) => [key[0], row]))
  const embeds = await db.selectFrom('report_embed').select(['id', 'view_meta_id', 'enabled']).execute()
  for (const { id, view_meta_id, enabled } of embeds) {
    const view = views.get(view_meta_id)
    if (!view) continue
    touched.lost.push({ table: 'report_embed', id })
    if (enabled) touched.goes.push({ kind: '外嵌', name: titleOf(view) })
  }
}

/** What is kept keeps what it refers to itself. */
function keepWhatTheyNeed(tables: readonly Table[], own: Own, kept: Set<string>): void {
  const known = new Map(own.rows.map((row) => [nameOf(row.table, row.key), row]))
  // A set hands out what is added to it while it is walked.
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
