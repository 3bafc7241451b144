// All problems of a definition as it would be saved, by field: the report engine's, and the form's own rules.

import {
  checkDimension,
  checkDimensionTable,
  checkPoint,
  checkPointTable,
  type Problem,
} from '#semantic/compile.ts'
import {
  aggregatesFor,
  type Dimension,
  type DimensionTable,
  type DimensionType,
  type FormType,
  type Model,
  type Point,
  type PointAggregate,
  type PointTable,
} from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'
import { namedAlready, synonymsProblem } from '#shared/pointNames.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import { carriedAlong } from '../formulas.ts'
import { aggregateTitles, fillTitles, formatTitles, frequencyTitles } from '../options.ts'
import type { Definitions } from './drafts.ts'
import type { Held } from './held.ts'
import { joinProblems } from './joins.ts'

/** Stored data beyond the model. */
export interface Known extends Held {
  dictionaries: ReadonlySet<number>
}

/** The model with the definition, replacing the one with its id. */
export function modelWith<Kind extends DefinitionKind>(
  model: Model,
  kind: Kind,
  definition: Definitions[Kind],
): Model {
  const put = <Item extends { id: number }>(items: readonly Item[], item: Item): Item[] =>
    items.some(({ id }) => id === item.id)
      ? items.map((other) => (other.id === item.id ? item : other))
      : [...items, item]
  if (kind === 'dimension') return { ...model, dimensions: put(model.dimensions, definition as Dimension) }
  if (kind === 'point') {
    const point = definition as Point
    return { ...model, points: carriedAlong(model.points, put(model.points, point), point) }
  }
  if (kind === 'pointTable')
    return { ...model, pointTables: put(model.pointTables, definition as PointTable) }
  if (kind === 'dimensionTable')
    return { ...model, dimensionTables: put(model.dimensionTables, definition as DimensionTable) }
  return model
}

/** `known` already includes the definition. The first problem of each field. */
export function problemsOf<Kind extends DefinitionKind>(
  kind: Kind,
  definition: Definitions[Kind],
  known: Known,
): Problem[] {
  const all = found(kind, definition, known)
  const fields = new Set<string>()
  return all.filter(({ field }) => {
    const isFirst = !fields.has(field)
    fields.add(field)
    return isFirst
  })
}

function found(kind: DefinitionKind, definition: Definitions[DefinitionKind], known: Known): Problem[] {
  const { model } = known
  const own = formProblems(kind, definition, known)
  if (kind === 'dimension') return [...own, ...checkDimension(definition as Dimension, model).map(atItsField)]
  if (kind === 'pointTable') return [...own, ...checkPointTable(definition as PointTable, model)]
  if (kind === 'dimensionTable') return [...own, ...checkDimensionTable(definition as DimensionTable, model)]
  if (kind !== 'point' || own.some(({ field }) => field === 'table_id')) return own
  return [...own, ...checkPoint(definition as Point, model)]
}

/** The table of a dimension without one is part of its settings. */
const atItsField = (problem: Problem): Problem =>
  problem.field === 'table_truename' ? { ...problem, field: 'info.factTable' } : problem

/** Problems that need no parsing of expressions. */
export function formProblems(
  kind: DefinitionKind,
  definition: Definitions[DefinitionKind],
  known: Known,
): Problem[] {
  if (kind === 'dimension') return dimensionProblems(definition as Dimension, known)
  if (kind === 'point') return pointProblems(definition as Point, known)
  if (kind === 'pointTable') return pointTableProblems(definition as PointTable, known.model)
  if (kind === 'dimensionTable') return dimensionTableProblems(definition as DimensionTable, known.model)
  return []
}

const at = (field: string, message: string): Problem => ({ field, message })
const when = (isWrong: boolean, field: string, message: string): Problem[] =>
  isWrong ? [at(field, message)] : []

const listed = (
  field: string,
  value: string | undefined,
  titles: Readonly<Record<string, string>>,
  what: string,
): Problem[] =>
  when(
    value !== undefined && !Object.hasOwn(titles, value),
    field,
    `没有${what}「${String(value).slice(0, 40)}」，可选：${Object.values(titles).join('、')}`,
  )

/** Filter controls that fit a dimension's type. */
const fittingForms: Record<DimensionType, readonly FormType[]> = {
  date: ['dateRange'],
  time: ['dateRange'],
  string: ['select', 'multiSelect', 'text'],
  number: ['numberRange', 'select', 'multiSelect', 'text'],
  game: ['select', 'multiSelect'],
  dictionary: ['select', 'multiSelect', 'text'],
}

function categoryProblems(
  field: string,
  id: number | null,
  kind: 'dimension' | 'point',
  { categories }: Known,
): Problem[] {
  const isKnown = id === null || categories.some((category) => category.id === id && category.kind === kind)
  return when(!isKnown, field, '分类不存在或已被删除')
}

function dimensionProblems(dimension: Dimension, known: Known): Problem[] {
  const { types, form_type, count_quantum, info, table_id } = dimension
  const dated = types === 'date' || types === 'time'
  const forms = Object.hasOwn(fittingForms, types) ? fittingForms[types] : null
  return [
    ...listed('update_frequency', dimension.update_frequency, frequencyTitles, '更新频率'),
    ...categoryProblems('dim_typeId', dimension.dim_typeId, 'dimension', known),
    ...when(dated && count_quantum === null, 'count_quantum', '日期、时间维度要选最小粒度'),
    ...when(!dated && count_quantum !== null, 'count_quantum', '只有日期、时间维度有最小粒度'),
    ...when(types === 'date' && count_quantum === 'hour', 'count_quantum', '日期没有小时，请把类型改为时间'),
    ...when(
      forms !== null && !forms.includes(form_type),
      'form_type',
      dated ? '日期、时间维度的筛选控件是日期范围' : '这个筛选控件不适合该类型',
    ),
    ...when(types === 'dictionary' && info.dictId === undefined, 'info.dictId', '请选择字典'),
    ...when(
      info.dictId !== undefined && !known.dictionaries.has(info.dictId),
      'info.dictId',
      '字典不存在或已被删除',
    ),
    ...when(
      info.labelColumn !== undefined && table_id === null,
      'info.labelColumn',
      '只有维度表里的维度有名称列',
    ),
    ...when(info.role !== undefined && table_id === null, 'info.role', '只有维度表里的维度有角色'),
    ...when(
      info.factTable !== undefined && table_id !== null,
      'info.factTable',
      '已选维度表的维度不属于某张指标表，请二选一',
    ),
    ...when(
      new Set(info.valueOrder ?? []).size < (info.valueOrder ?? []).length,
      'info.valueOrder',
      '取值顺序里有重复的值',
    ),
  ]
}

function pointProblems(point: Point, known: Known): Problem[] {
  const { types, info, table_id } = point
  const computed = types === 'computed'
  const synonyms = synonymsProblem(point, known.model.points)
  const named = namedAlready(point, known.model.points)
  return [
    ...categoryProblems('point_typeId', point.point_typeId, 'point', known),
    ...listed('info.aggregate', info.aggregate, aggregateTitles, '汇总方式'),
    ...listed('info.format', info.format, formatTitles, '格式'),
    ...listed('info.fill', info.fill, fillTitles, '没有数据时的显示'),
    ...when([...(info.unit ?? '')].length > 20, 'info.unit', '单位最多 20 个字'),
    ...when(synonyms !== null, 'info.synonyms', synonyms ?? ''),
    ...when(named !== null, 'name', `已是指标「${named}」的别名，请换一个名称`),
    ...when(computed && table_id !== null, 'table_id', '计算指标由公式得出，不属于指标表'),
    ...when(!computed && table_id === null, 'table_id', '请选择指标表'),
    ...when(computed && point.event_filter !== '', 'event_filter', '计算指标没有条件，请写在它引用的指标上'),
    ...when(computed && point.filter !== '', 'filter', '计算指标没有条件，请写在它引用的指标上'),
    ...aggregateProblems(point),
  ]
}

function aggregateProblems(point: Point): Problem[] {
  const { types, info } = point
  const fitting: readonly string[] = aggregatesFor(types)
  const { aggregate = fitting[0], percentile, approximate, per } = info
  const isShare = aggregate === 'median' || aggregate === 'percentile'
  return [
    ...when(
      aggregate !== undefined && Object.hasOwn(aggregateTitles, aggregate) && !fitting.includes(aggregate),
      'info.aggregate',
      fitting.length === 0
        ? '只有可累加、半可加的指标和统计量要选汇总方式'
        : `这类指标的汇总方式有：${fitting.map((one) => aggregateTitles[one as PointAggregate]).join('、')}`,
    ),
    ...when(
      (types === 'statistic' || info.aggregate !== undefined) &&
        fitting.includes(aggregate ?? '') &&
        aggregate !== 'count' &&
        // The number of rows per player.
        per === undefined &&
        isRows(point),
      'name_sql',
      aggregate === 'countIf' ? '请填写要符合的条件' : '请填写要汇总的列或表达式',
    ),
    ...when(
      aggregate === 'percentile' && !(percentile !== undefined && percentile > 0 && percentile < 100),
      'info.percentile',
      '百分位应大于 0、小于 100，如 90',
    ),
    ...when(
      aggregate !== 'percentile' && percentile !== undefined,
      'info.percentile',
      '只有百分位数要填百分位',
    ),
    ...when(types !== 'statistic' && per !== undefined, 'info.per', '只有统计量可以先按对象汇总'),
    ...when(
      types === 'statistic' && per === undefined && (aggregate === 'min' || aggregate === 'max'),
      'info.aggregate',
      '各行的最小值、最大值请用可累加的指标；要看每人合计的，请填写先按对象汇总',
    ),
    ...when(!isShare && approximate === true, 'info.approximate', '只有中位数和百分位数可以近似'),
  ]
}

const isRows = ({ name_sql }: Point) => name_sql === '' || name_sql === '*'

const pointTableProblems = (table: PointTable, model: Model): Problem[] => [
  ...when(table.table_truename === '', 'table_truename', '请选择数据表'),
  ...listed('update_frequency', table.update_frequency, frequencyTitles, '更新频率'),
  ...when(new Set(table.grain_key).size < table.grain_key.length, 'grain_key', '粒度里有重复的列'),
  ...joinProblems(table, model),
]

const dimensionTableProblems = (table: DimensionTable, model: Model): Problem[] => [
  ...when(table.table_truename === '', 'table_truename', '请选择数据表'),
  ...when(table.table_truename !== '' && table.key_column === '', 'key_column', '请选择主键列'),
  ...joinProblems(table, model),
]

/** Throws the problems by field, with their positions. */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
  const places = Object.fromEntries(
    problems.flatMap(({ field, position }) => (position ? [[field, position]] : [])),
  )
  const code = first.position ? 'formula_invalid' : 'parameter_wrong'
  throw new AppError(code, first.message, { fields, places })
}
