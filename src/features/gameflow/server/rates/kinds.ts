// Exchange rates, shared by all users, and channel shares, of one game or of all, as objects.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type FlowRateRow, type FlowShareRow, flowRate, flowShare } from '../tables.ts'

export type Rate = Selectable<FlowRateRow>
export type Share = Selectable<FlowShareRow>

export const rates: ObjectKind<Rate> = {
  table: 'flow_rate',
  name: 'gameFlowRate',
  fields: {
    currency: { title: '币种' },
    period: { title: '日期' },
    rate: { title: '汇率' },
    source: { title: '来源' },
  },
  // A rate contains no game's figures.
  seen: flowRate.seen,
  runs: 'never',
  names: ({ currency, period }) => [{ scope: currency, name: period }],
  called: ({ currency, period }) => ({ currency, period }),
  taken: { field: 'period', message: '这个币种在这一天（月）的汇率已经有了，请修改原来的' },
}

export const shares: ObjectKind<Share> = {
  table: 'flow_share',
  name: 'gameFlowShare',
  fields: {
    channel: { title: '渠道', codes: 'channel' },
    cgi: { title: '游戏', codes: 'game', show: (cgi) => (cgi === '*' ? '全部游戏' : String(cgi)) },
    percent: { title: '分成比例', show: (percent) => `${percent}%` },
    first_day: { title: '起' },
    last_day: { title: '止', show: (day) => (day === null ? '长期' : String(day)) },
    note: { title: '备注' },
  },
  seen: flowShare.seen,
  refuses: (caller, { cgi }) =>
    cgi === '*' && caller.games !== 'all' ? '该比例对全部游戏有效，只能由可看全部游戏的人修改' : null,
  runs: 'never',
  called: ({ channel, cgi }) => ({ channel, ...(cgi !== '*' && { cgi }) }),
  taken: { field: 'from', message: '该渠道在这些日期已有分成比例' },
}
