// Reads, locks and converts rows of jobs.
import type { Kysely, Selectable } from 'kysely'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'
import type { JobProblem, JobRun } from './declare.ts'
import type { JobTable } from './tables.ts'

export type Db = Kysely<Database>
export type JobRow = Selectable<JobTable>
export type Dialect = Metadata['dialect']

/**
 * The one difference between the stores: PostgreSQL must lock the rows that a transaction builds on; SQLite
 * has one writer at a time, so what it reads stays true until commit.
 */
export const locked = <Query extends { forUpdate(): Query }>(query: Query, dialect: Dialect): Query =>
  dialect === 'postgres' ? query.forUpdate() : query

const parsed = <Value>(text: string | null): Value | null =>
  text === null ? null : (JSON.parse(text) as Value)

export const runOf = (row: JobRow): JobRun => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id,
  status: row.status,
  payload: JSON.parse(row.payload),
  attempt: row.attempt,
  progress: row.progress,
  step: row.step,
  result: parsed(row.result),
  problem: parsed<JobProblem>(row.problem),
  enqueuedAt: row.enqueued_at,
  runAt: row.run_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  cancelAsked: row.cancel_asked === 1,
  games: row.games,
  scheduleId: row.schedule_id,
  fireAt: row.fire_at,
})
