// /others/gameFlow/records: manual records, and channels' statements compared with our figures.

import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import type { Tone } from '#web/list/types.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { timeText } from '#web/ui/timeText.ts'
import {
  deleteGameFlowRecord,
  type FlowRecord,
  gameFlowRecordHistory,
  getGameFlowRecords,
  type MatchState,
  matchStates,
  matchStateTitles,
  recordBasisTitles,
  recordKinds,
  recordKindTitles,
  restoreGameFlowRecords,
} from '#features/gameflow/contract.ts'
import { FlowNavigation } from '../FlowNavigation.tsx'
import '../gameFlow.css'
import { RecordForm } from './RecordForm.tsx'
import { RecordPaste } from './RecordPaste.tsx'
import { keepReferenceData, referenceData } from './referenceData.ts'
import { Explained, showSettling } from './SettleDialog.tsx'

const tones: Record<MatchState, Tone> = {
  equal: 'good',
  near: 'good',
  differs: 'bad',
  unknown: 'warning',
  settled: 'muted',
  changed: 'bad',
}
const closedReason = ({ closed }: FlowRecord) =>
  closed ? '该月已月结，不能再改；确需修改请先在「月结」页重新打开' : undefined
const grouped = (text: string | null | undefined): string => (text ? groupThousands(text) : '')

export const recordList = defineList<FlowRecord>({
  name: 'flowRecords',
  path: pages.othersGameFlowRecords.path,
  title: '流水记录与对账',
  noun: '记录',
  measure: '条',
  searchHint: '渠道、备注、原因',
  idOf: ({ id }) => String(id),
  nameOf: ({ period, channelName, amount }) => `${period} ${channelName} ${amount}`,
  permission: 'search_gameFlow',
  source: {
    kind: 'whole',
    read: async (signal) => {
      const read = await call(getGameFlowRecords, { query: {} }, { ...quiet, signal })
      keepReferenceData(read)
      return read.rows
    },
  },
  sort: '-period',
  columns: [
    { key: 'period', title: '日期', kind: 'code', value: ({ period }) => period },
    { key: 'kind', title: '类别', value: ({ kind }) => recordKindTitles[kind] },
    { key: 'game', title: '游戏', value: ({ game }) => game },
    { key: 'channel', title: '渠道', value: ({ channelName }) => channelName },
    { key: 'server', title: '区服', value: ({ serverName }) => serverName },
    { key: 'currency', title: '币种', value: ({ currency }) => currency },
    {
      key: 'amount',
      title: '金额',
      kind: 'number',
      value: ({ amount }) => amount,
      text: ({ amount }) => grouped(amount),
      rank: ({ amount }) => Number(amount),
    },
    {
      key: 'basis',
      title: '口径',
      value: ({ kind, basis }) => (kind === 'statement' ? recordBasisTitles[basis] : ''),
    },
    {
      key: 'ours',
      title: '我方',
      kind: 'number',
      value: ({ match }) => match?.ours ?? null,
      text: ({ match }) => grouped(match?.ours),
      rank: ({ match }) => Number(match?.ours ?? 0),
    },
    {
      key: 'difference',
      title: '差额',
      kind: 'number',
      value: ({ match }) => match?.difference ?? null,
      text: ({ match }) => grouped(match?.difference),
      rank: ({ match }) => Math.abs(Number(match?.difference ?? 0)),
    },
    {
      key: 'percent',
      title: '差额',
      unit: '%',
      kind: 'number',
      value: ({ match }) => match?.percent ?? null,
      text: ({ match }) => match?.percent ?? '',
      rank: ({ match }) => Math.abs(Number(match?.percent ?? 0)),
    },
    {
      key: 'state',
      title: '对账',
      kind: 'badge',
      value: ({ match }) => (match ? matchStateTitles[match.state] : null),
      tone: ({ match }) => (match ? tones[match.state] : undefined),
    },
    { key: 'reason', title: '差异原因', value: ({ reason }) => reason },
    { key: 'settledBy', title: '核销人', kind: 'user', value: ({ settledBy }) => settledBy },
    { key: 'closed', title: '月结', value: ({ closed }) => (closed ? '已月结' : '') },
    { key: 'note', title: '备注', value: ({ note }) => note },
    { key: 'owner', title: '添加者', kind: 'user', value: ({ owner }) => owner },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
  ],
  filters: [
    {
      key: 'kind',
      title: '类别',
      kind: 'select',
      options: recordKinds.map((kind) => ({ value: kind, title: recordKindTitles[kind] })),
      holds: ({ kind }, value) => kind === value,
    },
    {
      key: 'state',
      title: '对账',
      kind: 'select',
      options: matchStates.map((state) => ({ value: state, title: matchStateTitles[state] })),
      holds: ({ match }, value) => match?.state === value,
    },
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: () => referenceData().games.map(({ cgi, name }) => ({ value: cgi, title: name })),
      holds: ({ cgi }, value) => cgi === value,
    },
    {
      key: 'month',
      title: '月份',
      kind: 'select',
      options: (rows) =>
        [...new Set(rows.map(({ period }) => period.slice(0, 7)))]
          .sort()
          .reverse()
          .map((month) => ({ value: month, title: month })),
      holds: ({ period }, value) => period.slice(0, 7) === value,
    },
  ],
  form: { view: RecordForm, refuses: closedReason },
  paste: RecordPaste,
  remove: {
    refuses: closedReason,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '可以撤销。' },
      run: async ({ id }, signal) =>
        call(deleteGameFlowRecord, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async (row) => {
        await call(restoreGameFlowRecords, { body: { ids: [row.id] } }, quiet)
        return row
      },
    },
  },
  actions: [
    {
      command: 'gameflow.settle',
      title: '核对',
      refuses: (row) => (row.kind === 'statement' ? closedReason(row) : '只有渠道账单需要核对'),
      start: (row) => showSettling(row, (saved) => recordList.change({ put: [saved] })),
    },
    {
      command: 'gameflow.history',
      title: '变更记录',
      start: (row) =>
        showHistory(`${row.period} ${row.channelName}`, (signal) =>
          call(gameFlowRecordHistory, { params: { id: row.id } }, { ...quiet, signal }),
        ),
    },
  ],
  empty: {
    title: '还没有记录',
    description: '新建调整或渠道账单，或把渠道的结算单从表格软件批量粘贴进来，与订单对账。',
  },
})

function RecordPane({ row }: { row: FlowRecord }) {
  return (
    <div className="flow-pane">
      <h2>
        {row.period} {row.game} {row.channelName}
      </h2>
      {row.kind === 'statement' ? (
        <Explained row={row} />
      ) : (
        <p>
          {recordKindTitles[row.kind]} {row.amount} {row.currency}，计入当天的流水
        </p>
      )}
      {row.reason && (
        <>
          <h3>差异原因</h3>
          <p>{row.reason}</p>
        </>
      )}
      {row.settledAt && (
        <p className="flow-muted">
          {row.settledBy} 于 {timeText(row.settledAt)} 核销
        </p>
      )}
    </div>
  )
}

export function Page() {
  return (
    <ListPage
      list={recordList}
      lead={<FlowNavigation />}
      preview={(row) => <RecordPane key={`${row.id} ${row.revision}`} row={row} />}
    />
  )
}
