// /config/source/restated: which loads changed days that were whole, and by how much.
import { navigate } from 'wouter/use-browser-location'
import { type RestatedHow, restatedHows, restatedHowTitles } from '#shared/imports/restated.ts'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { DataNavigation } from '#web/shell/DataNavigation.tsx'
import { listRestatements, type Restatement } from '#features/restated/contract.ts'

const daysText = ({ firstDay, lastDay, days }: Restatement): string =>
  firstDay === lastDay ? firstDay : `${firstDay} 至 ${lastDay}，${days} 天`

const figuresText = ({ figures, rowsBefore, rowsAfter }: Restatement): string => {
  if (figures.length > 0) return figures.join('；')
  return rowsBefore === null ? '' : `行数 由 ${rowsBefore} 改为 ${rowsAfter}`
}

const loadText = ({ how, source }: Restatement): string => source || restatedHowTitles[how]

const restatedList = defineList<Restatement>({
  name: 'restated',
  path: pages.configSourceRestated.path,
  title: '修订记录',
  noun: '修订',
  measure: '次',
  searchHint: '数据表、指标、载入的内容',
  idOf: ({ id }) => String(id),
  nameOf: (row) => `${row.title} ${daysText(row)}`,
  permission: 'search_config',
  source: {
    kind: 'whole',
    read: async (signal) => call(listRestatements, { query: {} }, { ...quiet, signal }),
  },
  sort: '-at',
  columns: [
    { key: 'at', title: '时间', kind: 'time', value: ({ at }) => at },
    { key: 'title', title: '数据表', value: ({ title }) => title, width: 140 },
    { key: 'days', title: '修订的日期', value: daysText, width: 170 },
    { key: 'figures', title: '改了多少', value: figuresText, width: 380 },
    { key: 'source', title: '来自', value: loadText, width: 200 },
    { key: 'how', title: '方式', value: ({ how }) => restatedHowTitles[how] },
    { key: 'by', title: '载入人', kind: 'user', value: ({ by }) => by },
  ],
  filters: [
    {
      key: 'table',
      title: '数据表',
      kind: 'several',
      options: (rows) =>
        [...new Set(rows.map(({ title }) => title))].map((title) => ({ value: title, title })),
      holds: ({ title }, value) => title === value,
    },
    {
      key: 'how',
      title: '方式',
      kind: 'several',
      options: restatedHows.map((how: RestatedHow) => ({ value: how, title: restatedHowTitles[how] })),
      holds: ({ how }, value) => how === value,
    },
    { key: 'at', title: '时间', kind: 'dates', dayOf: ({ at }) => at.slice(0, 10) },
  ],
  open: ({ viewId, sourceName }) =>
    navigate(
      viewId === null ? pages.configSource({ text: sourceName }) : pages.statementDetail({ id: viewId }),
    ),
  empty: {
    title: '近 90 天没有修订',
    description: '某天过完、数据到齐之后，又有载入改了那天的数，就会列在这里。',
  },
})

export function Page() {
  return <ListPage list={restatedList} lead={<DataNavigation />} />
}
