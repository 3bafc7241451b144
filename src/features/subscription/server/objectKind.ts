// Subscriptions as objects, private to their owner. Managers see them through a separate call.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type Timing, timingText } from '#shared/timing.ts'
import type { Content } from '../contract.ts'
import { onlyText, readOnly } from './only.ts'
import { type RecipientRow, type RunRow, type SubscriptionRow, subscription } from './tables.ts'

export type StoredSubscription = Selectable<SubscriptionRow>
export type StoredRecipient = Selectable<RecipientRow>
export type StoredRun = Selectable<RunRow>

export const readTiming = (stored: string): Timing => JSON.parse(stored) as Timing
export const readContent = (stored: string): Content => JSON.parse(stored) as Content

function contentText({ picture, table, file, csv, corrections }: Content): string {
  const parts = [picture && '图', table && '表格', file && (csv ? '附件 .csv' : '附件')]
  return [...parts, corrections === false && '不发更正'].filter(Boolean).join('、')
}

export const scheduleId = (id: number): string => `subscription ${id}`

export const subscriptions: ObjectKind<StoredSubscription> = {
  table: 'subscription',
  name: 'subscription',
  fields: {
    name: { title: '名称' },
    view_id: { title: '视图' },
    query_id: { title: '查询' },
    params: { title: '参数', show: (params) => (params === '{}' ? '按保存的' : '已设置') },
    only_when: { title: '条件', show: (only) => onlyText(readOnly(only as string | null)) || '总是发送' },
    report_id: { title: '报表' },
    info: { title: '报表条件', show: (info) => (info === null ? '按保存的' : '已设置') },
    pivot: { title: '透视', show: (pivot) => (pivot === null ? '否' : '是') },
    link: { title: '地址' },
    timing: { title: '时间', show: (timing) => timingText(readTiming(String(timing))) },
    content: { title: '内容', show: (content) => contentText(readContent(String(content))) },
    note: { title: '附言' },
  },
  seen: subscription.seen,
  runs: { in: () => 'all', query: ({ query_id }) => query_id !== null },
  names: ({ owner_id, name }) => [{ scope: String(owner_id), name }],
  schedule: { id: scheduleId },
  taken: { field: 'name', message: '你已有同名的订阅，请换一个名称' },
}
