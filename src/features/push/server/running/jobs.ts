// The jobs of push. One begins a run at its moment; it does the same however often it is begun. The other sends, a few
// seconds at a time: what a death leaves unanswered is unknown, and never sent again.
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
  // A gateway that hangs holds up its own app alone.
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

export const scheduleId = (task: number): string => `push task ${task}`
export const laneOf = (cgi: string): string => `push ${cgi}`
