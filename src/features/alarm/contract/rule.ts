// What an alarm's rule is made of: what it watches, its conditions, when it speaks and to whom.
import { type Static, type TObject, Type } from 'typebox'
import { deepestGroups } from '#semantic/model/conditions.ts'
import { filterOps, type ReportCondition } from '#semantic/model/types.ts'
import type { Part } from '#shared/branches.ts'
import { dimensionFilters, groupedSchema } from '#shared/groups.ts'
import { idSchema } from '#shared/ids.ts'
import { closed, games, line, long, maybe, nullable } from './shared.ts'

export const alarmGrains = ['day', 'hour'] as const
export type AlarmGrain = (typeof alarmGrains)[number]

export const alarmLevels = ['info', 'warning', 'critical'] as const
export type AlarmLevel = (typeof alarmLevels)[number]
export const alarmLevelTitles: Record<AlarmLevel, string> = {
  info: '提示',
  warning: '警告',
  critical: '严重',
}

export const conditionKinds = ['threshold', 'change', 'forecast', 'noData', 'late'] as const
export type ConditionKind = (typeof conditionKinds)[number]
export const conditionKindTitles: Record<ConditionKind, string> = {
  threshold: '数值',
  change: '与过去相比',
  forecast: '超出预测区间',
  noData: '没有数据',
  late: '数据迟到',
}

export const conditionOps = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne', 'between', 'outside'] as const
export type ConditionOp = (typeof conditionOps)[number]
export const conditionOpTitles: Record<ConditionOp, string> = {
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  eq: '等于',
  ne: '不等于',
  between: '介于',
  outside: '不在区间',
}

/** Hours too are compared with the same hour of that day. */
export const comparedWith = ['yesterday', 'week', 'year'] as const
export type ComparedWith = (typeof comparedWith)[number]
export const comparedWithTitles: Record<ComparedWith, string> = {
  yesterday: '前一天',
  week: '上周同日',
  year: '去年同日',
}

export const directions = ['up', 'down', 'either'] as const
export type Direction = (typeof directions)[number]

const bound = Type.Number({ minimum: -1e15, maximum: 1e15 })
/** HH:mm in the business's zone. */
const time = Type.String({ maxLength: 5 })

/** Which of them a kind needs stands with it; the others are left out. */
const conditionFields = {
  kind: Type.Enum([...conditionKinds]),
  /** One of those watched; all kinds but `late`. */
  point: maybe(idSchema),
  /** threshold. */
  op: maybe(Type.Enum([...conditionOps])),
  /**
   * threshold: the figure as reports give it (0.25 for 25%), of `between` and `outside` the lower bound; change: by
   * how much at least, in percent (10 for 10%) or as a figure.
   */
  value: maybe(bound),
  /** threshold, `between` and `outside`: the upper bound. */
  upper: maybe(bound),
  /** change. */
  against: maybe(Type.Enum([...comparedWith])),
  /** change. */
  unit: maybe(Type.Enum(['percent', 'absolute'])),
  /** change; forecast: above the band, below it, or either. */
  direction: maybe(Type.Enum([...directions])),
  /** forecast: percent of the days that the band is to hold. */
  band: maybe(Type.Union([Type.Literal(80), Type.Literal(95)])),
  /** late: the data of the day before has to be there by then. */
  by: maybe(time),
  /** Level of a fire to which this condition leads; absent: the rule's. */
  level: maybe(Type.Enum([...alarmLevels])),
}
export type AlarmCondition = Static<TObject<typeof conditionFields>>
/** A condition, or a group of which any has to be met, or all. */
export type AlarmPart = Part<AlarmCondition>

/** Conditions at most, in all groups of a rule together; groups stand within groups as deep as those of reports. */
export const mostConditions = 20

const conditions = Type.Unsafe<AlarmPart[]>(
  Type.Array(
    groupedSchema(
      {
        properties: { ...conditionFields, kind: maybe(conditionFields.kind) },
        required: ['kind'],
        description: '条件 { kind, … }，或条件组 { any: […] } 与 { all: […] } 之一',
        most: mostConditions,
        least: 0,
      },
      // One level more than a rule may have, so that who cleans it says where it is too deep.
      deepestGroups + 1,
    ),
    { maxItems: mostConditions },
  ),
)

const watchedRows = dimensionFilters({ ops: filterOps, most: 20, longest: 500, depth: deepestGroups })

export const alarmWatch = Type.Object(
  {
    points: Type.Array(idSchema, { maxItems: 20 }),
    /** The rule holds for each of their values by itself; none: for the whole. */
    dims: Type.Array(idSchema, { maxItems: 3 }),
    /** On dimensions: rows of the facts that count. */
    filters: maybe(Type.Unsafe<ReportCondition[]>(watchedRows)),
    grain: Type.Enum([...alarmGrains]),
    /** Report that it was made from. */
    reportId: maybe(nullable(idSchema)),
  },
  closed,
)
export type AlarmWatch = Static<typeof alarmWatch>

export const quietHours = Type.Object(
  {
    from: time,
    /** Before `from`: of the next day. */
    to: time,
    /** Days of the week on which they begin, 0 is Sunday; absent or empty: each. */
    weekdays: maybe(Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 })),
    /** What fires meanwhile is told when they end, or never. */
    meanwhile: Type.Enum(['hold', 'skip']),
  },
  closed,
)
export type QuietHours = Static<typeof quietHours>

/** All that a form holds. */
export const alarmOwn = {
  name: line,
  /** Games that count; the rule doesn't run while its owner doesn't see all of them. */
  games,
  watch: alarmWatch,
  /** Whether all conditions have to be met, or any: those that stand in no group, and the groups. */
  join: Type.Enum(['and', 'or']),
  conditions,
  /** Periods in a row for which they are met before it fires. */
  lasting: Type.Integer({ minimum: 1, maximum: 30 }),
  level: Type.Enum([...alarmLevels]),
  quiet: nullable(quietHours),
  /** After a fire of a value as many minutes nothing is told of it, unless the level rises; 0: each period is told. */
  rearmMinutes: Type.Integer({ minimum: 0, maximum: 60 * 24 * 31 }),
  /** Whether is told, too, that it is over. */
  recovery: Type.Boolean(),
  receiverIds: Type.Array(idSchema, { maxItems: 100 }),
  /** Users whose inbox gets it. */
  userIds: Type.Array(idSchema, { maxItems: 500 }),
  /** Templates; empty: the usual ones. */
  title: line,
  text: long,
  note: long,
}
const alarmOwnObject = Type.Object(alarmOwn)
export type AlarmRule = Static<typeof alarmOwnObject>

/** A rule that passes the checks of its shape, for the examples of calls. */
export const exampleRule: AlarmRule = {
  name: '充值下跌',
  games: '*',
  watch: { points: [987654321], dims: [], grain: 'day' },
  join: 'or',
  conditions: [{ kind: 'threshold', point: 987654321, op: 'lt', value: 1 }],
  lasting: 1,
  level: 'warning',
  quiet: null,
  rearmMinutes: 0,
  recovery: false,
  receiverIds: [],
  userIds: [],
  title: '',
  text: '',
  note: '',
}
