// /push/history: the gateways' answers, one per person and time, loaded on scrolling.

import { History } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import type { GameName } from '#web/list/gameCells.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListSource, Tone } from '#web/list/types.ts'
import {
  findPushRecords,
  outcomes,
  outcomeTitles,
  type PushOutcome,
  type PushRecord,
} from '#features/push/contract.ts'
import { PushNavigation } from '../PushNavigation.tsx'

const pageSize = 200
let games: readonly GameName[] = []
let keepDays = 0
/** Of the task that the list is narrowed to, for its chip. */
const taskTitles = new Map<string, string>()

const tones: Record<PushOutcome, Tone> = { sent: 'good', failed: 'bad', unknown: 'warning' }

const read: Extract<ListSource<PushRecord>, { kind: 'pages' }>['read'] = async (
  { text, filters, page, size },
  signal,
) => {
  const taskId = Number(filters.task)
  const query = {
    page,
    size,
    ...(text.trim() !== '' && { query: text.trim().slice(0, 200) }),
    ...(filters.game && { cgi: filters.game }),
    ...(filters.outcome && { outcome: filters.outcome as PushOutcome }),
    ...(Number.isSafeInteger(taskId) && taskId > 0 && { taskId }),
  }
  const answer = await call(findPushRecords, { query }, { quiet: true, loading: null, signal })
  games = answer.games
  keepDays = answer.keepDays
  for (const { taskId, title } of answer.rows) if (taskId !== null) taskTitles.set(String(taskId), title)
  return answer
}

export const pushRecordList = defineList<PushRecord>({
  name: 'pushRecords',
  path: pages.pushHistory.path,
  title: '推送记录',
  noun: '记录',
  measure: '条',
  searchHint: '完整的玩家编号，或任务标题',
  idOf: ({ id }) => id,
  nameOf: ({ target, title }) => `${title} ${target}`,
  permission: 'search_push',
  source: { kind: 'pages', size: pageSize, read },
  columns: [
    { key: 'at', title: '时间', kind: 'time', value: ({ at }) => at, width: 140 },
    {
      key: 'title',
      title: '任务',
      value: ({ title }) => title,
      text: ({ title, taskId }) => (taskId === null ? `测试：${title}` : title),
      width: 200,
    },
    { key: 'cgi', title: '应用', value: ({ game }) => game, width: 110 },
    { key: 'target', title: '玩家或设备', kind: 'code', value: ({ target }) => target, width: 200 },
    {
      key: 'outcome',
      title: '结果',
      kind: 'badge',
      value: ({ outcome }) => outcomeTitles[outcome],
      tone: ({ outcome }) => tones[outcome],
      width: 120,
    },
    { key: 'answer', title: '网关的响应', value: ({ answer }) => answer, width: 420 },
  ],
  filters: [
    {
      key: 'game',
      title: '应用',
      kind: 'select',
      options: () => games.map(({ cgi, name }) => ({ value: cgi, title: name })),
    },
    {
      key: 'outcome',
      title: '结果',
      kind: 'select',
      options: outcomes.map((outcome) => ({ value: outcome, title: outcomeTitles[outcome] })),
    },
    { key: 'task', title: '任务', kind: 'chip', text: (id) => taskTitles.get(id) ?? id },
  ],
  empty: {
    title: '还没有推送记录',
    description: () =>
      keepDays > 0
        ? `任务和测试推送发出后，每个人的结果都在这里，保留 ${keepDays} 天。`
        : '任务和测试推送发出后，每个人的结果都在这里。',
    icon: <History size={32} />,
  },
})

export function Page() {
  return <ListPage list={pushRecordList} lead={<PushNavigation />} />
}
