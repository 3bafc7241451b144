// Figures that can leave what real numbers hold (about 1.8e308): sums of doubles, and formulas over them. What an engine
// makes of them then, infinite or no number at all, looks empty in a result, and 1 divided by it is 0; so the statement
// checks such figures, and fails with the name of the point.
//
//   sum(f."amount"), a DECIMAL or an integer   the engine fails by itself
//   sum(f."real"), a DOUBLE                    checked
//   [金额] / [人数]                             checked if one of them is
import { isNumber } from '#semantic/model/expression/exact.ts'
import { isComposite, mapChildren } from '#semantic/model/expression/tree.ts'
import { exactOf } from './exact.ts'
import { told } from './told.ts'
import type { Field, LeafPoint, Node } from './tree.ts'

/** What a statement fails with. */
export const notFiniteText = (name: string): string =>
  told(
    `指标「${name}」的结果超出可表示的范围（约 1.8×10^308），或数据里有无穷大、非数值；请缩小范围，或在表达式里换成较大的单位（如除以 1000000）后再统计`,
  )

const growing = new Set(['exp', 'pow', 'power'])
const isReal = (node: Node): boolean => ['float', 'double'].includes(exactOf(node).is)

/** `ofField`: whether a column's figures can. */
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

/** Whether the aggregate of a fact's expression can; `argument` null: rows are counted. */
export const isRealLeaf = (aggregate: LeafPoint['aggregate'], argument: Node | null): boolean =>
  argument !== null && aggregate !== 'count' && aggregate !== 'distinct' && mayNotBeFinite(argument, isReal)
