// Exact types (model/expression/exact.ts) of plan nodes, by DuckDB's rules.
//
//   decimal (10,2)  +  decimal (5,4)   → (13,4)        INTEGER + BIGINT   → 63 bits
//   decimal (10,2)  *  decimal (5,4)   → (15,6)        BIGINT + (10,2)    → (22,2)
//   number          /  number          → double        sum of integers    → 127 bits
import {
  bigint,
  boolean,
  commonExact,
  digitsOf,
  double,
  type Exact,
  type ExactNumber,
  exactOfNumber,
  hugeint,
  isNumber,
  mostDigits,
  string,
} from '#semantic/model/expression/exact.ts'
import type { ArithmeticOperator, Kind } from '#semantic/model/expression/tree.ts'
import { isComposite } from '#semantic/model/expression/tree.ts'
import type { BoundType, LeafPoint, Node } from './tree.ts'

const known = new WeakMap<Node, Exact>()

export function exactOf(node: Node): Exact {
  const found = known.get(node) ?? find(node)
  known.set(node, found)
  return found
}

const ofKinds: Record<Kind, Exact> = {
  integer: bigint,
  number: double,
  string,
  boolean,
  date: { is: 'date' },
  datetime: { is: 'datetime' },
  unknown: { is: 'unknown' },
}

const ofBound: Record<BoundType, Exact> = {
  text: string,
  integer: bigint,
  huge: hugeint,
  number: double,
  date: { is: 'date' },
  datetime: { is: 'datetime' },
}

function find(node: Node): Exact {
  if (isComposite<Node>(node)) return ofComposite(node)
  switch (node.kind) {
    case 'number':
      return exactOfNumber(node.text)
    case 'string':
    case 'masked':
      return string
    case 'null':
      return { is: 'null' }
    case 'field':
      return node.exact ?? ofKinds[node.type]
    case 'parameter':
      return ofBound[node.type]
    case 'wallClock':
    case 'dayStart':
      return { is: 'datetime' }
    case 'businessDay':
    case 'day':
      return { is: 'date' }
    case 'truncated':
      return { is: node.grain === 'hour' ? 'datetime' : 'date' }
    case 'shifted':
      return { is: node.from }
    default:
      return boolean
  }
}

type Part = Extract<
  Node,
  { kind: 'unary' | 'binary' | 'isNull' | 'in' | 'like' | 'between' | 'case' | 'cast' | 'call' }
>

function ofComposite(node: Part): Exact {
  switch (node.kind) {
    case 'unary':
      return node.operator === '-' ? exactOf(node.operand) : boolean
    case 'binary':
      return '+-*/%'.includes(node.operator)
        ? exactOfArithmetic(node.operator as ArithmeticOperator, exactOf(node.left), exactOf(node.right))
        : boolean
    case 'case':
      return commonOf([
        ...node.branches.map(({ result }) => result),
        ...(node.otherwise === null ? [] : [node.otherwise]),
      ])
    case 'cast':
      return ofCast(node)
    case 'call':
      return ofCall(node)
    default:
      return boolean
  }
}

export function commonOf(nodes: Node[]): Exact {
  return nodes.map(exactOf).reduce(commonExact, { is: 'null' })
}

/**
 * The result may be wider than 38 digits: the warehouse then fails on values that do not fit, and never loses a digit.
 */
export function exactOfArithmetic(operator: ArithmeticOperator, left: Exact, right: Exact): Exact {
  if (left.is === 'date' || right.is === 'date') return bigint
  if (!isNumber(left) || !isNumber(right))
    return isNumber(left) ? left : isNumber(right) ? right : { is: 'null' }
  const isReal = (exact: ExactNumber) => exact.is === 'float' || exact.is === 'double'
  if (operator === '/')
    return left.is !== 'double' && right.is !== 'double' && (isReal(left) || isReal(right))
      ? { is: 'float' }
      : double
  if (isReal(left) || isReal(right)) return commonExact(left, right)
  if (left.is === 'integer' && right.is === 'integer')
    return Math.max(left.bits, right.bits) > 63 ? hugeint : bigint
  const isHuge = [left, right].some((exact) => exact.is === 'integer' && exact.bits > 64)
  if (operator === '%' && isHuge) return double
  const [one, other] = [decimalOf(left), decimalOf(right)]
  if (operator === '*')
    return { is: 'decimal', width: one.width + other.width, scale: one.scale + other.scale }
  const scale = Math.max(one.scale, other.scale)
  const before = Math.max(one.width - one.scale, other.width - other.scale)
  if (operator === '%')
    return before + scale > mostDigits ? double : { is: 'decimal', width: before + scale, scale }
  return { is: 'decimal', width: before + scale + 1, scale }
}

/** Width and scale as a decimal; an integer has scale 0. */
export function decimalOf(exact: ExactNumber): { width: number; scale: number } {
  if (exact.is === 'decimal') return { width: Math.min(exact.width, mostDigits), scale: exact.scale }
  return { width: exact.is === 'integer' ? digitsOf(exact) : mostDigits, scale: 0 }
}

function ofCast({ type, precision }: Extract<Part, { kind: 'cast' }>): Exact {
  switch (type) {
    case 'integer':
      return bigint
    case 'double':
      return double
    case 'varchar':
      return string
    case 'boolean':
      return boolean
    case 'date':
      return { is: 'date' }
    case 'timestamp':
      return { is: 'datetime' }
    case 'decimal': {
      const [width, scale] = precision as [number, number]
      return { is: 'decimal', width, scale }
    }
  }
}

function ofCall({ name, arguments: given }: Extract<Part, { kind: 'call' }>): Exact {
  const first = given[0] as Node
  const own = exactOf(first)
  switch (name) {
    case 'coalesce':
    case 'ifnull':
    case 'greatest':
    case 'least':
      return commonOf(given)
    case 'if':
      return commonOf(given.slice(1))
    case 'nullif':
    case 'abs':
      return own
    case 'round':
      return own.is === 'decimal'
        ? { ...own, scale: Math.min(own.scale, Math.max(digitsAsked(given[1]), 0)) }
        : own
    case 'floor':
    case 'ceil':
      return own.is === 'decimal' ? { ...own, scale: 0 } : own.is === 'integer' ? double : own
    case 'lower':
    case 'upper':
    case 'trim':
    case 'substr':
    case 'replace':
    case 'concat':
      return string
    case 'contains':
    case 'starts_with':
      return boolean
    case 'date_trunc':
      return { is: first.kind === 'string' && first.value.toLowerCase() === 'hour' ? 'datetime' : 'date' }
    default:
      return bigint
  }
}

/** The digits argument of round(), always a literal: `round(x, -2)` → -2, absent → 0. */
export function digitsAsked(node: Node | undefined): number {
  if (node === undefined) return 0
  if (node.kind === 'unary') return -digitsAsked(node.operand)
  return node.kind === 'number' ? Number(node.text) : 0
}

/** The exact type of an aggregate's result. */
export function exactOfAggregate(aggregate: LeafPoint['aggregate'], argument: Node | null): Exact {
  if (aggregate === 'count' || aggregate === 'distinct' || argument === null) return bigint
  const own = exactOf(argument)
  if (aggregate === 'min' || aggregate === 'max') return own
  if (aggregate === 'statistic') return double
  if (own.is === 'integer') return hugeint
  return own.is === 'decimal' ? { is: 'decimal', width: mostDigits, scale: own.scale } : double
}
