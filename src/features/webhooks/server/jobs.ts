// The jobs of webhooks: one sends what waits for a webhook, in order; the other finds published tables.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const second = 1_000

export const sendEvents = defineJob({
  name: 'webhooks.delivery',
  title: '发送事件',
  payload: Type.Object({ webhook: Type.Integer() }),
  /** High enough that hanging addresses leave room for all others; the jobs wait rather than compute. */
  perServer: 100,
  timeoutMs: 150 * second,
  tries: 12,
  backoff: { firstMs: 5 * second, mostMs: 600 * second },
  twice: '对方可能会再收到一次同样的事件',
  keepMs: 3_600 * second,
})

/** One webhook's events go one after another, whichever server sends them. */
export const laneOf = (id: number): string => `webhook ${id}`

/** One for all servers, so that none of them tells what another one has told. */
export const watchTables = defineJob({
  name: 'webhooks.watch',
  title: '查看哪些数据表有了新数据',
  payload: Type.Object({}),
  timeoutMs: 120 * second,
  tries: 2,
  keepMs: 3_600 * second,
  longestWaitMs: 600 * second,
})
