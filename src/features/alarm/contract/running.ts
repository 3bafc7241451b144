// What an alarm sees: the data it watches, a run at once, the rehearsal over past days, the text it would send.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { alarmLevels, alarmOwn, exampleRule } from './rule.ts'
import { access, closed, data, edited, figure, maybe, nullable, ours } from './shared.ts'

/** A rule as it is typed, or one that is kept; of both the typed one counts. */
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
/** A value of the dimensions: its cells as reports give them, and in words. No dimensions: an empty list. */
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
  /** First of the periods that are not whole yet; null: all are. */
  unfinishedFrom: nullable(Type.String()),
  /** The largest of the last period first. */
  values: Type.Array(
    Type.Object({
      ...watchedValue,
      /** A list a point, a cell a period. */
      figures: Type.Array(Type.Array(figure)),
    }),
  ),
  /** Whether there are more values than are sent. */
  truncated: Type.Boolean(),
  updateTime: nullable(Type.String()),
})
export type AlarmReportData = Static<typeof reportData>

/** The figures that the alarm watches, of its last days (30), in its games. */
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

/** What one condition found. */
const finding = Type.Object({
  point: nullable(Type.Integer()),
  pointName: Type.String(),
  met: Type.Boolean(),
  /** Whether nothing can be said of it: its figure is missing, or what it is compared with. It counts as not met. */
  unknown: maybe(Type.Boolean()),
  /** Whether what fires came of it: met, as are all groups around it. Fires from before groups don't say it. */
  led: maybe(Type.Boolean()),
  /** Groups that begin with it, the outermost first: how many findings each has, and whether it is met; null: unknown. */
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
  /** What it was compared with. */
  previous: figure,
  /** Fraction of it: -0.234. */
  change: figure,
  /** Of the forecast. */
  expected: figure,
  low: figure,
  high: figure,
})
export type AlarmFinding = Static<typeof finding>
export const alarmFinding = finding

/** Whether what fires came of it. */
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
  met: '满足，但持续不够',
  quiet: '触发，静默时段不发',
  held: '触发，静默时段后发',
  rearm: '触发，冷却中不发',
  clear: '未满足',
  waiting: '暂不判断',
}

const runFound = Type.Object({
  /** The period that was looked at; null where none is whole yet. */
  period: nullable(Type.String()),
  /** Why nothing could be evaluated, in Chinese; empty when it was. */
  problem: Type.String(),
  values: Type.Array(
    Type.Object({
      ...watchedValue,
      outcome: Type.Enum([...outcomes]),
      level: Type.Enum([...alarmLevels]),
      findings: Type.Array(finding),
    }),
  ),
  /** Values that were looked at, and of these how many fire; `values` holds the first 200, those that fire first. */
  checked: Type.Integer(),
  fires: Type.Integer(),
  /** The message that is sent of it, or would be. */
  title: Type.String(),
  text: Type.String(),
  /** Whether a test message was ordered. */
  sent: Type.Boolean(),
  elapsedMs: Type.Number(),
})
export type AlarmRun = Static<typeof runFound>

/**
 * Evaluates at once and says what is found. Nothing is recorded. With `send` a message marked as a test goes to the
 * rule's receivers and users, whether it fires or not.
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
  /** Messages that would have been sent: values of one period are one message. */
  messages: Type.Integer(),
  /** Values × periods that would have fired, told or not. */
  fires: Type.Integer(),
  /** Values that were looked at. */
  checked: Type.Integer(),
  /** Those that fire most come first; the first 30. */
  values: Type.Array(
    Type.Object({
      ...watchedValue,
      fires: Type.Integer(),
      /** A cell a period. */
      outcomes: Type.Array(Type.Enum([...outcomes])),
      /** Why, in words; empty where nothing was met. */
      reasons: Type.Array(Type.String()),
      levels: Type.Array(Type.Enum([...alarmLevels])),
      /** A list a point that a condition names. */
      series: Type.Array(
        Type.Object({
          point: Type.Integer(),
          figures: Type.Array(figure),
          /** What it is compared with: of a forecast what was expected; of a change the figure then. */
          expected: Type.Array(figure),
          /** Between these nothing is met; null where there is no such bound. */
          low: Type.Array(figure),
          high: Type.Array(figure),
        }),
      ),
    }),
  ),
  /** Method of the forecast, in Chinese; empty where none is asked. */
  method: Type.String(),
  elapsedMs: Type.Number(),
})
export type AlarmRehearsal = Static<typeof rehearsed>

/** What the rule would have done in its last days (90; of hours 7). Ends when the caller goes away. */
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

const textPreview = Type.Object({
  title: Type.String(),
  text: Type.String(),
  /** What is wrong with the templates, by field. */
  problems: Type.Array(Type.Object({ field: Type.Enum(['title', 'text']), message: Type.String() })),
})
export type AlarmTextPreview = Static<typeof textPreview>

/** The message of made-up figures; asks no data, so it may follow the typing. */
export const previewAlarmText = defineCall({
  name: 'previewAlarmText',
  method: 'POST',
  path: `${ours}/preview`,
  effect: 'read',
  access,
  body: Type.Object({ rule: Type.Object({ ...edited, ...alarmOwn }, closed) }, closed),
  reply: textPreview,
  example: { body: { rule: exampleRule } },
})
