// Removes the demo entirely: its rows in one transaction, then its tables; after a crash in between, the next caller
// removes the rest. Users' things are only deleted after a refusal has named them.

import { demoTableNames } from '#demo/warehouse/comments.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { forgetDemoPasswords, hasDemoPasswords } from '#server/metadata/demoPasswords.ts'
import { anyTable, chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { unpublish } from '#server/warehouse/publish.ts'
import { warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { sweep } from '#server/warehouse/snapshot/sweep.ts'
import { AppError } from '#shared/errors.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { endSessionsOf, noPassword } from '#features/session/server/index.ts'
import type { DemoThing, DemoTouched } from '../contract.ts'
import { type Hashed, rowsAtOnce } from './hashing.ts'
import { type Asking, nameOf, type Own, type OwnRow, readOwn } from './manifest.ts'
import {
  alone,
  assertEmbedded,
  type DemoDeps,
  ownTables,
  publishedTables,
  readState,
  refused,
  warehouseKind,
} from './state.ts'
import type { DemoState } from './tables.ts'
import { accountLogs, countOf, findTouched, type Touched } from './touched.ts'

export interface RemovalOrder {
  /** The user recorded in the audit log. */
  userId: number
  /** The user who may be told of their own private things; null for the terminal, which is told of all. */
  asking: Asking
  /** Number of touched things that the caller was shown; `all` where they are shown afterwards. */
  named?: number | 'all'
}

export interface Removed {
  touched: DemoTouched
  /** Names of the removed tables. */
  tables: string[]
}

export async function removeDemo(deps: DemoDeps, order: RemovalOrder): Promise<Removed> {
  assertEmbedded(deps.settings)
  // Fails before the lock where there is no demo, so that not even a lock file is created.
  await readThere(deps)
  return alone(deps, () => remove(deps, order))
}

export async function readTouched({ metadata }: DemoDeps, asking: Asking): Promise<Touched | null> {
  const state = await readState(metadata.db)
  if (state?.state !== 'made') return null
  const own = await readOwn(metadata.db, metadata.tables, JSON.parse(state.hashed) as Hashed)
  return findTouched(metadata.db, metadata.tables, own, asking)
}

async function remove(deps: DemoDeps, order: RemovalOrder): Promise<Removed> {
  const { settings, metadata } = deps
  const state = await readThere(deps)
  // Read first: an unreadable manifest stops the removal before anything is deleted.
  const published = await publishedTables(settings)
  const tables = await ownTables(metadata.db, state, published, demoTableNames)
  const touched = await metadata.transaction((inner) => removeRows(deps, inner, order))
  const names = tables.map(({ name }) => name)
  if (names.length > 0) await unpublish(settings.dataDir, names)
  // Files of a killed publication are in no manifest.
  else await sweep(warehouseFolder(settings.dataDir))
  await metadata.transaction(async (inner) => {
    await inner.deleteFrom('demo_row').execute()
    await inner.deleteFrom('demo_state').execute()
  })
  forgetModel(metadata)
  return { touched, tables: names }
}

async function readThere({ metadata: { db } }: DemoDeps): Promise<DemoState> {
  const state = await readState(db)
  if (state) return state
  throw new AppError('parameter_wrong', await whyNone(db))
}

const whyNone = async (db: Db): Promise<string> =>
  (await hasDemoPasswords(db))
    ? '这里的演示是第一次启动时连同账号一起生成的，就是本系统的全部内容，不能单独移除；不需要演示请另设 DATA_DIR，并以 NODE_ENV=production 启动'
    : '没有演示数据可移除'

async function removeRows(
  { metadata, settings }: DemoDeps,
  db: Db,
  order: RemovalOrder,
): Promise<DemoTouched> {
  const state = await readState(db)
  if (!state) throw new AppError('parameter_wrong', '没有演示数据可移除')
  if (state.state === 'removing') return { changed: [], goes: [], stays: [], hidden: 0 }
  const own = await readOwn(db, metadata.tables, JSON.parse(state.hashed) as Hashed)
  const { kept, lost, detached, ...touched } = await findTouched(db, metadata.tables, own, order.asking)
  if (order.named !== 'all' && countOf(touched) !== (order.named ?? 0))
    throw refused('object_in_use', refusalOf(touched), { touched })
  for (const { table, id } of lost) await anyTable(db).deleteFrom(table).where('id', '=', id).execute()
  for (const { table, id, column } of detached)
    await anyTable(db)
      .updateTable(table)
      .set({ [column]: null })
      .where('id', '=', id)
      .execute()
  const going = own.rows.filter(({ table, key }) => !kept.has(nameOf(table, key)))
  await closeAccounts(db, own, kept, noPassword(settings.passwordCost))
  await deleteLogs(db, going)
  await deleteRows(db, metadata.tables, going)
  await forgetDemoPasswords(db)
  await db.deleteFrom('demo_row').where('kind', '<>', warehouseKind).execute()
  await db.updateTable('demo_state').set({ state: 'removing' }).where('id', '=', 1).execute()
  await writeAudit(db, {
    userId: order.userId,
    action: 'demo.remove',
    detail: { rows: going.length, kept: kept.size, lost: lost.length, touched: countOf(touched) },
  })
  return touched
}

function refusalOf(touched: DemoTouched): string {
  const part = (list: readonly DemoThing[], title: string) =>
    list.length === 0
      ? []
      : [
          `${title} ${list.length} 项（${list
            .slice(0, 5)
            .map(({ kind, name }) => `${kind}「${name}」`)
            .join('、')}${list.length > 5 ? ' 等' : ''}）`,
        ]
  const parts = [
    ...part(touched.changed, '改过的演示内容'),
    ...part(touched.goes, '会一并移除的'),
    ...part(touched.stays, '建在演示数据上的'),
    ...(touched.hidden > 0 ? [`他人的 ${touched.hidden} 项`] : []),
  ]
  return `演示数据已被使用：${parts.join('；')}。没有移除任何内容`
}

/** Disables demo accounts that others' work still refers to. */
async function closeAccounts(db: Db, own: Own, kept: ReadonlySet<string>, password_hash: string) {
  for (const { key } of own.of('user')) {
    const id = Number(key[0])
    if (!kept.has(nameOf('user', [id]))) continue
    await db.updateTable('user').set({ disabled: 1, password_hash }).where('id', '=', id).execute()
    await endSessionsOf(db, id)
  }
}

async function deleteLogs(db: Db, going: readonly OwnRow[]): Promise<void> {
  const users = going.filter(({ table }) => table === 'user').map(({ key }) => Number(key[0]))
  if (users.length === 0) return
  for (const table of accountLogs) await db.deleteFrom(table).where('user_id', 'in', users).execute()
}

/** Object kinds by table: names and history are stored under the kind. */
const objectKinds: Record<string, string> = {
  saved_query: 'savedQuery',
  custom_report: 'customReport',
  dimension: 'dimension',
  point: 'point',
  point_table: 'pointTable',
  dimension_table: 'dimensionTable',
  category: 'category',
  dictionary: 'dictionary',
  user: 'user',
  role: 'role',
}

/** Deletes in reverse order of creation, because later rows refer to earlier ones. */
async function deleteRows(
  db: Db,
  tables: DemoDeps['metadata']['tables'],
  going: readonly OwnRow[],
): Promise<void> {
  for (const run of runsOf(going.toReversed())) {
    const [first] = run
    const key = tables.find(({ name }) => name === first?.table)?.key[0]
    if (!first || key === undefined) continue
    for (const part of chunks(run, rowsAtOnce)) {
      const ids = part.map((row) => row.key[0])
      await anyTable(db).deleteFrom(first.table).where(key, 'in', ids).execute()
      const kind = objectKinds[first.table]
      if (kind === undefined) continue
      for (const table of ['object_name', 'object_change'] as const)
        await db
          .deleteFrom(table)
          .where('kind', '=', kind)
          .where('object_id', 'in', ids.map(String))
          .execute()
    }
  }
}

/** Groups adjacent rows of the same table. */
function runsOf(rows: readonly OwnRow[]): OwnRow[][] {
  const runs: OwnRow[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.[0]?.table === row.table) last.push(row)
    else runs.push([row])
  }
  return runs
}
