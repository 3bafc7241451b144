// The plan of "first N values": the dimension, the number of values, and the ranking point with all points that it is
// computed from (it need not be a column of the report).
import type { Definitions, PointDefinition } from '#semantic/model/definitions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension, TopValues } from '#semantic/model/types.ts'
import { computedPoints } from '../tree/computed.ts'
import type { TopPlan } from '../tree/tree.ts'

const maxTop = 1000

interface PlannedTop {
  plan: TopPlan
  /** The ranking point; it need not be one of the report's. */
  by: PointDefinition
}

export function planTop(
  top: TopValues | undefined,
  dims: Dimension[],
  lookup: Lookup,
  definitions: Definitions,
): PlannedTop | null {
  if (top === undefined || top === null) return null
  const dimension = lookup.dimensions.get(top.dim)
  if (dimension === undefined)
    throw reportInvalid('取前几名的维度已被删除，请重新选择', { missing: [`维度 #${top.dim}`] })
  const subject = `取前几名的维度「${dimension.name}」`
  if (!dims.includes(dimension)) throw reportInvalid(`${subject}不在报表的维度里，请先加上它，或换一个维度`)
  if (dimension.types === 'date' || dimension.types === 'time')
    throw reportInvalid(`${subject}是日期，不能取前几名；请改用日期范围或行数上限`)
  if (!Number.isInteger(top.count) || top.count < 1 || top.count > maxTop)
    throw reportInvalid(`取前几名的个数「${String(top.count)}」应为 1 到 ${maxTop} 的整数`)
  const point = lookup.points.get(top.by)
  if (point === undefined)
    throw reportInvalid(`给维度「${dimension.name}」排名的指标已被删除，请重新选择`, {
      missing: [`指标 #${top.by}`],
    })
  const by = definitions.define(point)
  return {
    plan: {
      dim: `d${dimension.id}`,
      count: top.count,
      by: `p${point.id}`,
      leaves: new Set(leavesOf(by)),
      computed: computedPoints([by]),
    },
    by,
  }
}

function leavesOf(definition: PointDefinition): string[] {
  if (definition.type === 'leaf') return [`p${definition.point.id}`]
  return [...definition.references.values()].flatMap(leavesOf)
}
