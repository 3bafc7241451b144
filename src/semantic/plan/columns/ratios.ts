// Whether a point is a ratio of two quantities (per user, in percent). Tables mark ratios: the total is the ratio of
// the totals, not the sum of the rows.
//
//   [充值金额] / [活跃用户]   ratio         [充值金额] / 10000   not a ratio, only another unit
//   [ARPU] * 100            ratio         [充值金额] - [ARPU]   not a ratio (only one side is)
import type { PointDefinition } from '#semantic/model/definitions.ts'
import { type Expression, namesIn } from '#semantic/model/expression/tree.ts'

export function isRatio(definition: PointDefinition): boolean {
  if (definition.type === 'leaf') return false
  const { references } = definition
  const divides = (node: Expression): boolean => {
    switch (node.kind) {
      case 'binary':
        // Division by a plain number only changes the unit: 元 to 万元.
        if (node.operator === '/') return namesIn(node.right).length > 0 || divides(node.left)
        if (node.operator === '*') return divides(node.left) || divides(node.right)
        return (node.operator === '+' || node.operator === '-') && divides(node.left) && divides(node.right)
      case 'unary':
      case 'cast':
        return divides(node.operand)
      case 'call':
        return node.arguments.some(divides)
      case 'case':
        return node.branches.some(({ result }) => divides(result))
      case 'column':
      case 'point': {
        const referenced = references.get(node.name)
        return referenced !== undefined && isRatio(referenced)
      }
      default:
        return false
    }
  }
  return divides(definition.expression)
}
