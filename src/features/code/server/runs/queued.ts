// Runs started by the job queue, on this or another server, now or after a restart; marked in their ids.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { JobRun } from '#server/jobs/declare.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { newRunId, tagOf } from './ownership.ts'
import { endings, problemOf, statusOf } from './problem.ts'
import type { RunRow } from './rows.ts'

/** Replaces the server's tag, which is hexadecimal. */
const queueTag = 'by-queue'

export const newQueuedId = (): string => newRunId(queueTag)
export const isQueued = (id: string): boolean => tagOf(id) === queueTag

/** Copies the job's state to the run; the job's work itself writes a success. */
export async function noteQueueChange(db: Kysely<Database>, run: JobRun): Promise<void> {
  if (run.status === 'done') return
  const isUnderWay = run.status === 'queued' || run.status === 'running'
  await db
    .updateTable('sql_run')
    .set(isUnderWay ? { status: run.status as 'queued' | 'running' } : endOf(run))
    .where('id', '=', run.id)
    .execute()
}

function endOf({ status, problem: told }: JobRun) {
  const reason =
    status === 'canceled'
      ? endings.user()
      : new AppError((told?.code ?? 'query_failed') as ErrorCode, told?.message, told?.data ?? null)
  const problem = problemOf(reason)
  const ended_at = new Date().toISOString()
  return { status: statusOf(problem), problem: JSON.stringify(problem), expires_at: null, ended_at }
}

/** Runs without a job: from a restored backup, or because the job was deleted long ago. */
export async function lonelyRuns({ db }: Metadata): Promise<string[]> {
  const rows = await db
    .selectFrom('sql_run')
    .leftJoin('job', 'job.id', 'sql_run.id')
    .select('sql_run.id')
    .where('sql_run.status', 'in', ['queued', 'running'])
    .where('sql_run.id', 'like', `${queueTag}%`)
    .where('job.id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

const lookEveryMs = 250

/** Polls the row of a run that is not on this server until `holds`, or the time is over. */
export async function watchRow(
  read: () => Promise<RunRow>,
  holds: (row: RunRow) => boolean,
  waitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + waitMs
  while (!holds(await read()) && performance.now() < deadline && !signal?.aborted) {
    await sleep(lookEveryMs, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
}
