// /config/DimensionTable: the tables that dimensions use.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { showChanges } from '../bulk/open.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { copyName, keepTemplate } from '../form/templates.ts'
import { keepList } from '../listOf.ts'
import { Facts, Pane } from '../Pane.tsx'
import { showPersonal } from '../personal/open.tsx'
import { type DimensionTableEntry, readReferenceData } from '../referenceData.ts'
import { commonActions, removalOf, toldColumns } from '../told.tsx'
import { UndefinedCallout } from '../undefined/UndefinedCallout.tsx'
import { DimensionTableForm, valuesOf } from './DimensionTableForm.tsx'
import { joinWord } from './JoinsField.tsx'

const joinsText = ({ joins = [] }: DimensionTableEntry) => joins.map(joinWord).join('、')

export const dimensionTableList = defineList<DimensionTableEntry>({
  name: 'configDimensionTable',
  path: pages.configDimensionTable.path,
  title: '维度表',
  noun: '维度表',
  measure: '张',
  searchHint: '名称、数据表、列、关联、说明、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: async (signal) => (await readReferenceData(signal)).dimensionTables },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name },
    { key: 'truename', title: '数据表', kind: 'code', value: ({ table_truename }) => table_truename },
    { key: 'keyColumn', title: '主键列', kind: 'code', value: ({ key_column }) => key_column },
    { key: 'gameColumn', title: '游戏列', kind: 'code', value: ({ game_column }) => game_column ?? '' },
    { key: 'joins', title: '关联', value: joinsText, width: 160 },
    { key: 'describe', title: '说明', value: ({ describe }) => describe, width: 240 },
    ...toldColumns,
  ],
  form: { view: DimensionTableForm },
  remove: removalOf<DimensionTableEntry>('dimensionTable', () => void dimensionTableList.refresh()),
  actions: [
    {
      command: 'config.duplicate',
      title: '复制',
      start: (row) => {
        keepTemplate('dimensionTable', { ...valuesOf(row), name: copyName(row.name) })
        navigate(pages.configDimensionTable({ form: 'new' }))
      },
    },
    {
      command: 'config.change',
      title: '批量修改',
      startMany: (rows) => showChanges({ kind: 'dimensionTable', rows }),
    },
    { command: 'config.personal', title: '个人信息', start: (row) => void showPersonal(row) },
    ...commonActions<DimensionTableEntry>('dimensionTable'),
  ],
  empty: {
    title: '还没有维度表',
    description: () => (
      <>
        <ByKey command="list.create" />
        新建：选数据表与主键列，维度就能用它的列。
      </>
    ),
  },
})
keepList('dimensionTable', dimensionTableList)

export function Page() {
  return (
    <ListPage
      list={dimensionTableList}
      lead={<ConfigNavigation />}
      actions={<UndefinedCallout />}
      preview={(table) => (
        <Pane of={table} describe={table.describe}>
          <Facts
            facts={[
              ['数据表', table.table_truename],
              ['主键列', table.key_column],
              ['游戏列', table.game_column ?? '没有：各游戏共用'],
              ['关联', joinsText(table)],
            ]}
          />
        </Pane>
      )}
    />
  )
}
