// Which points can have a share of the total.
//
//   d3   p2   p2_share = p2 / the total's p2
//   a    120  0.571
//   c    60   0.286
//   b    30   0.143
//
// Sums, counts, distinct counts and, unless grouped by dates, balances have shares. Formulas, min and max have none:
// their rows are not parts of the total.
import { keptDefinitions, type LeafDefinition, type PointDefinition } from '#semantic/model/definitions.ts'
import { findColumn } from '#semantic/model/expression/columns.ts'
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { ReportProblem, reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension } from '#semantic/model/types.ts'
import type { SharePlan } from '../tree/tree.ts'
import { isBusinessDate } from './grain.ts'

export function planShares(
  ids: number[] | undefined,
  selected: PointDefinition[],
  dims: Dimension[],
  lookup: Lookup,
): SharePlan[] {
  return [...new Set(ids ?? [])].map((id) => {
    const definition = selected.find(({ point }) => point.id === id)
    if (definition === undefined) {
      const point = lookup.points.get(id)
      if (point === undefined)
        throw reportInvalid('要看占比的指标已被删除，请重新选择', { missing: [`指标 #${id}`] })
      throw reportInvalid(`不能看指标「${point.name}」的占比：它不在报表里，请先加上它`)
    }
    const reason = withoutShare(definition, dims)
    if (reason !== null) throw reportInvalid(`指标「${definition.point.name}」没有占比：${reason}`)
    return { key: `p${id}_share`, of: `p${id}` }
  })
}

/**
 * Chinese reasons, by point id, why points have no share in a report with these dimensions; points absent from the map
 * have one.
 */
export function refusedShares(dims: number[], lookup: Lookup): Map<number, string> {
  const grouped = dims.flatMap((id) => lookup.dimensions.get(id) ?? [])
  return refusedBy(lookup, (definition) => withoutShare(definition, grouped))
}

/** Reasons by point id; points without a reason are absent. */
export function refusedBy(
  lookup: Lookup,
  reasonOf: (definition: PointDefinition) => string | null,
): Map<number, string> {
  const definitions = keptDefinitions(lookup)
  const reasons = new Map<number, string>()
  for (const point of lookup.points.values()) {
    try {
      const reason = reasonOf(definitions.define(point))
      if (reason !== null) reasons.set(point.id, reason)
    } catch (error) {
      // A broken point is reported by `unjoinable`, where points are picked.
      if (!(error instanceof ReportProblem)) throw error
    }
  }
  return reasons
}

/** The Chinese reason why a point has no share; null if it has one. */
export function withoutShare(definition: PointDefinition, dims: Dimension[]): string | null {
  if (definition.type === 'computed') return '它由公式算出，各行的值不是合计的一部分'
  if (definition.aggregate === 'min') return '它取最小值，各行的值不是合计的一部分'
  if (definition.aggregate === 'max') return '它取最大值，各行的值不是合计的一部分'
  if (definition.aggregate === 'statistic') return '它由全部行一起算出，各行的值不是合计的一部分'
  if (definition.kind !== 'integer' && definition.kind !== 'number') return '它不是数值'
  if (definition.aggregate !== 'last' && definition.aggregate !== 'first') return null
  const dated = dims.find((dimension) => runsAlong(dimension, definition))
  return dated === undefined
    ? null
    : `它是余额，沿日期不能相加，不能按「${dated.name}」看占比；请去掉这个维度或占比`
}

/** Whether a dimension is computed from the fact's own date or time column; balances can't be added along it. */
function runsAlong(dimension: Dimension, { table, physical }: LeafDefinition): boolean {
  if (dimension.table_id !== null) return false
  if (isBusinessDate(dimension)) return true
  const text = dimension.info.expression?.trim()
  if (!text) return false
  const dates = [table.date_column, table.time_column].flatMap((name) =>
    name === null ? [] : (findColumn(physical, name)?.name ?? []),
  )
  return namesIn(parseExpression(text)).some((leaf) =>
    dates.includes(findColumn(physical, leaf.name)?.name ?? ''),
  )
}
