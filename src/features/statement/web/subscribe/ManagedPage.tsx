// /statement/subscriptions/all: all subscriptions, for managers of users.

import { Button } from '@blueprintjs/core'
import { ArrowLeft, Envelope } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { FilterOption } from '#web/list/types.ts'
import { managedSubscriptions, type Subscription, stopSubscription } from '#features/subscription/contract.ts'
import { kindFilter, subscriptionColumns } from './columns.tsx'
import { showRuns } from './RunsDialog.tsx'

const optionsOf = (names: readonly string[]): FilterOption[] =>
  [...new Set(names)]
    .sort((one, other) => one.localeCompare(other, 'zh'))
    .map((value) => ({ value, title: value }))

const gets = (row: Subscription, kinds: readonly string[]) =>
  row.recipients.flatMap(({ kind, name }) => (kinds.includes(kind) ? [name] : []))

export const managedList = defineList<Subscription>({
  name: 'managedSubscriptions',
  path: pages.statementSubscriptionsAll.path,
  title: '全部订阅',
  noun: '订阅',
  measure: '个',
  searchHint: '名称、内容、收件人、订阅者',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'manage_authority',
  source: { kind: 'whole', read: (signal) => call(managedSubscriptions, {}, { ...quiet, signal }) },
  sort: 'owner',
  columns: subscriptionColumns,
  filters: [
    kindFilter,
    {
      key: 'user',
      title: '收件人',
      kind: 'select',
      options: (rows) => optionsOf(rows.flatMap((row) => gets(row, ['user', 'mail']))),
      holds: (row, value) => gets(row, ['user', 'mail']).includes(value),
    },
    {
      key: 'owner',
      title: '订阅者',
      kind: 'select',
      options: (rows) => optionsOf(rows.map(({ owner }) => owner)),
      holds: ({ owner }, value) => owner === value,
    },
    {
      key: 'subject',
      title: '内容',
      kind: 'select',
      options: (rows) => optionsOf(rows.map(({ subject }) => subject)),
      holds: ({ subject }, value) => subject === value,
    },
    {
      key: 'receiver',
      title: '通知渠道',
      kind: 'select',
      options: (rows) => optionsOf(rows.flatMap((row) => gets(row, ['receiver']))),
      holds: (row, value) => gets(row, ['receiver']).includes(value),
    },
  ],
  actions: [
    {
      command: 'subscriptions.stop',
      title: '停用或恢复',
      each: {
        doing: '正在修改...',
        done: '已修改',
        asks: { detail: () => '停用后订阅者不能自己恢复，并会在站内信里得知。' },
        run: ({ id, paused }, signal) =>
          call(
            stopSubscription,
            { params: { id }, body: { stopped: paused?.by !== 'manager' } },
            { ...quiet, signal },
          ),
        undo: ({ id, paused }) =>
          call(stopSubscription, { params: { id }, body: { stopped: paused?.by === 'manager' } }, quiet),
      },
    },
    { command: 'subscriptions.history', title: '发送记录', start: ({ id, name }) => showRuns(id, name) },
  ],
  empty: {
    title: '还没有人订阅',
    description: '有人订阅报表后，这里能看到谁收到什么，并可停用。',
    icon: <Envelope size={32} />,
  },
})

export function Page() {
  return (
    <ListPage
      list={managedList}
      actions={
        <Link href={pages.statementSubscriptions()} asChild>
          <Button variant="minimal" icon={<ArrowLeft size={14} />} text="我的订阅" />
        </Link>
      }
    />
  )
}
