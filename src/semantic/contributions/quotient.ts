// Recognizes a formula that divides one point by another, perhaps times a number.
import type { Expression } from '../model/expression/tree.ts'

interface Quotient {
  /** Point names as written in the formula. */
  top: string
  bottom: string
  factor: number
}

/** `[充值金额] / [活跃用户]`, `[付费人数] * 100 / nullif([活跃用户], 0)`; null for any other formula. */
export function quotientOf(expression: Expression): Quotient | null {
  if (expression.kind !== 'binary') return null
  const { operator, left, right } = expression
  if (operator === '*') {
    const [scaled, number] = left.kind === 'number' ? [right, left] : [left, right]
    const inner = quotientOf(scaled)
    return inner && number.kind === 'number' ? { ...inner, factor: inner.factor * Number(number.text) } : null
  }
  if (operator !== '/') return null
  const top = scaledPoint(left)
  const bottom = pointName(right)
  return top && bottom !== null ? { top: top.name, bottom, factor: top.factor } : null
}

function scaledPoint(expression: Expression): { name: string; factor: number } | null {
  const name = pointName(expression)
  if (name !== null) return { name, factor: 1 }
  if (expression.kind !== 'binary' || expression.operator !== '*') return null
  const { left, right } = expression
  const [point, number] = left.kind === 'number' ? [right, left] : [left, right]
  const inner = pointName(point)
  return inner !== null && number.kind === 'number' ? { name: inner, factor: Number(number.text) } : null
}

function pointName(expression: Expression): string | null {
  if (expression.kind === 'point') return expression.name
  if (expression.kind !== 'call' || expression.name.toLowerCase() !== 'nullif') return null
  const [first] = expression.arguments
  return first ? pointName(first) : null
}
