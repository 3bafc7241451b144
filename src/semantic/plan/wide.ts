// Arithmetic that the engine would hold in too few digits, widened: what overflows there is right here, as
// far as 38 digits reach. Beyond them numbers go on as doubles where they are written so in the text (a
// literal of more than 18 digits, a product with more than 18 behind the point); what still overflows is said
// by the warehouse's failure.
import { digitsOf, type ExactNumber, isNumber, mostDigits } from '../model/expression/exact.ts'
import { type Binary, type CastType, nowhere } from '../model/expression/tree.ts'
import { exactOf } from './exact.ts'
import type { Node } from './tree.ts'

/** Digits of what the engine holds in 64 bits, and goes on holding so whatever comes of it. */
const narrowDigits = 18
/** As plan/computed.ts names the aggregated rows; it stands on this. */
const rowSource = 'r'
/** Digits behind the point of a product: more leave too few before it. */
const mostScale = 18
/** Bits that columns of 64 use at most in practice, and counts of rows. */
const usedBits = 48
const countBits = 40

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>='])

/** The operation, with its sides made wide enough. */
export function widened(node: Binary<Node>): Binary<Node> {
  if (comparisons.has(node.operator)) return comparedWide(node)
  if (!['+', '-', '*'].includes(node.operator)) return node
  const [left, right] = [withoutLongLiteral(node.left), withoutLongLiteral(node.right)]
  const own = { ...node, left, right }
  return node.operator === '*' ? { ...own, left: multiplied(left, right) } : own
}

/** The left side of a product. */
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

/** The digits of a number that is written out, with or without a sign; null for all else. */
function literalOf(node: Node): string | null {
  if (node.kind === 'unary' && node.operator === '-') return literalOf(node.operand)
  return node.kind === 'number' ? node.text : null
}

function withoutLongLiteral(node: Node): Node {
  const digits =
    literalOf(node)
      ?.replace(/[eE].*$/, '')
      .replace('.', '')
      .replace(/^0+/, '') ?? ''
  return digits.length > narrowDigits ? cast(node, 'double') : node
}

/**
 * A literal that has no place in the other side's decimals is compared as a double: it lies far outside of
 * them.
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
