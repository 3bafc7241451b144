// How a point's total is computed; undefined if it is the sum of its rows.
//
//   充值金额              undefined     活跃用户           distinct
//   [充值金额] / [活跃用户]  ratio         [活跃用户] - [回流]  computed
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { TotalKind } from '#semantic/model/types.ts'
import { isRatio } from './ratios.ts'

export function totalKindOf(definition: PointDefinition): TotalKind | undefined {
  if (definition.type === 'leaf') {
    const { aggregate } = definition
    return aggregate === 'sum' || aggregate === 'count' ? undefined : aggregate
  }
  if (isRatio(definition)) return 'ratio'
  const parts = [...definition.references.values()]
  return parts.some((part) => totalKindOf(part) !== undefined) ? 'computed' : undefined
}
