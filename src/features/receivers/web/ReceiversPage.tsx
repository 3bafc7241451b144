// /alarm/receivers: the destinations of alarm and subscription messages.
import { pages } from '#shared/pages.ts'
import { call, failureOf, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { AlarmNavigation } from '#web/shell/AlarmNavigation.tsx'
import {
  deleteReceivers,
  deliveryStatusTitles,
  type Receiver,
  receiverHistory,
  receiverKinds,
  receiverKindTitles,
  restoreReceivers,
  testReceiver,
} from '../contract.ts'
import { ReceiverForm } from './ReceiverForm.tsx'
import { readReceivers, referenceData, useReferenceData } from './referenceData.ts'
import { showUses } from './UsesDialog.tsx'
import './receivers.css'

const refuses = ({ editable }: Receiver) => (editable ? undefined : '该渠道还属于你看不到的游戏')

/** The result of a failed test is stored with the receiver as well, so the row shows it. */
async function test({ id }: Receiver, signal: AbortSignal): Promise<Receiver> {
  try {
    return await call(testReceiver, { params: { id }, body: {} }, { ...quiet, signal })
  } catch (error) {
    const { code, data } = failureOf(error)
    if (code === 'gateway_failed' && data) receivers.change({ put: [data as Receiver] })
    throw error
  }
}

const lastText = ({ last }: Receiver): string => {
  if (last === null) return '没有发送过'
  return last.problem ?? deliveryStatusTitles[last.status]
}
const tones = { waiting: 'active', sent: 'good', failed: 'bad', unknown: 'warning' } as const

export const receivers = defineList<Receiver>({
  name: 'receivers',
  path: pages.alarmReceivers.path,
  title: '通知渠道',
  noun: '通知渠道',
  measure: '个',
  searchHint: '名称、地址、备注',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'alert_config_edit',
  source: { kind: 'whole', read: readReceivers },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'kind', title: '类型', value: ({ kind }) => receiverKindTitles[kind] },
    {
      key: 'address',
      title: '发到',
      kind: 'code',
      value: ({ address, addresses }) => address || addresses.join('、'),
    },
    {
      key: 'secret',
      title: '签名',
      value: ({ kind, secret }) => (kind === 'mail' || kind === 'wecom' ? '' : secret || '没有签名'),
      tone: ({ kind, secret }) =>
        kind !== 'mail' && kind !== 'wecom' && secret === '' ? 'muted' : undefined,
      searched: false,
    },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(referenceData().games, games) },
    { key: 'uses', title: '被使用', unit: '处', kind: 'number', value: ({ uses }) => uses },
    {
      key: 'last',
      title: '最近一次发送',
      kind: 'badge',
      value: lastText,
      tone: ({ last }) => (last === null ? 'muted' : tones[last.status]),
    },
    { key: 'lastAt', title: '发送时间', kind: 'time', value: ({ last }) => last?.at ?? null },
    { key: 'owner', title: '创建者', kind: 'user', value: ({ owner }) => owner },
    { key: 'note', title: '备注', value: ({ note }) => note },
  ],
  filters: [
    {
      key: 'kind',
      title: '类型',
      kind: 'several',
      options: receiverKinds.map((kind) => ({ value: kind, title: receiverKindTitles[kind] })),
      holds: ({ kind }, value) => kind === value,
    },
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: () => referenceData().games.map(({ cgi, name }) => ({ value: cgi, title: name })),
      holds: ({ games }, value) => games === '*' || games.includes(value),
    },
    {
      key: 'failed',
      title: '发送情况',
      kind: 'yesNo',
      yes: '最近一次没有送达',
      no: '正常',
      holds: ({ last }) => last?.status === 'failed' || last?.status === 'unknown',
    },
  ],
  form: { view: ReceiverForm, refuses },
  follow: { everyMs: 3_000, while: (rows) => rows.some(({ last }) => last?.status === 'waiting') },
  remove: {
    refuses: (row) =>
      refuses(row) ?? (row.uses > 0 ? `正被 ${row.uses} 处使用；请先在那里换掉它` : undefined),
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '地址与密钥会随渠道一起恢复。' },
      run: async ({ id }, signal) => {
        await call(deleteReceivers, { body: { ids: [id] } }, { ...quiet, signal })
        return null
      },
      undo: async (receiver) => {
        await call(restoreReceivers, { body: { ids: [receiver.id] } }, quiet)
        return receiver
      },
    },
  },
  actions: [
    {
      command: 'receivers.test',
      title: '测试',
      refuses,
      each: { doing: '正在发送测试...', done: '测试消息已送达', run: test },
    },
    { command: 'receivers.uses', title: '用在哪里', start: showUses },
    {
      command: 'receivers.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(receiverHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: {
    title: '还没有通知渠道',
    description: '新建钉钉、飞书、企业微信机器人、邮件或网址，告警和订阅就能发到那里；发送前可以先测试。',
  },
})

export function Page() {
  const { mailProblem, linkProblem } = useReferenceData((state) => state.settings)
  const notices = [mailProblem, linkProblem].filter((text) => text !== null)
  return (
    <div className="receivers-page">
      {notices.map((text) => (
        <p className="receivers-notice" role="note" key={text}>
          {text}
        </p>
      ))}
      <ListPage list={receivers} lead={<AlarmNavigation />} />
    </div>
  )
}
