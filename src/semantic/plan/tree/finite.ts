// Figures that may exceed the range of doubles (about 1.8e308): sums of doubles, and formulas over them. The engine's
// result, infinity or NaN, would be shown as empty, and 1 divided by infinity as 0; so the statement checks such
// figures, and fails with the point's name.
//
//   sum(f."amount"), a DECIMAL or an integer   the engine fails by itself
//   sum(f."real"), a DOUBLE                    checked
//   [金额] / [人数]                             checked if one of the points is
import { isNumber } from '#semantic/model/expression/exact.ts'
import { isComposite, mapChildren } from '#semantic/model/expression/tree.ts'
import { exactOf } from './exact.ts'
import { told } from './told.ts'
import type { Field, LeafPoint, Node } from './tree.ts'

/** The text with which the statement fails. */
export const notFiniteText = (name: string): string =>
  told(
    `指标「${name}」的结果超出可表示的范围（约 1.8×10^308），或数据里有无穷大、非数值；请缩小范围，或在表达式里换成较大的单位（如除以 1000000）后再统计`,
  )

const growing = new Set(['exp', 'pow', 'power'])
const isReal = (node: Node): boolean => ['float', 'double'].includes(exactOf(node).is)

/** `ofField`: whether a column's figures may be infinite or NaN. */
export function mayNotBeFinite(node: Node, ofField: (field: Field) => boolean): boolean {
  if (node.kind === 'field') return ofField(node)
  if (!isReal(node)) return false
  if (node.kind === 'number') return true
  if (!isComposite<Node>(node)) return true
  if (node.kind === 'cast' && !isNumber(exactOf(node.operand))) return true
  if (node.kind === 'call' && growing.has(node.name)) return true
  let found = false
  mapChildren(node, (child: Node) => {
    if (mayNotBeFinite(child, ofField)) found = true
    return child
  })
  return found
}

/** Whether the aggregate of a fact's expression may be infinite or NaN; `argument` null counts rows. */
export const isRealLeaf = (aggregate: LeafPoint['aggregate'], argument: Node | null): boolean =>
  argument !== null && aggregate !== 'count' && aggregate !== 'distinct' && mayNotBeFinite(argument, isReal)
