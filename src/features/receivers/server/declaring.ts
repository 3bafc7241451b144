// The jobs that deliver.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const second = 1_000

const delivering = {
  payload: Type.Object({
    delivery: Type.String({ maxLength: 100 }),
    /** A test is not tried again: whoever asked for it waits. */
    once: Type.Optional(Type.Boolean()),
  }),
  /** So many that receivers that hang leave room for all others; they wait, they do not work. */
  perServer: 200,
  perLane: 1,
  /** Waits of robots that take so many a minute are within it. */
  timeoutMs: 150 * second,
  tries: 8,
  backoff: { firstMs: 15 * second, mostMs: 600 * second },
  /** At least once: the receiver tells what it has already by the key that goes with it. */
  whenLost: 'retry',
  twice: '对方可能会再收到一次同样的消息',
  longestWaitMs: 24 * 3_600 * second,
} as const

export const deliver = defineJob({ name: 'receivers.delivery', title: '发送消息', ...delivering })

/** With files, which lie where they were written. */
export const deliverFiles = defineJob({
  name: 'receivers.fileDelivery',
  title: '发送带附件的邮件',
  ...delivering,
  local: true,
})
