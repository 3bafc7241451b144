// Validated conditions on the result's rows: on points, or on points and the report's own dimensions in one group.
// facts/rowNodes.ts converts them to nodes.
import { leavesOf, otherPointOf } from '#semantic/model/conditions.ts'
import type { Definitions, PointDefinition } from '#semantic/model/definitions.ts'
import { isNumeric } from '#semantic/model/expression/kinds.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { againstPastTitles, filterOpTitles } from '#semantic/model/titles.ts'
import {
  type Dimension,
  type FilterThan,
  type Point,
  pastPeriods,
  type ReportCondition,
  type ReportFilter,
} from '#semantic/model/types.ts'

/** The conditions on rows, with the points and dimensions that they use. */
export interface RowConditions {
  conditions: ReportCondition[]
  definitions: ReadonlyMap<number, PointDefinition>
  dimensions: ReadonlyMap<number, Dimension>
}

/** Throws report_invalid for a comparison that makes no sense. */
export function rowConditions(
  conditions: ReportCondition[],
  points: Point[],
  definitions: Definitions,
  lookup: Lookup,
): RowConditions {
  const known = new Map(points.map((point) => [point.id, definitions.define(point)]))
  for (const filter of leavesOf(conditions))
    if (filter.than !== undefined) requireThan(filter, filter.than, known)
  return { conditions, definitions: known, dimensions: lookup.dimensions }
}

/** The operators that compare two figures. */
export const thanOperators: Partial<Record<ReportFilter['op'], '>' | '>=' | '<' | '<='>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** Upper limit of the factor: 1,000,000 times. */
const mostTimes = 1_000_000
const timesForm = /^\d{1,7}(\.\d{1,6})?$/

function requireThan(
  { point, op, values }: ReportFilter,
  than: FilterThan,
  definitions: ReadonlyMap<number, PointDefinition>,
): void {
  const own = definitions.get(point as number) as PointDefinition
  const title = `指标「${own.point.name}」`
  const isOfPast = 'past' in than && againstPastTitles[op] !== undefined
  if (thanOperators[op] === undefined && !isOfPast)
    throw reportInvalid(
      `${title}与另一指标或自己的过去比较，筛选方式应为大于、大于等于、小于或小于等于（与过去比较还可为流失、新增），不能用「${filterOpTitles[op] ?? String(op)}」`,
    )
  if (isOfPast && than.times !== undefined)
    throw reportInvalid(`${title}的条件「${againstPastTitles[op]?.title}」看有没有，不能带倍数`)
  if (values.length > 0) throw reportInvalid(`${title}的条件不能既有筛选值又与另一个数比较（than）`)
  const { times } = than
  if (times !== undefined && !(times > 0 && times <= mostTimes && timesForm.test(String(times))))
    throw reportInvalid(
      `${title}的倍数「${String(times)}」应为大于 0、不超过 ${mostTimes.toLocaleString('en-US')} 的数，最多六位小数`,
    )
  if ('past' in than === 'point' in than)
    throw reportInvalid(`${title}的条件须且只能与另一指标（point）或自己的过去（past）之一比较`)
  if ('past' in than && !pastPeriods.includes(than.past))
    throw reportInvalid(`${title}不能与「${String(than.past)}」比较：没有这种时期`)
  requireNumber(own)
  const other = otherPointOf(than)
  if (other !== null) requireNumber(definitions.get(other) as PointDefinition)
}

function requireNumber({ point, kind }: PointDefinition): void {
  if (!isNumeric(kind)) throw reportInvalid(`指标「${point.name}」不是数值，不能与另一个数比较大小`)
}
