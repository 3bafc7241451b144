// /webhooks: to which programs the product tells what happened, and how that goes.
import { pages } from '#shared/pages.ts'
import { call, failureOf, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { showDialog } from '#web/shell/dialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  deleteWebhooks,
  eventTitle,
  pauseWebhook,
  renewWebhookSecret,
  restoreWebhooks,
  testWebhook,
  type Webhook,
  webhookEvents,
  webhookEventTitles,
  webhookHistory,
  webhookStatusTitles,
} from '../contract.ts'
import { showDeliveries } from './DeliveriesDialog.tsx'
import { readWebhooks, referenceData } from './referenceData.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookForm } from './WebhookForm.tsx'

function stateText({ paused, problem, retryAt, last }: Webhook): string {
  if (paused) return '已暂停'
  if (problem !== null) return retryAt === null ? problem : `${problem}；${timeText(retryAt)}再试`
  return last === null ? '没有发送过' : webhookStatusTitles[last.status]
}

function toneOf({ paused, problem, last }: Webhook) {
  if (paused || last === null) return 'muted'
  if (problem !== null || last.status === 'failed') return 'bad'
  return last.status === 'waiting' ? 'active' : 'good'
}

/** A failed test is noted with the webhook, so its row shows it. */
async function test({ id }: Webhook, signal: AbortSignal): Promise<Webhook> {
  try {
    return await call(testWebhook, { params: { id }, body: {} }, { ...quiet, signal })
  } catch (error) {
    const { code, data } = failureOf(error)
    if (code === 'gateway_failed' && data) put(data as Webhook)
    throw error
  }
}

async function renew({ id }: Webhook, signal: AbortSignal): Promise<Webhook> {
  const { row, secret } = await call(renewWebhookSecret, { params: { id }, body: {} }, { ...quiet, signal })
  if (secret !== null) showDialog(<SecretDialog secret={secret} />)
  return row
}

const webhooks = defineList<Webhook>({
  name: 'webhooks',
  path: pages.webhooks.path,
  title: '事件回调',
  noun: '事件回调',
  measure: '个',
  searchHint: '名称、地址、备注',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'manage_authority',
  source: { kind: 'whole', read: readWebhooks },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'state', title: '状态', kind: 'badge', value: stateText, tone: toneOf, width: 200 },
    { key: 'events', title: '事件', value: ({ events }) => events.map(eventTitle).join('、') },
    { key: 'address', title: '发到', kind: 'code', value: ({ address }) => address },
    { key: 'waiting', title: '等待发送', unit: '个', kind: 'number', value: ({ waiting }) => waiting },
    { key: 'lastAt', title: '最近的事件', kind: 'time', value: ({ last }) => last?.at ?? null },
    { key: 'tables', title: '数据表', kind: 'code', value: ({ ofTables }) => ofTables.join('、') },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(referenceData().games, games) },
    { key: 'secret', title: '密钥', kind: 'code', value: ({ ending }) => `…${ending}`, searched: false },
    { key: 'owner', title: '负责人', kind: 'user', value: ({ owner }) => owner },
    { key: 'note', title: '备注', value: ({ note }) => note },
  ],
  filters: [
    {
      key: 'event',
      title: '事件',
      kind: 'several',
      options: webhookEvents.map((event) => ({ value: event, title: webhookEventTitles[event] })),
      holds: ({ events }, value) => events.some((event) => event === value),
    },
    {
      key: 'failing',
      title: '发送情况',
      kind: 'yesNo',
      yes: '一直失败',
      no: '正常',
      holds: ({ problem }) => problem !== null,
    },
  ],
  form: { view: WebhookForm },
  follow: { everyMs: 3_000, while: (rows) => rows.some(({ waiting, paused }) => waiting > 0 && !paused) },
  remove: {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '不再告诉它；恢复时地址、密钥和等待发送的事件一起回来。' },
      run: async ({ id }, signal) => {
        await call(deleteWebhooks, { body: { ids: [id] } }, { ...quiet, signal })
        return null
      },
      undo: async (webhook) => {
        await call(restoreWebhooks, { body: { ids: [webhook.id] } }, quiet)
        return webhook
      },
    },
  },
  actions: [
    {
      command: 'webhooks.test',
      title: '测试',
      each: { doing: '正在发送测试...', done: '对方收到了测试', run: test },
    },
    {
      command: 'webhooks.deliveries',
      title: '发送记录',
      start: (webhook) => showDeliveries(webhook, put),
    },
    {
      command: 'webhooks.pause',
      title: '暂停或继续',
      each: {
        doing: '正在保存...',
        done: '已保存',
        run: ({ id, paused }, signal) =>
          call(pauseWebhook, { params: { id }, body: { paused: !paused } }, { ...quiet, signal }),
        undo: ({ id, paused }) => call(pauseWebhook, { params: { id }, body: { paused } }, quiet),
      },
    },
    {
      command: 'webhooks.secret',
      title: '换新密钥',
      each: {
        doing: '正在换新...',
        done: '已换新密钥',
        asks: { detail: () => '原来的密钥立即不再使用；接收的程序换上新的之前，核对不了请求。' },
        run: renew,
      },
    },
    {
      command: 'webhooks.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(webhookHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: {
    title: '还没有事件回调',
    description:
      '数据表有了新数据、告警触发时，本系统向你填的地址发一个签名的请求；没送达会再试，每次都有记录。',
  },
})

const put = (webhook: Webhook): void => webhooks.change({ put: [webhook] })

export function Page() {
  return <ListPage list={webhooks} />
}
