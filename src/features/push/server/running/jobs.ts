// Push's jobs. One begins a run at its moment and is idempotent. The other sends for a few seconds at a time:
// unanswered messages of a dead server are unknown, and never sent again.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

export const beginPush = defineJob({
  name: 'push.begin',
  title: '开始推送',
  payload: Type.Object({ task: Type.Integer(), revision: Type.Integer(), at: Type.Optional(Type.String()) }),
  permission: 'search_push',
  perServer: 2,
  tries: 5,
})

export const sendPush = defineJob({
  name: 'push.send',
  title: '发送推送',
  payload: Type.Object({ run: Type.Integer(), turn: Type.Integer() }),
  permission: 'search_push',
  // A hanging gateway delays only its own app.
  perServer: 8,
  timeoutMs: 2 * 60_000,
  whenLost: 'unknown',
  keepMs: 24 * 3_600_000,
})

export const clearPush = defineJob({
  name: 'push.clear',
  title: '清理推送记录',
  payload: Type.Object({}),
})

export const laneOf = (cgi: string): string => `push ${cgi}`
