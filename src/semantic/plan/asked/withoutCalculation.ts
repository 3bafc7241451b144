// Which points a calculation applies to; the reasons are Chinese, and complete a sentence about the point.
//
//   充值金额   all                    活跃用户   no running total or sum: returning players would count twice
//   ARPU      rank, mean, index …    最早日期   none: it is not a number
import type { ComputedDefinition, PointDefinition } from '#semantic/model/definitions.ts'
import { type Expression, namesIn } from '#semantic/model/expression/tree.ts'
import type { Calculation, Dimension } from '#semantic/model/types.ts'
import { withoutShare } from './shares.ts'

/** null if the calculation applies to the point. */
export function withoutCalculation(
  { kind }: Pick<Calculation, 'kind'>,
  definition: PointDefinition,
  dims: Dimension[],
): string | null {
  if (!['integer', 'number', 'unknown'].includes(definition.kind)) return '它不是数值'
  if (kind === 'share') return withoutShare(definition, dims)
  return kind === 'running' || kind === 'sum' ? withoutSum(definition) : null
}

/** Why the figures of several rows can't be added; null if they can. */
export function withoutSum(definition: PointDefinition): string | null {
  if (definition.type === 'computed')
    return isLinear(definition) ? null : '它由公式算出，各行相加没有意义；可以改用移动平均'
  switch (definition.aggregate) {
    case 'sum':
    case 'count':
      return null
    case 'distinct':
      return '它去重计数，同一个人在几行里会重复计算；可以改用移动平均'
    case 'last':
    case 'first':
      return '它是余额，沿日期不能相加；可以改用移动平均'
    default:
      return '它不是相加得到的，各行不能再相加；可以改用移动平均'
  }
}

/** Whether a formula of sums equals the sum over its parts: a + b, a - b, a * 2, a / 100, coalesce(a, 0). */
function isLinear({ expression, references }: ComputedDefinition): boolean {
  const linear = (node: Expression): boolean => {
    switch (node.kind) {
      case 'column':
      case 'point': {
        const named = references.get(node.name)
        return named !== undefined && withoutSum(named) === null
      }
      case 'unary':
        return node.operator === '-' && linear(node.operand)
      case 'binary':
        if (node.operator === '+' || node.operator === '-') return linear(node.left) && linear(node.right)
        if (node.operator === '/') return linear(node.left) && isConstant(node.right)
        if (node.operator !== '*') return false
        return isConstant(node.left) ? linear(node.right) : isConstant(node.right) && linear(node.left)
      case 'call': {
        const [first, second, ...others] = node.arguments
        const isFilled = ['coalesce', 'ifnull'].includes(node.name.toLowerCase()) && others.length === 0
        return isFilled && first !== undefined && linear(first) && isZero(second)
      }
      default:
        return false
    }
  }
  return linear(expression)
}

const isConstant = (node: Expression): boolean => namesIn(node).length === 0
const isZero = (node: Expression | undefined): boolean => node?.kind === 'number' && Number(node.text) === 0
