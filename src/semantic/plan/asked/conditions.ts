// A request's conditions, resolved in the model and split by what they restrict.
//
//   渠道 = x                          the facts' rows, by each fact's own way to the dimension
//   渠道 = x OR 区服 = 1              the facts' rows too
//   金额 > 100 OR 人数 < 10           the result's rows
//   渠道 = x OR 金额 > 100            the result's rows; 渠道 must then be a dimension of the report
import {
  conjunctsOf,
  hasPoints,
  isFilter,
  isGroup,
  leavesOf,
  partsOf,
  pointsIn,
  requireConditions,
  withoutOpen,
} from '#semantic/model/conditions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension, Point, ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { all, any } from '../tree/build.ts'
import type { Reached } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { dimensionFilter } from './filters.ts'
import { found } from './wanted.ts'

/** A condition on dimensions only: restricts the facts' rows. */
export interface FactCondition {
  dimensions: Dimension[]
  /** The condition for a fact that reaches dimensions as given; null if nothing is restricted. */
  condition: (reach: (dimension: Dimension) => Reached) => Node | null
}

interface WantedConditions {
  facts: FactCondition[]
  /** Conditions with points: they restrict the result's rows. */
  rows: ReportCondition[]
  /** Points used by the conditions on rows. */
  points: Point[]
}

/** Throws report_invalid. */
export function readConditions(
  conditions: readonly ReportCondition[] | undefined,
  lookup: Lookup,
): WantedConditions {
  requireConditions(conditions)
  const leaves = leavesOf(conditions)
  for (const filter of leaves) requireSubject(filter)
  const dimensions = found([...new Set(leaves.flatMap(({ dim }) => dim ?? []))], lookup.dimensions, '维度')
  const points = found([...new Set(pointsIn(conditions))], lookup.points, '指标')
  const own = conjunctsOf(conditions).flatMap(closed)
  return {
    facts: own
      .filter((condition) => !hasPoints([condition]))
      .map((condition) => factCondition(condition, new Map(dimensions.map((one) => [one.id, one])))),
    rows: own.filter((condition) => hasPoints([condition])),
    points,
  }
}

function requireSubject({ dim, point, than }: ReportFilter): void {
  if ((dim === undefined) === (point === undefined))
    throw reportInvalid('筛选条件须且只能指定一个维度或一个指标')
  if (than !== undefined && point === undefined)
    throw reportInvalid('只有指标的条件可以与另一指标或自己的过去比较（than），维度请列出值')
}

/** Drops filters without values inside groups: in an OR they would let all rows pass. */
function closed(condition: ReportCondition): ReportCondition[] {
  return isFilter(condition) ? [condition] : withoutOpen([condition])
}

function factCondition(
  condition: ReportCondition,
  dimensions: ReadonlyMap<number, Dimension>,
): FactCondition {
  const own = leavesOf([condition]).map(({ dim }) => dimensions.get(dim as number) as Dimension)
  const read = readTree(condition, (filter) => {
    const dimension = dimensions.get(filter.dim as number) as Dimension
    const written = dimensionFilter(filter, dimension)
    return (reach: (dimension: Dimension) => Reached) => written(reach(dimension))
  })
  return { dimensions: [...new Set(own)], condition: read }
}

/** The condition of a whole tree for a context, composed of its filters' conditions; each filter is parsed once. */
export function readTree<Context>(
  condition: ReportCondition,
  read: (filter: ReportFilter) => (context: Context) => Node | null,
): (context: Context) => Node | null {
  if (!isGroup(condition)) return read(condition)
  const parts = partsOf(condition).map((part) => readTree(part, read))
  const join = 'any' in condition ? any : all
  return (context) => join(parts.flatMap((part) => part(context) ?? []))
}
