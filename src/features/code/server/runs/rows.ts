// Runs as the metadata store keeps them.
import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { maskedSince, type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { WarehouseColumn } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Run, RunKind, RunParameters, RunProblem } from '#features/code/contract.ts'
import type { SqlRunTable } from '../tables.ts'
import { columnsOf } from './columns.ts'
import type { LiveEnd, LiveRun } from './live.ts'
import type { RunFile, RunOrder } from './types.ts'

export type RunRow = Selectable<SqlRunTable>

/** The cache key is prefixed with the run's scope: results are only valid within the same scope. */
export const sightKey = (scope: RowScope): string => hash(keyText(scope)).slice(0, 12)

/** Without row rules the text is the same as before they existed, so that kept results stay valid. */
function keyText(scope: RowScope): string {
  const masked = maskedSince(scope)
  if (masked !== null) return JSON.stringify([scopeKey(scope), masked])
  if (scope.rules.length > 0) return scopeKey({ games: scope.games, rules: scope.rules })
  return scope.games === 'all' ? 'all' : JSON.stringify([...scope.games].sort())
}

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Whether rows are still available to this user with their present rights. */
export const isKept = (row: RunRow, user: RowScope): boolean =>
  row.expires_at !== null &&
  Date.parse(row.expires_at) > Date.now() &&
  row.cache_key.startsWith(`${sightKey(user)}:`)

const parse = <Value>(text: string | null): Value | null => (text ? (JSON.parse(text) as Value) : null)

export function runOf(row: RunRow, user: RowScope): Run {
  const file = parse<RunFile>(row.file)
  const expiresAt = isKept(row, user) ? row.expires_at : null
  return {
    queryId: row.id,
    kind: row.kind,
    status: row.status,
    place: null,
    waiting: 0,
    title: row.title,
    sql: row.sql,
    params: parse<RunParameters>(row.params) ?? {},
    columns: columnsOf(parse<WarehouseColumn[]>(row.columns) ?? []),
    data: [],
    from: 0,
    rowCount: row.row_count,
    truncated: row.truncated === 1,
    summary: null,
    elapsedMs: row.elapsed_ms,
    queuedMs: row.queued_ms,
    cached: row.cached === 1,
    updateTime: null,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    // Rows made into a temp table are no longer a result.
    expiresAt: row.kind === 'temp' ? null : expiresAt,
    pinned: row.pinned === 1,
    problem: parse<RunProblem>(row.problem),
    file: file && { name: file.name, bytes: file.bytes, expiresAt },
    stamp: stampOf(row),
  }
}

/** The final stamp is greater than any stamp of the live run. */
export const stampOf = ({ ended_at, status }: RunRow): number =>
  ended_at ? Date.parse(ended_at) : status === 'running' ? 1 : 0

/** Throws object_missing, for others' runs as well. */
export async function readRow({ db }: Metadata, userId: number, id: string): Promise<RunRow> {
  const row = await db
    .selectFrom('sql_run')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('object_missing', '运行记录不存在或已被删除')
  return row
}

const auditActions = {
  query: 'sql.run',
  export: 'sql.export',
  temp: 'sql.temp',
  compare: 'sql.compare',
} as const satisfies Record<RunKind, string>
const auditedCharacters = 4_000

/** The audit row of an SQL run; the whole text is in the run's row. */
export const auditEntry = (userId: number, order: RunOrder, id: string, cached = false) => ({
  userId,
  action: auditActions[order.kind],
  detail: {
    runId: id,
    ...(order.title && { title: order.title }),
    sql: order.sql.slice(0, auditedCharacters),
    ...(order.sql.length > auditedCharacters && { sqlLength: order.sql.length }),
    ...(cached && { cached }),
  },
})

/** The run and its audit row, in one transaction. */
export async function noteRun(db: Kysely<Database>, live: LiveRun): Promise<void> {
  const { order } = live
  await writeAudit(db, auditEntry(live.user.id, order, live.id))
  await db
    .insertInto('sql_run')
    .values({
      id: live.id,
      user_id: live.user.id,
      kind: order.kind,
      status: 'queued',
      title: order.title,
      sql: order.sql,
      params: JSON.stringify(order.params),
      query_id: order.savedQueryId,
      row_limit: order.limit,
      cache_key: live.cacheKey,
      cached: 0,
      columns: '[]',
      row_count: 0,
      truncated: 0,
      elapsed_ms: 0,
      queued_ms: 0,
      problem: null,
      pinned: 0,
      expires_at: null,
      file: null,
      started_at: live.startedAt.toISOString(),
      ended_at: null,
    })
    .execute()
}

/** The order that a stored run was started with. */
export const orderOf = (row: RunRow): RunOrder => ({
  kind: row.kind,
  title: row.title,
  sql: row.sql,
  params: JSON.parse(row.params) as RunOrder['params'],
  limit: row.row_limit,
  savedQueryId: row.query_id,
  accelerated: false,
})

/** Writes how the run ended; its result, if any, is kept until `expiresAt`. */
export async function noteEnd(
  db: Kysely<Database>,
  live: LiveRun,
  end: LiveEnd,
  expiresAt: Date | null,
): Promise<void> {
  await db
    .updateTable('sql_run')
    .set({
      status: end.status,
      title: live.title,
      cache_key: live.cacheKey,
      columns: JSON.stringify(live.columns),
      row_count: end.rowCount,
      truncated: end.truncated ? 1 : 0,
      elapsed_ms: live.elapsedMs,
      queued_ms: live.queuedMs,
      problem: end.problem && JSON.stringify(end.problem),
      pinned: live.pinned ? 1 : 0,
      expires_at: expiresAt?.toISOString() ?? null,
      file: end.file && JSON.stringify(end.file),
      ended_at: new Date().toISOString(),
    })
    .where('id', '=', live.id)
    .execute()
}
