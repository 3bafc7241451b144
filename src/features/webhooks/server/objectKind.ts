// Webhooks as objects: seen and changed by managers who see all rows of their games.
import type { Selectable } from 'kysely'
import { readGames } from '#server/objects/games.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { eventTitle, type WebhookEvent } from '../contract.ts'
import { type WebhookRow, webhook } from './tables.ts'

export type StoredWebhook = Selectable<WebhookRow>

const listIn = (stored: unknown): string[] => JSON.parse(String(stored)) as string[]

export const eventsIn = ({ events }: Pick<StoredWebhook, 'events'>): WebhookEvent[] =>
  listIn(events) as WebhookEvent[]
export const tablesIn = ({ tables }: Pick<StoredWebhook, 'tables'>): string[] => listIn(tables)

function gamesShown(stored: unknown): string {
  const games = readGames(String(stored))
  return games === 'all' ? '全部游戏' : games.join('、')
}

export const webhooks: ObjectKind<StoredWebhook> = {
  table: 'webhook',
  name: 'webhook',
  fields: {
    name: { title: '名称' },
    secrets: { title: '地址与密钥', show: () => '已设置（内容不留记录）' },
    events: { title: '事件', show: (events) => listIn(events).map(eventTitle).join('、') },
    tables: { title: '数据表', show: (tables) => listIn(tables).join('、') || '不限' },
    games: { title: '游戏', codes: 'game', show: gamesShown },
    paused: { title: '暂停', show: (paused) => (paused === 1 ? '已暂停' : '未暂停') },
    note: { title: '备注' },
  },
  seen: webhook.seen,
  runs: { in: ({ games }) => readGames(games) },
  names: ({ name }) => [{ scope: '', name }],
  taken: { field: 'name', message: '已有同名的事件回调，请换一个名称' },
}
