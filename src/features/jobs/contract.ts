// Calls of the jobs page: finished, running, waiting and failed jobs, and schedules.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'

const ours = '/api/s1/jobs'
const access = { keys: ['manage_authority'] } as const

/** In order of importance to the reader. */
export const jobStatuses = ['running', 'queued', 'failed', 'unknown', 'canceled', 'done'] as const
export type JobStatusName = (typeof jobStatuses)[number]

const status = Type.Enum([...jobStatuses])
const id = Type.String({ minLength: 1, maxLength: 200 })
const day = Type.String({ maxLength: 10 })
const moment = Type.Union([Type.String(), Type.Null()])

const jobQuery = Type.Object(
  {
    /** Part of the name of a kind, person, reason, step or schedule; or a complete id. */
    search: Type.Optional(Type.String({ maxLength: 200 })),
    /** One status, or several separated by commas. */
    status: Type.Optional(Type.String({ maxLength: 100 })),
    kind: Type.Optional(Type.String({ maxLength: 100 })),
    /** A user's name; `-` for the installation's own jobs. */
    who: Type.Optional(Type.String({ maxLength: 254 })),
    schedule: Type.Optional(id),
    /** Days of the business calendar, both included. */
    from: Type.Optional(day),
    to: Type.Optional(day),
    oldestFirst: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  },
  closed,
)
export type JobQuery = Static<typeof jobQuery>

const jobRow = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  /** Empty for the installation's own jobs. */
  who: Type.String(),
  status,
  enqueuedAt: Type.String(),
  /** Null when the job may start at once. */
  runAt: moment,
  startedAt: moment,
  endedAt: moment,
  attempt: Type.Integer(),
  /** Null for a kind that this version of the product does not know. */
  tries: Type.Union([Type.Integer(), Type.Null()]),
  /** 0 to 1. */
  progress: Type.Number(),
  step: Type.String(),
  /** Chinese: the failure, or for a waiting job that of its last attempt; empty without one. */
  problem: Type.String(),
  /** Id of the schedule that started the job; empty without one. */
  schedule: Type.String(),
  /** Of what runs by the schedule; empty where it has none. */
  scheduleName: Type.String(),
  fireAt: moment,
  cancelAsked: Type.Boolean(),
  /** Chinese: why the job can't be retried; empty when it can. */
  noRetry: Type.String(),
  /** Chinese: what a retry may do twice; empty when nothing. */
  twice: Type.String(),
})
export type JobRow = Static<typeof jobRow>

const jobList = Type.Object({
  rows: Type.Array(jobRow),
  total: Type.Integer(),
  /** There are more jobs than `total`, which stops at the counting limit. */
  isMore: Type.Boolean(),
  kinds: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
  /** Names of users whose jobs the caller may see. */
  people: Type.Array(Type.String()),
})
export type JobList = Static<typeof jobList>

export const listJobs = defineCall({
  name: 'listJobs',
  method: 'GET',
  path: `${ours}/list`,
  access,
  query: jobQuery,
  reply: jobList,
  example: {},
})

const jobDetail = Type.Object({
  job: jobRow,
  /**
   * The job's payload without possible secrets: numbers, booleans and times; of other values only the names.
   */
  payload: Type.Array(Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) })),
  timeoutMs: Type.Union([Type.Integer(), Type.Null()]),
  /** Until when the job's record is kept. */
  keptUntil: moment,
})
export type JobDetail = Static<typeof jobDetail>

export const getJob = defineCall({
  name: 'getJob',
  method: 'GET',
  path: `${ours}/detail`,
  access,
  query: Type.Object({ id }, closed),
  reply: jobDetail,
  example: { query: { id: 'none' } },
})

export const cancelJob = defineCall({
  name: 'cancelJob',
  method: 'POST',
  path: `${ours}/cancel`,
  access,
  body: Type.Object({ id }, closed),
  reply: jobRow,
  example: { body: { id: 'none' } },
})

export const retryJob = defineCall({
  name: 'retryJob',
  method: 'POST',
  path: `${ours}/retry`,
  access,
  /** `confirmed`: the user accepts what may happen twice. */
  body: Type.Object({ id, confirmed: Type.Optional(Type.Boolean()) }, closed),
  reply: jobRow,
  example: { body: { id: 'none' } },
})

const scheduleQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 200 })),
    kind: Type.Optional(Type.String({ maxLength: 100 })),
    who: Type.Optional(Type.String({ maxLength: 254 })),
    paused: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  },
  closed,
)
export type ScheduleQuery = Static<typeof scheduleQuery>

const scheduleRow = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  /** Of what runs by it, such as a subscription; empty for the installation's own. */
  name: Type.String(),
  who: Type.String(),
  /** Chinese: when the schedule fires. */
  rule: Type.String(),
  paused: Type.Boolean(),
  nextAt: moment,
  lastAt: moment,
  /** The result of the last firing; empty before the first. */
  lastState: Type.Enum(['', 'fired', 'missed']),
  lateMs: Type.Number(),
  missed: Type.Integer(),
})
export type ScheduleRow = Static<typeof scheduleRow>

const scheduleList = Type.Object({
  rows: Type.Array(scheduleRow),
  total: Type.Integer(),
  kinds: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
  people: Type.Array(Type.String()),
})
export type ScheduleList = Static<typeof scheduleList>

export const listJobSchedules = defineCall({
  name: 'listJobSchedules',
  method: 'GET',
  path: `${ours}/schedules`,
  access,
  query: scheduleQuery,
  reply: scheduleList,
  example: {},
})

const fires = Type.Object({
  schedule: scheduleRow,
  /** The next firing times. */
  next: Type.Array(Type.String()),
  /** Newest first. */
  fires: Type.Array(
    Type.Object({
      at: Type.String(),
      state: Type.Enum(['fired', 'missed']),
      lateMs: Type.Number(),
      /** Null when the job's record has been deleted or never existed. */
      jobId: Type.Union([Type.String(), Type.Null()]),
      /** One entry stands for all firings missed up to this time. */
      missedTo: moment,
    }),
  ),
})
export type ScheduleFires = Static<typeof fires>

export const getJobSchedule = defineCall({
  name: 'getJobSchedule',
  method: 'GET',
  path: `${ours}/schedule`,
  access,
  query: Type.Object({ id }, closed),
  reply: fires,
  example: { query: { id: 'none' } },
})

export const pauseJobSchedule = defineCall({
  name: 'pauseJobSchedule',
  method: 'POST',
  path: `${ours}/pause`,
  access,
  body: Type.Object({ id, paused: Type.Boolean() }, closed),
  reply: scheduleRow,
  example: { body: { id: 'none', paused: true } },
})
