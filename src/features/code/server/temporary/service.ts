// Temp tables: a result written as a private table for some days, within a quota.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { rowsText } from '#server/objects/rowScopes.ts'
import { nameKey } from '#server/objects/texts.ts'
import { fingerprintOf } from '#server/warehouse/snapshot/fingerprint.ts'
import { AppError } from '#shared/errors.ts'
import type { Run, RunParameters, TemporaryTable } from '#features/code/contract.ts'
import { endings, failureOf } from '../runs/problem.ts'
import type { Runs } from '../runs/types.ts'
import { removeFile, removeOrphans, shareFile, temporaryFile, temporaryFolder } from './files.ts'
import { temporaryName } from './names.ts'
import { findTemporary, readExpired, readTemporary, readUnseen, shown, type TemporaryRow } from './repo.ts'

/** For all temp tables of one user. */
const quotaBytes = 2 * 2 ** 30
const mostTables = 100
const usualDays = 7
const dayMs = 86_400_000

interface TemporaryRequest {
  name: string
  sql?: string | undefined
  params?: RunParameters | undefined
  queryId?: string | undefined
  days?: number | undefined
  replace?: boolean | undefined
}

export async function listTemporary({ metadata: { db } }: Deps, user: SessionUser) {
  const rows = await readTemporary(db, user)
  return { tables: rows.map(shown), bytes: sumOf(rows), quotaBytes }
}

const sumOf = (rows: readonly TemporaryRow[]): number =>
  rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)

export async function createTemporary(
  deps: Deps,
  runs: Runs,
  user: SessionUser,
  request: TemporaryRequest,
  signal: AbortSignal,
): Promise<TemporaryTable> {
  const name = temporaryName(request.name)
  if ((request.queryId === undefined) === (request.sql === undefined)) {
    throw new AppError(
      'parameter_wrong',
      '临时表需要由一个已有结果（queryId）或一条 SQL（sql）创建，二者选一',
    )
  }
  assertRoom(await readTemporary(deps.metadata.db, user), name, request.replace ?? false)
  const source = await sourceOf(runs, user, request, name, signal)
  try {
    return await writeTemporary(deps, user, { ...request, name }, source, signal)
  } finally {
    // A run made only for the table is no longer needed.
    if (request.queryId === undefined) await deps.results.remove(source.queryId)
  }
}

export function assertRoom(rows: readonly TemporaryRow[], name: string, replace: boolean): void {
  const same = rows.find((row) => nameKey(row.name) === nameKey(name))
  if (same && !replace)
    throw new AppError('name_taken', `临时表 tmp.${same.name} 已存在，可选择覆盖或换一个名称`)
  if (!same && rows.length >= mostTables) {
    throw new AppError('quota_exceeded', `临时表最多 ${mostTables} 张，请先删除不用的`)
  }
  if (sumOf(rows) >= quotaBytes) throw new AppError('quota_exceeded', '临时表空间已用完，请先删除不用的')
}

/** The kept result that becomes the table: an existing one, or that of a run of kind `temp`. */
async function sourceOf(
  runs: Runs,
  user: SessionUser,
  { queryId, sql = '', params = {} }: TemporaryRequest,
  name: string,
  signal: AbortSignal,
): Promise<Run> {
  if (queryId !== undefined) {
    const run = await runs.assertKept(user, queryId)
    if (run.status !== 'done') throw new AppError('parameter_wrong', '该查询还没有完成，完成后才能存为临时表')
    return run
  }
  const id = await runs.start(user, {
    kind: 'temp',
    title: `tmp.${name}`,
    sql,
    params,
    limit: null,
    savedQueryId: null,
    accelerated: false,
  })
  const stop = () => void runs.cancel(user, id, endings.caller()).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    const run = await runs.ended(user, id)
    if (run.status !== 'done') throw failureOf(run.problem)
    return run
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export async function writeTemporary(
  deps: Deps,
  user: SessionUser,
  { name, days = usualDays, replace = false }: TemporaryRequest,
  source: Pick<Run, 'queryId' | 'sql'> & { columns: readonly unknown[] },
  signal: AbortSignal,
): Promise<TemporaryTable> {
  const { dataDir } = deps.settings
  if (source.columns.length === 0) throw new AppError('parameter_wrong', '该查询没有列，无法存为临时表')
  const id = randomBytes(12).toString('base64url')
  const file = `${id}.duckdb`
  await mkdir(temporaryFolder(dataDir, user.id), { recursive: true })
  try {
    const path = temporaryFile(dataDir, user.id, file)
    const written = await deps.results.writeTable(source.queryId, path, name, signal)
    await shareFile(deps, user.id, file)
    const created = new Date()
    const row: TemporaryRow = {
      id,
      owner_id: user.id,
      name,
      columns: JSON.stringify(written.columns),
      row_count: written.rowCount,
      bytes: written.bytes,
      file,
      sql: source.sql,
      created_at: created.toISOString(),
      expires_at: new Date(created.getTime() + days * dayMs).toISOString(),
      games: rowsText(user),
      fingerprint: await fingerprintOf(path),
    }
    const replaced = await insert(deps, user, row, replace)
    for (const gone of replaced) await removeFile(deps, user.id, gone.file)
    return shown(row)
  } catch (error) {
    await removeFile(deps, user.id, file)
    throw error
  }
}

/** Returns the rows that were replaced. */
function insert(
  { metadata: { db } }: Deps,
  user: SessionUser,
  row: TemporaryRow,
  replace: boolean,
): Promise<TemporaryRow[]> {
  return db.transaction().execute(async (transaction) => {
    // Another request may have created this table or used up the room meanwhile.
    const rows = await readTemporary(transaction, user)
    assertRoom(rows, row.name, replace)
    const same = rows.filter(({ name }) => nameKey(name) === nameKey(row.name))
    if (sumOf(rows) - sumOf(same) + Number(row.bytes) > quotaBytes) {
      throw new AppError('quota_exceeded', '临时表空间不足 2 GB，请先删除不用的，或缩小结果')
    }
    // A table no longer visible but not swept yet may also hold the name.
    const gone = [...same, ...(await readUnseen(transaction, user))]
    await transaction
      .deleteFrom('temporary_table')
      .where('owner_id', '=', user.id)
      .where('id', 'in', ['', ...gone.map(({ id }) => id)])
      .execute()
    await transaction.insertInto('temporary_table').values(row).execute()
    await writeAudit(transaction, {
      userId: user.id,
      action: 'sql.createTemporary',
      detail: { name: row.name, rows: row.row_count, bytes: row.bytes },
    })
    return gone
  })
}

export async function dropTemporary(deps: Deps, user: SessionUser, id: string): Promise<null> {
  const { db } = deps.metadata
  const row = await findTemporary(db, user.id, id)
  if (!row) throw new AppError('object_missing')
  await db.transaction().execute(async (transaction) => {
    await writeAudit(transaction, {
      userId: user.id,
      action: 'sql.dropTemporary',
      detail: { name: row.name, rows: row.row_count },
    })
    await transaction
      .deleteFrom('temporary_table')
      .where('id', '=', id)
      .where('owner_id', '=', user.id)
      .execute()
  })
  await removeFile(deps, user.id, row.file)
  return null
}

/** Deletes expired tables. */
export async function sweepTemporary(deps: Deps): Promise<void> {
  const { db } = deps.metadata
  for (const row of await readExpired(db)) {
    await db.deleteFrom('temporary_table').where('id', '=', row.id).execute()
    await removeFile(deps, row.owner_id, row.file)
  }
}

/** Adds fingerprints to tables from before they were recorded. */
export async function proveTemporary({ metadata: { db }, settings: { dataDir } }: Deps): Promise<void> {
  const rows = await db.selectFrom('temporary_table').selectAll().where('fingerprint', 'is', null).execute()
  for (const { id, owner_id, file } of rows) {
    const fingerprint = await fingerprintOf(temporaryFile(dataDir, owner_id, file)).catch(() => null)
    await db.updateTable('temporary_table').set({ fingerprint }).where('id', '=', id).execute()
  }
}

/** Only at start: later, a file without a row may be one being written. */
export async function sweepOrphans({ metadata: { db }, settings: { dataDir } }: Deps): Promise<void> {
  const rows = await db.selectFrom('temporary_table').select(['owner_id', 'file']).execute()
  await removeOrphans(dataDir, new Set(rows.map(({ owner_id, file }) => `${owner_id}/${file}`)))
}
