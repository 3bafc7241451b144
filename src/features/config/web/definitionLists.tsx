// What the lists of dimensions and of points share: reading, filters, and the action 复制.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import type { List } from '#web/list/defineList.ts'
import type { FilterOption, ListFilter, RowAction } from '#web/list/types.ts'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { copyName, keepTemplate } from './form/templates.ts'
import { readAll, readUses } from './read.ts'
import { readReferenceData, referenceData } from './referenceData.ts'
import type { Told } from './told.tsx'

interface Definition extends Told {
  pinyin?: string
  types: string
  table_id: number | null
  uses?: number
}
type Kind = 'dimension' | 'point'

const listPages = { dimension: pages.configDimension, point: pages.configPoint } as const
const roots = { dimension: ['allDimension', 'dimensions'], point: ['allPoint', 'points'] } as const

/** Returns the rows; the numbers of uses follow into the list once they are read. */
export async function readDefinitions<Row extends Definition>(
  kind: Kind,
  list: Pick<List<Row>, 'useState' | 'change'>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const [all, counted] = roots[kind]
  const [rows] = await Promise.all([readAll<Row>(all, signal), readReferenceData(signal)])
  void readUses(counted, signal).then(
    (uses) => {
      const { rows: shown } = list.useState.getState()
      list.change({ put: shown.map((row) => ({ ...row, uses: uses.get(row.id) ?? 0 })) })
    },
    // The column stays empty; the dialog of uses shows the error.
    () => undefined,
  )
  return rows
}

interface Filtering<Row> {
  kind: Kind
  types: 'dimensionTypes' | 'pointTypes'
  categoryOf: (row: Row) => number | null
  /** 指标表. */
  tableTitle: string
  tables: () => readonly { id: number; name: string }[]
}

const optionOf = ({ id, name }: { id: number; name: string }): FilterOption => ({
  value: String(id),
  title: name,
})

export const definitionFilters = <Row extends Definition>({
  kind,
  types,
  categoryOf,
  tableTitle,
  tables,
}: Filtering<Row>): readonly ListFilter<Row>[] => [
  {
    key: 'types',
    title: '类型',
    kind: 'several',
    options: () => referenceData().options[types].map(({ value, label }) => ({ value, title: label })),
    holds: (row, value) => row.types === value,
  },
  {
    key: 'category',
    title: '分类',
    kind: 'select',
    options: () => [
      ...referenceData()
        .categories.filter((category) => category.kind === kind)
        .map(optionOf),
      { value: 'none', title: '不分类' },
    ],
    holds: (row, value) => String(categoryOf(row) ?? 'none') === value,
  },
  {
    key: 'table',
    title: tableTitle,
    kind: 'select',
    options: () => tables().map(optionOf),
    holds: ({ table_id }, value) => String(table_id) === value,
  },
  {
    key: 'modified',
    title: '修改时间',
    kind: 'dates',
    dayOf: ({ modified_at }) => modified_at.slice(0, 10) || null,
  },
]

/** Opens the form of a new object with this row's values. */
export const duplicating = <Row extends Definition>(
  kind: Kind,
  valuesOf: (row: Row) => object,
): RowAction<Row> => ({
  command: 'config.duplicate',
  title: '复制',
  start: (row) => {
    keepTemplate(kind, { ...valuesOf(row), name: copyName(row.name) })
    navigate(listPages[kind]({ form: 'new' }))
  },
})

export const HowToBegin = () => (
  <>
    <ByKey command="list.create" />
    新建；数据表还没有定义时，「定义数据表」会一次提出维度与指标。数据还是文件时，
    <ByKey command="imports.open" />
    导入数据，表与报表一并建好。
  </>
)
