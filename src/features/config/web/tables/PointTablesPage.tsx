// /config/pointTable: the fact tables over which points are computed.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { showMessage } from '#web/shell/message.ts'
import { cleanPointTableCache } from '#features/config/contract.ts'
import { showChanges } from '../bulk/open.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { copyName, keepTemplate } from '../form/templates.ts'
import { keepList } from '../listOf.ts'
import { Facts, Pane } from '../Pane.tsx'
import { showPersonal } from '../personal/open.tsx'
import { optionTitle, type PointTableEntry, readReferenceData } from '../referenceData.ts'
import { commonActions, removalOf, toldColumns } from '../told.tsx'
import { UndefinedCallout } from '../undefined/UndefinedCallout.tsx'
import { joinWord } from './JoinsField.tsx'
import { PointTableForm, valuesOf } from './PointTableForm.tsx'

const joinsText = ({ joins }: PointTableEntry) => joins.map(joinWord).join('、')

export const pointTableList = defineList<PointTableEntry>({
  name: 'configPointTable',
  path: pages.configPointTable.path,
  title: '指标表',
  noun: '指标表',
  measure: '张',
  searchHint: '名称、数据表、列、关联、说明、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: async (signal) => (await readReferenceData(signal)).pointTables },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name },
    { key: 'truename', title: '数据表', kind: 'code', value: ({ table_truename }) => table_truename },
    { key: 'dateColumn', title: '日期列', kind: 'code', value: ({ date_column }) => date_column ?? '' },
    { key: 'timeColumn', title: '时间列', kind: 'code', value: ({ time_column }) => time_column ?? '' },
    { key: 'gameColumn', title: '游戏列', kind: 'code', value: ({ game_column }) => game_column ?? '' },
    { key: 'grainKey', title: '行的主键', kind: 'code', value: ({ grain_key }) => grain_key.join(', ') },
    { key: 'joins', title: '关联', value: joinsText, width: 200 },
    {
      key: 'frequency',
      title: '更新频率',
      value: ({ update_frequency }) => optionTitle('updateFrequencies', update_frequency),
      searched: false,
    },
    { key: 'describe', title: '说明', value: ({ describe }) => describe, width: 200 },
    ...toldColumns,
  ],
  form: { view: PointTableForm },
  remove: removalOf<PointTableEntry>('pointTable', () => void pointTableList.refresh()),
  actions: [
    {
      command: 'config.duplicate',
      title: '复制',
      start: (row) => {
        keepTemplate('pointTable', { ...valuesOf(row), name: copyName(row.name) })
        navigate(pages.configPointTable({ form: 'new' }))
      },
    },
    {
      command: 'config.change',
      title: '批量修改',
      startMany: (rows) => showChanges({ kind: 'pointTable', rows }),
    },
    {
      command: 'config.clean',
      title: '清除缓存',
      each: {
        doing: '正在清除缓存...',
        done: '已清除缓存',
        asks: { detail: () => '用到这些表的报表下次打开时重新计算。' },
        run: async ({ id, name }, signal) => {
          const { entries } = await call(
            cleanPointTableCache,
            { params: { id }, body: {} },
            { ...quiet, signal },
          )
          showMessage({ message: `「${name}」的 ${entries} 份缓存结果已清除` })
          return undefined
        },
      },
    },
    { command: 'config.personal', title: '个人信息', start: (row) => void showPersonal(row) },
    ...commonActions<PointTableEntry>('pointTable'),
  ],
  empty: {
    title: '还没有指标表',
    description: () => (
      <>
        <ByKey command="list.create" />
        新建，或用「定义数据表」一次提出主键、关联、维度与指标。数据还是文件时，
        <ByKey command="imports.open" />
        导入数据，表与报表一并建好。
      </>
    ),
  },
})
keepList('pointTable', pointTableList)

export function Page() {
  return (
    <ListPage
      list={pointTableList}
      lead={<ConfigNavigation />}
      actions={<UndefinedCallout />}
      preview={(table) => (
        <Pane of={table} describe={table.describe}>
          <Facts
            facts={[
              ['数据表', table.table_truename],
              ['日期列', table.date_column ?? '没有'],
              ['时间列', table.time_column ?? '没有'],
              ['游戏列', table.game_column ?? '没有'],
              ['行的主键', table.grain_key.join('、')],
              ['关联', joinsText(table)],
              ['更新频率', optionTitle('updateFrequencies', table.update_frequency)],
            ]}
          />
        </Pane>
      )}
    />
  )
}
