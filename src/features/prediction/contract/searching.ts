// The anomaly search: days outside their expected interval with their causes, and rows whose figures are
// within a range.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { amount, cell, day, figure, maybe, nullable, ours, pointTold, searching, whose } from './shared.ts'

export const mostSearchedPoints = 10
/** The limit of one search: values × points × days, because each combination needs a forecast of its own. */
export const mostForecasts = 3_000
export const sides = ['either', 'up', 'down'] as const
export const sideTitles: Record<(typeof sides)[number], string> = {
  either: '高于或低于',
  up: '只看高于',
  down: '只看低于',
}

const finding = Type.Object({
  point: Type.Integer(),
  key: Type.String(),
  cells: Type.Array(cell),
  label: Type.String(),
  day: Type.String(),
  value: Type.Number(),
  expected: Type.Number(),
  low: Type.Number(),
  high: Type.Number(),
  side: Type.Enum(['up', 'down']),
  /**
   * Distance beyond the bound, in units of the distance from the expected figure to the bound: 1 is twice as
   * far from the expectation as the bound.
   */
  beyond: Type.Number(),
  /** The day's holiday or notes; empty for none. */
  occasion: Type.String(),
})
export type Finding = Static<typeof finding>

const found = Type.Object({
  points: Type.Array(pointTold),
  dim: nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
  from: Type.String(),
  to: Type.String(),
  /** The number of series, and how many were searched so far; `after` asks for the next ones. */
  all: Type.Integer(),
  done: Type.Integer(),
  findings: Type.Array(finding),
  /** How many forecasts were made, and how many days lacked the history for one. */
  forecasts: Type.Integer(),
  untold: Type.Integer(),
  /** Chinese: what was left out. */
  notes: Type.Array(Type.String()),
  elapsedMs: Type.Number(),
})
export type Found = Static<typeof found>

const unusualAsked = {
  points: Type.Array(idSchema, { maxItems: 100 }),
  dim: maybe(idSchema),
  ...whose,
  from: day,
  to: day,
  level: amount,
  side: Type.Enum([...sides]),
}
const unusualQuestion = Type.Object(
  { ...unusualAsked, after: maybe(Type.Integer({ minimum: 0, maximum: 1_000_000 })) },
  closed,
)
export type UnusualQuestion = Static<typeof unusualQuestion>

const exampleUnusual: UnusualQuestion = {
  points: [987654321],
  from: '2026-10-01',
  to: '2026-10-07',
  level: 95,
  side: 'either',
}

/**
 * Searches as many series as fit into a second, starting at index `after`; the next request continues at
 * `done`.
 */
export const findUnusual = defineCall({
  name: 'findUnusual',
  method: 'POST',
  path: `${ours}/unusual`,
  effect: 'read',
  access: searching,
  body: unusualQuestion,
  reply: found,
  example: { body: exampleUnusual },
})

/** Exports all findings of findUnusual as a file. */
export const exportUnusual = defineCall({
  name: 'exportUnusual',
  method: 'POST',
  path: `${ours}/unusual/export`,
  access: searching,
  kind: 'blob',
  body: Type.Object({ ...unusualAsked, format: Type.Enum(['xlsx', 'csv']) }, closed),
  example: { body: { ...exampleUnusual, format: 'csv' } },
})

export const againsts = ['yesterday', 'week', 'year'] as const
export const againstTitles: Record<(typeof againsts)[number], string> = {
  yesterday: '前一天',
  week: '一周前',
  year: '去年同日',
}

const mover = Type.Object({
  dimName: Type.String(),
  /**
   * `sum`: the changes of the values add up to the total change; `rate`: the same for a quotient; `alone`:
   * they do not add up.
   */
  method: Type.Enum(['sum', 'rate', 'alone']),
  before: figure,
  after: figure,
  against: Type.String(),
  rows: Type.Array(
    Type.Object({ label: Type.String(), before: figure, after: figure, change: figure, share: figure }),
  ),
})
export type Mover = Static<typeof mover>

/** Which values of each dimension contributed to a day's change against another day. */
export const findMovers = defineCall({
  name: 'findMovers',
  method: 'POST',
  path: `${ours}/movers`,
  effect: 'read',
  access: searching,
  body: Type.Object(
    {
      point: idSchema,
      dim: maybe(idSchema),
      cells: maybe(
        Type.Array(
          Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()]),
          { maxItems: 1 },
        ),
      ),
      ...whose,
      day,
      against: Type.Enum([...againsts]),
    },
    closed,
  ),
  reply: Type.Array(mover),
  example: { body: { point: 987654321, day: '2026-10-01', against: 'week' } },
})

export const rowWays = ['inside', 'outside', 'top', 'bottom'] as const
export const rowWayTitles: Record<(typeof rowWays)[number], string> = {
  inside: '在区间内',
  outside: '在区间外',
  top: '最大的',
  bottom: '最小的',
}
export const mostRows = 1_000

const rowsFound = Type.Object({
  point: pointTold,
  dims: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), types: Type.String() })),
  from: Type.String(),
  to: Type.String(),
  perDay: Type.Boolean(),
  rows: Type.Array(
    Type.Object({
      day: nullable(Type.String()),
      cells: Type.Array(cell),
      labels: Type.Array(Type.String()),
      value: Type.Number(),
    }),
  ),
  /** Whether there are more rows than shown. */
  truncated: Type.Boolean(),
  /** The sum of the shown rows; null when figures don't add up. */
  sum: figure,
  elapsedMs: Type.Number(),
})
export type RowsFound = Static<typeof rowsFound>

const rowsAsked = {
  point: idSchema,
  dims: Type.Array(idSchema, { maxItems: 10 }),
  ...whose,
  from: day,
  to: day,
  way: Type.Enum([...rowWays]),
  low: maybe(amount),
  high: maybe(amount),
  count: maybe(amount),
  perDay: maybe(Type.Boolean()),
}
const rowsQuestion = Type.Object(rowsAsked, closed)
export type RowsQuestion = Static<typeof rowsQuestion>

const exampleRows: RowsQuestion = {
  point: 987654321,
  dims: [987654321],
  from: '2026-10-01',
  to: '2026-10-07',
  way: 'inside',
  low: 1,
  high: 2,
}

/** Dimension values whose figure over all days, or on one day, is within a range or outside it. */
export const findRows = defineCall({
  name: 'findRows',
  method: 'POST',
  path: `${ours}/rows`,
  effect: 'read',
  access: searching,
  body: rowsQuestion,
  reply: rowsFound,
  example: { body: exampleRows },
})

/** Exports the answer of findRows as a file. */
export const exportRows = defineCall({
  name: 'exportRows',
  method: 'POST',
  path: `${ours}/rows/export`,
  access: searching,
  kind: 'blob',
  body: Type.Object({ ...rowsAsked, format: Type.Enum(['xlsx', 'csv']) }, closed),
  example: { body: { ...exampleRows, format: 'csv' } },
})
