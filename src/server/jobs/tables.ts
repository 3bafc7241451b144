// Tables of the queue and the schedules.
import { sql } from 'kysely'
import { big, defineTable, type RowOf, type RowsOf, real, text, whole } from '../metadata/table.ts'

const made = '0006-jobs'
const foundByTime = '0022-jobs-by-time'
const traced = '0116-job-traces'

export type JobStatus = 'queued' | 'running' | 'done' | 'failed' | 'canceled' | 'unknown'

const job = defineTable({
  name: 'job',
  made,
  key: 'id',
  columns: {
    /** Random, or given by the sender. */
    id: text(),
    kind: text(),
    /** The user whose rights it runs with; null for the installation's own jobs. */
    user_id: whole().nullable(),
    /** The unit of fairness: the user, or what the sender named (a receiver, a host). */
    lane: text(),
    payload: text(),
    /** Two jobs sent under one key are one job. */
    key: text().nullable(),
    /** Lower comes first. */
    priority: whole(),
    /** Position in the kind's fair order: the lanes' first jobs come before their second ones. */
    turn: big(),
    status: text<JobStatus>(),
    /** Number of begun runs; a run that was handed back does not count. */
    attempt: whole(),
    /**
     * The fencing token, greater with each claim of the kind. A write with an older token changes nothing.
     */
    fence: big(),
    /** The server that runs it. */
    server: text().nullable(),
    /** The data folder whose servers may run it; null for any. */
    home: text().nullable(),
    /** Earliest start. */
    run_at: text(),
    enqueued_at: text(),
    started_at: text().nullable(),
    ended_at: text().nullable(),
    cancel_asked: whole(),
    /** 0 to 1. */
    progress: real(),
    step: text(),
    result: text().nullable(),
    /** JSON of JobProblem. */
    problem: text().nullable(),
    /** The user's games during the run, as JSON like those of `user`. */
    games: text().nullable(),
    schedule_id: text().nullable(),
    fire_at: text().nullable(),
    /** When the finished job is deleted. */
    expires_at: text().nullable(),
    /** W3C's `traceparent` of what sent it; null where nothing is traced. */
    trace: text().nullable().since(traced),
  },
  indexes: [
    { columns: ['kind', 'key'], unique: true },
    { columns: ['status', 'kind', 'run_at', 'home'] },
    { columns: ['status', 'kind', 'priority', 'turn'] },
    { columns: ['kind', 'lane', 'turn'] },
    { columns: ['user_id', 'kind'] },
    { columns: ['expires_at'] },
  ],
  backup: { leftOut: 'done' },
  changes: {
    // Indexes for all jobs, those of a state and those of a kind, newest first.
    [foundByTime]: async (db) => {
      for (const lead of [[], ['status'], ['kind'], ['schedule_id']]) {
        const columns = [...lead, 'enqueued_at', 'id']
        await db.schema
          .createIndex(`job_by_${columns.join('_')}`)
          .on('job')
          .columns(columns)
          .execute()
      }
    },
  },
})

/** One row per kind. Locking it makes servers claim one after another. */
const jobKind = defineTable({
  name: 'job_kind',
  made,
  key: 'kind',
  columns: {
    kind: text(),
    /** The last fencing token given. */
    fence: big(),
    /** The turn of the last claimed job. */
    turn: big(),
  },
  backup: 'rows',
})

/** A server with running jobs. It is alive as long as its heartbeat changes. */
const jobServer = defineTable({
  name: 'job_server',
  made,
  key: 'id',
  columns: { id: text(), beat: big() },
  backup: { leftOut: 'running' },
})

/** `checked_to` of a schedule restored from a backup: moments before the restore do not count. */
export const restored = ''

const jobSchedule = defineTable({
  name: 'job_schedule',
  made,
  key: 'id',
  columns: {
    id: text(),
    kind: text(),
    user_id: whole().nullable(),
    lane: text().nullable(),
    payload: text(),
    priority: whole(),
    /** ScheduleRule as JSON. */
    rule: text(),
    /** CatchUp as JSON. */
    catch_up: text(),
    /** A fire that is no later than this is on time. */
    grace_ms: whole(),
    paused: whole(),
    /** All moments up to here are recorded. */
    checked_to: text(),
    /** Null when there are no more moments. */
    next_at: text().nullable(),
  },
  indexes: [{ columns: ['paused', 'next_at'] }, { columns: ['checked_to'] }],
  backup: { rows: (row) => ({ ...row, checked_to: restored, next_at: row.next_at && restored }) },
})

/** One fire of a schedule; a moment never has two rows. */
const jobFire = defineTable({
  name: 'job_fire',
  made,
  key: ['schedule_id', 'fire_at'],
  columns: {
    schedule_id: text(),
    fire_at: text(),
    state: text<'fired' | 'missed'>(),
    recorded_at: text(),
    late_ms: big(),
    job_id: text().nullable(),
    /** The row stands for all missed moments up to here. */
    missed_to: text().nullable(),
  },
  indexes: [{ columns: ['recorded_at'] }],
  changes: {
    // Partial index: few of very many rows match.
    [foundByTime]: async (db) => {
      const missed = db.schema
        .createIndex('job_fire_by_missed')
        .on('job_fire')
        .columns(['schedule_id', 'fire_at'])
      await missed.where(sql<boolean>`state = 'missed'`).execute()
    },
  },
  backup: { leftOut: 'done' },
})

export type JobTable = RowOf<typeof job>
export type JobScheduleTable = RowOf<typeof jobSchedule>
export type JobFireTable = RowOf<typeof jobFire>

export const jobTables = [job, jobKind, jobServer, jobSchedule, jobFire]

declare module '../metadata/schema.ts' {
  interface Database extends RowsOf<typeof jobTables> {}
}
