// The form of a dimension table: its physical table, its key, and its own joins.

import { call, quiet } from '#web/api/client.ts'
import type { Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { addOrUpdateAnaDimTable, checkDimensionTable } from '#features/config/contract.ts'
import { columnChoices, tableChoices } from '../form/choices.ts'
import type { DimensionTableEntry } from '../referenceData.ts'
import { isWhole, JoinsField, joinOf, joinText, joinWords } from './JoinsField.tsx'
import { TableForm, type TableFormKind } from './TableForm.tsx'

interface DimensionTableValues {
  name: string
  table_truename: string
  key_column: string
  game_column: string
  /** As written by `joinText`. */
  joins: readonly string[]
  describe: string
}

const newValues: DimensionTableValues = {
  name: '',
  table_truename: '',
  key_column: '',
  game_column: '',
  joins: [],
  describe: '',
}

export const valuesOf = (table: DimensionTableEntry): DimensionTableValues => ({
  name: table.name,
  table_truename: table.table_truename,
  key_column: table.key_column,
  game_column: table.game_column ?? '',
  joins: (table.joins ?? []).map(joinText),
  describe: table.describe,
})

const changeOf = ({ game_column, joins, ...values }: DimensionTableValues) => ({
  ...values,
  game_column: game_column === '' ? null : game_column,
  joins: joins.map(joinOf).filter(isWhole),
})

const fields: readonly Field<DimensionTableValues>[] = [
  { name: 'name', label: '名称', kind: 'text', required: true, longest: 100 },
  {
    name: 'table_truename',
    label: '数据表',
    kind: 'select',
    required: true,
    choices: () => tableChoices('dim'),
  },
  {
    name: 'key_column',
    label: '主键列',
    kind: 'select',
    required: true,
    half: true,
    choices: ({ table_truename }) => columnChoices(table_truename),
    help: '每行一个值；指标表的列与它相等时关联',
  },
  {
    name: 'game_column',
    label: '游戏列',
    kind: 'select',
    half: true,
    choices: ({ table_truename }) => columnChoices(table_truename, '没有：各游戏共用'),
  },
  {
    name: 'joins',
    label: '关联的维度表',
    kind: 'drawn',
    draw: JoinsField,
    text: joinWords,
    help: '区服 → 地区：指标表关联这张表，就能按地区表的维度统计',
  },
  { name: 'describe', label: '说明', kind: 'textarea', rows: 2, longest: 5_000 },
]

const form: TableFormKind<DimensionTableValues, ReturnType<typeof changeOf>, DimensionTableEntry> = {
  kind: 'dimensionTable',
  noun: '维度表',
  fields,
  newValues,
  valuesOf,
  changeOf,
  save: (body) => call(addOrUpdateAnaDimTable, { body }, quiet),
  check: (dimensionTable, figures, signal) =>
    call(checkDimensionTable, { body: { dimensionTable, figures } }, { ...quiet, signal }),
}

export const DimensionTableForm = (props: ListFormProps<DimensionTableEntry>) => (
  <TableForm of={form} {...props} />
)
