// /config/dimension: the list of dimensions.

import { pages } from '#shared/pages.ts'
import { defineList, type List } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { showMessage } from '#web/shell/message.ts'
import { showChanges } from '../bulk/open.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { definitionFilters, duplicating, HowToBegin, readDefinitions } from '../definitionLists.tsx'
import { keepList } from '../listOf.ts'
import { showPersonal } from '../personal/open.tsx'
import {
  categoryName,
  type DimensionEntry,
  dimensionTableName,
  optionTitle,
  referenceData,
} from '../referenceData.ts'
import { commonActions, removalOf, toldColumns } from '../told.tsx'
import { UndefinedCallout } from '../undefined/UndefinedCallout.tsx'
import { DimensionForm, valuesOf } from './DimensionForm.tsx'
import { DimensionPane } from './DimensionPane.tsx'

/** 渠道表（付费渠道）. */
const tableText = ({ table_id, info: { role } }: DimensionEntry): string =>
  `${dimensionTableName(table_id)}${role ? `（${role}）` : ''}`

export const dimensionList: List<DimensionEntry> = defineList<DimensionEntry>({
  name: 'configDimension',
  path: pages.configDimension.path,
  title: '维度管理',
  noun: '维度',
  measure: '个',
  searchHint: '名称、拼音、表达式、表、说明、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: (signal) => readDefinitions('dimension', dimensionList, signal) },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin ?? '' },
    { key: 'types', title: '类型', value: ({ types }) => optionTitle('dimensionTypes', types) },
    { key: 'category', title: '分类', value: ({ dim_typeId }) => categoryName(dim_typeId) },
    {
      key: 'form',
      title: '筛选控件',
      value: ({ form_type }) => optionTitle('formTypes', form_type),
      searched: false,
    },
    { key: 'table', title: '维度表', value: tableText },
    { key: 'truename', title: '数据表', kind: 'code', value: ({ table_truename }) => table_truename ?? '' },
    { key: 'sql', title: '表达式', kind: 'code', value: ({ info }) => info.expression ?? '', width: 200 },
    { key: 'quantum', title: '最小粒度', value: ({ count_quantum }) => optionTitle('grains', count_quantum) },
    {
      key: 'frequency',
      title: '更新频率',
      value: ({ update_frequency }) => optionTitle('updateFrequencies', update_frequency),
      searched: false,
    },
    { key: 'cgi', title: '按游戏限制', value: ({ cgi_filter }) => cgi_filter, searched: false },
    { key: 'describe', title: '说明', value: ({ describe }) => describe, width: 200 },
    ...toldColumns,
  ],
  filters: definitionFilters({
    kind: 'dimension',
    types: 'dimensionTypes',
    categoryOf: ({ dim_typeId }) => dim_typeId,
    tableTitle: '维度表',
    tables: () => referenceData().dimensionTables,
  }),
  form: { view: DimensionForm },
  remove: removalOf<DimensionEntry>('dimension', () => void dimensionList.refresh()),
  actions: [
    duplicating<DimensionEntry>('dimension', valuesOf),
    {
      command: 'config.change',
      title: '批量修改',
      startMany: (rows) => showChanges({ kind: 'dimension', rows }),
    },
    {
      command: 'config.personal',
      title: '个人信息',
      start: ({ table_truename }) =>
        table_truename === null
          ? showMessage({ message: '这个维度在多张表里：请在各张指标表上标记' })
          : void showPersonal({ table_truename }),
    },
    ...commonActions<DimensionEntry>('dimension'),
  ],
  empty: {
    title: '还没有维度',
    description: HowToBegin,
  },
})
keepList('dimension', dimensionList)

export function Page() {
  return (
    <ListPage
      list={dimensionList}
      lead={<ConfigNavigation />}
      actions={<UndefinedCallout />}
      preview={(dimension) => <DimensionPane key={dimension.id} dimension={dimension} />}
    />
  )
}
