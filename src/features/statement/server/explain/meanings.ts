// Points and dimensions in words: how they are computed, from which tables, through which other points.

import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import { formulaInNames, idNamed } from '#semantic/model/formulaText.ts'
import { textJoins } from '#semantic/model/joinKeys.ts'
import { keptLookup } from '#semantic/model/lookup.ts'
import { nothingOf } from '#semantic/model/nothing.ts'
import { isAllRows } from '#semantic/model/rowScope.ts'
import { dimensionTypeTitles } from '#semantic/model/titles.ts'
import type { Dimension, Model, PhysicalTable, Point, PointTable, PointType } from '#semantic/model/types.ts'
import { rolesOf, waysToDimension } from '#semantic/model/ways.ts'
import type { SessionUser } from '#server/http/session.ts'
import { standingOf } from '#shared/standing.ts'
import type { ExplainedDimension, ExplainedPoint } from '#features/statement/contract.ts'
import { maySeeSql } from '../figures.ts'

const typeTitles: Record<PointType, string> = {
  additive: '可加',
  distinct: '去重',
  semiAdditive: '半可加',
  statistic: '统计量',
  computed: '计算',
}

/** A formula in the form for readers. */
type Show = (formula: string) => string

/**
 * Texts in formulas may be values of other rows. Users with row rules and without SQL rights see formulas
 * without them.
 */
export const formulasFor = (user: SessionUser): Show =>
  isAllRows(user) || maySeeSql(user) ? (formula) => formula : (formula) => formula.replace(/'[^']*'/g, "'…'")

export function explainPoint(point: Point, model: Model, show: Show): ExplainedPoint {
  const parts = partsOf(point, model)
  const leaves = [point, ...parts].filter(({ types }) => types !== 'computed')
  const ids = new Set(leaves.map(({ table_id }) => table_id))
  return {
    id: point.id,
    name: point.name,
    describe: point.describe,
    note: point.note,
    type: point.id < 0 ? '自建公式' : typeTitles[point.types],
    unit: point.info.unit ?? '',
    formula: show(formulaOf(point, model)),
    nothing: nothingText(point),
    ...standingOf(point.info),
    parts: parts.map((part) => ({ id: part.id, name: part.name, formula: show(formulaOf(part, model)) })),
    tables: model.pointTables.filter(({ id }) => ids.has(id)).map((table) => tableOf(table, model)),
  }
}

export function explainDimension(dimension: Dimension, model: Model, show: Show): ExplainedDimension {
  const own = model.dimensionTables.find(({ id }) => id === dimension.table_id)
  const expression = dimension.info.expression?.trim()
  return {
    id: dimension.id,
    name: dimension.name,
    describe: dimension.describe,
    type: dimensionTypeTitles[dimension.types],
    formula: show(expression ?? '') || (own ? own.key_column : builtIn[dimension.types]) || '',
    ways: waysTo(dimension, model),
    textJoins: textJoinsTo(dimension, model),
    tables: own
      ? [{ ...tableOf(own, model), updateFrequency: dimension.update_frequency }]
      : model.pointTables
          .filter(({ table_truename }) => table_truename === dimension.table_truename)
          .map((table) => tableOf(table, model)),
  }
}

const mostWays = 5

/** Only names of tables and roles, each once. */
function waysTo(dimension: Dimension, model: Model): string[] {
  const { dimensionTables } = keptLookup(model)
  const told = waysToDimension(dimension, model.pointTables, dimensionTables)
    .filter((way) => way.length > 1 || rolesOf(way).length > 0)
    .map((way) =>
      way
        .map(({ dimTableId, role }) => {
          const name = dimensionTables.get(dimTableId)?.name ?? ''
          return role === undefined ? name : `${name}（${role}）`
        })
        .join(' → '),
    )
  return [...new Set(told)].slice(0, mostWays)
}

/** Each with the table that joins, which may be a fact or a table between. */
function textJoinsTo(dimension: Dimension, model: Model): string[] {
  const { dimensionTables } = keptLookup(model)
  const told = model.pointTables.flatMap((fact) =>
    waysToDimension(dimension, [fact], dimensionTables).flatMap((way) =>
      way.flatMap(({ dimTableId, place }, hop) => {
        const before = way[hop - 1]
        const joining = before === undefined ? fact : dimensionTables.get(before.dimTableId)
        const found = joining && textJoins(joining, model)
        return (found ?? [])
          .filter((one) => one.place === place - 1 && one.dimTableId === dimTableId)
          .map(({ text }) => `「${joining?.name}」的${text}`)
      }),
    ),
  )
  return [...new Set(told)].slice(0, mostWays)
}

const builtIn: Partial<Record<Dimension['types'], string>> = {
  date: '各指标表的日期列',
  time: '各指标表的时间列',
  game: '各指标表的游戏列',
}

/** All points that the formula depends on, each once; recursion is not followed. */
function partsOf(point: Point, model: Model): Point[] {
  const found = new Map<number, Point>()
  // A Map iterates over entries added during the loop.
  const follow = (from: Point) => {
    for (const part of referencesOf(from, model)) {
      if (part.id === point.id || found.has(part.id)) continue
      found.set(part.id, part)
      follow(part)
    }
  }
  follow(point)
  return [...found.values()]
}

/** Points that a computed point references directly. */
export function referencesOf({ types, name_sql }: Point, { points }: Model): Point[] {
  if (types !== 'computed') return []
  try {
    return namesIn(parseExpression(name_sql)).flatMap(({ name }) => {
      const id = idNamed(name)
      return points.find((point) => (id === null ? point.name === name : point.id === id)) ?? []
    })
  } catch {
    return []
  }
}

/** Its figure where there is nothing to count, whatever the other points. */
function nothingText(point: Point): string {
  if (point.types === 'computed') return '按各组成部分的 0 或空值算出；除数为 0 或为空时为空'
  const name = aggregateNameOf(point)
  return nothingOf(point, name === 'countIf' ? 'count' : name) === 'zero' ? '为 0' : '为空'
}

function aggregateNameOf({ types, info, name_sql }: Point): string {
  if (types === 'distinct') return 'distinct'
  if (types === 'semiAdditive') return info.aggregate === 'first' ? 'first' : 'last'
  if (types === 'statistic') return info.aggregate ?? 'median'
  return info.aggregate ?? (['', '*'].includes(name_sql.trim()) ? 'count' : 'sum')
}

function formulaOf(point: Point, model: Model): string {
  if (point.types === 'computed') return formulaInNames(point.name_sql, model.points)
  const table = model.pointTables.find(({ id }) => id === point.table_id)
  const physical = model.tables.find(({ name }) => name === table?.table_truename)
  const conditions = [point.event_filter, point.filter]
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const counted = aggregateOf(point, countedOf(point, physical))
  return conditions.length === 0 ? counted : `${counted}，条件：${conditions.join(' 且 ')}`
}

function aggregateOf(point: Point, expression: string): string {
  switch (aggregateNameOf(point)) {
    case 'distinct':
      return `对${expression}去重计数`
    case 'last':
      return `${expression}在每个序列（行的主键）取最后时刻的非空值，再相加`
    case 'first':
      return `${expression}在每个序列（行的主键）取最先时刻的非空值，再相加`
    case 'countIf':
      return `计符合${expression}的行数`
    case 'median':
      return `取${expression}的中位数${near(point)}，各级合计由所有行重新算出`
    case 'percentile':
      return `取${expression}的第 ${point.info.percentile} 百分位数${near(point)}，各级合计由所有行重新算出`
    case 'mean':
      return `取${expression}的平均值，各级合计由所有行重新算出`
    case 'stddev':
      return `${expression}的样本标准差，各级合计由所有行重新算出`
    case 'count':
      return ['', '*'].includes(point.name_sql.trim()) ? '计行数' : `对${expression}计数`
    case 'min':
      return `取${expression}的最小值`
    case 'max':
      return `取${expression}的最大值`
    default:
      return `对${expression}求和`
  }
}

/** What a statistic of sums by a key is over: each player's sum, or number of rows. */
function countedOf({ types, info: { per }, name_sql }: Point, physical: PhysicalTable | undefined): string {
  const text = name_sql.trim()
  const expression = expressionOf(text, physical)
  if (types !== 'statistic' || !per) return expression
  const summed = ['', '*'].includes(text) ? '行数' : `${expression}合计`
  return `每个${expressionOf(per, physical)}的${summed}`
}

const near = ({ info }: Point): string => (info.approximate ? '（近似）' : '')

/** A bare column with its comment in the table. */
function expressionOf(text: string, physical: PhysicalTable | undefined): string {
  const comment = physical?.columns.find(({ name }) => name === text)?.comment
  return comment ? `「${text}」（${comment}）` : `「${text}」`
}

function tableOf(
  table: Pick<PointTable, 'name' | 'table_truename' | 'describe'> & { update_frequency?: string },
  { tables }: Model,
) {
  const physical = tables.find(({ name }) => name === table.table_truename)
  return {
    name: table.name,
    tableName: table.table_truename,
    describe: table.describe,
    updateTime: physical?.updatedAt ?? null,
    updateFrequency: table.update_frequency ?? '',
  }
}
