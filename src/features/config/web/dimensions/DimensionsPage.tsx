// /config/dimension: the list of dimensions.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { showChanges } from '../bulk/open.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { copyName, keepTemplate } from '../form/templates.ts'
import { keepList } from '../listOf.ts'
import { readAll, readUses } from '../read.ts'
import {
  categoryName,
  type DimensionEntry,
  dimensionTableName,
  optionTitle,
  readReferenceData,
  referenceData,
} from '../referenceData.ts'
import { commonActions, removalOf, toldColumns } from '../told.tsx'
import { UndefinedCallout } from '../undefined/UndefinedCallout.tsx'
import { DimensionForm, valuesOf } from './DimensionForm.tsx'
import { DimensionPane } from './DimensionPane.tsx'

async function read(signal: AbortSignal): Promise<readonly DimensionEntry[]> {
  const [rows] = await Promise.all([
    readAll<DimensionEntry>('allDimension', signal),
    readReferenceData(signal),
  ])
  void readUses('dimensions', signal).then(
    (uses) => {
      const { rows: shown } = dimensionList.useState.getState()
      dimensionList.change({ put: shown.map((row) => ({ ...row, uses: uses.get(row.id) ?? 0 })) })
    },
    // The column stays empty; the dialog of uses shows the error.
    () => undefined,
  )
  return rows
}

/** 渠道表（付费渠道）. */
const tableText = ({ table_id, info: { role } }: DimensionEntry): string =>
  `${dimensionTableName(table_id)}${role ? `（${role}）` : ''}`

export const dimensionList = defineList<DimensionEntry>({
  name: 'configDimension',
  path: pages.configDimension.path,
  title: '维度管理',
  noun: '维度',
  measure: '个',
  searchHint: '名称、拼音、表达式、表、说明、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read },
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
    { key: 'quantum', title: '最细粒度', value: ({ count_quantum }) => optionTitle('grains', count_quantum) },
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
  filters: [
    {
      key: 'types',
      title: '类型',
      kind: 'several',
      options: () =>
        referenceData().options.dimensionTypes.map(({ value, label }) => ({ value, title: label })),
      holds: ({ types }, value) => types === value,
    },
    {
      key: 'category',
      title: '分类',
      kind: 'select',
      options: () => [
        ...referenceData()
          .categories.filter(({ kind }) => kind === 'dimension')
          .map(({ id, name }) => ({ value: String(id), title: name })),
        { value: 'none', title: '不分类' },
      ],
      holds: ({ dim_typeId }, value) => String(dim_typeId ?? 'none') === value,
    },
    {
      key: 'table',
      title: '维度表',
      kind: 'select',
      options: () =>
        referenceData().dimensionTables.map(({ id, name }) => ({ value: String(id), title: name })),
      holds: ({ table_id }, value) => String(table_id) === value,
    },
    {
      key: 'modified',
      title: '修改时间',
      kind: 'dates',
      dayOf: ({ modified_at }) => modified_at.slice(0, 10) || null,
    },
  ],
  form: { view: DimensionForm },
  remove: removalOf<DimensionEntry>('dimension', () => void dimensionList.refresh()),
  actions: [
    {
      command: 'config.duplicate',
      title: '复制',
      start: (row) => {
        keepTemplate('dimension', { ...valuesOf(row), name: copyName(row.name) })
        navigate(pages.configDimension({ form: 'new' }))
      },
    },
    {
      command: 'config.change',
      title: '批量修改',
      startMany: (rows) => showChanges({ kind: 'dimension', rows }),
    },
    ...commonActions<DimensionEntry>('dimension'),
  ],
  empty: {
    title: '还没有维度',
    description: () => (
      <>
        <ByKey command="list.create" />
        新建；数据表还没有定义时，「定义数据表」会一次提出维度与指标。数据还是文件时，
        <ByKey command="imports.open" />
        导入数据，表与报表一并建好。
      </>
    ),
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
