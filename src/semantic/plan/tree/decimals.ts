// Keeps digits when decimals of different scales meet in a choice or comparison. DuckDB gives a sum of decimals all 38
// digits, so that other decimals beside it are rounded to the sum's scale: if([金额] > 0, 0.125, [金额]) gave 0.13. Here
// both are cast to double first. Arithmetic needs no cast: it keeps all digits and stays exact.
import type { KindContext } from '#semantic/model/expression/kinds.ts'
import { kindOf } from '#semantic/model/expression/kinds.ts'
import { type Expression, isComposite, mapChildren } from '#semantic/model/expression/tree.ts'

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

/** Identity for "same value, so same scale": points and columns by name, any other expression only itself. */
function nameOf(expression: Expression): unknown {
  return expression.kind === 'point' || expression.kind === 'column' ? expression.name : expression
}

function asDouble(operand: Expression): Expression {
  return { kind: 'cast', operand, type: 'double', precision: null, at: operand.at }
}
