// Creates the table and its report: prepared by the reading process, copied into a publication, and saved
// with its definitions. Runs as a job, so that it is queued and can be canceled.

import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { refuseRuled } from '#server/objects/ruled.ts'
import { digestOfFile, findTable } from '#server/warehouse/import/adding.ts'
import { checkedTableName } from '#server/warehouse/import/arguments.ts'
import { kindLike } from '#server/warehouse/import/fitting.ts'
import { type KeepingOut, keptOutNotes } from '#server/warehouse/import/keepingOut.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import { findTaken, tableKey } from '#server/warehouse/import/publishing.ts'
import {
  type Inspected,
  type Prepared,
  type PrepareOrder,
  preparedFile,
  preparedTable,
} from '#server/warehouse/import/reading/orders.ts'
import { readInProcess } from '#server/warehouse/import/reading/process.ts'
import { quoteName, quoteText } from '#server/warehouse/snapshot/describe.ts'
import { loadedTables, loadTable } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportRole } from '#shared/imports/roles.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { reportProposer } from '#features/config/server/index.ts'
import { type ImportState, isFitting, type LoadRequestBody } from '../contract.ts'
import { addPrepared } from './adding.ts'
import { type ImportsDeps, loadFileJob } from './loadJob.ts'
import { foundOf, problemOf } from './reading.ts'
import { assertUndamaged, type Upload } from './uploads.ts'

const ways = { rename: '请另取表名', replace: '选择替换它', confirm: '确认之后才替换' }

export async function orderLoading(
  { jobs, metadata, warehouse, settings }: ImportsDeps,
  user: SessionUser,
  upload: Upload,
  request: LoadRequestBody,
): Promise<void> {
  await refuseRuled(metadata.db, user, '导入的数据')
  const { columns, bad } = foundOf(upload)
  if (upload.state.phase === 'loading') throw new AppError('parameter_wrong', '正在导入，请稍候')
  const table = checkedTableName(request.table.trim())
  if (request.columns.length !== columns.length)
    throw new AppError('parameter_wrong', '文件已重新读过，请重新核对各列')
  assertColumns(request.columns)
  assertAnswered(columns, request.columns)
  const isMarking = request.columns.some(({ personal }) => personal !== undefined)
  if (isMarking && !isAllRows(user))
    throw new AppError('permission_missing', '标记个人信息影响所有人：需要能看全部数据的账号')
  const misfits = columns.reduce((sum, column, at) => sum + misfitsOf(column, request.columns[at]), 0)
  if (bad.count + misfits > 0 && !request.keepGood)
    throw importProblem(`有 ${bad.count + misfits} ${bad.unit}不能导入：请修正文件，或勾选只导入其余的行`)
  // An early check; changes meanwhile are found when the table is written.
  const tables = await loadedTables({ settings, warehouse })
  const { addition, replace } = request
  if (addition && replace) throw new AppError('parameter_wrong', '追加和替换只能选一个')
  if (addition) findTable(tables, { table })
  else await findTaken(tables, { table, replace, ways, metadata, proposer: reportProposer })
  upload.request = { ...request, table }
  upload.state = { phase: 'loading', fraction: 0, step: '排队中', problem: null, done: null }
  upload.work = new AbortController()
  upload.jobId = await jobs.enqueue({ kind: loadFileJob, payload: { upload: upload.id }, userId: user.id })
}

/** A column keeps its kind until its question is answered. */
function assertAnswered(found: Inspected['columns'], told: LoadRequestBody['columns']): void {
  for (const [at, { ask, kind }] of found.entries()) {
    const column = told[at]
    if (ask?.must && column && column.role !== 'left' && column.kind === kind)
      throw new AppError('parameter_wrong', `请先说明列「${column.name}」怎么读：${ask.text}？`)
  }
}

/** Those of another reading are found when the file is read so. */
const misfitsOf = (
  { kind, misfits }: Inspected['columns'][number],
  told: LoadRequestBody['columns'][number] | undefined,
): number => (told?.role !== 'left' && told?.kind === kind ? misfits.count : 0)

function assertColumns(columns: LoadRequestBody['columns']): void {
  const seen = new Set<string>()
  for (const column of columns) {
    const { name, role } = column
    if (role === 'left') continue
    if (!isFitting(column))
      throw new AppError(
        'parameter_wrong',
        `列「${name}」不是数字，不能求和、取平均或作余额；请改它的类型或用途`,
      )
    if (name.trim() === '') throw new AppError('parameter_wrong', '列名不能为空')
    const key = name.trim().toLowerCase()
    if (seen.has(key)) throw new AppError('parameter_wrong', `列名「${name}」重复（不分大小写）`)
    seen.add(key)
  }
  if (seen.size === 0) throw new AppError('parameter_wrong', '请至少导入一列')
  for (const [role, title] of [
    ['date', '日期'],
    ['game', '游戏'],
  ] as const)
    if (columns.filter((column) => column.role === role).length > 1)
      throw new AppError('parameter_wrong', `只能有一个${title}列`)
}

export async function runLoading(deps: ImportsDeps, id: string, context: JobContext): Promise<JobDone> {
  const { owner, signal, progress } = context
  const upload = deps.uploads.get(id)
  if (!upload?.request || !owner) throw importProblem('上传的文件已不在（服务重新启动过），请重新选择文件')
  const tell = (fraction: number, step: string) => {
    progress(fraction, step)
    upload.state = { ...upload.state, fraction, step }
  }
  const canceled = AbortSignal.any([signal, upload.work.signal])
  try {
    await assertUndamaged(upload, canceled)
    const prepared = await prepare(deps, upload, upload.request, canceled, tell)
    tell(0.8, '写入数据仓库')
    const result = await write(deps, upload, prepared, owner, canceled)
    upload.state = { phase: 'done', fraction: 1, step: '', problem: null, done: result }
    return { result }
  } catch (error) {
    const { code, message } = problemOf(error)
    const { ReplacementProblem } = await import('#server/warehouse/import/replacement.ts')
    const replacement = error instanceof ReplacementProblem ? error.replacement : null
    const problem = canceled.aborted ? null : { code, message, replacement }
    upload.state = { phase: 'ready', fraction: 0, step: '', problem, done: null }
    // A question to the user is no failure of the job.
    if (replacement) return { result: { asks: message } }
    throw error
  }
}

async function write(
  deps: ImportsDeps,
  upload: Upload,
  prepared: Prepared,
  owner: SessionUser,
  signal: AbortSignal,
): Promise<NonNullable<ImportState['done']>> {
  const request = upload.request as LoadRequestBody
  const { table, addition } = request
  if (addition) {
    return addPrepared(deps, upload, { table, addition }, prepared, owner, signal)
  }
  const { proposed, written, keptOut } = await publishPrepared(deps, upload, request, prepared, owner, signal)
  const notes = [...prepared.notes, ...keptOutNotes(keptOut), ...proposed.notes]
  return { viewMetaId: proposed.viewMetaId, table: written.name, rows: prepared.rows - keptOut, notes }
}

async function prepare(
  { settings, warehouse }: ImportsDeps,
  { source, folder }: Upload,
  { table, addition, columns, keepGood }: LoadRequestBody,
  signal: AbortSignal,
  tell: (fraction: number, step: string) => void,
): Promise<Prepared> {
  if (!source) throw new AppError('internal')
  const like = addition ? await columnsOf({ settings, warehouse }, table) : []
  const named = (role: string) => columns.find((column) => column.role === role)?.name.trim() ?? null
  return readInProcess<PrepareOrder>(
    {
      kind: 'prepare',
      source,
      folder,
      zone: settings.zone,
      choices: columns.map(({ name, kind, role }) => ({
        name: name.trim(),
        kind: kindLike(like, name.trim()) ?? kind,
        left: role === 'left',
      })),
      dateColumn: named('date'),
      gameColumn: named('game'),
      keepGood,
    },
    { signal, onProgress: (fraction, step) => tell(fraction * 0.8, step) },
  )
}

async function columnsOf(
  place: Pick<ImportsDeps, 'settings' | 'warehouse'>,
  table: string,
): Promise<PhysicalTable['columns']> {
  const tables = await loadedTables(place)
  return tables.find(({ name }) => tableKey(name) === tableKey(table))?.columns ?? []
}

async function publishPrepared(
  { settings, metadata, warehouse }: ImportsDeps,
  { folder, name, path }: Upload,
  { table, replace, confirmed, columns }: LoadRequestBody,
  prepared: Prepared,
  owner: SessionUser,
  signal: AbortSignal,
) {
  const roles = columns.flatMap(({ name: column, role }): [string, ImportRole][] =>
    role === 'left' ? [] : [[column.trim(), role]],
  )
  return loadTable(
    {
      table,
      replace,
      ways,
      source: name,
      digest: await digestOfFile(path, signal),
      dataDir: settings.dataDir,
      clock: settings,
      metadata,
      proposer: reportProposer,
      guard: loadGuard({ settings, metadata }),
      by: owner,
      confirmed: confirmed ?? null,
      roles: Object.fromEntries(roles),
      personal: columns.flatMap(({ name: column, role, personal }) =>
        role === 'left' || personal === undefined ? [] : [{ name: column.trim(), kind: personal }],
      ),
      weights: Object.fromEntries(
        columns.flatMap(({ name: column, role, weight }) =>
          role === 'weighted' && weight !== undefined ? [[column.trim(), weight.trim()]] : [],
        ),
      ),
      signal,
      write: async (connection, written, _, keeping) => {
        await copyTable(connection, join(folder, preparedFile), written, { source: name, prepared, keeping })
        return { loaded: prepared, profiles: prepared.profiles }
      },
    },
    warehouse.writer,
  )
}

async function copyTable(
  connection: DuckDBConnection,
  path: string,
  table: string,
  { source, prepared, keeping }: { source: string; prepared: Prepared; keeping: KeepingOut },
): Promise<void> {
  await connection.run(`ATTACH ${quoteText(path)} AS prepared (READ_ONLY)`)
  try {
    const rows = await keeping.without(connection, `prepared.main.${preparedTable}`)
    await connection.run(`CREATE TABLE ${quoteName(table)} AS FROM ${rows}`)
  } finally {
    await connection.run('DETACH prepared')
  }
  await connection.run(`COMMENT ON TABLE ${quoteName(table)} IS ${quoteText(`导入自 ${source}`)}`)
  for (const { name } of prepared.profiles)
    await connection.run(`COMMENT ON COLUMN ${quoteName(table)}.${quoteName(name)} IS ${quoteText(name)}`)
}
