// Manual records: amounts missing from the orders, and channels' statements with their reconciliation.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idSchema } from '#shared/ids.ts'
import {
  access,
  amount,
  data,
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

/** `adjust` and `refund` count in the figures of their day; a `statement` is compared with the figures. */
export const recordKinds = ['statement', 'adjust', 'refund'] as const
export type RecordKind = (typeof recordKinds)[number]
export const recordKindTitles: Record<RecordKind, string> = {
  statement: '渠道账单',
  adjust: '调整',
  refund: '补记退款',
}

/** Which of our figures a statement refers to. */
export const recordBases = ['net', 'booked', 'kept'] as const
export type RecordBasis = (typeof recordBases)[number]
export const recordBasisTitles: Record<RecordBasis, string> = {
  net: '净额',
  booked: '订单流水',
  kept: '分成后',
}

export const matchStates = ['equal', 'near', 'differs', 'unknown', 'settled', 'changed'] as const
export type MatchState = (typeof matchStates)[number]
export const matchStateTitles: Record<MatchState, string> = {
  equal: '相符',
  near: '容差内',
  differs: '有差异',
  unknown: '无法比较',
  settled: '已核销',
  changed: '核销后又变',
}

const match = Type.Object({
  state: Type.Enum([...matchStates]),
  /** Our figure in the statement's currency; null when it can't be computed. */
  ours: nullable(Type.String()),
  /** The channel's figure minus ours. */
  difference: nullable(Type.String()),
  /** Percent of our figure, with two decimals; null when ours is 0. */
  percent: nullable(Type.String()),
  /** Chinese: why the figure can't be computed. */
  problem: Type.String(),
})

const flowRecord = Type.Object({
  ...told,
  kind: Type.Enum([...recordKinds]),
  /** YYYY-MM-DD or, for statements, YYYY-MM. */
  period: Type.String(),
  cgi: Type.String(),
  game: Type.String(),
  channel: Type.String(),
  channelName: Type.String(),
  /** '' for all servers of the channel. */
  server: Type.String(),
  serverName: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  basis: Type.Enum([...recordBases]),
  note: Type.String(),
  /** The recorded reason of the difference. */
  reason: Type.String(),
  settledBy: Type.String(),
  settledAt: nullable(Type.String()),
  /** Whether the game's month is closed. */
  closed: Type.Boolean(),
  /** Null except for statements. */
  match: nullable(match),
})
export type FlowRecord = Static<typeof flowRecord>

const recordQuery = Type.Object(
  {
    /** YYYY-MM-DD; returns records whose days overlap the range. */
    from: Type.Optional(short),
    to: Type.Optional(short),
  },
  closed,
)

const recordList = Type.Object({
  rows: Type.Array(flowRecord),
  /** There are so many records that the oldest were left out. */
  truncated: Type.Boolean(),
  games: Type.Array(game),
  channels: Type.Array(named),
  servers: Type.Array(Type.Object({ key: Type.String(), name: Type.String() })),
  /** Smaller differences count as equal. */
  tolerance: Type.Object({ amount: Type.String(), percent: Type.String() }),
})
export type RecordList = Static<typeof recordList>

export const getGameFlowRecords = defineCall({
  name: 'getGameFlowRecords',
  method: 'GET',
  path: `${data}/incomeReportNew/getRecords`,
  access,
  query: recordQuery,
  reply: recordList,
  example: {},
})

const recordFields = {
  kind: Type.Enum([...recordKinds]),
  period: short,
  cgi: short,
  channel: line,
  server: Type.Optional(line),
  currency: Type.Optional(short),
  amount,
  basis: Type.Optional(Type.Enum([...recordBases])),
  note: Type.Optional(long),
}
const recordChange = Type.Object({ ...edited, ...recordFields }, closed)
export type RecordChange = Static<typeof recordChange>

export const addGameFlowRecord = defineCall({
  name: 'addGameFlowRecord',
  method: 'POST',
  path: `${data}/incomeReportNew/addGameFlowRecord`,
  access,
  body: recordChange,
  reply: flowRecord,
  example: {
    body: { kind: 'statement', period: '2026-01', cgi: 'none', channel: 'none', amount: '1.00' },
  },
})

export const deleteGameFlowRecord = defineCall({
  name: 'deleteGameFlowRecord',
  method: 'POST',
  path: `${ours}/record/delete/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreGameFlowRecords = defineCall({
  name: 'restoreGameFlowRecords',
  method: 'POST',
  path: `${ours}/record/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const gameFlowRecordHistory = defineCall({
  name: 'gameFlowRecordHistory',
  method: 'GET',
  path: `${ours}/record/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** Line limit of one paste. */
export const mostPastedRecords = 5_000
const recordPaste = Type.Object(
  {
    lines: Type.Array(Type.Object(recordFields, closed), { minItems: 1, maxItems: mostPastedRecords }),
    /** Only reports what would be done. */
    check: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type RecordPaste = Static<typeof recordPaste>
export type PastedRecords = Static<typeof pasted>

/** If a statement exists, it takes the line's amount and note; all other lines are added. */
export const pasteGameFlowRecords = defineCall({
  name: 'pasteGameFlowRecords',
  method: 'POST',
  path: `${ours}/record/paste`,
  access,
  bodyLimit: 4 * 1024 * 1024,
  bodyValues: 60_000,
  body: recordPaste,
  reply: pasted,
  example: {
    body: {
      lines: [{ kind: 'adjust', period: '2026-01-01', cgi: 'none', channel: 'none', amount: '1' }],
      check: true,
    },
  },
})

const explanation = Type.Object({
  /** Whether it explains the whole difference. */
  exact: Type.Boolean(),
  text: Type.String(),
})
const recordCheck = Type.Object({
  match,
  /** Our figures for the statement's days, in its currency. */
  figures: Type.Array(Type.Object({ title: Type.String(), value: nullable(Type.String()) })),
  explanations: Type.Array(explanation),
})
export type RecordCheck = Static<typeof recordCheck>

export const checkGameFlowRecord = defineCall({
  name: 'checkGameFlowRecord',
  method: 'GET',
  path: `${ours}/record/check/{id}`,
  access,
  params: idParams,
  reply: recordCheck,
  example: { params: { id: 987654321 } },
})

/** Records why a statement differs and marks it as settled, or undoes that. */
export const settleGameFlowRecord = defineCall({
  name: 'settleGameFlowRecord',
  method: 'POST',
  path: `${ours}/record/settle/{id}`,
  access,
  params: Type.Object({ id: idSchema }),
  body: Type.Object({ reason: long, settled: Type.Boolean() }, closed),
  reply: flowRecord,
  example: { params: { id: 987654321 }, body: { reason: '时区', settled: true } },
})
