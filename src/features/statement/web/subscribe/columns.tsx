// The columns that both lists of subscriptions share.

import type { ListColumn, ListFilter } from '#web/list/types.ts'
import type { Recipient, Subscription } from '#features/subscription/contract.ts'

export const stateTitles: Record<NonNullable<Subscription['last']>['state'], string> = {
  running: '发送中',
  done: '已发送',
  partly: '部分未发送',
  failed: '发送失败',
  late: '数据未到齐',
  quiet: '无需发送',
}

const stateTones = {
  running: 'active',
  done: 'good',
  partly: 'warning',
  failed: 'bad',
  late: 'warning',
  quiet: 'muted',
} as const

function recipientText({ kind, name, toInbox, toMail, stoppedAt }: Recipient): string {
  const by = kind === 'user' ? [toInbox && '站内信', toMail && '邮件'].filter(Boolean).join('、') : ''
  const told = [by, stoppedAt && '已退订'].filter(Boolean).join('，')
  return told === '' ? name : `${name}（${told}）`
}

const contentText = ({ picture, table, file, csv }: Subscription['content']): string =>
  [picture && '图片', table && '表格', file && (csv ? '附件 .csv' : '附件')].filter(Boolean).join('、')

const kindText = ({ queryId }: Subscription): string => (queryId === null ? '报表' : 'SQL')

/** Of the lists: what is sent. */
export const kindFilter: ListFilter<Subscription> = {
  key: 'kind',
  title: '类型',
  kind: 'yesNo',
  yes: 'SQL',
  no: '报表',
  holds: ({ queryId }) => queryId !== null,
}

export const subscriptionColumns: readonly ListColumn<Subscription>[] = [
  { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
  {
    key: 'kind',
    title: '类型',
    value: kindText,
    searched: false,
  },
  { key: 'subject', title: '内容', value: ({ subject }) => subject, width: 220 },
  { key: 'content', title: '形式', value: ({ content }) => contentText(content) },
  { key: 'timing', title: '时间', value: ({ timingText }) => timingText },
  { key: 'only', title: '发送条件', value: ({ onlyText }) => onlyText },
  {
    key: 'state',
    title: '状态',
    kind: 'badge',
    value: ({ paused, mine, own }) => (paused ? '已暂停' : !own && mine?.stoppedAt ? '已退订' : '启用'),
    tone: ({ paused, mine, own }) =>
      paused ? (paused.by === 'owner' ? 'muted' : 'bad') : !own && mine?.stoppedAt ? 'muted' : 'good',
  },
  { key: 'next', title: '下次发送', kind: 'time', value: ({ nextAt }) => nextAt },
  { key: 'lastAt', title: '上次发送', kind: 'time', value: ({ last }) => last?.at ?? null },
  {
    key: 'last',
    title: '上次结果',
    kind: 'badge',
    value: ({ last }) => (last ? (last.problem ?? stateTitles[last.state]) : '还没有发过'),
    tone: ({ last }) => (last ? stateTones[last.state] : 'muted'),
    width: 180,
  },
  {
    key: 'to',
    title: '发给',
    value: ({ recipients }) => recipients.map(recipientText).join('、'),
    width: 240,
  },
  { key: 'why', title: '暂停原因', value: ({ paused }) => paused?.why ?? null, width: 160 },
  { key: 'owner', title: '订阅者', kind: 'user', value: ({ owner }) => owner },
]
