// What the other areas of the workspace use of its runs.
import type { Kysely } from 'kysely'
import type { SessionUser } from '#server/http/session.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { SandboxRequest, SandboxResult } from '#server/warehouse/sandbox/types.ts'
import type { AppError } from '#shared/errors.ts'
import type { ResultComparison, Run, RunKind, RunParameters } from '#features/code/contract.ts'

export interface RunOrder {
  kind: RunKind
  title: string
  sql: string
  params: RunParameters
  limit: number | null
  /** Saved query that it belongs to. */
  savedQueryId: string | null
  /** May be answered by an equal run that is kept. */
  accelerated: boolean
}

/** The SQL of a run that keeps no result of its own, as its work meets it (csv bytes, chunks for a file …). */
export type RunStatement = (
  request: Pick<SandboxRequest, 'mode' | 'limit'> &
    Partial<
      Pick<SandboxRequest, 'onColumns' | 'onChunk' | 'onBytes' | 'onProgress' | 'timeoutMs' | 'wholeCells'>
    >,
) => Promise<SandboxResult>

export interface RunTask {
  id: string
  signal: AbortSignal
  /** Runs the order's statement in the sandbox, as the run's user. */
  statement: RunStatement
  /** Shows how many rows are done. */
  progress(rowCount: number): void
}

export interface Draft {
  id: string
  note(db: Kysely<Database>): Promise<void>
}

export interface Runs {
  /**
   * Notes the run and its audit row, then starts it; it goes on without the caller. Without `task` the statement's
   * rows are kept as its result; with one, the task does the work (and uses `statement` or a kept result).
   */
  start(
    user: SessionUser,
    order: RunOrder,
    task?: (task: RunTask) => Promise<{ rowCount: number; file?: RunFile }>,
  ): Promise<string>
  /** A run that the queue will begin, by a job of its id: noted in the transaction that the job comes with. */
  draft(user: SessionUser, order: RunOrder): Promise<Draft>
  /** Such a run at work; gives what writes its end, in the transaction of the job's. */
  perform(
    user: SessionUser,
    id: string,
    signal: AbortSignal,
    task: (task: RunTask) => Promise<{ rowCount: number; file?: RunFile }>,
  ): Promise<(db: Kysely<Database>) => Promise<void>>
  /** The state, once its stamp is above `after` or `waitMs` are over; object_missing unless it is the user's. */
  state(
    user: SessionUser,
    id: string,
    wait?: { after: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<Run>
  /** Settles when the run has ended, with its last state. */
  ended(user: SessionUser, id: string, signal?: AbortSignal): Promise<Run>
  /** `reason`: why it ends; its user's wish when absent. */
  cancel(user: SessionUser, id: string, reason?: AppError): Promise<Run>
  /** A finished run of the user's that equals the order, with its result kept; null without one. */
  findEqual(user: SessionUser, order: Pick<RunOrder, 'sql' | 'params' | 'limit'>): Promise<string | null>
  /** Asserts that the user owns the run and its result is kept; else object_missing or result_expired. */
  assertKept(user: SessionUser, id: string): Promise<Run>
  stop(): Promise<void>
}

export interface RunFile {
  name: string
  format: 'csv' | 'xlsx'
  bytes: number
  /** Name in the folder of exports. */
  stored: string
  /** Of its bytes; absent of one of a release before. */
  crc?: number
}

export type { ResultComparison }
