// /statement/subscriptions: the user's own subscriptions, and those sent to the user.

import { Button } from '@blueprintjs/core'
import { Envelope } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { holdsPermission } from '#shared/permissions.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListFormProps } from '#web/list/types.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { showMessage } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import {
  deleteSubscriptions,
  leaveSubscription,
  listSubscriptions,
  pauseSubscription,
  restoreSubscriptions,
  type Subscription,
  sendSubscription,
} from '#features/subscription/contract.ts'
import { kindFilter, subscriptionColumns } from './columns.tsx'
import { showRuns } from './RunsDialog.tsx'
import { SubscriptionForm } from './SubscriptionForm.tsx'
import { queryTextOf, type Subject } from './values.ts'

const read = (signal?: AbortSignal) => call(listSubscriptions, {}, { ...quiet, signal })

const othersRefused = '只有订阅者可以修改；不想再收到请用「退订」'
const refusesOthers = ({ own }: Subscription) => (own ? undefined : othersRefused)

const subjectOf = ({
  viewId,
  reportId,
  info,
  pivot,
  queryId,
  parameters,
  link,
  subject,
}: Subscription): Subject => ({
  viewId,
  reportId,
  info,
  pivot,
  queryId,
  parameters,
  link,
  text:
    queryId === null
      ? `发送「${subject}」，${info === null ? '按已保存的报表' : '按订阅时的条件'}；换条件请从报表重新订阅`
      : queryTextOf(subject),
})

function Form({ row, onClose, onSaved }: ListFormProps<Subscription>) {
  if (!row) return null
  return <SubscriptionForm subject={subjectOf(row)} row={row} onClose={onClose} onSaved={onSaved} />
}

/** Opens the form with a copy; nothing is stored before it is saved. */
function copy(row: Subscription): void {
  showDialog(
    <SubscriptionForm
      subject={subjectOf(row)}
      row={null}
      like={row}
      onClose={closeDialog}
      onSaved={(saved) => {
        closeDialog()
        subscriptionList.change({ came: [saved] })
      }}
    />,
  )
}

function startNew(): void {
  showMessage({
    message: `请打开要订阅的报表或视图，再${byKey('view.subscribe')}或在菜单里选「订阅」；已存查询在它的 ⋯ 菜单里选「定时发送」`,
  })
  goTo(pages.statement())
}

export const subscriptionList = defineList<Subscription>({
  name: 'subscriptions',
  path: pages.statementSubscriptions.path,
  title: '我的订阅',
  noun: '订阅',
  measure: '个',
  searchHint: '名称、内容、收件人',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: null,
  source: { kind: 'whole', read },
  sort: 'name',
  columns: subscriptionColumns,
  filters: [
    kindFilter,
    {
      key: 'own',
      title: '来源',
      kind: 'yesNo',
      yes: '我订阅的',
      no: '他人发给我的',
      holds: ({ own }) => own,
    },
    {
      key: 'paused',
      title: '状态',
      kind: 'yesNo',
      yes: '已暂停',
      no: '启用',
      holds: ({ paused }) => paused !== null,
    },
  ],
  open: ({ link }) => goTo(link),
  create: startNew,
  form: { view: Form, creates: false, refuses: refusesOthers },
  remove: {
    refuses: refusesOthers,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '之后不再发送，收件人不会另行得知。' },
      run: async ({ id }, signal) => call(deleteSubscriptions, { body: { ids: [id] } }, { ...quiet, signal }),
      undo: async ({ id }) => {
        await call(restoreSubscriptions, { body: { ids: [id] } }, quiet)
        return (await read()).find((row) => row.id === id)
      },
    },
  },
  actions: [
    {
      command: 'subscriptions.send',
      title: '立即发送',
      refuses: refusesOthers,
      each: {
        doing: '正在发送...',
        done: '已开始发送',
        asks: {
          detail: (rows) =>
            `将发给 ${rows.reduce((sum, { recipients }) => sum + recipients.filter(({ stoppedAt }) => stoppedAt === null).length, 0)} 个收件人。`,
        },
        run: ({ id }, signal) => call(sendSubscription, { params: { id }, body: {} }, { ...quiet, signal }),
      },
    },
    {
      command: 'subscriptions.pause',
      title: '暂停或恢复',
      refuses: refusesOthers,
      each: {
        doing: '正在修改...',
        done: '已修改',
        run: ({ id, paused }, signal) =>
          call(
            pauseSubscription,
            { params: { id }, body: { paused: paused === null } },
            { ...quiet, signal },
          ),
        undo: ({ id, paused }) =>
          call(pauseSubscription, { params: { id }, body: { paused: paused !== null } }, quiet),
      },
    },
    { command: 'subscriptions.copy', title: '复制', refuses: refusesOthers, start: copy },
    {
      command: 'subscriptions.leave',
      title: '退订或重新订阅',
      refuses: ({ mine }) => (mine ? undefined : '你不在收件人里'),
      each: {
        doing: '正在修改...',
        done: '已修改',
        run: ({ id, mine }, signal) =>
          call(
            leaveSubscription,
            { params: { id }, body: { left: mine?.stoppedAt === null } },
            { ...quiet, signal },
          ),
        undo: ({ id, mine }) =>
          call(leaveSubscription, { params: { id }, body: { left: mine?.stoppedAt !== null } }, quiet),
      },
    },
    { command: 'subscriptions.history', title: '发送记录', start: ({ id, name }) => showRuns(id, name) },
  ],
  follow: { everyMs: 3_000, while: (rows) => rows.some(({ last }) => last?.state === 'running') },
  empty: {
    title: '还没有订阅',
    description: () => (
      <>
        打开一张报表，
        <ByKey command="view.subscribe" />
        或在菜单里选「订阅」，它就会按时发给你。已存查询也可以定时发送。
      </>
    ),
    icon: <Envelope size={32} />,
    action: <Button intent="primary" text="去选报表" onClick={() => goTo(pages.statement())} />,
  },
})

export function Page() {
  const manages = useSession(({ roleData }) => holdsPermission(roleData?.role, 'manage_authority'))
  return (
    <ListPage
      list={subscriptionList}
      actions={
        manages ? (
          <Link href={pages.statementSubscriptionsAll()} asChild>
            <Button variant="minimal" text="全部订阅" />
          </Link>
        ) : undefined
      }
    />
  )
}
