// Checks of definitions for configuration forms, before they are saved. Each check returns all problems at
// once, with the field and, for expressions, the place in the text. A report's compile reads definitions by
// the same functions (definitions.ts, expression/), so that both refuse the same things.
//
//   checkPoint({ name_sql: 'amout', … })
//     → [{ field: 'name_sql', message: '…没有列 amout，是否为 amount？', position: { column: 1, … } }]
import { definitionsOf } from './definitions.ts'
import { findColumn, kindOfType, readExpression } from './expression/columns.ts'
import { kindNames } from './expression/kinds.ts'
import { problemAt } from './expression/tokens.ts'
import type { Kind } from './expression/tree.ts'
import { keptLookup, type Lookup, lookupOf } from './lookup.ts'
import { marksOf } from './personal.ts'
import { type Problem, ReportProblem } from './problem.ts'
import {
  type Dimension,
  type DimensionTable,
  dimensionTypes,
  formTypes,
  grains,
  type Model,
  type PhysicalTable,
  type Point,
  type PointTable,
  pointTypes,
  type TableJoin,
} from './types.ts'
import { chainTo, doubtfulWays, fartherFrom, rolesTowards, waysFrom, wayText } from './ways.ts'

const maxNameLength = 100
const controls = /[\p{Cc}\u2028\u2029]/u
const unseen = /[\s\p{Cf}]/gu

/** Runs `work`; a ReportProblem becomes a finding under `field`. Other errors are rethrown. */
function found(field: string, work: () => void): Problem[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error
    const { message, position } = error
    return [position === undefined ? { message, field } : { message, field, position }]
  }
}

export function checkName(name: string, what: string): Problem[] {
  if (name.replace(unseen, '') === '') return [{ field: 'name', message: `请填写${what}名称` }]
  if (controls.test(name)) return [{ field: 'name', message: `${what}名称不能含换行等控制字符` }]
  if (name.length > maxNameLength)
    return [{ field: 'name', message: `${what}名称过长，最多 ${maxNameLength} 个字` }]
  return []
}

function checkListed(field: string, value: unknown, known: readonly unknown[], what: string): Problem[] {
  return known.includes(value) ? [] : [{ field, message: `没有${what}「${String(value)}」` }]
}

function checkColumn(field: string, name: string | null, table: PhysicalTable, kinds?: Kind[]): Problem[] {
  if (name === null) return []
  const column = findColumn(table, name)
  if (column === undefined) return [{ field, message: `数据表 ${table.name} 没有列 ${name}` }]
  const kind = kindOfType(column.type)
  if (kinds === undefined || kinds.includes(kind)) return []
  return [{ field, message: `列 ${name} 是 ${column.type}，不能用在这里` }]
}

/** Checks an expression over a physical table's columns while it is typed; a `condition` must be boolean. */
export function checkExpression(
  text: string,
  tableName: string,
  model: Model,
  expected: 'value' | 'condition' = 'value',
): Problem[] {
  const physical = lookupOf(model).physicalTable(tableName)
  if (physical === undefined) return [{ field: 'expression', message: `数据表 ${tableName} 不存在` }]
  return found('expression', () => {
    const { kind } = readExpression(text, physical)
    if (expected === 'condition' && kind !== 'boolean' && kind !== 'unknown')
      throw problemAt(text, `这里应为条件，却是${kindNames[kind]}`, 0, text.length)
  })
}

/**
 * Checks a formula over points while it is typed. `pointId`: the computed point that it belongs to, once
 * saved.
 */
export function checkFormula(text: string, model: Model, pointId = -1): Problem[] {
  const lookup = lookupOf(model)
  const name = lookup.points.get(pointId)?.name ?? '新指标'
  const point: Point = { ...blankPoint, id: pointId, name, name_sql: text }
  const points = [...model.points.filter((other) => other.id !== pointId), point]
  return found('name_sql', () => definitionsOf(lookupOf({ ...model, points })).define(point))
}

const blankPoint: Omit<Point, 'id' | 'name' | 'name_sql'> = {
  table_id: null,
  point_typeId: null,
  event_filter: '',
  filter: '',
  types: 'computed',
  describe: '',
  info: {},
  note: '',
  create_time: '',
}

/** All problems of the point if it were saved, replacing the model's point with the same id. */
export function checkPoint(point: Point, model: Model): Problem[] {
  const kept = keptLookup(model)
  const lookup =
    kept.points.get(point.id) === point
      ? kept
      : lookupOf({ ...model, points: [...model.points.filter((other) => other.id !== point.id), point] })
  return [
    ...checkName(point.name, '指标'),
    ...checkListed('types', point.types, pointTypes, '指标类型'),
    ...pointProblems(point, lookup),
  ]
}

function pointProblems(point: Point, lookup: Lookup): Problem[] {
  const define = (changed: Partial<Point>) => () => {
    definitionsOf(lookup).define({ ...point, ...changed })
  }
  if (point.types === 'computed') return found('name_sql', define({}))
  const table = found(
    'table_id',
    define({ types: 'additive', info: { aggregate: 'count' }, name_sql: '', filter: '', event_filter: '' }),
  )
  if (table.length > 0) return table
  // Whether the table can have balances, whatever the expression.
  const types =
    point.types === 'semiAdditive'
      ? found('types', define({ name_sql: '1', filter: '', event_filter: '' }))
      : []
  if (types.length > 0) return types
  const { info } = point
  const per = info.per ? found('info.per', define({ name_sql: '1', filter: '', event_filter: '' })) : []
  const plain = per.length > 0 ? { info: { ...info, per: '1' } } : {}
  return [
    ...per,
    ...found('name_sql', define({ ...plain, filter: '', event_filter: '' })),
    ...found(
      'event_filter',
      define({ types: 'additive', info: { aggregate: 'count' }, name_sql: '', filter: '' }),
    ),
    ...found(
      'filter',
      define({ types: 'additive', info: { aggregate: 'count' }, name_sql: '', event_filter: '' }),
    ),
  ]
}

export function checkDimension(dimension: Dimension, model: Model): Problem[] {
  const lookup = keptLookup(model)
  return [
    ...checkName(dimension.name, '维度'),
    ...checkListed('types', dimension.types, dimensionTypes, '维度类型'),
    ...checkListed('form_type', dimension.form_type, formTypes, '筛选控件'),
    ...(dimension.count_quantum === null
      ? []
      : checkListed('count_quantum', dimension.count_quantum, grains, '粒度')),
    ...dimensionExpression(dimension, lookup),
    ...dimensionRole(dimension, lookup),
  ]
}

function dimensionRole({ table_id, info: { role } }: Dimension, lookup: Lookup): Problem[] {
  if (role === undefined || table_id === null) return []
  const table = lookup.dimensionTables.get(table_id)
  if (table === undefined) return []
  const roles = rolesTowards(table_id, [...lookup.pointTables.values()], [...lookup.dimensionTables.values()])
  if (roles.includes(role)) return []
  const known =
    roles.length === 0 ? '还没有带角色的关联' : `角色有${roles.map((one) => `「${one}」`).join('、')}`
  return [
    {
      field: 'info.role',
      message: `没有以角色「${role}」关联到维度表「${table.name}」的表，${known}；请先在指标表的关联里填写角色`,
    },
  ]
}

const expectedKinds: Record<Dimension['types'], Kind[]> = {
  date: ['date', 'datetime', 'unknown'],
  time: ['datetime', 'unknown'],
  number: ['integer', 'number', 'unknown'],
  string: ['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'unknown'],
  game: ['string', 'integer', 'unknown'],
  dictionary: ['string', 'integer', 'number', 'boolean', 'unknown'],
}

function dimensionExpression(dimension: Dimension, lookup: Lookup): Problem[] {
  const text = dimension.info.expression ?? ''
  if (dimension.info.segment !== undefined) return []
  const isBuiltIn = dimension.table_id === null && ['date', 'time', 'game'].includes(dimension.types)
  if (text.trim() === '' && isBuiltIn) return []
  const field = 'info.expression'
  if (text.trim() === '' && dimension.table_id === null)
    return [{ field, message: '请填写表达式，例如列名 channel' }]
  if (dimension.table_id !== null) {
    const table = lookup.dimensionTables.get(dimension.table_id)
    if (table === undefined) return [{ field: 'table_id', message: '维度表已被删除' }]
    const physical = lookup.physicalTable(table.table_truename)
    if (physical === undefined)
      return [{ field: 'table_id', message: `数据表 ${table.table_truename} 不存在` }]
    const label = checkColumn('info.labelColumn', dimension.info.labelColumn || null, physical)
    return text.trim() === '' ? label : [...expressionProblems(dimension, text, physical), ...label]
  }
  return degenerateProblems(dimension, text, lookup)
}

/**
 * An expression over fact columns must work in at least one fact; if in none, the first fact's problems are
 * returned.
 */
function degenerateProblems(dimension: Dimension, text: string, lookup: Lookup): Problem[] {
  const truename = dimension.table_truename?.toLowerCase()
  let first: Problem[] | undefined
  for (const table of lookup.pointTables.values()) {
    const physical = lookup.physicalTable(table.table_truename)
    if (physical === undefined || (truename && truename !== physical.name.toLowerCase())) continue
    const problems = expressionProblems(dimension, text, physical)
    if (problems.length === 0) return []
    first ??= problems
  }
  return first ?? [{ field: 'table_truename', message: '没有可用此维度的指标表' }]
}

function expressionProblems(dimension: Dimension, text: string, physical: PhysicalTable): Problem[] {
  return found('info.expression', () => {
    const { kind } = readExpression(text, physical)
    if (!(expectedKinds[dimension.types] ?? []).includes(kind))
      throw new ReportProblem('report_invalid', '表达式的结果与维度类型不符')
  })
}

export function checkPointTable(table: PointTable, model: Model): Problem[] {
  const lookup = keptLookup(model)
  const physical = lookup.physicalTable(table.table_truename)
  if (physical === undefined)
    return [
      ...checkName(table.name, '指标表'),
      { field: 'table_truename', message: `数据表 ${table.table_truename} 不存在` },
    ]
  return [
    ...checkName(table.name, '指标表'),
    ...checkColumn('date_column', table.date_column, physical, ['date', 'datetime']),
    ...checkColumn('time_column', table.time_column, physical, ['datetime']),
    ...checkColumn('game_column', table.game_column, physical, ['string', 'integer', 'unknown']),
    ...table.grain_key.flatMap((name) => checkColumn('grain_key', name, physical)),
    ...checkJoins(table.joins, physical, lookup),
    ...checkWays(table, lookup),
  ]
}

function checkJoins(joins: readonly TableJoin[], physical: PhysicalTable, lookup: Lookup): Problem[] {
  return joins.flatMap((join) => {
    if (!lookup.dimensionTables.has(join.dimTableId))
      return [{ field: 'joins', message: `关联的维度表 #${join.dimTableId} 已被删除` }]
    return checkColumn('joins', join.column, physical)
  })
}

/** Two ways without distinguishing roles could never be chosen. */
function checkWays({ joins }: PointTable, lookup: Lookup): Problem[] {
  const doubtful = doubtfulWays(waysFrom(joins, lookup.dimensionTables))
  const last = doubtful?.[0].at(-1)
  if (!doubtful || !last) return []
  const [one, other] = doubtful.map((way) => wayText(way, lookup.dimensionTables))
  const name = lookup.dimensionTables.get(last.dimTableId)?.name ?? `#${last.dimTableId}`
  return [
    {
      field: 'joins',
      message: `到维度表「${name}」有两条路：${one}、${other}，不知道该走哪条；请给其中的关联填写角色`,
    },
  ]
}

const spokenKeys = (keys: readonly string[] = []): string =>
  `${keys
    .slice(0, 3)
    .map((key) => String(key).slice(0, 40))
    .join('、')}${keys.length > 3 ? ' 等' : ''}`

export function checkDimensionTable(table: DimensionTable, model: Model): Problem[] {
  const lookup = keptLookup(model)
  const physical = lookup.physicalTable(table.table_truename)
  const name = checkName(table.name, '维度表')
  const isMarked = marksOf(table.table_truename, model.personal).has(table.key_column.toLowerCase())
  if (physical === undefined)
    return [...name, { field: 'table_truename', message: `数据表 ${table.table_truename} 不存在` }]
  return [
    ...name,
    ...checkColumn('key_column', table.key_column, physical),
    ...checkColumn('game_column', table.game_column, physical, ['string', 'integer', 'unknown']),
    ...checkJoins(table.joins ?? [], physical, lookup),
    ...checkCircle(table, lookup),
    ...(lookup.duplicateKeys.has(table.id)
      ? [
          {
            field: 'key_column',
            message: `主键 ${table.key_column} 有重复值（${isMarked ? '是个人信息，不显示' : spokenKeys(lookup.duplicateKeys.get(table.id))}），不能用来关联；可在代码查询里按它分组查出`,
          },
        ]
      : []),
  ]
}

function checkCircle(table: DimensionTable, { dimensionTables }: Lookup): Problem[] {
  const chain = chainTo(table.id, fartherFrom(table.joins ?? [], dimensionTables))
  if (chain === null) return []
  const names = [table.id, ...chain].map(
    (id) => `「${id === table.id ? table.name : dimensionTables.get(id)?.name}」`,
  )
  return [{ field: 'joins', message: `关联成了环：${names.join(' → ')}，请去掉其中一个` }]
}
