// Widens arithmetic that DuckDB would compute with too few digits and fail: the left side is cast, so that results up
// to 38 digits are exact. (a INTEGER; b, c BIGINT; m DECIMAL(18,2); r DECIMAL(9,4).)
//
//   b * c                       TRY_CAST(f."b" AS DECIMAL(38, 0)) * f."c"       two 64-bit integers
//   m * r                       TRY_CAST(f."m" AS DECIMAL(21, 2)) * f."r"       more than 18 digits together
//   b * 2, m * 1.5              unchanged: small literals do not overflow in practice
//   a + 12345678901234567890    … + TRY_CAST(12345678901234567890 AS DOUBLE)
//
// Numbers become doubles only if the expression itself needs more than 38 digits (a literal of more than 18 digits, a
// product with more than 18 decimals). Any other overflow makes the warehouse fail with an error.

import { digitsOf, type ExactNumber, isNumber, mostDigits } from '#semantic/model/expression/exact.ts'
import { type Binary, type CastType, nowhere } from '#semantic/model/expression/tree.ts'
import { exactOf } from './exact.ts'
import { rowSource } from './reached.ts'
import type { Node } from './tree.ts'

/**
 * The most digits of a decimal that DuckDB stores in 64 bits; a product of two such decimals is stored in 64 bits
 * again, and may overflow.
 */
const narrowDigits = 18
/** The most decimals of a product: more would leave too few digits before the point. */
const mostScale = 18
/** Assumed bits of a 64-bit column's values, and of a count: assuming 63 would widen (and slow down) every product. */
const usedBits = 48
const countBits = 40

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>='])

/** The operation with its sides cast if it could overflow; other operators are unchanged. */
export function widened(node: Binary<Node>): Binary<Node> {
  if (comparisons.has(node.operator)) return comparedWide(node)
  if (!['+', '-', '*'].includes(node.operator)) return node
  const [left, right] = [withoutLongLiteral(node.left), withoutLongLiteral(node.right)]
  const own = { ...node, left, right }
  return node.operator === '*' ? { ...own, left: multiplied(left, right) } : own
}

/** The left side of a product, cast if the product may need more than 63 bits or 18 digits. */
function multiplied(left: Node, right: Node): Node {
  const [one, other] = [exactOf(left), exactOf(right)]
  if (!isNumber(one) || !isNumber(other) || isReal(one) || isReal(other)) return left
  if (one.is === 'integer' && other.is === 'integer') {
    const isNarrow = Math.max(one.bits, other.bits) <= 63
    return isNarrow && bitsIn(left, one.bits) + bitsIn(right, other.bits) > 63
      ? cast(left, 'decimal', [mostDigits, 0])
      : left
  }
  const [ours, theirs] = [decimal(one), decimal(other)]
  if (ours.scale + theirs.scale > mostScale) return cast(left, 'double')
  const isNarrow = Math.max(ours.width, theirs.width) <= narrowDigits
  const isLiteral = [left, right].some((side) => literalOf(side) !== null)
  return isNarrow && !isLiteral && ours.width + theirs.width > narrowDigits
    ? cast(left, 'decimal', [narrowDigits + 1 + ours.scale, ours.scale])
    : left
}

const isReal = ({ is }: ExactNumber): boolean => is === 'float' || is === 'double'

function decimal(exact: ExactNumber): { width: number; scale: number } {
  if (exact.is === 'decimal') return exact
  return { width: exact.is === 'integer' ? digitsOf(exact) : mostDigits, scale: 0 }
}

function bitsIn(node: Node, bits: number): number {
  const literal = literalOf(node)
  if (literal !== null && /^\d+$/.test(literal)) return BigInt(literal).toString(2).length
  if (bits < 63) return bits
  return node.kind === 'field' && node.source === rowSource ? countBits : usedBits
}

/** The digits of a literal number without its sign; null for anything else. */
function literalOf(node: Node): string | null {
  if (node.kind === 'unary' && node.operator === '-') return literalOf(node.operand)
  return node.kind === 'number' ? node.text : null
}

function withoutLongLiteral(node: Node): Node {
  const digits =
    literalOf(node)
      ?.replace(/[eE][\s\S]*$/, '')
      .replace('.', '')
      .replace(/^0+/, '') ?? ''
  return digits.length > narrowDigits ? cast(node, 'double') : node
}

/**
 * A literal with more digits than the other side's decimals can have is compared as a double: it is far out of range.
 */
function comparedWide(node: Binary<Node>): Binary<Node> {
  const side = (own: Node, other: Node): Node => {
    const literal = literalOf(own)
    const exact = exactOf(other)
    if (literal === null || exact.is !== 'decimal') return own
    const [whole = ''] = literal.replace(/^0+/, '').split(/[.eE]/)
    return whole.length + exact.scale > mostDigits ? cast(own, 'double') : own
  }
  return { ...node, left: side(node.left, node.right), right: side(node.right, node.left) }
}

function cast(operand: Node, type: CastType, precision: [number, number] | null = null): Node {
  return { kind: 'cast', operand, type, precision, at: nowhere }
}
