// Exchange rates by day or month with their source, and the share of the net amount that each channel keeps,
// with its validity.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import {
  access,
  amount,
  edited,
  game,
  idParams,
  ids,
  line,
  long,
  named,
  nullable,
  ours,
  pasted,
  short,
  told,
} from './shared.ts'

const flowRate = Type.Object({
  ...told,
  currency: Type.String(),
  /** YYYY-MM-DD or YYYY-MM; a day's rate overrides its month's. */
  period: Type.String(),
  /** CNY per unit of the currency. */
  rate: Type.String(),
  source: Type.String(),
})
export type FlowRate = Static<typeof flowRate>

export const listGameFlowRates = defineCall({
  name: 'listGameFlowRates',
  method: 'GET',
  path: `${ours}/rates`,
  access,
  reply: Type.Array(flowRate),
  example: {},
})

const rateFields = { currency: short, period: short, rate: amount, source: line }
const rateChange = Type.Object({ ...edited, ...rateFields }, closed)
export type RateChange = Static<typeof rateChange>

export const saveGameFlowRate = defineCall({
  name: 'saveGameFlowRate',
  method: 'POST',
  path: `${ours}/rates/save`,
  access,
  body: rateChange,
  reply: flowRate,
  example: { body: { currency: 'USD', period: '2026-01', rate: '7.1', source: '中国人民银行' } },
})

const remove = Type.Object({}, closed)
export const deleteGameFlowRate = defineCall({
  name: 'deleteGameFlowRate',
  method: 'POST',
  path: `${ours}/rates/delete/{id}`,
  access,
  params: idParams,
  body: remove,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreGameFlowRates = defineCall({
  name: 'restoreGameFlowRates',
  method: 'POST',
  path: `${ours}/rates/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const gameFlowRateHistory = defineCall({
  name: 'gameFlowRateHistory',
  method: 'GET',
  path: `${ours}/rates/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

export const mostPastedRates = 5_000
const ratePaste = Type.Object(
  {
    lines: Type.Array(Type.Object(rateFields, closed), { minItems: 1, maxItems: mostPastedRates }),
    check: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type RatePaste = Static<typeof ratePaste>

/** If a rate of the currency and period exists, it takes the line's value and source. */
export const pasteGameFlowRates = defineCall({
  name: 'pasteGameFlowRates',
  method: 'POST',
  path: `${ours}/rates/paste`,
  access,
  bodyLimit: 2 * 1024 * 1024,
  bodyValues: 40_000,
  body: ratePaste,
  reply: pasted,
  example: {
    body: { lines: [{ currency: 'USD', period: '2026-01', rate: '7.1', source: '人行' }], check: true },
  },
})

const flowShare = Type.Object({
  ...told,
  channel: Type.String(),
  channelName: Type.String(),
  /** '*' for all games; a share of one game overrides it. */
  cgi: Type.String(),
  game: Type.String(),
  /** Percent of the net amount. */
  percent: Type.String(),
  from: Type.String(),
  /** Last day; null for no end. */
  until: nullable(Type.String()),
  note: Type.String(),
})
export type FlowShare = Static<typeof flowShare>

const shareList = Type.Object({
  rows: Type.Array(flowShare),
  games: Type.Array(game),
  /** Whether the caller may save shares of all games. */
  allGames: Type.Boolean(),
  channels: Type.Array(named),
})
export type ShareList = Static<typeof shareList>

export const listGameFlowShares = defineCall({
  name: 'listGameFlowShares',
  method: 'GET',
  path: `${ours}/shares`,
  access,
  reply: shareList,
  example: {},
})

const shareChange = Type.Object(
  {
    ...edited,
    channel: line,
    cgi: short,
    percent: amount,
    from: short,
    until: Type.Optional(nullable(short)),
    note: Type.Optional(long),
  },
  closed,
)
export type ShareChange = Static<typeof shareChange>

export const saveGameFlowShare = defineCall({
  name: 'saveGameFlowShare',
  method: 'POST',
  path: `${ours}/shares/save`,
  access,
  body: shareChange,
  reply: flowShare,
  example: { body: { channel: 'none', cgi: 'none', percent: '30', from: '2026-01-01' } },
})

export const deleteGameFlowShare = defineCall({
  name: 'deleteGameFlowShare',
  method: 'POST',
  path: `${ours}/shares/delete/{id}`,
  access,
  params: idParams,
  body: remove,
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreGameFlowShares = defineCall({
  name: 'restoreGameFlowShares',
  method: 'POST',
  path: `${ours}/shares/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const gameFlowShareHistory = defineCall({
  name: 'gameFlowShareHistory',
  method: 'GET',
  path: `${ours}/shares/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})
