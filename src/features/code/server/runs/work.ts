// Executes a run: the sandbox's rows are written to the result as they arrive, and the row records the end.

import type { Kysely } from 'kysely'
import { translateFailure } from '#server/metadata/failures.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { SandboxParameter, SandboxRequest } from '#server/warehouse/sandbox/types.ts'
import { AppError, errors } from '#shared/errors.ts'
import type { RunParameters, RunProblem } from '#features/code/contract.ts'
import type { RunsContext } from './context.ts'
import type { LiveEnd, LiveRun } from './live.ts'
import { ownerProblem } from './owners.ts'
import { endings, problemOf, statusOf } from './problem.ts'
import { noteEnd } from './rows.ts'
import type { Sight } from './scope.ts'
import type { RunFile, RunTask } from './types.ts'

export type TaskWork = (task: RunTask) => Promise<{ rowCount: number; file?: RunFile }>

export const sandboxParameters = (params: RunParameters): Record<string, SandboxParameter> =>
  Object.fromEntries(
    Object.entries(params).map(([name, given]) => [
      name,
      typeof given === 'object' && given !== null && 'type' in given ? given : { value: given },
    ]),
  )

/** Never rejects: every outcome becomes the run's end. */
export async function perform(
  context: RunsContext,
  live: LiveRun,
  sight: Sight,
  task?: TaskWork,
): Promise<void> {
  const end = await (task ? doTask(context, live, sight, task) : keepRows(context, live, sight)).catch(
    (error: unknown) => failed(context, live, error),
  )
  await conclude(context, live, end)
}

const requestOf = ({ limits }: RunsContext, live: LiveRun, { scope }: Sight) => ({
  userId: live.user.id,
  sql: live.order.sql,
  params: sandboxParameters(live.order.params),
  scope,
  timeoutMs: limits.timeoutMs,
  background: live.order.kind === 'export',
  signal: live.ending.signal,
  onPlace: (place: number, waiting: number) => live.moved(place, waiting),
})

async function keepRows(context: RunsContext, live: LiveRun, sight: Sight): Promise<LiveEnd> {
  const { deps } = context
  const { signal } = live.ending
  const writer = await deps.results.create(live.id, live.user.id)
  try {
    let headed = Promise.resolve()
    const request: SandboxRequest = {
      ...requestOf(context, live, sight),
      limit: live.order.limit,
      mode: 'rows',
      wholeCells: live.order.kind === 'temp',
      onColumns: (columns) => {
        live.found(columns)
        headed = writer.columns(columns)
        headed.catch(() => undefined)
      },
      onChunk: async (chunk) => {
        await headed
        await writer.append(chunk)
        live.progressed(live.rowCount + chunk.rowCount)
      },
    }
    const { rowCount, truncated } = await deps.sandbox.run(request)
    await headed
    await assertOwner(context, live)
    signal.throwIfAborted()
    live.sealed = true
    await writer.finish({ truncated })
    return { status: 'done', rowCount, truncated, problem: null, file: null }
  } catch (error) {
    await writer.abort().catch((cause: unknown) => warn(context, live, cause, 'result not removed'))
    throw error
  }
}

async function doTask(context: RunsContext, live: LiveRun, sight: Sight, task: TaskWork): Promise<LiveEnd> {
  const { sandbox, results } = context.deps
  const base = requestOf(context, live, sight)
  const { signal } = live.ending
  // Work on a kept result needs no place in the queue; a statement reports its own start.
  live.works()
  try {
    const { rowCount, file = null } = await task({
      id: live.id,
      signal,
      statement: (request) => sandbox.run({ ...base, ...request }),
      progress: (count) => live.progressed(count),
    })
    await assertOwner(context, live)
    signal.throwIfAborted()
    live.sealed = true
    const result = await results.find(live.id)
    live.columns = result?.columns ?? []
    return { status: 'done', rowCount, truncated: result?.truncated ?? false, problem: null, file }
  } catch (error) {
    await results.remove(live.id).catch((cause: unknown) => warn(context, live, cause, 'result not removed'))
    throw error
  }
}

/** Rights may have been revoked during the run: then nobody gets its result. */
async function assertOwner({ deps }: RunsContext, live: LiveRun): Promise<void> {
  const [problem] = await ownerProblem(deps.metadata, [live])
  if (problem) throw endings.rights()
}

function failed(context: RunsContext, live: LiveRun, error: unknown): LiveEnd {
  const { signal } = live.ending
  const problem = problemOf(spoken(context, live, signal.aborted ? signal.reason : error))
  return { status: statusOf(problem), rowCount: live.rowCount, truncated: false, problem, file: null }
}

function spoken(context: RunsContext, live: LiveRun, error: unknown): AppError {
  const known = translateFailure(error)
  if (!(known instanceof AppError)) {
    context.deps.log.error({ err: error, runId: live.id }, 'run failed')
    return new AppError('internal')
  }
  const isPlain = known.code === 'query_timeout' && known.message === errors.query_timeout.message
  return isPlain ? endings.timeout(context.limits.timeoutMs) : known
}

/**
 * Executes a run started by the queue; returns the function that writes its end. Rejects with the reason of
 * an earlier end, which the queue writes. Waiting callers then poll its row.
 */
export async function performQueued(
  context: RunsContext,
  live: LiveRun,
  sight: Sight,
  task: TaskWork,
): Promise<(db: Kysely<Database>) => Promise<void>> {
  const { live: all } = context
  try {
    const end = await doTask(context, live, sight, task)
    all.delete(live.id)
    live.close(end)
    return (db) => noteEnd(db, live, end, expiryOf(context, live, end))
  } catch (error) {
    all.delete(live.id)
    live.close(failed(context, live, error))
    const { signal } = live.ending
    const known = translateFailure(signal.aborted ? signal.reason : error)
    throw known instanceof AppError ? spoken(context, live, known) : error
  }
}

const expiryOf = ({ limits }: RunsContext, live: LiveRun, end: LiveEnd): Date | null => {
  const isKept = end.status === 'done' && (end.file !== null || live.columns.length > 0)
  return isKept ? new Date(Date.now() + (live.pinned ? limits.pinnedMs : limits.keepMs)) : null
}

/** Writes the end; where that fails, the result must not be found as finished. */
async function conclude(context: RunsContext, live: LiveRun, end: LiveEnd): Promise<void> {
  const { deps, live: all } = context
  try {
    await noteEnd(deps.metadata.db, live, end, expiryOf(context, live, end))
    all.delete(live.id)
    live.close(end)
  } catch (error) {
    warn(context, live, error, 'end of a run not written')
    await deps.results.remove(live.id).catch(() => undefined)
    // The run stays in memory, so that its owner is told; the next sweep tries to write it again.
    live.close(end.status === 'done' ? unwritten(end, problemOf(spoken(context, live, error))) : end)
  }
}

const unwritten = (end: LiveEnd, problem: RunProblem): LiveEnd => ({
  ...end,
  status: statusOf(problem),
  problem,
  file: null,
})

/** Retries writing ends that failed. */
export async function writeLateEnds({ deps, live: all }: RunsContext): Promise<void> {
  for (const live of all.values()) {
    if (!live.end) continue
    await noteEnd(deps.metadata.db, live, live.end, null)
    all.delete(live.id)
  }
}

function warn({ deps }: RunsContext, live: LiveRun, error: unknown, message: string): void {
  deps.log.error({ err: error, runId: live.id }, message)
}
