// Adds the demo to an installation in use: its tables in one publication, its definitions in one transaction, each
// recorded in `demo_state` beforehand. After a crash the next caller completes the demo, or removes it entirely.

import { statfs } from 'node:fs/promises'
import { makeDefinitions } from '#demo/metadata/definitions.ts'
import { demoPassword, makeAccounts, makeGames, type UserIds } from '#demo/metadata/people.ts'
import { demoTableNames } from '#demo/warehouse/comments.ts'
import { demoDays } from '#demo/warehouse/days.ts'
import { makeDemoWarehouse } from '#demo/warehouse/make.ts'
import { serverRows } from '#demo/warehouse/people.ts'
import { isLoopback } from '#server/http/hosts.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { hasDemoPasswords, noteDemoPassword } from '#server/metadata/demoPasswords.ts'
import type { Db } from '#server/objects/types.ts'
import { unpublish } from '#server/warehouse/publish.ts'
import type { PublishedTable } from '#server/warehouse/snapshot/manifest.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { hashPassword } from '#features/session/server/index.ts'
import type { DemoSize } from '../contract.ts'
import { refuseCollisions, takenTables } from './collisions.ts'
import { hashedColumns, hashRow, hashTable, keyText, readRows } from './hashing.ts'
import { leftOut, roleEnding, scales } from './plan.ts'
import { Recorder } from './recording.ts'
import { freeNames, renameTaken } from './renaming.ts'
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

export interface DemoOrder {
  /** The caller, who owns everything that is made. */
  userId: number
  size: DemoSize
  /** Whether to add the demo's accounts, too, whose password is public. */
  accounts?: boolean
  signal?: AbortSignal
  onProgress?: (fraction: number, step: string) => void
}

/** `there`: the demo already existed. */
export function addDemo(deps: DemoDeps, order: DemoOrder): Promise<'made' | 'there'> {
  assertEmbedded(deps.settings)
  return alone(deps, () => add(deps, order))
}

async function add(deps: DemoDeps, order: DemoOrder): Promise<'made' | 'there'> {
  const { settings, metadata } = deps
  const { db } = metadata
  const before = await readState(db)
  if (before?.state === 'made') return 'there'
  if (before?.state === 'removing') throw new AppError('parameter_wrong', '上次移除没有完成，请先完成移除')
  if (order.accounts) refuseKnownPasswords(settings)
  const published = await publishedTables(settings)
  await assertNotFirst(db, published)
  const own = before ? await ownTables(db, before, published, demoTableNames) : []
  const others = published.filter((table) => !own.includes(table)).map(({ name }) => name)
  await refuseCollisions(db, { published: others, accounts: order.accounts ?? false })
  if (own.length === 0) await assertRoom(settings, before?.size ?? order.size)
  const state = before ?? (await noteBeginning(deps, order))
  try {
    if (own.length === 0) await publishTables(deps, state, order)
    order.signal?.throwIfAborted()
    order.onProgress?.(0.96, '维度、指标与报表')
    await makeRows(deps, state, order)
  } catch (error) {
    await forgetBeginning(deps, order.signal?.aborted ?? false).catch(() => undefined)
    throw error
  }
  order.onProgress?.(1, '完成')
  return 'made'
}

/** Twice the written size, because work that does not fit into memory is written to disk, too. */
async function assertRoom({ dataDir }: DemoDeps['settings'], size: DemoSize): Promise<void> {
  const megabytes = Math.ceil(120 * scales[size])
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < megabytes * 2 ** 20)
    throw new AppError('storage_full', `生成演示数据需要 ${megabytes} MB 空闲空间，请腾出空间后再试`)
}

function refuseKnownPasswords({ production, host, installation }: DemoDeps['settings']): void {
  const isOpen = !isLoopback(host) || installation.https || installation.trustProxy > 0
  if (production || isOpen)
    throw new AppError(
      'parameter_wrong',
      `演示账号的密码（${demoPassword}）人人皆知，只能在本机试用：正式使用、监听其他地址或经代理访问的安装不能添加它们；请去掉 --accounts`,
    )
}

/** Refuses where a first start has made the demo with its accounts: that demo is the installation itself. */
async function assertNotFirst(db: Db, published: readonly PublishedTable[]): Promise<void> {
  if ((await readState(db)) || takenTables(published.map(({ name }) => name)).length === 0) return
  if (!(await hasDemoPasswords(db))) return
  throw new AppError(
    'parameter_wrong',
    '本系统第一次启动时就生成了完整的演示，不必再生成，也不能单独移除；不需要演示请另设 DATA_DIR，并以 NODE_ENV=production 启动',
  )
}

async function noteBeginning({ metadata, settings }: DemoDeps, order: DemoOrder): Promise<DemoState> {
  const row: DemoState = {
    id: 1,
    state: 'making',
    user_id: order.userId,
    today: businessDay(settings),
    size: order.size,
    accounts: order.accounts ? 1 : 0,
    file: null,
    hashed: '{}',
    begun_at: new Date().toISOString(),
    made_at: null,
  }
  await metadata.db.insertInto('demo_state').values(row).execute()
  return row
}

/**
 * Removes the record after a failure before publication, where nothing can be completed. A cancelled run also removes
 * its published tables.
 */
async function forgetBeginning({ metadata: { db }, settings }: DemoDeps, isCanceled: boolean): Promise<void> {
  const state = await readState(db)
  if (state?.state !== 'making') return
  const own = await ownTables(db, state, await publishedTables(settings), demoTableNames)
  if (own.length > 0 && !isCanceled) return
  if (own.length > 0)
    await unpublish(
      settings.dataDir,
      own.map(({ name }) => name),
    )
  await db.deleteFrom('demo_state').where('state', '=', 'making').execute()
}

async function publishTables(
  { settings, metadata: { db } }: DemoDeps,
  { today, size }: DemoState,
  { signal, onProgress }: DemoOrder,
): Promise<void> {
  await makeDemoWarehouse({
    dataDir: settings.dataDir,
    today,
    scale: scales[size],
    ...(signal && { signal }),
    // Finished tables are not the finished demo, so 1 is not passed on.
    onProgress: ({ fraction, step }) => fraction < 1 && onProgress?.(fraction * 0.95, step),
    onWritten: async ({ file, published }) => {
      // Another import may have been published meanwhile; from here on the publishers' lock prevents that.
      const taken = takenTables(published)
      if (taken.length > 0) throw refused('name_taken', '刚有同名的数据表导入，什么都没有写入', { taken })
      await db.updateTable('demo_state').set({ file }).where('state', '=', 'making').execute()
    },
  })
}

async function makeRows({ settings, metadata }: DemoDeps, state: DemoState, order: DemoOrder): Promise<void> {
  const passwordHash = state.accounts ? await hashPassword(demoPassword, settings.passwordCost) : ''
  const published = await publishedTables(settings)
  await metadata.transaction(async (db) => {
    // Checked again, because others may have created such names while the tables were written.
    await refuseCollisions(db, { published: [], accounts: state.accounts === 1 })
    const recorder = new Recorder(metadata.tables)
    const recorded = db.withPlugin(recorder)
    await makeGames(recorded)
    const users = await usersOf(recorded, state, passwordHash)
    const days = demoDays(state.today)
    await makeDefinitions(recorded, {
      users,
      servers: serverRows(days).map(([id, name, cgi]) => ({ id: String(id), name, cgi })),
      firstDay: days[0]?.date ?? state.today,
      now: new Date().toISOString(),
      without: leftOut,
      forAllGames: false,
      named: await freeNames(db),
    })
    if (state.accounts) await noteDemoPassword(db, passwordHash)
    await renameTaken(db, recorder.rows)
    const hashed = hashedColumns(metadata.tables, new Set(recorder.rows.map(({ table }) => table)))
    const found = await readRows(db, metadata.tables, recorder.rows)
    const rows = recorder.rows.map(({ table, key }) => {
      const row = found.get(table)?.get(keyText(key))
      if (!row) throw new Error(`a row of ${table} is not there`)
      return { kind: table, key: keyText(key), hash: hashRow(row, hashed[table] ?? []) }
    })
    const tables = (await ownTables(db, await nowOf(db), published, demoTableNames)).map((table) => ({
      kind: warehouseKind,
      key: table.name,
      hash: hashTable(table),
    }))
    for (let start = 0; start < rows.length; start += 500)
      await db
        .insertInto('demo_row')
        .values(rows.slice(start, start + 500))
        .execute()
    await db.insertInto('demo_row').values(tables).execute()
    await db
      .updateTable('demo_state')
      .set({ state: 'made', hashed: JSON.stringify(hashed), made_at: new Date().toISOString() })
      .where('id', '=', 1)
      .execute()
    await writeAudit(db, {
      userId: order.userId,
      action: 'demo.add',
      detail: { size: state.size, accounts: state.accounts === 1, tables: tables.length, rows: rows.length },
    })
  })
  forgetModel(metadata)
}

async function nowOf(db: Db): Promise<DemoState> {
  const state = await readState(db)
  if (!state) throw new Error('the note of the demo is gone')
  return state
}

async function usersOf(db: Db, { accounts, user_id }: DemoState, passwordHash: string): Promise<UserIds> {
  if (accounts) await makeAccounts(db, passwordHash, roleEnding)
  // Everything belongs to the caller, who sees it regardless of the accounts' rights.
  return { admin: user_id, analyst: user_id, sql: user_id, viewer: user_id }
}
