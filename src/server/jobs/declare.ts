// A kind of job, declared as data by its slice. The slice binds the work with `jobs.handle`, as it binds
// calls.
import type { Kysely } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { PermissionKey } from '#shared/permissions.ts'
import type { SessionUser } from '../http/session.ts'
import type { Database } from '../metadata/schema.ts'
import type { JobStatus } from './tables.ts'

export interface JobKind<Payload extends TSchema = TSchema> {
  /** `slice.noun`, such as statement.report. Stored in rows, so it must never change. */
  name: string
  /** Chinese name, shown in lists. */
  title: string
  payload: Payload
  /**
   * The permission its user must hold when it runs and when its result is read; null where an account is
   * enough.
   */
  permission: PermissionKey | null
  /** How many may run at once on one server. */
  perServer: number
  /** How many of one lane may run at once over all servers. The lane is the user unless one is named. */
  perLane: number
  timeoutMs: number
  /** The most attempts, including those lost with their server. */
  tries: number
  /** The wait before the second attempt; doubles with each further one. */
  backoff: { firstMs: number; mostMs: number }
  /**
   * What happens when the server dies during a run or the run exceeds its time. `retry`: run it again;
   * repeating it is harmless. `unknown`: never run it again automatically; its outcome is shown as unknown.
   */
  whenLost: 'retry' | 'unknown'
  /** Chinese: what may happen twice when a job of unknown outcome is sent again by hand (会再发一次邮件). */
  twice?: string
  /** Chinese: why a failed job can't be sent again by hand, and what to do instead. Absent: it can be. */
  noRetry?: string
  /**
   * Runs only on the data folder it was sent from, because what it needs or makes is stored there. `files`: its
   * result goes to the storage that servers share, where there is one, and then any server runs it. `warehouse`: it
   * works on the embedded warehouse; where servers share a ClickHouse, any of them runs it.
   */
  local: boolean | 'files' | 'warehouse'
  /** How long a finished job is kept. */
  keepMs: number
  /** A job that has waited longer than this fails. */
  longestWaitMs: number
}

const day = 24 * 3_600_000

const usual = {
  permission: null,
  perServer: 1,
  perLane: 1,
  timeoutMs: 10 * 60_000,
  tries: 3,
  backoff: { firstMs: 5_000, mostMs: 10 * 60_000 },
  whenLost: 'retry',
  local: false,
  keepMs: 7 * day,
  longestWaitMs: 7 * day,
} as const satisfies Partial<JobKind>

export const defineJob = <Payload extends TSchema>(
  kind: Pick<JobKind<Payload>, 'name' | 'title' | 'payload'> & Partial<JobKind<Payload>>,
): JobKind<Payload> => ({ ...usual, ...kind })

export interface JobContext {
  id: string
  /** The owner with present rights; null for the installation's own jobs. */
  owner: SessionUser | null
  /** Counts from 1. */
  attempt: number
  /**
   * The fencing token: greater than that of any earlier run of the kind. External systems can use it to
   * refuse late writes.
   */
  fence: number
  /** Aborts with the AppError that says why. */
  signal: AbortSignal
  /** The scheduled moment the run stands for; null without a schedule. */
  fireAt: Date | null
  /** `fraction` from 0 to 1; written at most once a second. */
  progress(fraction: number, step?: string): void
}

export interface JobDone {
  /** Stored with the job, as JSON. */
  result?: unknown
  /** Runs in the transaction that ends the job; skipped where the run came too late. */
  commit?: (db: Kysely<Database>) => Promise<void>
}

export interface JobProblem {
  code: string
  /** In Chinese. */
  message: string
  /** `data` of the AppError. */
  data?: unknown
}

/** A job as shown to callers. */
export interface JobRun {
  id: string
  kind: string
  userId: number | null
  status: JobStatus
  payload: unknown
  attempt: number
  progress: number
  step: string
  result: unknown
  problem: JobProblem | null
  enqueuedAt: string
  /** The job does not begin before this. */
  runAt: string
  startedAt: string | null
  endedAt: string | null
  cancelAsked: boolean
  games: string | null
  scheduleId: string | null
  fireAt: string | null
}

export interface JobWork<Payload extends TSchema> {
  /**
   * Does the work. An AppError that it rejects with is reported and not retried, unless its code says to come
   * back later; any other error is retried. Where `whenLost` is `unknown`, an AppError also says that nothing
   * was done.
   */
  run(payload: Static<Payload>, context: JobContext): Promise<JobDone | undefined>
  /** Called with each new status, in the transaction that writes it. */
  changed?: (db: Kysely<Database>, run: JobRun) => Promise<void>
}
