// Stored alarms: list, save, freeze, delete, and the options of a rule.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import { savedQueryId } from '#shared/sql/parameterSchema.ts'
import { standingParts } from '#shared/standingSchema.ts'
import { alarmMute } from './mute.ts'
import { alarmLevels, alarmOwn, alarmWatch, exampleRule } from './rule.ts'
import {
  access,
  ask,
  data,
  edited,
  game,
  idParams,
  ids,
  line,
  long,
  maybe,
  moment,
  named,
  nothing,
  nullable,
  ours,
  told,
} from './shared.ts'

/**
 *   unchecked   saved, and not looked at yet
 *   normal      nothing fires
 *   firing      at least one value does
 *   fault       it can't be evaluated; `problem` says why
 *   frozen      it is not evaluated
 */
export const alarmStates = ['unchecked', 'normal', 'firing', 'fault', 'frozen'] as const
export type AlarmState = (typeof alarmStates)[number]
export const alarmStateTitles: Record<AlarmState, string> = {
  unchecked: '未检查',
  normal: '正常',
  firing: '告警中',
  fault: '无法运行',
  frozen: '已冻结',
}

const alarm = Type.Object({
  ...told,
  ...alarmOwn,
  name: Type.String(),
  watch: alarmWatch,
  title: line,
  text: long,
  /** Readings of the name; see src/shared/pinyin.ts. */
  pinyin: Type.String(),
  ownerId: Type.Integer(),
  /** What it watches, in words: 充值金额，按渠道，平台为 iOS. */
  watchText: Type.String(),
  /** Its conditions in words. */
  conditionText: Type.String(),
  /** When a query is run, in words, and next by the clock; empty and null for figures of reports. */
  timingText: Type.String(),
  nextRunAt: nullable(Type.String()),
  /** Something that its owner should know though it runs, in Chinese: the query was changed. Empty without any. */
  notice: Type.String(),
  /** The report it was made from; empty where there is none that the caller may see. */
  reportName: Type.String(),
  state: Type.Enum([...alarmStates]),
  frozen: Type.Boolean(),
  /** ISO time; the alarm thaws by itself then. */
  frozenUntil: nullable(Type.String()),
  /** Its maintenance windows that are not over. */
  mutes: Type.Array(alarmMute),
  /** The end of the window it is in; null outside of windows. */
  mutedUntil: nullable(Type.String()),
  /** Why it can't run, in Chinese, and since when. */
  problem: nullable(Type.String()),
  problemSince: nullable(Type.String()),
  /** When it was last checked, even where no new data required a query. */
  lastCheckedAt: nullable(Type.String()),
  /** When its figures were last evaluated. */
  lastEvaluatedAt: nullable(Type.String()),
  /** The last evaluated period: 2026-10-12, or 2026-10-12 14. */
  lastPeriod: nullable(Type.String()),
  lastFireAt: nullable(Type.String()),
  lastFireLevel: nullable(Type.Enum([...alarmLevels])),
  /** Values that fire now, and how many of them are acknowledged. */
  firing: Type.Integer(),
  acknowledged: Type.Integer(),
})
export type Alarm = Static<typeof alarm>

export const alarmSorts = [
  'name',
  'state',
  'level',
  'owner',
  'lastFireAt',
  'createdAt',
  'modifiedAt',
] as const
const alarmQuestion = Type.Object(
  {
    ...ask,
    /** Part of a name, its pinyin or initials, a note, or an owner's name. */
    search: maybe(Type.String({ maxLength: 200 })),
    ids: maybe(ids),
    state: maybe(Type.Enum([...alarmStates])),
    level: maybe(Type.Enum([...alarmLevels])),
    /** Only the caller's own. */
    mine: maybe(Type.Boolean()),
    /** Alarms that watch the point. */
    point: maybe(idSchema),
    /** Alarms that watch the saved query. */
    queryId: maybe(savedQueryId),
    /** Alarms made from the report. */
    reportId: maybe(idSchema),
    sort: maybe(Type.Enum([...alarmSorts])),
    desc: maybe(Type.Boolean()),
    limit: maybe(Type.Integer({ minimum: 1, maximum: 5_000 })),
  },
  closed,
)
export type AlarmQuestion = Static<typeof alarmQuestion>

const alarmList = Type.Object({
  rows: Type.Array(alarm),
  /** All matching rows, including those not sent. */
  total: Type.Integer(),
  /** Counts over all alarms visible to the caller, whatever the filter. */
  counts: Type.Object({
    unchecked: Type.Integer(),
    normal: Type.Integer(),
    firing: Type.Integer(),
    fault: Type.Integer(),
    frozen: Type.Integer(),
  }),
  /** When all alarms were last checked; null: never. */
  lastPassAt: nullable(Type.String()),
})
export type AlarmList = Static<typeof alarmList>

/** Alarms that watch only games of the caller's. */
export const getAlarmByFilter = defineCall({
  name: 'getAlarmByFilter',
  method: 'POST',
  path: `${data}/getAlarmByFilter`,
  effect: 'read',
  access,
  body: alarmQuestion,
  reply: alarmList,
  example: { body: {} },
})

const alarmChange = Type.Object({ ...edited, ...alarmOwn }, closed)
export type AlarmChange = Static<typeof alarmChange>

export const addOrUpdateAlarm = defineCall({
  name: 'addOrUpdateAlarm',
  method: 'POST',
  path: `${data}/addOrUpdateAlarm`,
  access,
  body: alarmChange,
  reply: alarm,
  example: { body: { id: -1, ...exampleRule } },
})

const until = maybe(nullable(moment))

/** Suspends evaluation until thawed, or until the given moment. */
export const freezeAlarm = defineCall({
  name: 'freezeAlarm',
  method: 'POST',
  path: `${data}/freezeAlarm/{id}`,
  access,
  params: idParams,
  body: Type.Object({ until }, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const unFreezeAlarm = defineCall({
  name: 'unFreezeAlarm',
  method: 'POST',
  path: `${data}/unFreezeAlarm/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const deleteAlarm = defineCall({
  name: 'deleteAlarm',
  method: 'POST',
  path: `${data}/deleteAlarm/{id}`,
  access,
  params: idParams,
  body: nothing,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** All or none. */
export const freezeAlarms = defineCall({
  name: 'freezeAlarms',
  method: 'POST',
  path: `${ours}/freeze`,
  access,
  body: Type.Object({ ids, until }, closed),
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const unFreezeAlarms = defineCall({
  name: 'unFreezeAlarms',
  method: 'POST',
  path: `${ours}/unfreeze`,
  access,
  body: Type.Object({ ids }, closed),
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const deleteAlarms = defineCall({
  name: 'deleteAlarms',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: Type.Object({ ids }, closed),
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** Undoes a deletion. */
export const restoreAlarms = defineCall({
  name: 'restoreAlarms',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: Type.Object({ ids }, closed),
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

/** The rule's change history. */
export const alarmChanges = defineCall({
  name: 'alarmChanges',
  method: 'GET',
  path: `${ours}/changes/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

const options = Type.Object({
  points: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      pinyin: Type.String(),
      unit: Type.String(),
      format: nullable(Type.String()),
      /** Whether the point has hourly data. */
      hourly: Type.Boolean(),
      /** Whether it counts players, whose activity can be watched. */
      people: Type.Optional(Type.Boolean()),
      retired: standingParts.retired,
      /** Index in `reaches`. */
      reach: Type.Integer(),
    }),
  ),
  /** Dimensions by which points can be grouped and filtered. */
  reaches: Type.Array(Type.Array(Type.Integer())),
  dims: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      pinyin: Type.String(),
      types: Type.String(),
      formType: Type.String(),
      dictId: nullable(Type.Integer()),
    }),
  ),
  games: Type.Array(game),
  /** Whether the caller sees all games, including future ones. */
  allGames: Type.Boolean(),
  receivers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() })),
  /** Users whose inbox can receive it. */
  users: Type.Array(named),
  /** Variables of templates, with their meanings. */
  variables: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), sample: Type.String() })),
  /** The default templates. */
  title: Type.String(),
  text: Type.String(),
  /** How the forecast band is computed, in words. */
  forecastMethod: Type.String(),
  /** Time zone of all times of day: Asia/Shanghai. */
  zone: Type.String(),
})
export type AlarmOptions = Static<typeof options>

export const alarmOptions = defineCall({
  name: 'alarmOptions',
  method: 'GET',
  path: `${ours}/options`,
  access,
  reply: options,
  example: {},
})
