// How a run ends. Each end is written under its fence, in one transaction with what the slice keeps. A run
// whose job was taken over meanwhile writes nothing.
import type { Updateable } from 'kysely'
import { backoffMs } from './backoff.ts'
import { isoOf } from './clock.ts'
import type { JobDone, JobKind, JobProblem, JobRun } from './declare.ts'
import { type Db, type Dialect, type JobRow, locked, runOf } from './rows.ts'
import type { JobTable } from './tables.ts'

export type Ending =
  | { status: 'done'; done: JobDone; games: string | null }
  | { status: 'failed'; problem: JobProblem; mayRetry: boolean }
  | { status: 'canceled' | 'unknown'; problem: JobProblem }
  /** The server stops: the run counts as not started. */
  | { status: 'handed back' }
  /** The server that ran the job is gone. */
  | { status: 'lost' }

export interface RunBasis {
  dialect: Dialect
  now: number
  kind: JobKind
  changed?: ((db: Db, run: JobRun) => Promise<void>) | undefined
}

export const problems = {
  canceled: { code: 'query_canceled', message: '已取消' },
  canceledLate: { code: 'query_canceled', message: '已取消，但在此之前可能已经生效，请核对' },
  lost: { code: 'query_failed', message: '服务在运行途中重启，没有完成，请重新发送' },
  unknown: { code: 'query_failed', message: '服务在运行途中中断，结果未知；为免重复，不会自动再次执行' },
  tired: { code: 'query_failed', message: '等待太久，没有运行' },
} as const satisfies Record<string, JobProblem>

/** False where the job no longer belongs to this run. */
export async function endRun(
  db: Db,
  { id, fence }: Pick<JobRow, 'id' | 'fence'>,
  ending: Ending,
  basis: RunBasis,
): Promise<boolean> {
  const held = db
    .selectFrom('job')
    .selectAll()
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
  const row = await locked(held, basis.dialect).executeTakeFirst()
  if (!row) return false
  if (ending.status === 'done') await ending.done.commit?.(db)
  await change(db, row, changeOf(row, ending, basis), basis)
  return true
}

/** Call with the row locked. */
export async function change(db: Db, row: JobRow, to: Updateable<JobTable>, basis: RunBasis): Promise<void> {
  await db.updateTable('job').set(to).where('id', '=', row.id).execute()
  await basis.changed?.(db, runOf({ ...row, ...to } as JobRow))
}

function changeOf(row: JobRow, ending: Ending, basis: RunBasis): Updateable<JobTable> {
  const { kind, now } = basis
  switch (ending.status) {
    case 'done': {
      const result = ending.done.result === undefined ? null : JSON.stringify(ending.done.result)
      return { ...ended('done', null, basis), result, games: ending.games, progress: 1 }
    }
    case 'failed': {
      if (!ending.mayRetry || row.attempt >= kind.tries) return ended('failed', ending.problem, basis)
      return again(row, { run_at: isoOf(now + backoffMs(kind, row.id, row.attempt)) }, ending.problem, basis)
    }
    case 'handed back':
      return again(row, { attempt: row.attempt - 1 }, null, basis)
    case 'lost': {
      if (kind.whenLost === 'unknown') return ended('unknown', problems.unknown, basis)
      if (row.attempt >= kind.tries) return ended('failed', problems.lost, basis)
      return again(row, {}, null, basis)
    }
    default:
      return ended(ending.status, ending.problem, basis)
  }
}

export const ended = (
  status: JobTable['status'],
  problem: JobProblem | null,
  { kind, now }: RunBasis,
): Updateable<JobTable> => ({
  status,
  problem: problem && JSON.stringify(problem),
  server: null,
  ended_at: isoOf(now),
  expires_at: isoOf(now + kind.keepMs),
})

/** Puts the job back at its old turn, unless it was to be canceled. */
function again(
  row: JobRow,
  to: Updateable<JobTable>,
  problem: JobProblem | null,
  basis: RunBasis,
): Updateable<JobTable> {
  if (row.cancel_asked === 1) return ended('canceled', problems.canceled, basis)
  const reason = problem && JSON.stringify(problem)
  return { status: 'queued', server: null, started_at: null, progress: 0, step: '', problem: reason, ...to }
}
