// The interval in which daily figures are expected: for the days ahead, for past days as predicted the day
// before, with weekly and monthly sums, and with scenario effects applied.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import {
  amount,
  cell,
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

/** What an effect may be learned from: past holidays by name, or calendar notes by kind. */
export const likeKinds = ['holiday', 'version', 'event'] as const
export const likeTitles: Record<(typeof likeKinds)[number], string> = {
  holiday: '节日',
  version: '版本发布',
  event: '活动',
}

const effect = Type.Object(
  {
    /** The days that the effect applies to, both included. */
    from: day,
    to: day,
    /** Change of each day in percent: 30 adds thirty percent. Absent: learned from `like`. */
    percent: maybe(amount),
    /** Uncertainty of `percent` in percentage points: the half-width of its 80% interval. */
    error: maybe(amount),
    like: maybe(
      Type.Object(
        {
          kind: Type.Enum([...likeKinds]),
          /**
           * The holiday's name, or a text that the notes' titles contain; empty for all notes of the kind.
           */
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
  /** The revenue point by default. */
  point: maybe(idSchema),
  ...whose,
  /** The greatest values of a dimension, each with its own forecast. */
  split: maybe(Type.Object({ dim: idSchema, count: Type.Number() }, closed)),
  /** Days to learn from, both included; by default the two years up to the last complete day. */
  from: maybe(day),
  to: maybe(day),
  /** Days ahead: 30 by default; 0 for none. */
  horizon: maybe(amount),
  /** Levels in percent: 80 and 95 by default. */
  levels: maybe(Type.Array(amount, { maxItems: 4 })),
  /** For how many of the last known days to return the interval predicted the day before. */
  past: maybe(amount),
  /** Forecasts as of the evening of that day; the actual later figures are returned beside the forecast. */
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
  /** The range of the sum: a week, a month, or all days ahead. */
  from: Type.String(),
  to: Type.String(),
  /** How many days of the range are already known, and their sum. */
  knownDays: Type.Integer(),
  known: Type.Number(),
  /** The expected total, including the known days. */
  expected: Type.Number(),
  bands: Type.Array(Type.Object({ level: Type.Number(), low: Type.Number(), high: Type.Number() })),
  /** The actual total when the origin is in the past; null when days are missing. */
  actual: figure,
})
export type IntervalSum = Static<typeof sum>

const learned = Type.Object({
  /** Change in percent, and the half-width of its 80% interval. */
  percent: Type.Number(),
  error: Type.Number(),
  /** Past days from which the effect was learned. */
  events: Type.Array(
    Type.Object({
      title: Type.String(),
      from: Type.String(),
      to: Type.String(),
      percent: Type.Number(),
    }),
  ),
  /** Chinese: why this event was not used. */
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
  /** Empty for the total. */
  label: Type.String(),
  /** Actual figures of `days`, and of `ahead` where those days are over. */
  figures,
  actual: figures,
  expected: figures,
  bands,
  past: Type.Object({ expected: figures, bands }),
  /** Outlier days, which were not learned from. */
  outliers: Type.Array(Type.String()),
  method: Type.String(),
  /** Chinese hints for the reader. */
  warnings: Type.Array(Type.String()),
  sums: Type.Array(sum),
  scenarios: Type.Array(shownScenario),
})
export type IntervalSeries = Static<typeof series>

const interval = Type.Object({
  point: pointTold,
  /** The known days, and the days ahead. */
  days: Type.Array(Type.String()),
  ahead: Type.Array(Type.String()),
  /** Last day with complete data. */
  whole: Type.String(),
  levels: Type.Array(Type.Number()),
  series: Type.Array(series),
  /** How many values of the dimension are not shown. */
  more: Type.Integer(),
  elapsedMs: Type.Number(),
})
export type Interval = Static<typeof interval>

/** Figures equal those of reports, in the reader's games; incomplete days never count. */
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

/** Exports the answer of queryConfidenceInterval as a file. */
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
  /** How many days ahead each day was forecast. */
  lead: Type.Integer(),
  forecasts: Type.Integer(),
  coverage: Type.Array(Type.Object({ level: Type.Number(), share: Type.Number() })),
  /** Mean absolute percentage error, in percent; null when every day was zero. */
  mape: figure,
  smape: Type.Number(),
  mase: Type.Number(),
  /** The same errors for the naive forecast: the figure of the same weekday a week before. */
  naive: Type.Object({ mase: Type.Number(), smape: Type.Number() }),
  days: Type.Array(Type.String()),
  came: figures,
  expected: figures,
  bands,
  elapsedMs: Type.Number(),
})
export type PastForecasts = Static<typeof past>

/**
 * Measures the forecast's accuracy at the given lead: each of the last days is forecast again from the days
 * before.
 */
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
      /** Index into `reaches`. */
      reach: Type.Integer(),
    }),
  ),
  /** Sets of dimensions by which points can be split. */
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
  /** The revenue point; null when no point adds up. */
  turnover: nullable(Type.Integer()),
  /** Names of holidays of the last three years, to learn effects from. */
  holidays: Type.Array(Type.String()),
  today: Type.String(),
  /** Chinese: how the forecast and its bands are computed. */
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
