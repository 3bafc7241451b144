// Trying an alarm: its data, an immediate run, the rehearsal over past days, and a preview of its message.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { parameterValueSchema, parameterValuesSchema, savedQueryId } from '#shared/sql/parameterSchema.ts'
import { parameterTypes } from '#shared/sql/parameters.ts'
import { alarmLevels, alarmOwn, exampleRule } from './rule.ts'
import { access, data, edited, figure, maybe, nullable, ours } from './shared.ts'

/** An unsaved rule, or a stored alarm; the unsaved rule takes precedence. */
const which = {
  id: maybe(idSchema),
  rule: maybe(Type.Object({ ...edited, ...alarmOwn }, closed)),
}
const whichObject = Type.Object(which)
export type WhichAlarm = Static<typeof whichObject>
const days = maybe(Type.Integer({ minimum: 1, maximum: 400 }))

const watchedPoint = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  unit: Type.String(),
  format: nullable(Type.String()),
})
const watchedDim = Type.Object({ id: Type.Integer(), name: Type.String(), dictId: nullable(Type.Integer()) })
/** A value of the dimensions: its cells as in reports, and in words. Without dimensions: an empty list. */
const watchedValue = {
  key: Type.String(),
  cells: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  label: Type.String(),
}

const reportData = Type.Object({
  points: Type.Array(watchedPoint),
  dims: Type.Array(watchedDim),
  grain: Type.String(),
  /** Days, or hours as `2026-10-12 14`, in order. */
  periods: Type.Array(Type.String()),
  /** The first incomplete period; null: all are complete. */
  unfinishedFrom: nullable(Type.String()),
  /** Sorted by the last period, the largest first. */
  values: Type.Array(
    Type.Object({
      ...watchedValue,
      /** One list per point, one cell per period. */
      figures: Type.Array(Type.Array(figure)),
    }),
  ),
  /** Whether there are more values than are sent. */
  truncated: Type.Boolean(),
  updateTime: nullable(Type.String()),
})
export type AlarmReportData = Static<typeof reportData>

/** The figures that the alarm watches in its last (30) days, in its games. */
export const getAlarmReportData = defineCall({
  name: 'getAlarmReportData',
  method: 'POST',
  path: `${data}/getAlarmReportData`,
  effect: 'read',
  access,
  body: Type.Object({ ...which, days }, closed),
  reply: reportData,
  example: { body: { id: 987654321 } },
})

/** The outcome of one condition. */
const finding = Type.Object({
  point: nullable(Type.Integer()),
  pointName: Type.String(),
  met: Type.Boolean(),
  /** The condition can't be decided: its figure or the compared one is missing. It counts as not met. */
  unknown: maybe(Type.Boolean()),
  /**
   * Whether it caused the fire: met, as are all groups around it. Absent in fires from before groups existed.
   */
  led: maybe(Type.Boolean()),
  /**
   * Groups that begin with this finding, the outermost first: the number of findings in each, and whether it
   * is met; null: unknown.
   */
  groups: maybe(
    Type.Array(
      Type.Object({
        join: Type.Enum(['any', 'all']),
        size: Type.Integer(),
        met: nullable(Type.Boolean()),
      }),
    ),
  ),
  /** In words: 充值金额 1,234 元，比上周同日下降 23.4%（阈值 20%）. */
  text: Type.String(),
  value: figure,
  /** The compared figure. */
  previous: figure,
  /** Change as a fraction: -0.234. */
  change: figure,
  /** The forecast's expectation. */
  expected: figure,
  low: figure,
  high: figure,
})
export type AlarmFinding = Static<typeof finding>
export const alarmFinding = finding

/** Whether the finding caused the fire. */
export const ledTo = ({ met, led = met }: Pick<AlarmFinding, 'met' | 'led'>): boolean => led

/**
 *   fire       it fires (or would)
 *   met        met, but not for long enough
 *   quiet      would fire, and is not told because of the quiet hours; `held`: is told when they end
 *   rearm      would fire, and is not told so soon after the last one
 *   clear      not met
 *   waiting    the period isn't whole, or nothing can be compared yet
 */
export const outcomes = ['fire', 'met', 'quiet', 'held', 'rearm', 'clear', 'waiting'] as const
export type Outcome = (typeof outcomes)[number]
export const outcomeTitles: Record<Outcome, string> = {
  fire: '触发',
  met: '满足，但持续时间不够',
  quiet: '触发，静默时段不发',
  held: '触发，静默时段后发',
  rearm: '触发，冷却中不发',
  clear: '未满足',
  waiting: '暂不判断',
}

const runFound = Type.Object({
  /** The evaluated period; null where none is complete yet. */
  period: nullable(Type.String()),
  /** Why nothing could be evaluated, in Chinese; empty otherwise. */
  problem: Type.String(),
  values: Type.Array(
    Type.Object({
      ...watchedValue,
      outcome: Type.Enum([...outcomes]),
      level: Type.Enum([...alarmLevels]),
      findings: Type.Array(finding),
    }),
  ),
  /** The number of evaluated values and of those that fire; `values` has the first 200, firing ones first. */
  checked: Type.Integer(),
  fires: Type.Integer(),
  /** The message that is, or would be, sent. */
  title: Type.String(),
  text: Type.String(),
  /** What each kind of receiver makes of it, read from what would be posted. */
  shown: Type.Array(
    Type.Object({
      kind: Type.String(),
      title: Type.String(),
      text: Type.String(),
      table: nullable(
        Type.Object({
          columns: Type.Array(Type.String()),
          rows: Type.Array(Type.Array(Type.String())),
          right: Type.Optional(Type.Array(Type.Integer())),
        }),
      ),
    }),
  ),
  /** Whether a test message was sent. */
  sent: Type.Boolean(),
  elapsedMs: Type.Number(),
})
export type AlarmRun = Static<typeof runFound>

/**
 * Evaluates immediately and returns the findings, without recording anything. With `send`, a message marked
 * as a test goes to the rule's receivers and users, whether it fires or not.
 */
export const runAlarmRule = defineCall({
  name: 'runAlarmRule',
  method: 'POST',
  path: `${data}/runAlarmRule`,
  access,
  body: Type.Object({ ...which, send: maybe(Type.Boolean()) }, closed),
  reply: runFound,
  example: { body: { id: 987654321 } },
})

const rehearsed = Type.Object({
  points: Type.Array(watchedPoint),
  dims: Type.Array(watchedDim),
  grain: Type.String(),
  periods: Type.Array(Type.String()),
  /** Messages that would have been sent: all values of a period share one message. */
  messages: Type.Integer(),
  /** Values × periods that would have fired, reported or not. */
  fires: Type.Integer(),
  /** Number of evaluated values. */
  checked: Type.Integer(),
  /** The first 30, those that fire most first. */
  values: Type.Array(
    Type.Object({
      ...watchedValue,
      fires: Type.Integer(),
      /** One cell per period. */
      outcomes: Type.Array(Type.Enum([...outcomes])),
      /** Reasons in words; empty where nothing was met. */
      reasons: Type.Array(Type.String()),
      levels: Type.Array(Type.Enum([...alarmLevels])),
      /** One list per point that a condition names. */
      series: Type.Array(
        Type.Object({
          point: Type.Integer(),
          figures: Type.Array(figure),
          /** The comparison: the expected figure of a forecast, or the earlier figure of a change. */
          expected: Type.Array(figure),
          /** Conditions are not met between these; null where there is no such bound. */
          low: Type.Array(figure),
          high: Type.Array(figure),
        }),
      ),
    }),
  ),
  /** The forecast's method, or from where a query's past figures are, in Chinese; empty without either. */
  method: Type.String(),
  elapsedMs: Type.Number(),
})
export type AlarmRehearsal = Static<typeof rehearsed>

/** What the rule would have done in its last days (90; for hours 7). Canceled when the caller disconnects. */
export const rehearseAlarm = defineCall({
  name: 'rehearseAlarm',
  method: 'POST',
  path: `${ours}/rehearse`,
  effect: 'read',
  access,
  body: Type.Object({ ...which, days: maybe(Type.Integer({ minimum: 1, maximum: 90 })) }, closed),
  reply: rehearsed,
  example: { body: { rule: exampleRule } },
})

const queryResult = Type.Object({
  name: Type.String(),
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.Enum([...parameterTypes]),
      label: Type.String(),
      default: parameterValueSchema,
      dictId: nullable(Type.Integer()),
    }),
  ),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      /** Whether its values are figures. */
      figure: Type.Boolean(),
      /** Of the first rows, as shown. */
      samples: Type.Array(Type.String()),
    }),
  ),
  rows: Type.Integer(),
  /** In Chinese: why it can't be run; the columns are unknown then. */
  problem: Type.String(),
})
export type AlarmQueryResult = Static<typeof queryResult>

/** What a saved query returns now to the caller, from which a rule chooses. */
export const readAlarmQuery = defineCall({
  name: 'readAlarmQuery',
  method: 'POST',
  path: `${ours}/query`,
  effect: 'read',
  access,
  body: Type.Object({ id: savedQueryId, params: parameterValuesSchema }, closed),
  reply: queryResult,
  example: { body: { id: 'none', params: {} } },
})
