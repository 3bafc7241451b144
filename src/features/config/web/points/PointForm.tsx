// The form of a point: what it aggregates or computes, its table, its conditions, and its number format.

import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { aggregatesFor, type PointAggregate } from '#semantic/model/types.ts'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { Choice, Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { takeHandedOver } from '#web/shell/handOver.ts'
import { isRecord } from '#web/shell/storage.ts'
import { addOrUpdateAnaPoint, checkPoint, type PointChange } from '#features/config/contract.ts'
import { forgetWords } from '../expression/useWords.ts'
import { CheckPane } from '../form/CheckPane.tsx'
import { choicesOfRows, idOf, optionChoices, typedId } from '../form/choices.ts'
import { EffectPart } from '../form/EffectPart.tsx'
import { expressionField } from '../form/ExpressionField.tsx'
import { isSameChange } from '../form/sameChange.ts'
import { forgetTemplate, takeTemplate } from '../form/templates.ts'
import { usePhysicalTables } from '../form/usePhysicalTables.ts'
import { type PointEntry, referenceData, tableOfPoint, useReferenceData } from '../referenceData.ts'

export interface PointValues {
  name: string
  types: string
  table_id: string
  name_sql: string
  'info.aggregate': string
  'info.per': string
  'info.percentile': number | null
  'info.approximate': boolean
  event_filter: string
  filter: string
  point_typeId: string
  'info.format': string
  'info.unit': string
  'info.fill': string
  'info.synonyms': readonly string[]
  describe: string
  note: string
}

const newValues: PointValues = {
  name: '',
  types: 'additive',
  table_id: '',
  name_sql: '',
  'info.aggregate': 'sum',
  'info.per': '',
  'info.percentile': 90,
  'info.approximate': false,
  event_filter: '',
  filter: '',
  point_typeId: '',
  'info.format': 'integer',
  'info.unit': '',
  'info.fill': '',
  'info.synonyms': [],
  describe: '',
  note: '',
}

export const valuesOf = ({ table_id, point_typeId, info, ...point }: PointEntry): PointValues => ({
  name: point.name,
  types: point.types,
  table_id: idOf(table_id),
  name_sql: point.name_sql,
  'info.aggregate': info.aggregate ?? aggregatesFor(point.types)[0] ?? 'sum',
  'info.per': info.per ?? '',
  'info.percentile': info.percentile ?? 90,
  'info.approximate': info.approximate ?? false,
  event_filter: point.event_filter,
  filter: point.filter,
  point_typeId: idOf(point_typeId),
  'info.format': info.format ?? 'integer',
  'info.unit': info.unit ?? '',
  'info.fill': info.fill ?? '',
  'info.synonyms': info.synonyms ?? [],
  describe: point.describe,
  note: point.note,
})

const isComputed = ({ types }: { types?: unknown }): boolean => types === 'computed'
interface Aggregated {
  types?: unknown
  'info.aggregate'?: unknown
  'info.per'?: unknown
}
const isStatistic = ({ types }: Aggregated): boolean => types === 'statistic'
const isByKey = (values: Aggregated): boolean =>
  isStatistic(values) && String(values['info.per'] ?? '').trim() !== ''
/** Minimum and maximum of rows are additive points. */
const choicesFor = (values: Aggregated): readonly PointAggregate[] => {
  const all = aggregatesFor(String(values.types))
  return isStatistic(values) && !isByKey(values) ? all.filter((one) => one !== 'min' && one !== 'max') : all
}
/** The chosen aggregate, or the type's default after the type was changed. */
const aggregateOf = (values: Aggregated): PointAggregate | undefined => {
  const fitting = choicesFor(values)
  return fitting.find((one) => one === values['info.aggregate']) ?? fitting[0]
}
/** Aggregates that fit the type; the choice for another type is shown as its replacement. */
export function aggregateChoices(values: Aggregated, all: readonly Choice[]): readonly Choice[] {
  const fitting: readonly string[] = choicesFor(values)
  const [chosen, taken] = [String(values['info.aggregate']), aggregateOf(values)]
  const offered = all.filter(({ value }) => fitting.includes(value))
  if (fitting.includes(chosen)) return offered
  return offered.map((choice) => (choice.value === taken ? { ...choice, value: chosen } : choice))
}

const isCount = (values: Aggregated): boolean => aggregateOf(values) === 'count'
const isPercentile = (values: Aggregated): boolean => aggregateOf(values) === 'percentile'
const mayBeNear = (values: Aggregated): boolean => isPercentile(values) || aggregateOf(values) === 'median'

/** Values of hidden fields are not sent: a formula has no table. */
export function changeOf(values: PointValues): PointChange {
  const computed = isComputed(values)
  const aggregate = aggregateOf(values)
  return {
    name: values.name,
    types: values.types,
    table_id: computed ? null : typedId(values.table_id),
    name_sql: isCount(values) ? '' : values.name_sql,
    event_filter: computed ? '' : values.event_filter,
    filter: computed ? '' : values.filter,
    point_typeId: typedId(values.point_typeId),
    info: {
      ...(aggregate && { aggregate }),
      ...(isByKey(values) && { per: values['info.per'].trim() }),
      ...(isPercentile(values) && { percentile: values['info.percentile'] }),
      ...(mayBeNear(values) && values['info.approximate'] && { approximate: true }),
      format: values['info.format'],
      ...(values['info.unit'] !== '' && { unit: values['info.unit'] }),
      ...(values['info.fill'] !== '' && { fill: values['info.fill'] }),
      ...(values['info.synonyms'].length > 0 && { synonyms: [...values['info.synonyms']] }),
    },
    describe: values.describe,
    note: values.note,
  }
}

const truename = ({ table_id }: { table_id?: unknown }): string | undefined =>
  tableOfPoint(typedId(String(table_id ?? '')))?.table_truename
const overTable = { language: () => 'expression' as const, table: truename }

const draws = {
  name_sql: expressionField({
    field: 'name_sql',
    language: (values) => (isComputed(values) ? 'formula' : 'expression'),
    table: (values) => (isComputed(values) ? undefined : truename(values)),
    placeholder: (values) => (isComputed(values) ? '[收入] / [活跃用户]' : '列名，或 amount * 0.01'),
  }),
  per: expressionField({ ...overTable, field: 'info.per', placeholder: () => '如 player_id', rows: 1 }),
  event_filter: expressionField({
    ...overTable,
    field: 'event_filter',
    placeholder: () => "event = 'login'",
  }),
  filter: expressionField({ ...overTable, field: 'filter', placeholder: () => 'amount > 0' }),
}

const fields = (): readonly Field<PointValues>[] => [
  { name: 'name', label: '名称', kind: 'text', required: true, half: true, longest: 100 },
  {
    name: 'point_typeId',
    label: '分类',
    kind: 'select',
    half: true,
    placeholder: '不分类',
    choices: [
      { value: '', title: '不分类' },
      ...choicesOfRows(referenceData().categories.filter(({ kind }) => kind === 'point')),
    ],
  },
  {
    name: 'types',
    label: '类型',
    kind: 'select',
    half: true,
    required: true,
    choices: optionChoices('pointTypes'),
  },
  {
    name: 'table_id',
    label: '指标表',
    kind: 'select',
    half: true,
    required: true,
    choices: choicesOfRows(referenceData().pointTables),
    shownWhen: (values) => !isComputed(values),
  },
  {
    name: 'info.aggregate',
    label: '汇总方式',
    kind: 'select',
    half: true,
    choices: (values) => aggregateChoices(values, optionChoices('aggregates')),
    shownWhen: (values) => choicesFor(values).length > 0,
  },
  {
    name: 'info.per',
    label: '先按对象汇总',
    kind: 'drawn',
    draw: draws.per,
    help: '填 player_id：先把每个玩家的值加总，再取中位数、平均值等；小计和合计也由明细重新按人汇总。不填：直接用各行的值',
    shownWhen: isStatistic,
  },
  {
    name: 'info.percentile',
    label: '百分位',
    kind: 'number',
    half: true,
    min: 0,
    max: 100,
    unit: '%',
    help: '90：九成的值不大于它',
    shownWhen: isPercentile,
  },
  {
    name: 'info.approximate',
    label: '近似计算',
    kind: 'switch',
    help: '行数很多时快而省内存，结果可能略有出入；不选则精确',
    shownWhen: mayBeNear,
  },
  {
    name: 'name_sql',
    label: '表达式',
    kind: 'drawn',
    draw: draws.name_sql,
    help: '计算指标写公式，用 [指标名] 引用其他指标；符合条件的行数写条件；其余写列名或表达式。先按对象汇总的可以不填：算每人的行数。Alt+/ 补全',
    shownWhen: (values) => !isCount(values),
  },
  {
    name: 'event_filter',
    label: '事件条件',
    kind: 'drawn',
    draw: draws.event_filter,
    help: '只算符合的行，可以不填',
    shownWhen: (values) => !isComputed(values),
  },
  {
    name: 'filter',
    label: '筛选条件',
    kind: 'drawn',
    draw: draws.filter,
    help: '与事件条件同时成立，可以不填',
    shownWhen: (values) => !isComputed(values),
  },
  {
    name: 'info.format',
    label: '数字格式',
    kind: 'select',
    half: true,
    choices: optionChoices('numberFormats'),
  },
  { name: 'info.unit', label: '单位', kind: 'text', half: true, longest: 20, placeholder: '元、人、次' },
  {
    name: 'info.fill',
    label: '没有数据时',
    kind: 'select',
    choices: [
      { value: '', title: '按类型：求和、计数、去重为 0，其余为空' },
      { value: 'zero', title: '显示 0' },
      { value: 'empty', title: '留空' },
    ],
    shownWhen: (values) => !isComputed(values),
  },
  {
    name: 'info.synonyms',
    label: '别名',
    kind: 'tags',
    placeholder: 'DAU，日活',
    help: '也能用这些名字在面板、句子和选择列表里找到它，用顿号、逗号或回车分隔',
  },
  { name: 'describe', label: '口径说明', kind: 'textarea', rows: 2, longest: 5_000 },
  { name: 'note', label: '备注', kind: 'textarea', rows: 2, longest: 5_000 },
]

const told = ['name_sql', 'info.per', 'event_filter', 'filter', 'name']

interface HandedOver {
  values: Partial<PointValues> & { name: string }
  /**
   * For the formula of one report: its address with the saved point in the formula's place; empty for a
   * formula of many reports.
   */
  backWith: (id: number) => string
  /** The formula that the point replaces in all reports; empty for a formula of one report. */
  adopts: string
}

/** A formula from reports that is to become a point. */
function handedOver(): HandedOver | null {
  const given = takeHandedOver('point')
  if (!isRecord(given)) return null
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  return {
    values: {
      name: textOf('name'),
      types: 'computed',
      name_sql: textOf('formula'),
      'info.format': textOf('format'),
      'info.unit': textOf('unit'),
    },
    backWith: (saved) => textOf('back').replaceAll(String(given.id), String(saved)),
    adopts: textOf('adopts'),
  }
}

async function takePlaces({ backWith, adopts }: HandedOver, point: number): Promise<void> {
  const back = backWith(point)
  if (back !== '') return navigate(back)
  const { adoptPoint } = await import('../formulas/adopting.ts')
  await adoptPoint(point, adopts)
}

export function PointForm({ row, onClose, onSaved }: ListFormProps<PointEntry>) {
  useReferenceData()
  usePhysicalTables()
  const [handed] = useState(() => (row ? null : handedOver()))
  const fresh = handed ? { ...newValues, ...handed.values } : newValues
  const initial = row ? valuesOf(row) : (takeTemplate<PointValues>('point') ?? fresh)
  return (
    <FormDialog<PointValues, PointEntry>
      name={handed ? `point:of:${handed.values.name}` : `point:${row?.id ?? 'new'}`}
      title={row ? '编辑指标' : '新建指标'}
      className="config-form"
      fields={fields()}
      initial={initial}
      send={async (values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = { ...changeOf(values), id: row?.id ?? -1, ...(revision !== undefined && { revision }) }
        const saved = await call(addOrUpdateAnaPoint, { body }, quiet)
        forgetWords()
        return saved as PointEntry
      }}
      valuesOf={valuesOf}
      onClose={() => {
        forgetTemplate('point')
        onClose()
      }}
      onSaved={(saved) => {
        forgetTemplate('point')
        onSaved(saved)
        if (handed) void takePlaces(handed, saved.id)
      }}
    >
      {(values) => {
        const change = { ...changeOf(values), id: row?.id ?? -1 }
        return (
          <CheckPane
            body={JSON.stringify(change)}
            ask={(figures, signal) =>
              call(checkPoint, { body: { point: change, figures } }, { ...quiet, signal })
            }
            format={{ format: values['info.format'], unit: values['info.unit'] }}
            told={told}
          >
            {row && (
              <EffectPart
                kind="point"
                id={row.id}
                change={change}
                isChanged={!isSameChange(change, { ...changeOf(valuesOf(row)), id: row.id })}
              />
            )}
          </CheckPane>
        )
      }}
    </FormDialog>
  )
}
