// What the values of an expression are held in, as far as arithmetic must know where the warehouse does not widen by
// itself: how many bits an integer may have, and whether a number is a decimal that may be narrow.
import { functions } from '../model/expression/functions.ts'
import { type Composite, isComposite, type Kind, mapChildren } from '../model/expression/tree.ts'
import type { LeafPoint, Node } from '../plan/tree.ts'

export type Held =
  /** Bits of the magnitude: the value lies between -2^bits and 2^bits. */
  | { of: 'integer'; bits: number }
  /** `wide`: a double, or a decimal of 38 digits, so that what it meets is widened too. */
  | { of: 'number'; wide: boolean }
  | { of: 'truth'; stored: boolean }
  | { of: 'other'; kind: Kind | null }

/** Bits of integers whose columns are not known to be narrower. */
const usualBits = 63
/** More rows than 2^40 are not summed. */
export const rowBits = 40
/** Sums of integers of at most so many bits are held in 64 of them: of whole columns of 2^31 rows. */
const narrowBits = 32
/** Bits of a sum's argument that the warehouse must widen first. */
export const needsWideSum = (held: Held): held is Extract<Held, { of: 'integer' }> =>
  held.of === 'integer' && held.bits > narrowBits

/** Integers that are neither a column's nor a sum's: of functions and casts. */
const integer: Held = { of: 'integer', bits: usualBits }
const double: Held = { of: 'number', wide: true }

const columnBits: [RegExp, number][] = [
  [/^U?(TINYINT|SMALLINT|INTEGER|INT(8|16|32))$/i, 32],
  [/^(UBIGINT|UINT64)$/i, 64],
  [/^(U?HUGEINT|U?INT128)$/i, 128],
  [/^U?INT256$/i, 255],
]

/** Bits that a column of integers may have. */
function bitsOf(type: string): number {
  return columnBits.find(([pattern]) => pattern.test(type))?.[1] ?? usualBits
}

/** `rows`: what the columns of the aggregated rows hold, by name. */
export function heldBy(node: Node, rows: ReadonlyMap<string, Held>): Held {
  if (isComposite<Node>(node)) return heldByComposite(node, rows)
  switch (node.kind) {
    case 'number':
      return heldByLiteral(node.text)
    case 'boolean':
      return { of: 'truth', stored: true }
    case 'anyOf':
    case 'match':
      return { of: 'truth', stored: false }
    case 'field':
      return rows.get(`${node.source}.${node.name}`) ?? heldByKind(node.type, node.columnType ?? '')
    case 'parameter':
      if (node.type === 'integer') return integer
      if (node.type === 'huge') return { of: 'integer', bits: 128 }
      return node.type === 'number' ? double : { of: 'other', kind: null }
    case 'day':
    case 'businessDay':
      return { of: 'other', kind: 'date' }
    default:
      return { of: 'other', kind: null }
  }
}

function heldByKind(kind: Kind, type: string): Held {
  if (kind === 'integer') return { of: 'integer', bits: bitsOf(type) }
  if (kind === 'number' || kind === 'unknown')
    return { of: 'number', wide: /^(DOUBLE|FLOAT|REAL)/i.test(type) }
  return kind === 'boolean' ? { of: 'truth', stored: true } : { of: 'other', kind }
}

function heldByLiteral(text: string): Held {
  return /^\d{1,18}$/.test(text)
    ? { of: 'integer', bits: Math.max(1, BigInt(text).toString(2).length) }
    : { of: 'number', wide: true }
}

function heldByComposite(node: Composite<Node>, rows: ReadonlyMap<string, Held>): Held {
  const held = (child: Node): Held => heldBy(child, rows)
  switch (node.kind) {
    case 'unary': {
      const own = held(node.operand)
      if (node.operator === 'not') return { of: 'truth', stored: false }
      // The least integer has no opposite of its own width.
      return own.of === 'integer' ? { ...own, bits: own.bits + 1 } : own
    }
    case 'binary': {
      if ('+-*/%'.includes(node.operator)) return heldByArithmetic(node, held(node.left), held(node.right))
      return { of: 'truth', stored: false }
    }
    case 'isNull':
    case 'in':
    case 'between':
    case 'like':
      return { of: 'truth', stored: false }
    case 'case': {
      const results = node.branches.map(({ result }) => held(result))
      return node.otherwise === null ? widest(results) : widest([...results, held(node.otherwise)])
    }
    case 'cast':
      if (node.type === 'integer') return integer
      if (node.type === 'double') return double
      if (node.type === 'decimal') return { of: 'number', wide: false }
      return node.type === 'boolean'
        ? { of: 'truth', stored: true }
        : { of: 'other', kind: kindOfCast[node.type] }
    case 'call':
      return heldByCall(node, held)
  }
}

const kindOfCast = { varchar: 'string', date: 'date', timestamp: 'datetime' } as const

function heldByArithmetic(node: Extract<Composite<Node>, { kind: 'binary' }>, left: Held, right: Held): Held {
  if (node.operator === '/') return double
  if (left.of === 'other' && right.of === 'other') return integer
  if (left.of !== 'integer' || right.of !== 'integer') return { of: 'number', wide: true }
  return { of: 'integer', bits: bitsAfter(node.operator, left.bits, right.bits) }
}

/** Bits of what an operation on integers gives. */
export function bitsAfter(operator: string, left: number, right: number): number {
  if (operator === '*') return left + right
  return operator === '%' ? Math.max(left, right) : Math.max(left, right) + 1
}

function heldByCall(node: Extract<Composite<Node>, { kind: 'call' }>, held: (child: Node) => Held): Held {
  const result = functions[node.name]?.result
  if (result === 'integer') return integer
  if (result === 'number') return { of: 'number', wide: false }
  if (result === 'boolean') return { of: 'truth', stored: false }
  if (result !== 'common') return { of: 'other', kind: result === 'moment' ? null : (result ?? null) }
  const values: Held[] = []
  mapChildren<Node, Node>(node, (child) => {
    values.push(held(child))
    return child
  })
  return widest(node.name === 'if' ? values.slice(1) : values)
}

/** What holds any of them. */
function widest(held: Held[]): Held {
  const known = held.filter((own) => own.of !== 'other' || own.kind !== null)
  const integers = known.filter((own) => own.of === 'integer')
  if (integers.length > 0 && integers.length === known.length)
    return { of: 'integer', bits: Math.max(...integers.map(({ bits }) => bits)) }
  if (known.some((own) => own.of === 'number')) return { of: 'number', wide: false }
  const [first] = known
  return first?.of === 'truth' ? { of: 'truth', stored: false } : (first ?? { of: 'other', kind: null })
}

/** What a point's figures are held in, at any level. */
export function heldByPoint(point: LeafPoint, rows: ReadonlyMap<string, Held>): Held {
  if (point.aggregate === 'count' || point.aggregate === 'distinct' || point.argument === null)
    return { of: 'integer', bits: rowBits }
  const own = heldBy(point.argument, rows)
  const adds = point.aggregate === 'sum' || point.aggregate === 'last'
  if (own.of === 'integer')
    return adds ? { of: 'integer', bits: needsWideSum(own) ? own.bits + rowBits : usualBits } : own
  // A sum of decimals has 38 digits.
  return own.of === 'number' ? { of: 'number', wide: own.wide || adds } : own
}
