// Revenue by day: the present report, the former one, and the file that is made of them.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, closed, data, game, named, nullable, ours, short } from './shared.ts'

export const flowGroups = ['month', 'day', 'game', 'channel', 'server', 'currency'] as const
export type FlowGroup = (typeof flowGroups)[number]
export const flowGroupTitles: Record<FlowGroup, string> = {
  month: '月份',
  day: '日期',
  game: '游戏',
  channel: '渠道',
  server: '区服',
  currency: '币种',
}

/** Figures as they stand in the table, in its order. */
export const flowFigures = ['orders', 'booked', 'refunded', 'adjusted', 'net', 'share', 'kept'] as const
export type FlowFigure = (typeof flowFigures)[number]
export const flowFigureTitles: Record<FlowFigure, string> = {
  orders: '订单数',
  booked: '订单流水',
  refunded: '退款',
  adjusted: '调整',
  net: '净额',
  share: '渠道分成',
  kept: '分成后',
}

/** Days of one question; by server fewer, as there are many. */
export const mostFlowDays = 366
export const mostServerDays = 92

const days = Type.Object({
  /** YYYY-MM-DD, both included. */
  startDate: Type.String({ maxLength: 40 }),
  endDate: Type.String({ maxLength: 40 }),
})

const flowAsked = {
  /** Of `flowGroups`, joined by commas; day, game and channel when absent. */
  group: Type.Optional(Type.String({ maxLength: 100 })),
  cgi: Type.Optional(short),
  channel: Type.Optional(short),
  server: Type.Optional(short),
  currency: Type.Optional(short),
  /** Whether all is shown in the base currency; else each in its own. */
  converted: Type.Optional(Type.Boolean()),
}
const flowQuery = Type.Object(flowAsked, closed)
export type FlowQuery = Static<typeof flowQuery>

/** Exact decimals, rounded once for where they stand. */
const money = Type.String()
const figures = {
  orders: Type.Integer(),
  /** Null where a rate is missing. */
  booked: nullable(money),
  refunded: nullable(money),
  adjusted: nullable(money),
  net: nullable(money),
  /** Null where a rate or a share is missing. */
  share: nullable(money),
  kept: nullable(money),
  /** What closed days' facts would give today beyond what was frozen; null where nothing differs. */
  drift: nullable(money),
}

const flowRow = Type.Object({
  /** '' where it is not grouped by. */
  month: Type.String(),
  day: Type.String(),
  game: Type.String(),
  channel: Type.String(),
  server: Type.String(),
  currency: Type.String(),
  ...figures,
  /** Whether its days are closed. */
  closed: Type.Enum(['all', 'some', 'none']),
  /** Statements of its days, game and channel that differ and are not settled. */
  unreconciled: Type.Integer(),
})
export type FlowRow = Static<typeof flowRow>

const missing = Type.Object({
  kind: Type.Enum(['rate', 'share']),
  /** Currency or channel. */
  key: Type.String(),
  name: Type.String(),
  from: Type.String(),
  to: Type.String(),
})
export type MissingRate = Static<typeof missing>

const sourceState = Type.Object({
  ready: Type.Boolean(),
  /** Chinese: what to do where it is not. */
  problem: Type.String(),
})

const flowReport = Type.Object({
  /** Of all figures; '' where each row has its own. */
  currency: Type.String(),
  rows: Type.Array(flowRow),
  /** One of each currency that the rows have. */
  totals: Type.Array(Type.Object({ currency: Type.String(), ...figures })),
  missing: Type.Array(missing),
  /** By day, or by month where the range is long; in the base currency, or in the only one there is. */
  chart: Type.Object({
    currency: Type.String(),
    points: Type.Array(Type.Object({ at: Type.String(), net: nullable(money) })),
  }),
  /** Months of the range, and of how many of the games they are closed. */
  months: Type.Array(Type.Object({ month: Type.String(), closed: Type.Integer(), games: Type.Integer() })),
  games: Type.Array(game),
  channels: Type.Array(named),
  servers: Type.Array(named),
  currencies: Type.Array(Type.String()),
  source: sourceState,
})
export type FlowReport = Static<typeof flowReport>

export const getGameFlow = defineCall({
  name: 'getGameFlow',
  method: 'GET',
  path: `${data}/incomeReportNew/getData/{startDate}/{endDate}`,
  access,
  params: days,
  query: flowQuery,
  reply: flowReport,
  example: { params: { startDate: '2026-01-01', endDate: '2026-01-31' } },
})

const formerRow = Type.Object({
  day: Type.String(),
  cgi: Type.String(),
  game: Type.String(),
  currency: Type.String(),
  orders: Type.Integer(),
  booked: money,
  refunded: money,
  net: money,
})
export type FormerFlowRow = Static<typeof formerRow>

/** The former report: a day's orders and refunds of each game, each currency by itself, as the facts have them now. */
export const getGameFlowBak = defineCall({
  name: 'getGameFlowBak',
  method: 'GET',
  path: `${data}/incomeReport/getData/{startDate}/{endDate}`,
  access,
  params: days,
  reply: Type.Object({ rows: Type.Array(formerRow), source: sourceState }),
  example: { params: { startDate: '2026-01-01', endDate: '2026-01-31' } },
})

const exportQuery = Type.Object({ ...flowAsked, format: Type.Optional(Type.Enum(['xlsx', 'csv'])) }, closed)

export const exportGameFlow = defineCall({
  name: 'exportGameFlow',
  method: 'POST',
  path: `${ours}/export/{startDate}/{endDate}`,
  access,
  kind: 'blob',
  params: days,
  body: exportQuery,
  example: { params: { startDate: '2026-01-01', endDate: '2026-01-31' }, body: {} },
})
