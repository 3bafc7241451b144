// The jobs that deliver messages.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const second = 1_000

const delivering = {
  payload: Type.Object({
    delivery: Type.String({ maxLength: 100 }),
    /** A test is not retried, because a user waits for it. */
    once: Type.Optional(Type.Boolean()),
  }),
  /** High enough that hanging receivers leave room for all others; the jobs wait rather than compute. */
  perServer: 200,
  perLane: 1,
  /** Long enough to include waiting for a robot's rate limit. */
  timeoutMs: 150 * second,
  tries: 8,
  backoff: { firstMs: 15 * second, mostMs: 600 * second },
  /** Delivered at least once: the receiver recognizes a repetition by the key sent with it. */
  whenLost: 'retry',
  twice: '对方可能会再收到一次同样的消息',
  longestWaitMs: 24 * 3_600 * second,
} as const

export const deliver = defineJob({ name: 'receivers.delivery', title: '发送消息', ...delivering })

/** Deliveries with files must run on the machine that holds the files. */
export const deliverFiles = defineJob({
  name: 'receivers.fileDelivery',
  title: '发送带附件的邮件',
  ...delivering,
  local: true,
})
