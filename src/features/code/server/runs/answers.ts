// Answers of the calls that run SQL: with all rows at the end, or as soon as there is something to show.

import type { Deps } from '#server/deps.ts'
import type { Asker } from '#server/http/registerCall.ts'
import { type JsonText, jsonText } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import { living } from '#server/scopes/life.ts'
import { AppError } from '#shared/errors.ts'
import { type Run, type RunBody, usualLimit } from '#features/code/contract.ts'
import { endings, failureOf } from './problem.ts'
import type { Begun, RunService } from './runs.ts'
import { wholeText, windowText } from './runText.ts'
import type { RunOrder } from './types.ts'
import type { TaskWork } from './work.ts'

const usualWaitMs = 10_000
/** Rows in the answer when a call names no number. */
const firstRows = 500

const orderOf = (body: RunBody, accelerated: boolean): RunOrder => ({
  kind: 'query',
  title: body.title ?? '',
  sql: body.sql,
  params: body.params ?? {},
  limit: body.limit ?? usualLimit,
  savedQueryId: body.viewId ?? null,
  accelerated,
})

export async function answerRun(
  deps: Deps,
  runs: RunService,
  caller: Asker,
  body: RunBody,
  accelerated: boolean,
): Promise<JsonText> {
  await assertMayRun(deps, caller.user, body.viewId)
  const order = orderOf(body, accelerated)
  return body.async
    ? answerSoon(deps, runs, caller, order, body.waitMs)
    : answerWhole(deps, runs, caller, order)
}

/** A run may only be attributed to a saved query that the caller may run. */
async function assertMayRun({ metadata: { db } }: Deps, user: SessionUser, id?: string): Promise<void> {
  if (id === undefined) return
  const { readLibrary, refusal } = await import('../library/access.ts')
  const found = await db
    .selectFrom('saved_query')
    .select(['owner_id', 'folder_id'])
    .where('id', '=', id)
    .where(living('saved_query'))
    .executeTakeFirst()
  const library = await readLibrary(db, user)
  const right = found ? library.rightOn(found) : null
  if (!found || right === null) throw new AppError('object_missing', '查询不存在或已被删除')
  const reason = refusal(library.folders, right, found, 'run')
  if (reason !== null) throw new AppError('permission_missing', reason)
}

/** What the statement does in addition to returning rows. */
async function workOf(deps: Deps, user: SessionUser, { sql }: RunOrder): Promise<TaskWork | undefined> {
  if (!/^\W*(?:--|create\b)|^\W*\/\*/i.test(sql.trimStart())) return undefined
  const { createStatementOf, createWork } = await import('../temporary/statement.ts')
  const statement = createStatementOf(sql)
  return statement ? createWork(deps, user, sql, statement) : undefined
}

async function answerSoon(
  deps: Deps,
  runs: RunService,
  { user, signal }: Asker,
  order: RunOrder,
  waitMs = usualWaitMs,
): Promise<JsonText> {
  const begun = await runs.begin(user, order, await workOf(deps, user, order))
  runs.detach(begun.id)
  const run = await runs.shown(user, begun.id, waitMs, signal)
  return answerRows(deps, { ...run, cached: begun.cached }, { from: 0, count: firstRows })
}

async function answerWhole(
  deps: Deps,
  runs: RunService,
  { user, signal }: Asker,
  order: RunOrder,
): Promise<JsonText> {
  const begun = await runs.begin(user, order, await workOf(deps, user, order))
  const run = await endOf(runs, user, begun, signal)
  if (run.status !== 'done') throw failureOf(run.problem)
  return jsonText(wholeText({ ...run, cached: begun.cached }, deps.results, signal))
}

/** The run is canceled when its caller leaves. */
async function endOf(runs: RunService, user: SessionUser, { id }: Begun, signal: AbortSignal): Promise<Run> {
  const letGo = runs.attach(id)
  const leave = () => letGo?.(reasonOf(runs, signal.reason))
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await runs.ended(user, id, signal)
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const reasonOf = (runs: RunService, reason: unknown): AppError =>
  reason instanceof AppError && reason.code === 'query_timeout'
    ? endings.timeout(runs.limits.timeoutMs)
    : endings.caller()

interface RowsQuestion {
  from?: number | undefined
  count?: number | undefined
  view?: string | undefined
  rowsOnly?: boolean | undefined
}

/** The run with the requested rows, as far as they exist. */
export async function answerRows(
  { results }: Pick<Deps, 'results'>,
  run: Run,
  { from = 0, count = firstRows, view, rowsOnly = false }: RowsQuestion,
): Promise<JsonText> {
  const head = rowsOnly ? { ...run, sql: '', params: {}, columns: [] } : run
  const none = () => jsonText(windowText(head, { from: 0, columns: run.columns.map(() => '[]') }))
  const hasRows = run.kind === 'query' || run.kind === 'compare'
  if (count === 0 || !hasRows || run.status === 'failed' || run.status === 'canceled') {
    return none()
  }
  if (run.status === 'done' && run.expiresAt === null) throw new AppError('result_expired')
  if (run.columns.length === 0 || run.rowCount === 0) return none()
  if (view !== undefined) {
    const found = await results.viewWindow(run.queryId, view, from, count)
    return jsonText(windowText({ ...head, rowCount: found.total }, found))
  }
  return jsonText(windowText(head, await results.window(run.queryId, from, count)))
}
