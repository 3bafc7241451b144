// /config/point: the list of points, with their computation and their table.

import { navigate } from 'wouter/use-browser-location'
import type { PointType } from '#semantic/model/types.ts'
import { pages } from '#shared/pages.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { showChanges } from '../bulk/open.tsx'
import { ConfigNavigation } from '../ConfigNavigation.tsx'
import { copyName, keepTemplate } from '../form/templates.ts'
import { FormulasCallout } from '../formulas/FormulasCallout.tsx'
import { keepList } from '../listOf.ts'
import { readAll, readUses } from '../read.ts'
import {
  categoryName,
  optionTitle,
  type PointEntry,
  pointTableName,
  readReferenceData,
  referenceData,
  tableOfPoint,
} from '../referenceData.ts'
import { showReplace } from '../replace/open.tsx'
import { commonActions, removalOf, toldColumns } from '../told.tsx'
import { UndefinedCallout } from '../undefined/UndefinedCallout.tsx'
import { PointForm, valuesOf } from './PointForm.tsx'
import { aggregateTitle, PointPane } from './PointPane.tsx'

const tones = {
  additive: 'good',
  distinct: 'active',
  semiAdditive: 'warning',
  statistic: 'warning',
  computed: 'muted',
} as const satisfies Record<PointType, string>

async function read(signal: AbortSignal): Promise<readonly PointEntry[]> {
  const [rows] = await Promise.all([readAll<PointEntry>('allPoint', signal), readReferenceData(signal)])
  void readUses('points', signal).then(
    (uses) => {
      const { rows: shown } = pointList.useState.getState()
      pointList.change({ put: shown.map((row) => ({ ...row, uses: uses.get(row.id) ?? 0 })) })
    },
    // The column stays empty; the dialog of uses shows the error.
    () => undefined,
  )
  return rows
}

export const pointList = defineList<PointEntry>({
  name: 'configPoint',
  path: pages.configPoint.path,
  title: '指标',
  noun: '指标',
  measure: '个',
  searchHint: '名称、拼音、表达式、条件、说明、编号',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_config',
  source: { kind: 'whole', read },
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
    { key: 'category', title: '分类', value: ({ point_typeId }) => categoryName(point_typeId) },
    { key: 'table', title: '指标表', value: ({ table_id }) => pointTableName(table_id) },
    { key: 'sql', title: '表达式', kind: 'code', value: ({ name_sql }) => name_sql, width: 260 },
    {
      key: 'aggregate',
      title: '汇总',
      value: aggregateTitle,
      searched: false,
    },
    { key: 'event', title: '事件条件', kind: 'code', value: ({ event_filter }) => event_filter },
    { key: 'filter', title: '其他条件', kind: 'code', value: ({ filter }) => filter },
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
  filters: [
    {
      key: 'types',
      title: '类型',
      kind: 'several',
      options: () => referenceData().options.pointTypes.map(({ value, label }) => ({ value, title: label })),
      holds: ({ types }, value) => types === value,
    },
    {
      key: 'category',
      title: '分类',
      kind: 'select',
      options: () => [
        ...referenceData()
          .categories.filter(({ kind }) => kind === 'point')
          .map(({ id, name }) => ({ value: String(id), title: name })),
        { value: 'none', title: '不分类' },
      ],
      holds: ({ point_typeId }, value) => String(point_typeId ?? 'none') === value,
    },
    {
      key: 'table',
      title: '指标表',
      kind: 'select',
      options: () => referenceData().pointTables.map(({ id, name }) => ({ value: String(id), title: name })),
      holds: ({ table_id }, value) => String(table_id) === value,
    },
    {
      key: 'modified',
      title: '修改时间',
      kind: 'dates',
      dayOf: ({ modified_at }) => modified_at.slice(0, 10) || null,
    },
  ],
  form: { view: PointForm },
  remove: removalOf<PointEntry>('point', () => void pointList.refresh()),
  actions: [
    {
      command: 'config.duplicate',
      title: '复制',
      start: (row) => {
        keepTemplate('point', { ...valuesOf(row), name: copyName(row.name) })
        navigate(pages.configPoint({ form: 'new' }))
      },
    },
    {
      command: 'config.change',
      title: '批量修改',
      startMany: (rows) => showChanges({ kind: 'point', rows }),
    },
    { command: 'config.replace', title: '换成另一个指标', start: ({ id }) => showReplace(id) },
    ...commonActions<PointEntry>('point'),
  ],
  empty: {
    title: '还没有指标',
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
