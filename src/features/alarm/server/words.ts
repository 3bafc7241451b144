// What an alarm watches and checks, in words.

import { figureName } from '#semantic/model/activityFigures.ts'
import { isOfValues, leavesOf } from '#semantic/model/conditions.ts'
import { joinedText } from '#semantic/model/conditionText.ts'
import type { FilterOp, Model, Point } from '#semantic/model/types.ts'
import { valueText } from '#semantic/model/valueText.ts'
import type { Db } from '#server/objects/types.ts'
import { simplest } from '#shared/branches.ts'
import { savedQueriesKnown } from '#features/code/server/index.ts'
import { valueNames } from '#features/dictionary/server/index.ts'
import { type ColumnNames, namedBy } from '#features/statement/server/index.ts'
import {
  type AlarmCondition,
  type AlarmPart,
  type AlarmRule,
  type AlarmWatch,
  againstTitles,
  conditionOpTitles,
  type Direction,
  type WatchedQuery,
} from '../contract.ts'
import { watchedIn } from './queries/points.ts'
import { conditionTree } from './rule.ts'

const most = 5
const gonePoint = '已删除的指标'

interface Words {
  watchText: string
  conditionText: string
}

/** Values without a dictionary stay codes. */
export const noNames: ColumnNames = () => undefined

/**
 * Returns a function from rules to words; value labels are loaded once for all: from dictionaries, then from
 * `inColumns`.
 */
export async function wordsOf(
  db: Db,
  model: Model,
  rules: readonly AlarmRule[],
  inColumns = noNames,
): Promise<(rule: AlarmRule) => Words> {
  const watchText = await watchTextsOf(
    db,
    model,
    rules.map(({ watch }) => watch),
    inColumns,
  )
  const conditionText = conditionTextsOf(model)
  return ({ watch, conditions, join, lasting }) => ({
    watchText: watchText(watch),
    conditionText: [
      conditionText(conditions, join, watch),
      ...(lasting > 1 ? [`连续 ${lasting} ${lastingUnit(watch)}`] : []),
    ].join('，'),
  })
}

const lastingUnit = ({ query, grain }: AlarmWatch): string =>
  query ? '次' : grain === 'hour' ? '小时' : '天'

export async function watchTextsOf(
  db: Db,
  model: Model,
  watches: readonly AlarmWatch[],
  inColumns = noNames,
): Promise<(watch: AlarmWatch) => string> {
  const listed = await valueNames(db, model.dimensions, { values: watches.flatMap(toldValues) })
  const nameOf = namedBy(listed, inColumns)
  const queries = await savedQueriesKnown(
    db,
    watches.flatMap(({ query }) => query?.id ?? []),
  )
  const points = new Map(model.points.map(({ id, name }) => [id, name]))
  const dims = new Map(model.dimensions.map(({ id, name }) => [id, name]))
  const dimName = (id: number) => dims.get(id) ?? '已删除的维度'
  return (watch) =>
    watch.query
      ? queryText(watch.query, queries.get(watch.query.id)?.name)
      : [
          watch.points
            .map((id) => {
              const name = points.get(id) ?? gonePoint
              return watch.activity ? figureName(name, watch.activity) : name
            })
            .join('、'),
          ...(watch.grain === 'hour' ? ['按小时'] : []),
          ...(watch.dims.length > 0 ? [`按${watch.dims.map(dimName).join('、')}`] : []),
          ...(watch.filters ?? []).map((condition) =>
            joinedText(
              condition,
              ({ dim = 0, op, values }) =>
                `${dimName(dim)}${filterText(op, values, (value) => nameOf(value, dim))}`,
            ),
          ),
        ].join('，')
}

const queryText = ({ columns, keys }: WatchedQuery, name: string | undefined): string =>
  [
    `查询「${name ?? '已删除的查询'}」${columns.length > 0 ? `的 ${columns.join('、')}` : ''}`,
    ...(keys.length > 0 ? [`按 ${keys.join('、')}`] : []),
  ].join('，')

/** With brackets only where needed. */
export function conditionTextsOf(
  model: Model,
): (
  conditions: AlarmPart[],
  join: AlarmRule['join'],
  watch?: Pick<AlarmWatch, 'query' | 'activity'>,
) => string {
  return (conditions, join, watch = {}) => {
    const points = watchedIn(model, { watch })
    return joinedText<AlarmCondition>(simplest(conditionTree({ join, conditions })), (condition) =>
      conditionWords(condition, points.get(condition.point ?? 0), watch.query ? '已不用的列' : gonePoint),
    )
  }
}

/** Dimension values that appear in the words. */
const toldValues = (watch: AlarmWatch): [dim: number, value: string][] =>
  leavesOf(watch.filters).flatMap(({ dim = 0, op, values }) =>
    (isOfValues(op) ? values.slice(0, most) : []).flatMap((value): [number, string][] =>
      value === null ? [] : [[dim, String(value)]],
    ),
  )

/** Dimensions whose values appear in the words. */
export const toldDims = (watches: readonly AlarmWatch[]): number[] => [
  ...new Set(watches.flatMap(toldValues).map(([dim]) => dim)),
]

const filterTitles: Partial<Record<FilterOp, string>> = {
  in: '为',
  notIn: '不为',
  contains: '包含',
  notContains: '不包含',
  startsWith: '开头是',
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  between: '介于',
}

function filterText(
  op: FilterOp,
  values: readonly (string | number | null)[],
  nameOf: (value: string) => string,
): string {
  if (op === 'isNull') return '为空'
  if (op === 'isNotNull') return '不为空'
  const named = (value: string) => (isOfValues(op) ? nameOf(value) : value)
  const shown = values.slice(0, most).map((value) => (value ? named(String(value)) : valueText(value)))
  const more = values.length > most ? ` 等 ${values.length} 个` : ''
  return `${filterTitles[op] ?? op} ${shown.join('、')}${more}`
}

export const directionTitles: Record<Direction, string> = { up: '上升', down: '下降', either: '变化' }
const bandTitles: Record<Direction, string> = { up: '高于', down: '低于', either: '超出' }

function conditionWords(condition: AlarmCondition, point: Point | undefined, gone: string): string {
  const {
    kind,
    op = 'gt',
    value = 0,
    upper = 0,
    against = 'yesterday',
    unit,
    direction = 'either',
  } = condition
  const name = point?.name ?? gone
  if (kind === 'rows') return '结果有数据行'
  if (kind === 'noData' && condition.point === undefined) return '结果没有数据行'
  if (kind === 'checks') return '数据表的校验没有通过'
  if (kind === 'late') return `前一天的数据在 ${condition.by} 前没有更新`
  if (kind === 'noData') return `${name}没有数据`
  if (kind === 'forecast') return `${name}${bandTitles[direction]} ${condition.band}% 预测区间`
  if (kind === 'change') {
    const amount = unit === 'percent' ? `${value}%` : figureText(value, point)
    return `${name}比${againstTitles[against]}${directionTitles[direction]} ${amount} 以上`
  }
  const isPair = op === 'between' || op === 'outside'
  const bounds = isPair
    ? `${figureText(value, point)}～${figureText(upper, point)}`
    : figureText(value, point)
  return `${name}${conditionOpTitles[op]} ${bounds}`
}

/** For display: 1,234.5 元, 23.4%. */
export function figureText(value: number | null, point: Pick<Point, 'info'> | undefined): string {
  if (value === null) return '无数据'
  const { format, unit = '' } = point?.info ?? {}
  if (format === 'percent') return `${rounded(value * 100, 2)}%`
  const text = rounded(value, format === 'integer' ? 0 : 2)
  return unit === '' || unit === '%' ? `${text}${unit}` : `${text} ${unit}`
}

/** Small figures keep significant digits. */
function rounded(value: number, digits: number): string {
  const size = Math.abs(value)
  const shown = size > 0 && size < 0.01 ? 6 : digits
  return value.toLocaleString('en-US', { maximumFractionDigits: shown })
}

export const percentText = (fraction: number): string =>
  `${(fraction * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
