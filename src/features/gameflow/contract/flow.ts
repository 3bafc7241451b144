// Revenue by day: the current report, the former report, and their export.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, data, game, named, nullable, ours, short } from './shared.ts'

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

/** The table's figures, in its column order. */
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

/** Day limit of one request; fewer by server, because there are many servers. */
export const mostFlowDays = 366
export const mostServerDays = 92

const days = Type.Object({
  /** YYYY-MM-DD, both included. */
  startDate: Type.String({ maxLength: 40 }),
  endDate: Type.String({ maxLength: 40 }),
})

const flowAsked = {
  /** A comma-separated list of `flowGroups`; day, game and channel when absent. */
  group: Type.Optional(Type.String({ maxLength: 100 })),
  cgi: Type.Optional(short),
  channel: Type.Optional(short),
  server: Type.Optional(short),
  currency: Type.Optional(short),
  /** True: all amounts in the base currency; false: each in its own. */
  converted: Type.Optional(Type.Boolean()),
}
const flowQuery = Type.Object(flowAsked, closed)
export type FlowQuery = Static<typeof flowQuery>

/** Exact decimals, rounded once for display. */
const money = Type.String()
const figures = {
  orders: Type.Integer(),
  /** Null when a rate is missing. */
  booked: nullable(money),
  refunded: nullable(money),
  adjusted: nullable(money),
  net: nullable(money),
  /** Null when a rate or a share is missing. */
  share: nullable(money),
  kept: nullable(money),
  /**
   * How much the facts of closed days would give today beyond the frozen amount; null when nothing differs.
   */
  drift: nullable(money),
}

const flowRow = Type.Object({
  /** '' when the rows are not grouped by it. */
  month: Type.String(),
  day: Type.String(),
  game: Type.String(),
  channel: Type.String(),
  server: Type.String(),
  currency: Type.String(),
  ...figures,
  /** Whether the row's days are closed. */
  closed: Type.Enum(['all', 'some', 'none']),
  /** Statements of the row's days, game and channel that differ and are not settled. */
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
  /** Chinese: why the source can't be used and what to do. */
  problem: Type.String(),
})

const flowReport = Type.Object({
  /** Currency of all amounts; '' when each row has its own. */
  currency: Type.String(),
  rows: Type.Array(flowRow),
  /** One total for each currency of the rows. */
  totals: Type.Array(Type.Object({ currency: Type.String(), ...figures })),
  missing: Type.Array(missing),
  /** By day, or by month for a long range; in the base currency, or in the only currency of the rows. */
  chart: Type.Object({
    currency: Type.String(),
    points: Type.Array(Type.Object({ at: Type.String(), net: nullable(money) })),
  }),
  /** Months of the range, with the number of games whose month is closed. */
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

/** The former report: a day's orders and refunds by game and currency, as the facts have them now. */
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
