// The form of a dimension: its column or expression, its table, its filters and its labels.

import { rolesTowards } from '#semantic/model/ways.ts'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { AnyValues, Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { addOrUpdateAnaDim, checkDimension, type DimensionChange } from '#features/config/contract.ts'
import { CheckPane } from '../form/CheckPane.tsx'
import { choicesOfRows, columnChoices, idOf, optionChoices, tableChoices, typedId } from '../form/choices.ts'
import { EffectPart } from '../form/EffectPart.tsx'
import { expressionField } from '../form/ExpressionField.tsx'
import { isSameChange } from '../form/sameChange.ts'
import { forgetTemplate, takeTemplate } from '../form/templates.ts'
import { useDictionaries } from '../form/useDictionaries.ts'
import { usePhysicalTables } from '../form/usePhysicalTables.ts'
import { type DimensionEntry, referenceData, tableOfDimension, useReferenceData } from '../referenceData.ts'

interface DimensionValues {
  name: string
  dim_typeId: string
  types: string
  form_type: string
  table_id: string
  'info.factTable': string
  'info.expression': string
  'info.labelColumn': string
  'info.role': string
  'info.dictId': string
  'info.valueOrder': readonly string[]
  count_quantum: string
  update_frequency: string
  cgi_filter: boolean
  describe: string
}

const newValues: DimensionValues = {
  name: '',
  dim_typeId: '',
  types: 'string',
  form_type: 'multiSelect',
  table_id: '',
  'info.factTable': '',
  'info.expression': '',
  'info.labelColumn': '',
  'info.role': '',
  'info.dictId': '',
  'info.valueOrder': [],
  count_quantum: '',
  update_frequency: 'day',
  cgi_filter: false,
  describe: '',
}

export const valuesOf = ({ info, table_id, dim_typeId, ...dimension }: DimensionEntry): DimensionValues => ({
  name: dimension.name,
  dim_typeId: idOf(dim_typeId),
  types: dimension.types,
  form_type: dimension.form_type,
  table_id: idOf(table_id),
  'info.factTable': info.factTable ?? '',
  'info.expression': info.expression ?? '',
  'info.labelColumn': info.labelColumn ?? '',
  'info.role': info.role ?? '',
  'info.dictId': idOf(info.dictId),
  'info.valueOrder': info.valueOrder ?? [],
  count_quantum: dimension.count_quantum ?? '',
  update_frequency: dimension.update_frequency,
  cgi_filter: dimension.cgi_filter,
  describe: dimension.describe,
})

const isDated = ({ types }: { types?: unknown }): boolean => types === 'date' || types === 'time'
const hasTable = ({ table_id }: { table_id?: unknown }): boolean => table_id !== ''

/**
 * `given`: the order when the form was opened. A blank line counts if it was there before, because the empty
 * text is a value.
 */
function changeOf(values: DimensionValues, given: readonly string[]): DimensionChange {
  const own = hasTable(values)
  const order = values['info.valueOrder'].filter((value) => value.trim() !== '' || given.includes(value))
  return {
    name: values.name,
    dim_typeId: typedId(values.dim_typeId),
    types: values.types,
    form_type: values.form_type,
    table_id: typedId(values.table_id),
    info: {
      ...(values['info.expression'].trim() !== '' && { expression: values['info.expression'] }),
      ...(own && values['info.labelColumn'] !== '' && { labelColumn: values['info.labelColumn'] }),
      ...(own && values['info.role'] !== '' && { role: values['info.role'] }),
      ...(!own && values['info.factTable'] !== '' && { factTable: values['info.factTable'] }),
      ...(values['info.dictId'] !== '' && { dictId: Number(values['info.dictId']) }),
      ...(order.length > 0 && { valueOrder: order }),
    },
    count_quantum: isDated(values) && values.count_quantum !== '' ? values.count_quantum : null,
    update_frequency: values.update_frequency,
    cgi_filter: values.cgi_filter,
    describe: values.describe,
  }
}

/**
 * The dimension's own table, otherwise the fact table it is meant for; without either, the columns of the
 * first fact table are offered.
 */
const tableIn = (values: AnyValues): string | undefined =>
  tableOfDimension(typedId(String(values.table_id ?? '')))?.table_truename ||
  String(values['info.factTable'] ?? '') ||
  referenceData().pointTables[0]?.table_truename

/**
 * Roles of the joins that lead to the table; a role that no longer exists stays visible if the dimension has
 * it.
 */
function rolesFor(values: { table_id?: unknown; 'info.role'?: unknown }): string[] {
  const { pointTables, dimensionTables } = referenceData()
  const table = typedId(String(values.table_id ?? ''))
  const known = table === null ? [] : rolesTowards(table, pointTables, dimensionTables)
  const kept = String(values['info.role'] ?? '')
  return kept === '' || known.includes(kept) ? known : [...known, kept]
}

const drawExpression = expressionField({
  field: 'info.expression',
  language: () => 'expression',
  table: tableIn,
  placeholder: () => 'channel，或 lower(channel)',
})

const fields = (dictionaries: readonly { id: number; name: string }[]): readonly Field<DimensionValues>[] => [
  { name: 'name', label: '名称', kind: 'text', required: true, half: true, longest: 100 },
  {
    name: 'dim_typeId',
    label: '分类',
    kind: 'select',
    half: true,
    choices: [
      { value: '', title: '不分类' },
      ...choicesOfRows(referenceData().categories.filter(({ kind }) => kind === 'dimension')),
    ],
  },
  {
    name: 'types',
    label: '类型',
    kind: 'select',
    half: true,
    required: true,
    choices: optionChoices('dimensionTypes'),
  },
  {
    name: 'form_type',
    label: '筛选控件',
    kind: 'select',
    half: true,
    required: true,
    choices: optionChoices('formTypes'),
  },
  {
    name: 'table_id',
    label: '维度表',
    kind: 'select',
    half: true,
    choices: [{ value: '', title: '没有：列在指标表里' }, ...choicesOfRows(referenceData().dimensionTables)],
  },
  {
    name: 'info.factTable',
    label: '只用于指标表',
    kind: 'select',
    half: true,
    choices: () => [{ value: '', title: '任何有这些列的表' }, ...tableChoices('point')],
    shownWhen: (values) => !hasTable(values),
  },
  {
    name: 'info.labelColumn',
    label: '名称列',
    kind: 'select',
    half: true,
    choices: (values) =>
      columnChoices(
        tableOfDimension(typedId(String(values.table_id ?? '')))?.table_truename,
        '没有：显示值本身',
      ),
    shownWhen: hasTable,
  },
  {
    name: 'info.role',
    label: '角色',
    kind: 'select',
    half: true,
    choices: (values) => [
      { value: '', title: '没有：走没有角色的关联' },
      ...rolesFor(values).map((role) => ({ value: role, title: role })),
    ],
    help: '指标表以几个角色关联这张维度表时，选这个维度要的一个',
    shownWhen: (values) => hasTable(values) && rolesFor(values).length > 0,
  },
  {
    name: 'info.expression',
    label: '表达式',
    kind: 'drawn',
    draw: drawExpression,
    help: '列名或表达式；有维度表时留空就是它的主键。Alt+/ 补全',
  },
  {
    name: 'info.dictId',
    label: '字典',
    kind: 'select',
    half: true,
    choices: [{ value: '', title: '没有' }, ...choicesOfRows(dictionaries)],
    shownWhen: ({ types }) => types === 'dictionary' || types === 'string' || types === 'number',
  },
  {
    name: 'count_quantum',
    label: '最小粒度',
    kind: 'select',
    half: true,
    choices: [{ value: '', title: '没有' }, ...optionChoices('grains')],
    shownWhen: isDated,
  },
  {
    name: 'update_frequency',
    label: '更新频率',
    kind: 'select',
    half: true,
    choices: optionChoices('updateFrequencies'),
  },
  {
    name: 'info.valueOrder',
    label: '取值顺序',
    kind: 'lines',
    rows: 3,
    help: '每行一个值，按这里的顺序排列；没有写的排在后面',
    shownWhen: ({ types }) => types === 'string' || types === 'dictionary',
  },
  { name: 'cgi_filter', label: '按用户的游戏限制可见的值', kind: 'switch' },
  { name: 'describe', label: '说明', kind: 'textarea', rows: 2, longest: 5_000 },
]

const told = ['info.expression', 'name']

export function DimensionForm({ row, onClose, onSaved }: ListFormProps<DimensionEntry>) {
  useReferenceData()
  usePhysicalTables()
  const dictionaries = useDictionaries(row?.info.dictId)
  const initial = row ? valuesOf(row) : (takeTemplate<DimensionValues>('dimension') ?? newValues)
  return (
    <FormDialog<DimensionValues, DimensionEntry>
      name={`dimension:${row?.id ?? 'new'}`}
      title={row ? '编辑维度' : '新建维度'}
      className="config-form"
      fields={fields(dictionaries)}
      initial={initial}
      send={async (values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...changeOf(values, row?.info.valueOrder ?? []),
          id: row?.id ?? -1,
          ...(revision !== undefined && { revision }),
        }
        return (await call(addOrUpdateAnaDim, { body }, quiet)) as DimensionEntry
      }}
      valuesOf={valuesOf}
      onClose={() => {
        forgetTemplate('dimension')
        onClose()
      }}
      onSaved={(saved) => {
        forgetTemplate('dimension')
        onSaved(saved)
      }}
    >
      {(values) => {
        const change = { ...changeOf(values, row?.info.valueOrder ?? []), id: row?.id ?? -1 }
        return (
          <CheckPane
            body={JSON.stringify(change)}
            ask={(figures, signal) =>
              call(checkDimension, { body: { dimension: change, figures } }, { ...quiet, signal })
            }
            told={told}
          >
            {row && (
              <EffectPart
                kind="dimension"
                id={row.id}
                change={change}
                isChanged={
                  !isSameChange(change, { ...changeOf(valuesOf(row), row.info.valueOrder ?? []), id: row.id })
                }
              />
            )}
          </CheckPane>
        )
      }}
    </FormDialog>
  )
}
