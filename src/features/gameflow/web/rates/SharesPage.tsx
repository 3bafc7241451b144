// /others/gameFlow/shares: the share of the net amount that each channel keeps, with its start.

import { emptyText } from '#shared/nothing.ts'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import {
  deleteGameFlowShare,
  type FlowShare,
  gameFlowShareHistory,
  listGameFlowShares,
  restoreGameFlowShares,
  type ShareList,
  saveGameFlowShare,
} from '#features/gameflow/contract.ts'
import { FlowNavigation } from '../FlowNavigation.tsx'

const refuses = ({ editable }: FlowShare) =>
  editable ? undefined : '该比例对全部游戏有效，只能由可看全部游戏的人修改'

let kept: Omit<ShareList, 'rows'> = { games: [], allGames: false, channels: [] }

interface Values {
  channel: string
  cgi: string
  percent: string
  from: string
  until: string
  note: string
}

const channelName = (code: string) => kept.channels.find(({ key }) => key === code)?.name ?? code
const channelCode = (typed: string) =>
  kept.channels.find(({ key, name }) => key === typed.trim() || name === typed.trim())?.key ?? typed.trim()
const valuesOf = ({ channel, cgi, percent, from, until, note }: FlowShare): Values => ({
  channel: channelName(channel) || emptyText,
  cgi,
  percent,
  from,
  until: until ?? '',
  note,
})

function ShareForm({ row, onClose, onSaved }: ListFormProps<FlowShare>) {
  const { games, allGames, channels } = kept
  const all = allGames ? [{ value: '*', title: '全部游戏' }] : []
  const initial = {
    channel: '',
    cgi: allGames ? '*' : (games[0]?.cgi ?? ''),
    percent: '',
    from: `${businessToday().slice(0, 7)}-01`,
    until: '',
    note: '',
  }
  return (
    <FormDialog<Values, FlowShare>
      name={`flowShare:${row?.id ?? 'new'}`}
      title={row ? '编辑渠道分成' : '新建渠道分成'}
      fields={[
        {
          name: 'channel',
          label: '渠道',
          kind: 'text',
          half: true,
          required: true,
          longest: 100,
          suggestions: channels.map(({ name }) => name),
        },
        {
          name: 'cgi',
          label: '游戏',
          kind: 'select',
          half: true,
          choices: [...all, ...games.map(({ cgi, name }) => ({ value: cgi, title: name }))],
          help: '某个游戏的比例先于全部游戏的',
        },
        {
          name: 'percent',
          label: '分成比例（%）',
          kind: 'text',
          half: true,
          required: true,
          mono: true,
          longest: 12,
          help: '渠道从净额中分走的部分；已月结的月份不受影响',
        },
        { name: 'from', label: '起', kind: 'day', half: true, required: true },
        { name: 'until', label: '止', kind: 'day', half: true, help: '含当天；留空为长期' },
        { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 2_000 },
      ]}
      initial={row ? valuesOf(row) : initial}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...values,
          id: row?.id ?? -1,
          channel: channelCode(values.channel),
          until: values.until === '' ? null : values.until,
          ...(revision !== undefined && { revision }),
        }
        return call(saveGameFlowShare, { body }, quiet)
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

export const shareList = defineList<FlowShare>({
  name: 'flowShares',
  path: pages.othersGameFlowShares.path,
  title: '渠道分成',
  noun: '分成',
  measure: '条',
  searchHint: '渠道、游戏、备注',
  idOf: ({ id }) => String(id),
  nameOf: ({ channelName: name, game, from }) => `${name || emptyText} ${game} ${from}`,
  permission: 'search_gameFlow',
  source: {
    kind: 'whole',
    read: async (signal) => {
      const { rows, ...beside } = await call(listGameFlowShares, {}, { ...quiet, signal })
      kept = beside
      return rows
    },
  },
  sort: 'channel',
  columns: [
    { key: 'channel', title: '渠道', value: (row) => row.channelName || emptyText },
    { key: 'game', title: '游戏', value: ({ game }) => game },
    {
      key: 'percent',
      title: '分成比例',
      unit: '%',
      kind: 'number',
      value: ({ percent }) => percent,
      text: ({ percent }) => percent,
      rank: ({ percent }) => Number(percent),
    },
    { key: 'from', title: '起', kind: 'code', value: ({ from }) => from },
    {
      key: 'until',
      title: '止',
      kind: 'code',
      value: ({ until }) => until,
      text: ({ until }) => until ?? '长期',
    },
    { key: 'note', title: '备注', value: ({ note }) => note },
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
  ],
  filters: [
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: (rows) =>
        [...new Map(rows.map(({ cgi, game }) => [cgi, game]))].map(([value, title]) => ({ value, title })),
      holds: ({ cgi }, value) => cgi === value,
    },
  ],
  form: { view: ShareForm, refuses },
  remove: {
    refuses,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '未月结的月份会变成缺分成比例；可以撤销。' },
      run: async ({ id }, signal) =>
        call(deleteGameFlowShare, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async (row) => {
        await call(restoreGameFlowShares, { body: { ids: [row.id] } }, quiet)
        return row
      },
    },
  },
  actions: [
    {
      command: 'gameflow.history',
      title: '变更记录',
      start: ({ id, channelName: name, game }) =>
        showHistory(`${name} ${game}`, (signal) =>
          call(gameFlowShareHistory, { params: { id } }, { ...quiet, signal }),
        ),
    },
  ],
  empty: { title: '还没有分成比例', description: '写下每个渠道从哪天起分走净额的百分之几。' },
})

export function Page() {
  return <ListPage list={shareList} lead={<FlowNavigation />} />
}
