// Manual records as objects: each belongs to a game and has a history; a channel has one statement for each
// period.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import {
  type RecordBasis,
  type RecordKind,
  recordBasisTitles,
  recordKindTitles,
} from '#features/gameflow/contract.ts'
import { type FlowRecordRow, flowRecord } from '../tables.ts'

export type FlowRecordKept = Selectable<FlowRecordRow>

export const records: ObjectKind<FlowRecordKept> = {
  table: 'flow_record',
  name: 'gameFlowRecord',
  fields: {
    kind: { title: '类别', show: (kind) => recordKindTitles[kind as RecordKind] },
    period: { title: '日期' },
    first_day: { title: '第一天' },
    last_day: { title: '最后一天' },
    cgi: { title: '游戏', codes: 'game' },
    channel: { title: '渠道', codes: 'channel' },
    server: { title: '区服', codes: 'server' },
    currency: { title: '币种' },
    amount: { title: '金额' },
    basis: { title: '口径', show: (basis) => recordBasisTitles[basis as RecordBasis] },
    note: { title: '备注' },
    reason: { title: '差异原因' },
    settled_at: { title: '核销', show: (at) => (at === null ? '未核销' : '已核销') },
    settled_difference: { title: '核销时差额', show: (text) => String(text ?? '') },
    // The history entry itself names the user.
    settled_by: { title: '核销人', show: () => '' },
  },
  seen: flowRecord.seen,
  runs: 'never',
  names: ({ kind, period, cgi, channel, server, currency, basis }) =>
    kind === 'statement'
      ? [{ scope: cgi, name: JSON.stringify([period, channel, server, currency, basis]) }]
      : [],
  called: ({ kind, period, cgi, channel }) => ({ kind, period, cgi, ...(channel !== '' && { channel }) }),
  taken: { field: 'period', message: '这一期的渠道账单已经有了，请修改原来的' },
}
