// A kind of job, declared once by its slice as data; the slice binds its work by `jobs.handle`, as it does for calls.
import type { Kysely } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { PermissionKey } from '#shared/permissions.ts'
import type { SessionUser } from '../http/session.ts'
import type { Database } from '../metadata/schema.ts'
import type { JobStatus } from './tables.ts'

export interface JobKind<Payload extends TSchema = TSchema> {
  /** `slice.noun`: statement.report. Stands in rows, so it never changes. */
  name: string
  /** Chinese, for lists. */
  title: string
  payload: Payload
  /** What its user must hold when it runs and when its result is read; null for nothing beyond an account. */
  permission: PermissionKey | null
  /** Runs at once on one server. */
  perServer: number
  /** Runs at once of one lane (a user, where none is named), over all servers. */
  perLane: number
  timeoutMs: number
  /** How often it is begun at most, lost servers included. */
  tries: number
  /** Before the second try; doubles with each further one. */
  backoff: { firstMs: number; mostMs: number }
  /**
   * What may have been done when a server dies in it, or it doesn't end in time: `retry` where doing it again harms
   * nobody; `unknown` where it is never done again by itself, and its outcome is shown as unknown.
   */
  whenLost: 'retry' | 'unknown'
  /** Chinese: what may happen twice where one of unknown outcome is sent again by hand (会再发一次邮件). */
  twice?: string
  /** Chinese: why one that failed can't be sent again by hand, and what to do instead. Without it, it can. */
  noRetry?: string
  /** Run on the data folder that it was sent from alone: its result lies there. */
  local: boolean
  /** How long an ended one is kept. */
  keepMs: number
  /** What has waited longer has failed. */
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
  /** With the rights of now; null for the installation's own jobs. */
  owner: SessionUser | null
  /** Counts from 1. */
  attempt: number
  /** Larger than of any run of the kind before: what is done elsewhere can refuse what comes late by it. */
  fence: number
  /** Aborts with the AppError that says why. */
  signal: AbortSignal
  /** The moment of its schedule that it stands for. */
  fireAt: Date | null
  /** `fraction` from 0 to 1; written at most once a second. */
  progress(fraction: number, step?: string): void
}

export interface JobDone {
  /** Kept with the job, as JSON. */
  result?: unknown
  /** Written in one transaction with the job's end: not at all where the run came too late. */
  commit?: (db: Kysely<Database>) => Promise<void>
}

export interface JobProblem {
  code: string
  /** Chinese. */
  message: string
  /** Of the AppError. */
  data?: unknown
}

/** A job as others see it. */
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
  /** Not begun before. */
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
   * An AppError it rejects with is told as it is and not tried again, but for one that says to come back later;
   * anything else is tried again. Where `whenLost` is `unknown`, an AppError says that nothing was done.
   */
  run(payload: Static<Payload>, context: JobContext): Promise<JobDone | undefined>
  /** Told of each new status, in the transaction that brings it. */
  changed?: (db: Kysely<Database>, run: JobRun) => Promise<void>
}
