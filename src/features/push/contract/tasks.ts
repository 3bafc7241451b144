// Push tasks: message, audience, schedule, and outcome.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { messageParts, told } from './message.ts'
import { access, cgi, counts, data, game, nullable, ours } from './shared.ts'

export const taskStates = ['approval', 'waiting', 'sending', 'done', 'stopped', 'failed', 'unknown'] as const
export type PushTaskState = (typeof taskStates)[number]
export const taskStateTitles: Record<PushTaskState, string> = {
  approval: '待审批',
  waiting: '等待',
  sending: '发送中',
  done: '已完成',
  stopped: '已停止',
  failed: '失败',
  unknown: '结果未知',
}

const clock = Type.String({ maxLength: 5 })
const lastDay = Type.String({ maxLength: 10 })
const schedule = Type.Union([
  Type.Object({ kind: Type.Literal('now') }, closed),
  /** `2026-11-30T09:30` on the business's clocks, or a moment with a zone (`2026-11-30T01:30:00Z`). */
  Type.Object({ kind: Type.Literal('at'), at: Type.String({ maxLength: 40 }) }, closed),
  Type.Object({ kind: Type.Literal('daily'), time: clock, until: lastDay }, closed),
  Type.Object(
    {
      kind: Type.Literal('weekly'),
      /** 1 is Monday, 7 Sunday. */
      weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
      time: clock,
      until: lastDay,
    },
    closed,
  ),
  /** Minute, hour, day, month, weekday; `until` is the last day. */
  Type.Object({ kind: Type.Literal('cron'), cron: Type.String({ maxLength: 100 }), until: lastDay }, closed),
])
export type PushSchedule = Static<typeof schedule>

const audience = {
  cgi,
  /** Ids of servers; all when empty or absent. */
  servers: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500 })),
  /** Key from segmentconfig/find; everybody when absent. */
  segment: Type.Optional(Type.String({ maxLength: 50 })),
}
const given = { ...audience, ...messageParts, schedule: Type.Optional(schedule) }

const task = Type.Object({
  id: Type.Integer(),
  cgi: Type.String(),
  game: Type.String(),
  servers: Type.Array(Type.String()),
  segment: Type.String(),
  segmentTitle: Type.String(),
  ...told,
  schedule,
  /** The schedule in words. */
  scheduleText: Type.String(),
  /** The next sending time, ISO; null when there is none, or approval is pending. */
  nextAt: nullable(Type.String()),
  state: Type.Enum([...taskStates]),
  /** The reason for its state; empty without one. */
  problem: Type.String(),
  /** Estimated number of people when it was saved; null where it could not be counted. */
  reach: nullable(Type.Integer()),
  ...counts,
  owner: Type.String(),
  /** Whether the caller created or last changed it: only others may approve it. */
  own: Type.Boolean(),
  approvedBy: Type.String(),
  approvedAt: nullable(Type.String()),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
})
export type PushTask = Static<typeof task>

export const taskSorts = ['title', 'cgi', 'state', 'reach', 'createdAt', 'modifiedAt'] as const
const taskQuery = Type.Object(
  {
    /** Part of a title or body. */
    search: Type.Optional(Type.String({ maxLength: 200 })),
    cgi: Type.Optional(cgi),
    state: Type.Optional(Type.Enum([...taskStates])),
    sort: Type.Optional(Type.Enum([...taskSorts])),
    desc: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  closed,
)
export type PushTaskQuery = Static<typeof taskQuery>
const taskList = Type.Object({
  rows: Type.Array(task),
  total: Type.Integer(),
  games: Type.Array(game),
})

export const findPushTasks = defineCall({
  name: 'findPushTasks',
  method: 'GET',
  path: `${data}/task/find`,
  access,
  query: taskQuery,
  reply: taskList,
  example: { query: {} },
})

const taskOrder = Type.Object(
  {
    ...given,
    /** A second order by the same person with the same id is the first one. */
    requestId: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
)
export type PushTaskOrder = Static<typeof taskOrder>

export const addPushTask = defineCall({
  name: 'addPushTask',
  method: 'POST',
  path: `${data}/task/add`,
  access,
  body: taskOrder,
  reply: task,
  example: { body: { cgi: 'none', title: '标题', body: '内容' } },
})

const taskChange = Type.Object({ ...given, id: idSchema, revision: Type.Integer({ minimum: 1 }) }, closed)
export type PushTaskChange = Static<typeof taskChange>

/** For a task that has not begun; approval is required again. */
export const changePushTask = defineCall({
  name: 'changePushTask',
  method: 'POST',
  path: `${ours}/task/change`,
  access,
  body: taskChange,
  reply: task,
  example: { body: { id: 987654321, revision: 1, cgi: 'none', title: '标题', body: '内容' } },
})

const one = Type.Object({ id: idSchema }, closed)

/** Messages already on their way to the gateway are not called back. */
export const stopPushTask = defineCall({
  name: 'stopPushTask',
  method: 'POST',
  path: `${data}/task/stop`,
  access,
  body: one,
  reply: task,
  example: { body: { id: 987654321 } },
})

/** By a user other than the author of this revision. */
export const approvePushTask = defineCall({
  name: 'approvePushTask',
  method: 'POST',
  path: `${ours}/task/approve`,
  access,
  body: Type.Object({ id: idSchema, revision: Type.Integer({ minimum: 1 }) }, closed),
  reply: task,
  example: { body: { id: 987654321, revision: 1 } },
})

/** Continues after a failure with people not tried yet: nobody gets it twice. */
export const resumePushTask = defineCall({
  name: 'resumePushTask',
  method: 'POST',
  path: `${ours}/task/resume`,
  access,
  body: one,
  reply: task,
  example: { body: { id: 987654321 } },
})

const estimate = Type.Object({
  count: Type.Integer(),
  needsApproval: Type.Boolean(),
  /** Above this number of people a second person must approve. */
  approvalAbove: Type.Integer(),
  /** At the app's rate, without quiet hours. */
  minutes: Type.Integer(),
  /** The next sending times in words, or what is wrong with the schedule. */
  next: Type.Array(Type.String()),
  problem: Type.String(),
})
export type PushEstimate = Static<typeof estimate>

export const estimatePush = defineCall({
  name: 'estimatePush',
  method: 'POST',
  path: `${ours}/estimate`,
  effect: 'read',
  access,
  body: Type.Object({ ...audience, schedule: Type.Optional(schedule) }, closed),
  reply: estimate,
  example: { body: { cgi: 'none' } },
})

const run = Type.Object({
  id: Type.Integer(),
  fireAt: Type.String(),
  startedAt: Type.String(),
  endedAt: nullable(Type.String()),
  state: Type.Enum([...taskStates]),
  total: Type.Integer(),
  ...counts,
  problem: Type.String(),
})
export type PushRun = Static<typeof run>

/** The last hundred, newest first. */
export const listPushRuns = defineCall({
  name: 'listPushRuns',
  method: 'GET',
  path: `${ours}/task/runs/{id}`,
  access,
  params: Type.Object({ id: idSchema }),
  reply: Type.Array(run),
  example: { params: { id: 987654321 } },
})

export const pushTaskHistory = defineCall({
  name: 'pushTaskHistory',
  method: 'GET',
  path: `${ours}/task/history/{id}`,
  access,
  params: Type.Object({ id: idSchema }),
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})
