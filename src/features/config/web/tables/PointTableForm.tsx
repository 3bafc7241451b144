// The form of a point table: its physical table, its date and key columns, and its joined dimension tables.

import { call, quiet } from '#web/api/client.ts'
import type { Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { addOrUpdateAnaPointTable, checkPointTable } from '#features/config/contract.ts'
import { columnChoices, optionChoices, tableChoices } from '../form/choices.ts'
import type { PointTableEntry } from '../referenceData.ts'
import { ColumnsField } from './ColumnsField.tsx'
import { isWhole, JoinsField, joinOf, joinText, joinWords } from './JoinsField.tsx'
import { TableForm, type TableFormKind } from './TableForm.tsx'

interface PointTableValues {
  name: string
  table_truename: string
  date_column: string
  time_column: string
  game_column: string
  grain_key: readonly string[]
  /** As written by `joinText`. */
  joins: readonly string[]
  update_frequency: string
  describe: string
}

const newValues: PointTableValues = {
  name: '',
  table_truename: '',
  date_column: '',
  time_column: '',
  game_column: '',
  grain_key: [],
  joins: [],
  update_frequency: 'day',
  describe: '',
}

export const valuesOf = (table: PointTableEntry): PointTableValues => ({
  name: table.name,
  table_truename: table.table_truename,
  date_column: table.date_column ?? '',
  time_column: table.time_column ?? '',
  game_column: table.game_column ?? '',
  grain_key: table.grain_key,
  joins: table.joins.map(joinText),
  update_frequency: table.update_frequency,
  describe: table.describe,
})

const orNone = (column: string) => (column === '' ? null : column)

const changeOf = (values: PointTableValues) => ({
  name: values.name,
  table_truename: values.table_truename,
  date_column: orNone(values.date_column),
  time_column: orNone(values.time_column),
  game_column: orNone(values.game_column),
  grain_key: [...values.grain_key],
  joins: values.joins.map(joinOf).filter(isWhole),
  update_frequency: values.update_frequency,
  describe: values.describe,
})

const fields: readonly Field<PointTableValues>[] = [
  { name: 'name', label: '名称', kind: 'text', required: true, half: true, longest: 100 },
  {
    name: 'table_truename',
    label: '数据表',
    kind: 'select',
    half: true,
    required: true,
    choices: () => tableChoices('point'),
  },
  {
    name: 'date_column',
    label: '日期列',
    kind: 'select',
    half: true,
    choices: ({ table_truename }) => columnChoices(table_truename, '没有：不按日期'),
  },
  {
    name: 'time_column',
    label: '时间列',
    kind: 'select',
    half: true,
    choices: ({ table_truename }) => columnChoices(table_truename, '没有：只到天'),
  },
  {
    name: 'game_column',
    label: '游戏列',
    kind: 'select',
    half: true,
    choices: ({ table_truename }) => columnChoices(table_truename, '没有：不分游戏'),
  },
  {
    name: 'update_frequency',
    label: '更新频率',
    kind: 'select',
    half: true,
    choices: optionChoices('updateFrequencies'),
  },
  {
    name: 'grain_key',
    label: '行的主键',
    kind: 'drawn',
    draw: ColumnsField,
    help: '合起来能认出一行的列；余额类指标按它取最后的值',
  },
  {
    name: 'joins',
    label: '关联的维度表',
    kind: 'drawn',
    draw: JoinsField,
    text: joinWords,
    help: '同一张维度表关联几次时（注册渠道、付费渠道）各填一个角色，维度再选它要的角色',
  },
  { name: 'describe', label: '说明', kind: 'textarea', rows: 2, longest: 5_000 },
]

const form: TableFormKind<PointTableValues, ReturnType<typeof changeOf>, PointTableEntry> = {
  kind: 'pointTable',
  noun: '指标表',
  fields,
  newValues,
  valuesOf,
  changeOf,
  save: (body) => call(addOrUpdateAnaPointTable, { body }, quiet),
  check: (pointTable, figures, signal) =>
    call(checkPointTable, { body: { pointTable, figures } }, { ...quiet, signal }),
}

export const PointTableForm = (props: ListFormProps<PointTableEntry>) => <TableForm of={form} {...props} />
