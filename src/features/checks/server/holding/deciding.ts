// What becomes of a load that was held back: it is published as it is, or its rows are dropped. A release that was
// killed after its publication finds the load in the manifest and publishes nothing twice.
import type { Selectable } from 'kysely'
import type { SessionUser } from '#server/http/session.ts'
import type { JobDone } from '#server/jobs/declare.ts'
import { homeOf } from '#server/jobs/home.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import type { Caller } from '#server/objects/types.ts'
import type { AddOrder } from '#server/warehouse/import/adding.ts'
import type { KeptLoad } from '#server/warehouse/import/guard.ts'
import type { UsualColumns } from '#server/warehouse/import/proposal.ts'
import { type ImportOrder, tableKey } from '#server/warehouse/import/publishing.ts'
import { commentTable, quoteName } from '#server/warehouse/snapshot/describe.ts'
import { loadedTables, loadRows, loadTable } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import { reportProposer } from '#features/config/server/index.ts'
import type { ChecksDeps } from '../deps.ts'
import { checks, type StoredCheck } from '../objectKind.ts'
import type { HoldRow } from '../tables.ts'
import { closeRows, dropRows, heldRows, openRows } from './files.ts'
import { judgeLoad } from './guarding.ts'
import { releaseJob } from './job.ts'

type StoredHold = Selectable<HoldRow>

async function readHold({ metadata }: Pick<ChecksDeps, 'metadata'>, id: number): Promise<StoredHold> {
  const row = await metadata.db.selectFrom('data_hold').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('object_missing', '没有这份扣下的数据')
  return row as StoredHold
}

async function assertMay({ metadata }: Pick<ChecksDeps, 'metadata'>, caller: Caller): Promise<void> {
  await refuseRuled(metadata.db, caller, '扣下的数据')
  const refused = checks.refuses?.(caller, {} as StoredCheck)
  if (refused)
    throw new AppError('permission_missing', '扣下的数据有所有游戏的行，只能由可看全部游戏的人决定')
}

export async function orderRelease(deps: ChecksDeps, caller: SessionUser, id: number): Promise<null> {
  await assertMay(deps, caller)
  const hold = await readHold(deps, id)
  await assertReached(deps, hold)
  await deps.jobs.transaction(async (db, enqueue) => {
    const { numUpdatedRows } = await db
      .updateTable('data_hold')
      .set({ state: 'releasing', problem: null, decided_at: new Date().toISOString(), decided_by: caller.id })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw decidedProblem(hold)
    await writeAudit(db, { userId: caller.id, action: 'dataCheck.release', detail: auditOf(hold) })
    await enqueue({ kind: releaseJob, payload: { hold: id }, userId: caller.id, home: hold.home })
  })
  return null
}

/** Another server's rows are published by that server, which has to run. */
async function assertReached(
  { metadata, settings }: Pick<ChecksDeps, 'metadata' | 'settings'>,
  { home }: StoredHold,
): Promise<void> {
  if (home === null || home === homeOf(settings.dataDir) || metadata.dialect === 'sqlite') return
  const running = metadata.db.selectFrom('server_place').select('home').where('home', '=', home)
  if ((await running.executeTakeFirst()) === undefined)
    throw new AppError(
      'parameter_wrong',
      '扣下的行在另一台服务器上，它现在没有运行；请等它启动后再发布，或丢弃后重新载入',
    )
}

export async function discardHold(deps: ChecksDeps, caller: Caller, id: number): Promise<null> {
  await assertMay(deps, caller)
  const hold = await readHold(deps, id)
  await deps.metadata.transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('data_hold')
      .set({ state: 'discarded', decided_at: new Date().toISOString(), decided_by: caller.id })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw decidedProblem(hold)
    await writeAudit(db, { userId: caller.id, action: 'dataCheck.discard', detail: auditOf(hold) })
  })
  await dropRows(deps.settings.dataDir, hold.uid)
  return null
}

const auditOf = ({ table_name, source, rows }: StoredHold) => ({ table: table_name, source, rows })

const decidedProblem = ({ state }: StoredHold): AppError =>
  new AppError(
    'parameter_wrong',
    state === 'discarded'
      ? '这份数据已经丢弃'
      : state === 'released'
        ? '这份数据已经发布'
        : '正在发布，请稍候',
  )

export async function release(
  deps: ChecksDeps,
  id: number,
  owner: SessionUser | null,
  signal: AbortSignal,
): Promise<JobDone | undefined> {
  const hold = await readHold(deps, id)
  if (hold.state !== 'releasing' || !owner) return undefined
  try {
    await assertMay(deps, owner)
    if (!(await isPublished(deps, hold))) await publishHeld(deps, hold, owner, signal)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await deps.metadata.db
      .updateTable('data_hold')
      .set({ state: 'held', problem: error.message })
      .where('id', '=', id)
      .execute()
    throw error
  }
  await deps.metadata.db.updateTable('data_hold').set({ state: 'released' }).where('id', '=', id).execute()
  await dropRows(deps.settings.dataDir, hold.uid)
  return { result: { table: hold.table_name, rows: hold.rows } }
}

async function isPublished(
  { settings, warehouse }: Pick<ChecksDeps, 'settings' | 'warehouse'>,
  { table_name, uid }: StoredHold,
): Promise<boolean> {
  const tables = await loadedTables({ settings, warehouse }, table_name)
  const table = tables.find(({ name }) => tableKey(name) === tableKey(table_name))
  return table?.loads?.some(({ held }) => held === uid) ?? false
}

async function publishHeld(
  deps: ChecksDeps,
  { table_name, source, digest, uid, kept }: StoredHold,
  owner: SessionUser,
  signal: AbortSignal,
): Promise<void> {
  const {
    settings,
    metadata,
    warehouse: { writer },
  } = deps
  const load = JSON.parse(kept) as KeptLoad
  const common = {
    table: table_name,
    source,
    digest,
    dataDir: settings.dataDir,
    clock: settings,
    metadata,
    proposer: reportProposer,
    guard: {
      releases: uid,
      judge: (arriving: Parameters<typeof judgeLoad>[2]) => judgeLoad(deps, { releases: uid }, arriving),
    },
    by: owner,
    signal,
  }
  if (load.how === 'add') {
    const order: AddOrder<null> = {
      ...common,
      // That the content was loaded once is no obstacle: whoever releases it wants it there.
      addition: { ...load.addition, again: true },
      ways: { replace: '重新载入', again: '' },
      read: async (connection) => {
        await openRows(connection, settings.dataDir, uid)
        return { loaded: null, from: heldRows }
      },
      leave: closeRows,
    }
    await loadRows(order, writer)
    return
  }
  const { title, loaded, profiles, roles, weights } = load
  const order: ImportOrder<UsualColumns> = {
    ...common,
    replace: true,
    ways: { rename: '重新载入', replace: '重新载入', confirm: '请重新载入，并确认替换' },
    title,
    confirmed: 'any',
    roles,
    ...(weights && { weights }),
    write: async (connection, table, _, keeping) => {
      await openRows(connection, settings.dataDir, uid)
      try {
        const rows = await keeping.without(connection, heldRows)
        await connection.run(`CREATE TABLE ${quoteName(table)} AS FROM ${rows}`)
      } finally {
        await closeRows(connection)
      }
      await commentTable(connection, {
        name: table,
        comment: `导入自 ${source}`,
        columns: profiles.map(({ name, type }) => ({ name, type, comment: name })),
      })
      return { loaded, profiles }
    },
  }
  await loadTable(order, writer)
}
