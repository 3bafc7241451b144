// What the rest of the workspace uses of runs.
import type { Kysely } from 'kysely'
import type { SessionUser } from '#server/http/session.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { SandboxRequest, SandboxResult } from '#server/warehouse/sandbox/types.ts'
import type { AppError } from '#shared/errors.ts'
import type { Run, RunKind, RunParameters } from '#features/code/contract.ts'

export interface RunOrder {
  kind: RunKind
  title: string
  sql: string
  params: RunParameters
  limit: number | null
  /** The saved query that it belongs to. */
  savedQueryId: string | null
  /** A kept, equal run may answer it. */
  accelerated: boolean
}

/** The statement of a run without a kept result, as its work consumes it (csv bytes, chunks for a file …). */
type RunStatement = (
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
  /** Reports the number of rows done. */
  progress(rowCount: number): void
}

export interface Draft {
  id: string
  note(db: Kysely<Database>): Promise<void>
}

export interface Runs {
  /**
   * Records the run and its audit row, then starts it; it continues without the caller. Without `task` the
   * statement's rows become its result; with one, the task does the work (using `statement` or a kept
   * result).
   */
  start(
    user: SessionUser,
    order: RunOrder,
    task?: (task: RunTask) => Promise<{ rowCount: number; file?: RunFile }>,
  ): Promise<string>
  /** Prepares a run that the queue will start, by a job with its id: recorded in the job's transaction. */
  draft(user: SessionUser, order: RunOrder): Promise<Draft>
  /** Executes such a run; returns the function that writes its end, in the transaction that ends the job. */
  perform(
    user: SessionUser,
    id: string,
    signal: AbortSignal,
    task: (task: RunTask) => Promise<{ rowCount: number; file?: RunFile }>,
  ): Promise<(db: Kysely<Database>) => Promise<void>>
  /**
   * The state, once its stamp exceeds `after` or `waitMs` are over; object_missing unless it is the user's.
   */
  state(
    user: SessionUser,
    id: string,
    wait?: { after: number; waitMs: number },
    signal?: AbortSignal,
  ): Promise<Run>
  /** Settles with the last state when the run has ended. */
  ended(user: SessionUser, id: string, signal?: AbortSignal): Promise<Run>
  /** `reason`: why it ends; canceled by its user when absent. */
  cancel(user: SessionUser, id: string, reason?: AppError): Promise<Run>
  /** A finished run of the user's that equals the order and has its result; null without one. */
  findEqual(user: SessionUser, order: Pick<RunOrder, 'sql' | 'params' | 'limit'>): Promise<string | null>
  /** Checks that the user owns the run and its result is kept; otherwise object_missing or result_expired. */
  assertKept(user: SessionUser, id: string): Promise<Run>
  stop(): Promise<void>
}

export interface RunFile {
  name: string
  format: 'csv' | 'xlsx'
  bytes: number
  /** File name in the folder of exports. */
  stored: string
  /** CRC of its bytes; absent in files of earlier releases. */
  crc?: number
}
