// A saved query that is run for a message: found with its sender's rights, run with its reader's, in the sandbox's
// queue of long work.

import { createHash } from 'node:crypto'
import { type RowScope, seesPersonal } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Db } from '#server/objects/types.ts'
import { presentUser } from '#server/people.ts'
import type { Reader } from '#server/queryRights.ts'
import { living } from '#server/scopes/life.ts'
import type { ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { ColumnLabels } from '#shared/sql/columnLabels.ts'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { mayDo } from '#shared/sql/queryRights.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { tokenize } from '#shared/sql/tokens.ts'
import type { SavedParameter } from '#features/code/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { readLibrary } from '../library/access.ts'
import { usualLimits } from '../runs/context.ts'
import { endings } from '../runs/problem.ts'
import { sightKey } from '../runs/rows.ts'
import { sightOf, type VisibleTable, visibleTables } from '../runs/scope.ts'

export interface SentQuery {
  id: string
  name: string
  /** Its only statement. */
  sql: string
  params: SavedParameter[]
  /** A digest of its text and parameters. */
  stamp: string
  /** Who changed it last. */
  modifiedBy: number
}

export interface SentResult {
  columns: WarehouseColumn[]
  chunks: ColumnChunk[]
  rowCount: number
  /** There are more rows. */
  truncated: boolean
  /** The names of codes in the first rows. */
  labels: ColumnLabels
}

const mostCharacters = 32 * 1024 * 1024
/** Rows of which the codes get their names. */
const namedRows = 500

const mayWriteSql = ({ authorityInfo }: Pick<SessionUser, 'authorityInfo'>): boolean =>
  holdsPermission(authorityInfo, 'search_sqlQuery')

/** Throws AppError where the caller may not run it (any more), or it is no single statement. */
export async function findSentQuery(db: Db, caller: Reader, id: string): Promise<SentQuery> {
  if (!mayWriteSql(caller)) throw new AppError('permission_missing', '没有「代码查询」权限')
  const row = await db
    .selectFrom('saved_query')
    .select(['id', 'name', 'sql', 'params', 'owner_id', 'folder_id', 'modified_by'])
    .where('id', '=', id)
    .where(living('saved_query'))
    .executeTakeFirst()
  const right = row ? (await readLibrary(db, caller)).rightOn(row) : null
  if (!row || right === null) throw new AppError('object_missing', '查询不存在或已被删除')
  if (!mayDo(right, 'run')) throw new AppError('permission_missing', '没有运行这个查询的权限')
  const statements = statementsOf(row.sql)
  const [only] = statements
  if (statements.length > 1 || !only)
    throw new AppError(
      'parameter_wrong',
      `查询「${row.name}」有 ${statements.length} 条语句，定时发送和告警只能用一条语句的查询`,
    )
  return {
    id: row.id,
    name: row.name,
    sql: row.sql.slice(only.start, only.end),
    params: JSON.parse(row.params) as SavedParameter[],
    stamp: stampOf(row),
    modifiedBy: row.modified_by,
  }
}

const stampOf = ({ sql, params }: { sql: string; params: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([sql, params]))
    .digest('base64url')

/** Names and digests of saved queries that live, whoever may run them. */
export async function savedQueriesKnown(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; stamp: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('saved_query')
    .select(['id', 'name', 'sql', 'params'])
    .where('id', 'in', [...new Set(ids)])
    .where(living('saved_query'))
    .execute()
  return new Map(rows.map((row) => [row.id, { name: row.name, stamp: stampOf(row) }]))
}

interface SentOrder {
  name: string
  sql: string
  params: Record<string, { type: ParameterType; value: ParameterValue }>
  limit: number
}

/**
 * `account`: whose right to SQL it is; `scope`: the rows that may be seen, at most the account's. Audited as a run of
 * the account.
 */
export async function runSentQuery(
  deps: Deps,
  account: SessionUser,
  scope: RowScope,
  { name, sql, params, limit }: SentOrder,
  signal: AbortSignal,
): Promise<SentResult> {
  if (!mayWriteSql(account)) throw new AppError('permission_missing', '没有「代码查询」权限')
  const { games, rules } = scope
  const reader = { ...account, games, rules, personal: seesPersonal(scope) && seesPersonal(account) }
  const sight = await sightOf(deps, reader, sql)
  const detail = { title: name, sql: sql.slice(0, 4_000) }
  await writeAudit(deps.metadata.db, { userId: account.id, action: 'sql.send', detail })
  const chunks: ColumnChunk[] = []
  let size = 0
  const { columns, rowCount, truncated } = await deps.sandbox.run({
    userId: account.id,
    sql,
    params,
    scope: sight.scope,
    limit,
    mode: 'rows',
    timeoutMs: usualLimits.timeoutMs,
    background: true,
    signal,
    onChunk: (chunk) => {
      for (const column of chunk.columns) size += column.length
      if (size > mostCharacters) throw new AppError('parameter_wrong', '结果超过 32 MB，请减少行或列后再发送')
      chunks.push(chunk)
    },
  })
  // Rights may have been revoked during the run: then nobody gets its result.
  const present = await presentUser(deps.metadata.db, account.id)
  if (!present || !mayWriteSql(present) || sightKey(present) !== sightKey(account)) throw endings.rights()
  const { labelsOfColumns } = await import('./naming.ts')
  const labels = await labelsOfColumns(deps, reader, { sql, kind: 'query', columns: titled(columns) }, (at) =>
    firstCells(chunks, at),
  )
  return { columns, chunks, rowCount, truncated, labels }
}

const titled = (columns: readonly WarehouseColumn[]) =>
  columns.map(({ name, type }) => ({ title: name, type }))

/** The first cells of a column. */
export function firstCells(chunks: readonly ColumnChunk[], at: number, most = namedRows): unknown[] {
  const cells: unknown[] = []
  for (const { columns } of chunks) {
    if (cells.length >= most) break
    cells.push(...(JSON.parse(columns[at] ?? '[]') as unknown[]).slice(0, most - cells.length))
  }
  return cells
}

/** The published tables that a statement names; facts alone where it names any. */
export async function tablesNamed(deps: Deps, scope: RowScope, sql: string): Promise<VisibleTable[]> {
  const words = new Set(
    tokenize(sql).flatMap(({ kind, start, end }) =>
      kind === 'word' || kind === 'quoted' ? sql.slice(start, end).replaceAll('"', '').toLowerCase() : [],
    ),
  )
  const model = await readModel(deps)
  const visible = visibleTables(model, scope, deps.warehouse.dialect)
  const named = visible.filter(({ table }) => words.has(table.name.toLowerCase()))
  const facts = new Set(model.pointTables.map(({ table_truename }) => table_truename.toLowerCase()))
  const own = named.filter(({ table }) => facts.has(table.name.toLowerCase()))
  return own.length > 0 ? own : named
}

/** When they were published, ISO. */
export async function publishedTables(deps: Deps, scope: RowScope, sql: string): Promise<(string | null)[]> {
  return (await tablesNamed(deps, scope, sql)).map(({ table }) => table.updatedAt)
}

/**
 * Every table of the statement was published after the day ended; the newest long enough ago that no other part of the
 * same load follows.
 */
export async function areRenewedSince(
  deps: Deps,
  scope: RowScope,
  sql: string,
  { day, now, settleMs }: { day: string; now: Date; settleMs: number },
): Promise<boolean> {
  const published = await publishedTables(deps, scope, sql)
  const isNew = (at: string | null) => at !== null && businessDay(deps.settings, new Date(at)) > day
  const isSettled = (at: string | null) => at !== null && now.getTime() - Date.parse(at) >= settleMs
  return published.length > 0 && published.every((at) => isNew(at) && isSettled(at))
}
