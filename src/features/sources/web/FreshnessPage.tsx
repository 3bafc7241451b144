// /config/source/tables: how fresh each table is, what loads it, and when it is due.
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { Tone } from '#web/list/types.ts'
import { DataNavigation } from '#web/shell/DataNavigation.tsx'
import {
  type FreshState,
  type FreshTable,
  freshStates,
  freshStateTitles,
  listFreshness,
} from '../contract.ts'

const tones: Record<FreshState, Tone> = {
  fresh: 'good',
  late: 'warning',
  failed: 'bad',
  paused: 'muted',
  none: 'muted',
}
const urgency: readonly FreshState[] = ['failed', 'late', 'paused', 'fresh', 'none']

export const freshness = defineList<FreshTable>({
  name: 'freshness',
  path: pages.configSourceTables.path,
  title: '数据新鲜度',
  noun: '数据表',
  measure: '张',
  searchHint: '表名、数据源、最近载入',
  idOf: ({ table }) => table,
  nameOf: ({ table }) => table,
  permission: 'search_config',
  source: {
    kind: 'whole',
    read: async (signal) => call(listFreshness, {}, { ...quiet, signal }),
  },
  sort: 'state',
  columns: [
    { key: 'table', title: '数据表', kind: 'code', value: ({ table }) => table },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state }) => freshStateTitles[state],
      tone: ({ state }) => tones[state],
      rank: ({ state }) => urgency.indexOf(state),
    },
    { key: 'updatedAt', title: '数据更新于', kind: 'time', value: ({ updatedAt }) => updatedAt },
    { key: 'dueAt', title: '下次应到', kind: 'time', value: ({ dueAt }) => dueAt },
    { key: 'rows', title: '行数', kind: 'number', value: ({ rows }) => rows },
    { key: 'sources', title: '数据源', value: ({ sources }) => sources.join('、') },
    { key: 'last', title: '最近载入', value: ({ last }) => last ?? '', width: 280 },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'several',
      options: freshStates.map((state) => ({ value: state, title: freshStateTitles[state] })),
      holds: ({ state }, value) => state === value,
    },
  ],
  open: ({ sources: [name] }) => navigate(pages.configSource(name === undefined ? {} : { text: name })),
  empty: {
    title: '还没有数据表',
    description: '导入一个文件，或新建一个数据源，表就会列在这里。',
  },
})

export function Page() {
  return <ListPage list={freshness} lead={<DataNavigation />} />
}
