// The alarms' jobs: the pass over all alarms, and the messages about fires.
import { type Static, Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'

const second = 1_000

/** One for all alarms, each minute. */
export const checkAlarms = defineJob({
  name: 'alarm.check',
  title: '检查告警',
  payload: Type.Object({}),
  perLane: 1,
  timeoutMs: 600 * second,
  // No more attempts: the next minute brings the next pass.
  tries: 2,
  longestWaitMs: 600 * second,
  keepMs: 3_600 * second,
})

/** Runs the saved query of one alarm, and judges what it returns. */
export const runAlarmQuery = defineJob({
  name: 'alarm.query',
  title: '运行告警的查询',
  payload: Type.Object({
    alarm: Type.Integer(),
    /** The moment it stands for, ISO. */
    at: Type.String(),
    /** The day whose data is late: it says so instead of running. */
    late: Type.Optional(Type.String()),
  }),
  perServer: 2,
  timeoutMs: 900 * second,
  tries: 12,
  backoff: { firstMs: 10 * second, mostMs: 600 * second },
  longestWaitMs: 12 * 3_600 * second,
  keepMs: 24 * 3_600 * second,
})

const recovered = Type.Object({
  fire: Type.Integer(),
  period: Type.String(),
  figures: Type.Array(
    Type.Object({ point: Type.Integer(), value: Type.Union([Type.Number(), Type.Null()]) }),
  ),
})
/** Absent figures: the value is no longer there. */
export type Recovered = Static<typeof recovered>

/** Sends what a maintenance window held back, in one message to the same people. */
export const tellMuted = defineJob({
  name: 'alarm.tellMuted',
  title: '维护窗口汇总',
  payload: Type.Object({
    alarm: Type.Integer(),
    fires: Type.Array(Type.Integer(), { maxItems: 10_000 }),
  }),
  permission: 'alert_config_edit',
  timeoutMs: 120 * second,
  tries: 12,
  backoff: { firstMs: 5 * second, mostMs: 600 * second },
  longestWaitMs: 48 * 3_600 * second,
})

/** Records the data of an alarm's fires and sends their message. */
export const tellFires = defineJob({
  name: 'alarm.tell',
  title: '告警通知',
  payload: Type.Object({
    alarm: Type.Integer(),
    fires: Type.Array(Type.Integer(), { maxItems: 10_000 }),
    what: Type.Enum(['describe', 'fire', 'recovery']),
    /** Of a recovery: the figures by which each fire ended. */
    now: Type.Optional(Type.Array(recovered, { maxItems: 10_000 })),
  }),
  permission: 'alert_config_edit',
  perServer: 2,
  timeoutMs: 120 * second,
  tries: 12,
  backoff: { firstMs: 5 * second, mostMs: 600 * second },
  longestWaitMs: 48 * 3_600 * second,
})
