// Decimals of different scales that meet in one value or comparison. A sum of decimals is as wide as the
// engine knows; beside it, it cuts the others to the sum's own scale (if([金额] > 0, 0.125, [金额]) gave
// 0.13). Read as doubles, they keep their digits. Arithmetic keeps them by itself and stays exact.
import type { KindContext } from '../model/expression/kinds.ts'
import { kindOf } from '../model/expression/kinds.ts'
import { type Expression, isComposite, mapChildren } from '../model/expression/tree.ts'

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>='])
const choices = new Set(['coalesce', 'ifnull', 'nullif', 'greatest', 'least', 'if'])

export function keepDecimals(expression: Expression, context: KindContext): Expression {
  if (!isComposite<Expression>(expression)) return expression
  const kept = (child: Expression) => keepDecimals(child, context)
  if (!isMeeting(expression)) return mapChildren(expression, kept) as Expression
  const isDecimal = (child: Expression) => kindOf(child, context) === 'number'
  const decimals: Expression[] = []
  mapChildren(expression, (child) => isDecimal(child) && decimals.push(child))
  const differ = new Set(decimals.map(nameOf)).size > 1
  return mapChildren(expression, (child) =>
    differ && isDecimal(child) ? asDouble(kept(child)) : kept(child),
  ) as Expression
}

function isMeeting(expression: Expression): boolean {
  const { kind } = expression
  if (kind === 'binary') return comparisons.has(expression.operator)
  return (
    kind === 'case' ||
    kind === 'in' ||
    kind === 'between' ||
    (kind === 'call' && choices.has(expression.name))
  )
}

/** The same point or column has the same scale everywhere; what else is alike is not looked for. */
function nameOf(expression: Expression): unknown {
  return expression.kind === 'point' || expression.kind === 'column' ? expression.name : expression
}

function asDouble(operand: Expression): Expression {
  return { kind: 'cast', operand, type: 'double', precision: null, at: operand.at }
}
