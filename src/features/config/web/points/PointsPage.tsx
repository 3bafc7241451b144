// /config/point: the list of points, with their computation and their table.

import type { PointType } from '#semantic/model/types.ts'
import { pages } from '#shared/pages.ts'
import { defineList, type List } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { showChanges } from '../bulk/open.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { definitionFilters, duplicating, HowToBegin, readDefinitions } from '../definitionLists.tsx'
import { FormulasCallout } from '../formulas/FormulasCallout.tsx'
import { keepList } from '../listOf.ts'
import {
  categoryName,
  optionTitle,
  type PointEntry,
  pointTableName,
  referenceData,
  tableOfPoint,
} from '../referenceData.ts'
import { showReplace } from '../replace/open.tsx'
import { retirePoint, verifyPoint } from '../standing/marking.ts'
import { commonActions, removalOf, toldColumns } from '../told.tsx'
import { UndefinedCallout } from '../undefined/UndefinedCallout.tsx'
import { PointForm, valuesOf } from './PointForm.tsx'
import { aggregateTitle, PointPane, standingText } from './PointPane.tsx'

const tones = {
  additive: 'good',
  distinct: 'active',
  semiAdditive: 'warning',
  statistic: 'warning',
  computed: 'muted',
} as const satisfies Record<PointType, string>

export const pointList: List<PointEntry> = defineList<PointEntry>({
  name: 'configPoint',
  path: pages.configPoint.path,
  title: '指标',
  noun: '指标',
  measure: '个',
  searchHint: '名称、拼音、表达式、条件、说明、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read: (signal) => readDefinitions('point', pointList, signal) },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin ?? '' },
    {
      key: 'types',
      title: '类型',
      kind: 'badge',
      value: ({ types }) => optionTitle('pointTypes', types),
      tone: ({ types }) => tones[types as PointType],
    },
    {
      key: 'standing',
      title: '核对与停用',
      value: ({ info }) => standingText(info),
      width: 250,
    },
    { key: 'category', title: '分类', value: ({ point_typeId }) => categoryName(point_typeId) },
    { key: 'table', title: '指标表', value: ({ table_id }) => pointTableName(table_id) },
    { key: 'sql', title: '表达式', kind: 'code', value: ({ name_sql }) => name_sql, width: 260 },
    {
      key: 'aggregate',
      title: '汇总方式',
      value: aggregateTitle,
      searched: false,
    },
    { key: 'event', title: '事件条件', kind: 'code', value: ({ event_filter }) => event_filter },
    { key: 'filter', title: '筛选条件', kind: 'code', value: ({ filter }) => filter },
    {
      key: 'format',
      title: '格式',
      value: ({ info }) => optionTitle('numberFormats', info.format),
      searched: false,
    },
    { key: 'unit', title: '单位', value: ({ info }) => info.unit ?? '', searched: false },
    { key: 'describe', title: '口径说明', value: ({ describe }) => describe, width: 200 },
    { key: 'note', title: '备注', value: ({ note }) => note, width: 120 },
    ...toldColumns,
  ],
  filters: definitionFilters({
    kind: 'point',
    types: 'pointTypes',
    categoryOf: ({ point_typeId }) => point_typeId,
    tableTitle: '指标表',
    tables: () => referenceData().pointTables,
  }),
  form: { view: PointForm },
  remove: removalOf<PointEntry>('point', () => void pointList.refresh()),
  actions: [
    duplicating<PointEntry>('point', valuesOf),
    {
      command: 'config.change',
      title: '批量修改',
      startMany: (rows) => showChanges({ kind: 'point', rows }),
    },
    { command: 'config.verify', title: '核对', start: (point) => verifyPoint(point) },
    { command: 'config.retire', title: '停用', start: (point) => void retirePoint(point) },
    { command: 'config.replace', title: '换成另一个指标', start: ({ id }) => showReplace(id) },
    ...commonActions<PointEntry>('point'),
  ],
  empty: {
    title: '还没有指标',
    description: HowToBegin,
  },
})
keepList('point', pointList)

export function Page() {
  return (
    <ListPage
      list={pointList}
      lead={<ConfigNavigation />}
      actions={
        <>
          <FormulasCallout />
          <UndefinedCallout />
        </>
      }
      preview={(point) => <PointPane key={point.id} point={point} table={tableOfPoint(point.table_id)} />}
    />
  )
}
