// Points → definitions: expressions parsed, columns found, names in formulas resolved to points. Saving a
// point and compiling a report both read it here, so that both refuse the same things.
//
//   充值金额  sum over name_sql 'amount'           → leaf      aggregate 'sum', kind 'number'
//   活跃用户  distinct over 'player_id'            → leaf      aggregate 'distinct', kind 'integer'
//   ARPU     '[充值金额] / [活跃用户]'              → computed  references to both, stage 1
//   ARPU 万  '[ARPU] / 10000'                     → computed  reference to ARPU, stage 2
import { type CheckedExpression, readExpression } from './expression/columns.ts'
import { isNumeric, kindNames, kindOf } from './expression/kinds.ts'
import { nearest } from './expression/nearest.ts'
import { parseExpression } from './expression/parse.ts'
import { problemAt } from './expression/tokens.ts'
import { type Expression, type Kind, type NameLeaf, namesIn, nowhere } from './expression/tree.ts'
import { idNamed } from './formulaText.ts'
import type { Lookup } from './lookup.ts'
import { positionIn, ReportProblem, reportInvalid, within } from './problem.ts'
import type { PhysicalTable, Point, PointTable } from './types.ts'

export interface LeafDefinition {
  type: 'leaf'
  point: Point
  table: PointTable
  physical: PhysicalTable
  /**
   * `last` and `first`: a semi-additive point (balance), of which the last or first value of each series
   * counts.
   */
  aggregate: 'sum' | 'count' | 'min' | 'max' | 'distinct' | 'last' | 'first' | 'statistic'
  /** Set for `statistic`. */
  statistic: Statistic | null
  /** For a statistic: the key by which values are summed first; null: single values. */
  per: CheckedExpression | null
  /** Null: rows are counted. */
  argument: CheckedExpression | null
  /** The point's event_filter and filter, as far as set; a row counts where all of them hold. */
  conditions: CheckedExpression[]
  kind: Kind
}

/** A statistic over all values; `share` 0.5 is the median. */
export type Statistic =
  | { how: 'percentile'; share: number; approximate: boolean }
  | { how: 'deviation' }
  | { how: 'mean' }
  | { how: 'min' }
  | { how: 'max' }

export interface ComputedDefinition {
  type: 'computed'
  point: Point
  expression: Expression
  kind: Kind
  /** Definition of each point in the formula, by its name as written there (`充值金额`, `#12`). */
  references: Map<string, PointDefinition>
  /**
   * Order of evaluation: 1 for a formula over leaves, else one more than the highest stage that it
   * references.
   */
  stage: number
}

export type PointDefinition = LeafDefinition | ComputedDefinition

/** The most stages of formulas over formulas. */
const maxStage = 20

/** Parses definitions, each point once, however many formulas reference it. */
export interface Definitions {
  /** Throws ReportProblem: report_invalid, or formula_invalid with the error's position in the text. */
  define(point: Point): PointDefinition
}

export function definitionsOf(lookup: Lookup): Definitions {
  const known = new Map<number, PointDefinition>()
  const path: Point[] = []
  const define = (point: Point): PointDefinition => {
    const found = known.get(point.id)
    if (found !== undefined) return found
    path.push(point)
    const definition = point.types === 'computed' ? computed(point) : leaf(point, lookup)
    path.pop()
    known.set(point.id, definition)
    return definition
  }
  const computed = (point: Point): ComputedDefinition => {
    const text = point.name_sql
    // Problems in this formula's text get this point's name as prefix; those of a referenced point already
    // have that point's name.
    const here = <Result>(work: () => Result): Result => {
      try {
        return work()
      } catch (error) {
        throw within(`指标「${point.name}」的公式`, error)
      }
    }
    const expression = here(() => parseExpression(text))
    const references = new Map<string, PointDefinition>()
    for (const name of namesIn(expression)) {
      const referenced = here(() => {
        const found = referencedPoint(name, point, lookup, text)
        refuseCycle(found, path, name, text)
        return found
      })
      references.set(name.name, define(referenced))
    }
    const stage = 1 + Math.max(0, ...[...references.values()].map(stageOf))
    if (stage > maxStage)
      throw reportInvalid(`指标「${point.name}」的公式：引用层次过深，最多 ${maxStage} 层`)
    const kind = here(() => formulaKind(expression, text, references))
    return { type: 'computed', point, expression, kind, references, stage }
  }
  return {
    define(point) {
      path.length = 0
      return define(point)
    },
  }
}

const kept = new WeakMap<Lookup, Definitions>()

/** Like `definitionsOf`, cached for the lifetime of the lookup. */
export function keptDefinitions(lookup: Lookup): Definitions {
  const known = kept.get(lookup) ?? definitionsOf(lookup)
  kept.set(lookup, known)
  return known
}

function stageOf(definition: PointDefinition): number {
  return definition.type === 'computed' ? definition.stage : 0
}

function formulaKind(expression: Expression, text: string, references: Map<string, PointDefinition>): Kind {
  const leafKind = (leaf: NameLeaf): Kind => references.get(leaf.name)?.kind ?? 'unknown'
  const kind = kindOf(expression, { text, leaf: leafKind })
  if (kind === 'boolean')
    throw problemAt(text, '公式应得出数值，却是条件；请用 if(条件, 1, 0)', 0, text.length)
  return kind
}

function referencedPoint(leaf: NameLeaf, point: Point, lookup: Lookup, text: string): Point {
  const { offset, length } = leaf.at
  if (leaf.kind === 'column')
    throw problemAt(
      text,
      `公式里只能引用指标，请写成 [${nearest(leaf.name, lookup.pointsByName.keys()) ?? leaf.name}]`,
      offset,
      length,
    )
  const id = idNamed(leaf.name)
  const named = id === null ? (lookup.pointsByName.get(leaf.name) ?? []) : [lookup.points.get(id)]
  const [found, second] = named
  if (found === undefined) {
    if (id !== null)
      throw new ReportProblem('formula_invalid', `没有指标 [${leaf.name}]，它可能已被删除`, {
        position: positionIn(text, offset, length),
        missing: [`指标 #${id}`],
      })
    const known = nearest(leaf.name, lookup.pointsByName.keys())
    throw problemAt(
      text,
      `没有指标 [${leaf.name}]${known === undefined ? '' : `，是否为 [${known}]？`}`,
      offset,
      length,
    )
  }
  if (second !== undefined) {
    const choices = named.map((candidate) => `[#${candidate?.id}]`).join(' 或 ')
    throw problemAt(text, `有多个指标名为 [${leaf.name}]，请写成 ${choices}`, offset, length)
  }
  if (found.id === point.id) throw problemAt(text, `公式不能引用指标自己 [${leaf.name}]`, offset, length)
  return found
}

function refuseCycle(referenced: Point, path: Point[], leaf: NameLeaf, text: string): void {
  const start = path.findIndex((point) => point.id === referenced.id)
  if (start < 0) return
  const names = [...path.slice(start), referenced].map((point) => point.name).join(' → ')
  // The position is that of the last reference in the cycle; the message lists all points: A → B → A.
  throw problemAt(text, `公式循环引用：${names}`, leaf.at.offset, leaf.at.length)
}

function leaf(point: Point, lookup: Lookup): LeafDefinition {
  const place = `指标「${point.name}」`
  const table = point.table_id === null ? undefined : lookup.pointTables.get(point.table_id)
  if (table === undefined)
    throw reportInvalid(`${place}的指标表已被删除`, { missing: [`指标表 #${point.table_id ?? ''}`] })
  const physical = lookup.physicalTable(table.table_truename)
  if (physical === undefined)
    throw reportInvalid(`${place}的数据表 ${table.table_truename} 不存在`, {
      missing: [`表 ${table.table_truename}`],
    })
  const argument = readArgument(point, physical, place)
  const aggregate = aggregateOf(point, argument)
  if (
    (aggregate === 'last' || aggregate === 'first') &&
    table.date_column === null &&
    table.time_column === null
  )
    throw reportInvalid(
      `${place}是半可加指标（余额类），但指标表「${table.name}」没有日期列，不知道哪个值是${aggregate === 'last' ? '最后' : '最先'}的`,
    )
  const conditions = (['event_filter', 'filter'] as const).flatMap((name) =>
    readCondition(point[name], physical, `${place}的${name === 'filter' ? '筛选条件' : '事件条件'}`),
  )
  const kind = isCountIf(point) && argument !== null ? 'integer' : aggregateKind(aggregate, argument, place)
  const statistic = aggregate === 'statistic' ? statisticOf(point, place) : null
  const per = aggregate === 'statistic' ? readPer(point, physical, place) : null
  const counted = isCountIf(point) && argument !== null ? onesOf(argument, place) : argument
  return {
    type: 'leaf',
    point,
    table,
    physical,
    aggregate,
    statistic,
    per,
    argument: counted,
    conditions,
    kind,
  }
}

const isCountIf = ({ types, info }: Point): boolean => types === 'additive' && info.aggregate === 'countIf'

function aggregateOf(point: Point, argument: CheckedExpression | null): LeafDefinition['aggregate'] {
  const { types, info } = point
  if (types === 'distinct') return 'distinct'
  if (types === 'semiAdditive') return info.aggregate === 'first' ? 'first' : 'last'
  if (types === 'statistic') return 'statistic'
  const { aggregate } = info
  if (aggregate === 'countIf') return 'sum'
  if (aggregate === 'count' || aggregate === 'min' || aggregate === 'max' || aggregate === 'sum')
    return aggregate
  return argument === null ? 'count' : 'sum'
}

function statisticOf({ info }: Point, place: string): Statistic {
  const { aggregate = 'median', percentile, approximate = false } = info
  if (aggregate === 'stddev') return { how: 'deviation' }
  if (aggregate === 'mean') return { how: 'mean' }
  if (aggregate === 'min') return { how: 'min' }
  if (aggregate === 'max') return { how: 'max' }
  if (aggregate === 'median') return { how: 'percentile', share: 0.5, approximate }
  if (typeof percentile !== 'number' || !(percentile > 0 && percentile < 100))
    throw reportInvalid(`${place}的百分位应大于 0、小于 100`)
  // Avoids floating-point error: 99.9 is 0.999.
  return { how: 'percentile', share: Number((percentile / 100).toPrecision(12)), approximate }
}

function readPer(
  { info: { per = '' } }: Point,
  physical: PhysicalTable,
  place: string,
): CheckedExpression | null {
  if (per.trim() === '') return null
  try {
    return readExpression(per, physical)
  } catch (error) {
    throw within(`${place}的汇总对象`, error)
  }
}

/** A condition as 1 or 0, to be summed. */
function onesOf(condition: CheckedExpression, place: string): CheckedExpression {
  const { text, kind, expression } = condition
  if (kind !== 'boolean' && kind !== 'unknown')
    throw within(`${place}的表达式`, problemAt(text, `这里应为条件，却是${kindNames[kind]}`, 0, text.length))
  const one = (value: '0' | '1'): Expression => ({ kind: 'number', text: value, at: nowhere })
  const ones: Expression = {
    kind: 'case',
    operand: null,
    branches: [{ when: expression, result: one('1') }],
    otherwise: one('0'),
    at: nowhere,
  }
  return { ...condition, expression: ones, kind: 'integer' }
}

function readArgument(point: Point, physical: PhysicalTable, place: string): CheckedExpression | null {
  const text = point.name_sql.trim()
  const countsRows = text === '' || text === '*'
  // The number of rows per player.
  if (countsRows) return point.types === 'statistic' && point.info.per?.trim() ? one : null
  try {
    return readExpression(point.name_sql, physical)
  } catch (error) {
    throw within(`${place}的表达式`, error)
  }
}

const one: CheckedExpression = {
  text: '1',
  expression: { kind: 'number', text: '1', at: nowhere },
  kind: 'integer',
}

function readCondition(text: string, physical: PhysicalTable, place: string): CheckedExpression[] {
  if (text.trim() === '') return []
  try {
    const checked = readExpression(text, physical)
    if (checked.kind !== 'boolean' && checked.kind !== 'unknown')
      throw problemAt(text, `这里应为条件，却是${kindNames[checked.kind]}`, 0, text.length)
    return [checked]
  } catch (error) {
    throw within(place, error)
  }
}

function aggregateKind(
  aggregate: LeafDefinition['aggregate'],
  argument: CheckedExpression | null,
  place: string,
): Kind {
  if (aggregate === 'count') return 'integer'
  if (argument === null) throw reportInvalid(`${place}没有表达式`)
  const { text, kind } = argument
  if (aggregate === 'distinct') return 'integer'
  const adds = aggregate === 'sum' || aggregate === 'last' || aggregate === 'first'
  if ((adds || aggregate === 'statistic') && !isNumeric(kind))
    throw within(
      `${place}的表达式`,
      problemAt(text, `${kindNames[kind]}不能${adds ? '求和' : '算统计量'}`, 0, text.length),
    )
  if (aggregate === 'statistic') return 'number'
  return kind === 'unknown' ? 'number' : kind
}
