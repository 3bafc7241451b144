// The interval in which days are expected: of the days ahead, of days that are over as they looked the day before, with
// sums of weeks and months, and with what is put onto days.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import {
  amount,
  cell,
  closed,
  day,
  either,
  figure,
  figures,
  maybe,
  mostEffects,
  mostScenarios,
  nullable,
  ours,
  pointFields,
  pointTold,
  predicting,
  whose,
} from './shared.ts'

/** Kinds of days of the past that an effect is learned from: holidays by name, notes of the calendar by kind. */
export const likeKinds = ['holiday', 'version', 'event'] as const
export const likeTitles: Record<(typeof likeKinds)[number], string> = {
  holiday: '节日',
  version: '版本发布',
  event: '活动',
}

const effect = Type.Object(
  {
    /** Days that it is put onto, both included. */
    from: day,
    to: day,
    /** What it adds to each of them, in percent: 30 is a third more. Absent: learned from `like`. */
    percent: maybe(amount),
    /** How far that may be off, in points of percent, four times of five. */
    error: maybe(amount),
    like: maybe(
      Type.Object(
        {
          kind: Type.Enum([...likeKinds]),
          /** The holiday, or what the notes' titles hold; empty for all notes of the kind. */
          name: Type.String({ maxLength: 200 }),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type ScenarioEffect = Static<typeof effect>

export const scenarioContent = {
  name: Type.String({ maxLength: 200 }),
  effects: Type.Array(effect, { maxItems: mostEffects }),
}
const scenario = Type.Object(scenarioContent, closed)
export type ScenarioContent = Static<typeof scenario>

const intervalAsked = {
  /** The one of the turnover unless told. */
  point: maybe(idSchema),
  ...whose,
  /** The greatest values of a dimension, each forecast by itself. */
  split: maybe(Type.Object({ dim: idSchema, count: Type.Number() }, closed)),
  /** Days that it is learned from, both included: the two years up to the last whole day unless told. */
  from: maybe(day),
  to: maybe(day),
  /** Days ahead: 30 unless told; 0 for none. */
  horizon: maybe(amount),
  /** In percent: 80 and 95 unless told. */
  levels: maybe(Type.Array(amount, { maxItems: 4 })),
  /** Of so many of the last days that are known the interval as it looked the day before. */
  past: maybe(amount),
  /** As if it were the evening of that day: what came later stands beside the forecast. */
  origin: maybe(day),
  scenarios: maybe(Type.Array(scenario, { maxItems: mostScenarios })),
}
const intervalQuestion = Type.Object(intervalAsked, closed)
export type IntervalQuestion = Static<typeof intervalQuestion>

const bands = Type.Array(Type.Object({ level: Type.Number(), low: figures, high: figures }))
export type IntervalBands = Static<typeof bands>

export const sumGrains = ['week', 'month', 'all'] as const
const sum = Type.Object({
  grain: Type.Enum([...sumGrains]),
  /** Of the week, of the month, of all days ahead. */
  from: Type.String(),
  to: Type.String(),
  /** Days of it that are known already, and their sum. */
  knownDays: Type.Integer(),
  known: Type.Number(),
  /** With what is known. */
  expected: Type.Number(),
  bands: Type.Array(Type.Object({ level: Type.Number(), low: Type.Number(), high: Type.Number() })),
  /** What came, of an origin in the past; null where days are missing. */
  actual: figure,
})
export type IntervalSum = Static<typeof sum>

const learned = Type.Object({
  /** In percent; how far it may be off, four times of five. */
  percent: Type.Number(),
  error: Type.Number(),
  /** Days of the past that it was learned from. */
  events: Type.Array(
    Type.Object({
      title: Type.String(),
      from: Type.String(),
      to: Type.String(),
      percent: Type.Number(),
    }),
  ),
  /** Why it counts for nothing, in Chinese. */
  problem: Type.String(),
})
export type LearnedEffect = Static<typeof learned>

const shownScenario = Type.Object({
  name: Type.String(),
  expected: figures,
  bands,
  sums: Type.Array(sum),
  effects: Type.Array(learned),
})
export type ShownScenario = Static<typeof shownScenario>

const series = Type.Object({
  key: Type.String(),
  cells: Type.Array(cell),
  /** Empty for the whole. */
  label: Type.String(),
  /** Of `days`, and of `ahead` where it is over. */
  figures,
  actual: figures,
  expected: figures,
  bands,
  past: Type.Object({ expected: figures, bands }),
  /** Days so far outside that nothing was learned from them. */
  outliers: Type.Array(Type.String()),
  method: Type.String(),
  /** What a reader should know, in Chinese. */
  warnings: Type.Array(Type.String()),
  sums: Type.Array(sum),
  scenarios: Type.Array(shownScenario),
})
export type IntervalSeries = Static<typeof series>

const interval = Type.Object({
  point: pointTold,
  /** Days that are known, and those ahead. */
  days: Type.Array(Type.String()),
  ahead: Type.Array(Type.String()),
  /** Last day whose data is whole. */
  whole: Type.String(),
  levels: Type.Array(Type.Number()),
  series: Type.Array(series),
  /** Values beyond those shown. */
  more: Type.Integer(),
  elapsedMs: Type.Number(),
})
export type Interval = Static<typeof interval>

/** Figures are those of reports, in the reader's games; days that are not whole never count. */
export const queryConfidenceInterval = defineCall({
  name: 'queryConfidenceInterval',
  method: 'POST',
  path: '/api/s1/data/queryConfidenceInterval',
  effect: 'read',
  access: either,
  body: intervalQuestion,
  reply: interval,
  example: { body: { point: 987654321, horizon: 30 } },
})

/** What queryConfidenceInterval tells, as a file. */
export const exportForecast = defineCall({
  name: 'exportForecast',
  method: 'POST',
  path: `${ours}/export`,
  access: predicting,
  kind: 'blob',
  body: Type.Object(
    {
      ...intervalAsked,
      format: Type.Enum(['xlsx', 'csv']),
      grain: Type.Enum(['day', 'week', 'month']),
    },
    closed,
  ),
  example: { body: { point: 987654321, horizon: 30, format: 'csv', grain: 'day' } },
})

const past = Type.Object({
  point: pointTold,
  /** Days ahead of which each was forecast. */
  lead: Type.Integer(),
  forecasts: Type.Integer(),
  coverage: Type.Array(Type.Object({ level: Type.Number(), share: Type.Number() })),
  /** In percent; null where every day was zero. */
  mape: figure,
  smape: Type.Number(),
  mase: Type.Number(),
  /** The same of the same weekday before. */
  naive: Type.Object({ mase: Type.Number(), smape: Type.Number() }),
  days: Type.Array(Type.String()),
  came: figures,
  expected: figures,
  bands,
  elapsedMs: Type.Number(),
})
export type PastForecasts = Static<typeof past>

/** How well the forecasts of so many days ahead did, made anew for each of the last days from those before. */
export const backtestForecast = defineCall({
  name: 'backtestForecast',
  method: 'POST',
  path: `${ours}/backtest`,
  effect: 'read',
  access: predicting,
  body: Type.Object({ point: maybe(idSchema), ...whose, lead: amount, count: amount }, closed),
  reply: past,
  example: { body: { point: 987654321, lead: 7, count: 30 } },
})

const options = Type.Object({
  points: Type.Array(
    Type.Object({
      ...pointFields,
      pinyin: Type.String(),
      /** Place in `reaches`. */
      reach: Type.Integer(),
    }),
  ),
  /** Dimensions that points can be cut by. */
  reaches: Type.Array(Type.Array(Type.Integer())),
  dims: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      pinyin: Type.String(),
      types: Type.String(),
      dictId: nullable(Type.Integer()),
    }),
  ),
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String() })),
  /** The one of the turnover; null where nothing adds up. */
  turnover: nullable(Type.Integer()),
  /** Names of holidays of the last three years, to learn from. */
  holidays: Type.Array(Type.String()),
  today: Type.String(),
  /** How the forecast and its bands come about. */
  method: Type.String(),
  sumMethod: Type.String(),
})
export type PredictionOptions = Static<typeof options>

export const predictionOptions = defineCall({
  name: 'predictionOptions',
  method: 'GET',
  path: `${ours}/options`,
  access: either,
  reply: options,
  example: {},
})
