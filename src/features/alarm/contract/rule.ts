// The parts of an alarm's rule: what it watches, its conditions, when it notifies and whom.
import { type Static, type TObject, Type } from 'typebox'
import { activityFigures } from '#semantic/model/activityFigures.ts'
import { deepestGroups } from '#semantic/model/conditions.ts'
import { filterOps, type ReportCondition } from '#semantic/model/types.ts'
import type { Part } from '#shared/branches.ts'
import { closed } from '#shared/call.ts'
import { type ConditionOp, conditionOps, conditionOpTitles } from '#shared/comparing.ts'
import { dimensionFilters, groupedSchema } from '#shared/groups.ts'
import { idSchema } from '#shared/ids.ts'
import { parameterValuesSchema, savedQueryId } from '#shared/sql/parameterSchema.ts'
import { timingSchema } from '#shared/timingSchema.ts'
import { games, line, long, maybe, nullable } from './shared.ts'

export const alarmGrains = ['day', 'hour'] as const
export type AlarmGrain = (typeof alarmGrains)[number]

export const alarmLevels = ['info', 'warning', 'critical'] as const
export type AlarmLevel = (typeof alarmLevels)[number]
export const alarmLevelTitles: Record<AlarmLevel, string> = {
  info: '提示',
  warning: '警告',
  critical: '严重',
}

export const conditionKinds = ['threshold', 'change', 'forecast', 'noData', 'late', 'checks', 'rows'] as const
export type ConditionKind = (typeof conditionKinds)[number]
export const conditionKindTitles: Record<ConditionKind, string> = {
  threshold: '数值',
  change: '与过去相比',
  forecast: '超出预测区间',
  noData: '没有数据',
  late: '数据迟到',
  checks: '数据校验没有通过',
  rows: '有数据行',
}

/** Kinds for a report's figures, and for a saved query's result. */
export const conditionKindsOf = {
  report: ['threshold', 'change', 'forecast', 'noData', 'late', 'checks'],
  query: ['threshold', 'change', 'rows', 'noData'],
} as const satisfies Record<string, readonly ConditionKind[]>

export { type ConditionOp, conditionOps, conditionOpTitles }

/** Hours are also compared with the same hour of that day. */
export const comparedWith = ['yesterday', 'week', 'year'] as const
export type ComparedWith = (typeof comparedWith)[number]
export const comparedWithTitles: Record<ComparedWith, string> = {
  yesterday: '前一天',
  week: '上周同日',
  year: '去年同日',
}

/** A query's figures are compared with those of its run before. */
export const formerRun = 'run'
export type Against = ComparedWith | typeof formerRun
export const againstTitles: Record<Against, string> = { ...comparedWithTitles, run: '上次运行' }

export const directions = ['up', 'down', 'either'] as const
export type Direction = (typeof directions)[number]

/** Of the tables as such: judged by themselves, apart from the figures. */
export const isOfTables = (kind: ConditionKind): boolean => kind === 'late' || kind === 'checks'

const columnName = Type.String({ minLength: 1, maxLength: 1_000 })
const bound = Type.Number({ minimum: -1e15, maximum: 1e15 })
/** HH:mm in the business's zone. */
const time = Type.String({ maxLength: 5 })

/** Comments name the kinds that need a field; other kinds omit it. */
const conditionFields = {
  kind: Type.Enum([...conditionKinds]),
  /**
   * One of the watched points; of a query, the place of its column, from 1. All kinds but `late`, `checks` and `rows`; `noData`
   * of a query is about its rows.
   */
  point: maybe(idSchema),
  /** threshold. */
  op: maybe(Type.Enum([...conditionOps])),
  /**
   * threshold: the figure as in reports (0.25 for 25%), for `between` and `outside` the lower bound; change:
   * the least change, in percent (10 for 10%) or absolute.
   */
  value: maybe(bound),
  /** threshold with `between` or `outside`: the upper bound. */
  upper: maybe(bound),
  /** change. */
  against: maybe(Type.Enum([...comparedWith, formerRun])),
  /** change. */
  unit: maybe(Type.Enum(['percent', 'absolute'])),
  /** change; forecast: above the band, below it, or either. */
  direction: maybe(Type.Enum([...directions])),
  /** forecast: the percentage of days inside the band. */
  band: maybe(Type.Union([Type.Literal(80), Type.Literal(95)])),
  /** late: the previous day's data must be there by this time. */
  by: maybe(time),
  /** Level of fires caused by this condition; absent: the rule's. */
  level: maybe(Type.Enum([...alarmLevels])),
}
export type AlarmCondition = Static<TObject<typeof conditionFields>>
/** A condition, or a group of which any or all must be met. */
export type AlarmPart = Part<AlarmCondition>

/** The most conditions in all groups of a rule together; groups nest as deep as those of reports. */
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
      // One level more than a rule may have, so that the service can say where it is too deep.
      deepestGroups + 1,
    ),
    { maxItems: mostConditions },
  ),
)

const watchedRows = dimensionFilters({ ops: filterOps, most: 20, longest: 500, depth: deepestGroups })

/** A saved query whose result is watched, run with its owner's rights at that moment. */
const watchedQuery = Type.Object(
  {
    id: savedQueryId,
    /** Columns of figures. */
    columns: Type.Array(columnName, { maxItems: 20 }),
    /** Columns that tell the rows apart, each row a value; none: the result is one row. */
    keys: Type.Array(columnName, { maxItems: 3 }),
    /** Values of parameters; the others have their saved ones. */
    params: parameterValuesSchema,
    timing: timingSchema,
    /** A digest of the query's text and parameters as the rule was saved; set by the server. */
    stamp: maybe(Type.String({ maxLength: 60 })),
  },
  closed,
)
export type WatchedQuery = Static<typeof watchedQuery>

/** A figure of the players' activity, instead of the point's own. */
const watchedActivity = Type.Object(
  {
    figure: Type.Enum([...activityFigures]),
    /** The number of days up to the day; of a state, after how many days a player is lost. */
    days: Type.Integer({ minimum: 1, maximum: 365 }),
  },
  closed,
)

export const alarmWatch = Type.Object(
  {
    points: Type.Array(idSchema, { maxItems: 20 }),
    /** The rule is checked for each of their values; empty: for the whole. */
    dims: Type.Array(idSchema, { maxItems: 3 }),
    /** Conditions on dimensions: the fact rows that count. */
    filters: maybe(Type.Unsafe<ReportCondition[]>(watchedRows)),
    grain: Type.Enum([...alarmGrains]),
    /** The report it was made from. */
    reportId: maybe(nullable(idSchema)),
    /** Of a single point that counts players, by the day. */
    activity: maybe(nullable(watchedActivity)),
    /** Watched instead of points; the grain says nothing then. */
    query: maybe(nullable(watchedQuery)),
  },
  closed,
)
export type AlarmWatch = Static<typeof alarmWatch>

export const quietHours = Type.Object(
  {
    from: time,
    /** A time before `from` is on the next day. */
    to: time,
    /** Weekdays on which the quiet hours begin, 0 is Sunday; absent or empty: every day. */
    weekdays: maybe(Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 })),
    /** Fires meanwhile are reported when the hours end, or never. */
    meanwhile: Type.Enum(['hold', 'skip']),
  },
  closed,
)
export type QuietHours = Static<typeof quietHours>

/** All fields of the form. */
export const alarmOwn = {
  name: line,
  /** Games that count; the rule is suspended while its owner doesn't see all of them. */
  games,
  watch: alarmWatch,
  /** Whether all or any of the top-level conditions and groups must be met. */
  join: Type.Enum(['and', 'or']),
  conditions,
  /** Consecutive periods in which the conditions must be met before it fires. */
  lasting: Type.Integer({ minimum: 1, maximum: 30 }),
  level: Type.Enum([...alarmLevels]),
  quiet: nullable(quietHours),
  /**
   * Minutes after a fire in which nothing more is reported for the value, unless the level rises; 0: each
   * period is reported.
   */
  rearmMinutes: Type.Integer({ minimum: 0, maximum: 60 * 24 * 31 }),
  /** Whether recovery is reported, too. */
  recovery: Type.Boolean(),
  receiverIds: Type.Array(idSchema, { maxItems: 100 }),
  /** Users whose inbox receives it. */
  userIds: Type.Array(idSchema, { maxItems: 500 }),
  /** Templates; empty: the default ones. */
  title: line,
  text: long,
  note: long,
}
const alarmOwnObject = Type.Object(alarmOwn)
export type AlarmRule = Static<typeof alarmOwnObject>

/** A valid rule for the examples of calls. */
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
