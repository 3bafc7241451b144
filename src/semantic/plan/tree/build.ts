// Small constructors of plan nodes, and binding of an expression's names to columns.
import { findColumn, kindOfType, type PhysicalColumn } from '#semantic/model/expression/columns.ts'
import { bareType, exactOfType } from '#semantic/model/expression/exact.ts'
import {
  type BinaryOperator,
  type Expression,
  isComposite,
  mapChildren,
  type NameLeaf,
  nowhere,
} from '#semantic/model/expression/tree.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { BoundValue, Node } from './tree.ts'
import { widened } from './wide.ts'

const narrowTypes = /^(U?(TINYINT|SMALLINT|INTEGER)|U?INT(8|16|32))$/i

export function field(source: string, column: PhysicalColumn): Node {
  const { mask } = column
  if (mask === undefined) return plainField(source, column)
  const operand = plainField(source, { ...column, type: mask.type })
  return { kind: 'masked', operand, how: mask.kind, key: mask.key }
}

/** The node over columns themselves where readers see masks: for what compares values and shows none. */
export function unmasked(node: Node): Node {
  if (node.kind === 'masked') return textOf(node.operand)
  if (isComposite<Node>(node)) return mapChildren(node, unmasked)
  return 'operand' in node ? { ...node, operand: unmasked(node.operand) } : node
}

/** The same for a value that is only counted or compared as a whole: an expression over masks stays one. */
export const counted = (node: Node): Node => (node.kind === 'masked' ? node.operand : node)

/** Key of the hashes by which players are listed, where a node reads a masked column. */
export function listedBy(node: Node): BoundValue | null {
  if (node.kind === 'masked') return node.key
  let found: BoundValue | null = null
  if (isComposite<Node>(node))
    mapChildren<Node, Node>(node, (child) => {
      found ??= listedBy(child)
      return child
    })
  return found
}

/** Masks are texts, and so is what takes their place. */
const textOf = (node: Node): Node => (node.kind === 'field' && node.type === 'string' ? node : asText(node))

function plainField(source: string, column: PhysicalColumn): Node {
  return {
    kind: 'field',
    source,
    name: column.name,
    type: kindOfType(column.type),
    narrow: narrowTypes.test(bareType(column.type)),
    exact: exactOfType(column.type),
  }
}

export function binary(operator: BinaryOperator, left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, at: nowhere }
}

export function isNull(operand: Node, negated = false): Node {
  return { kind: 'isNull', operand, negated, at: nowhere }
}

export function not(operand: Node): Node {
  return { kind: 'unary', operator: 'not', operand, at: nowhere }
}

export function truth(value: boolean): Node {
  return { kind: 'boolean', value, at: nowhere }
}

/** The conditions joined by AND; null for an empty list. */
export function all(conditions: Node[]): Node | null {
  const [first, ...rest] = conditions
  return first === undefined ? null : rest.reduce((left, right) => binary('and', left, right), first)
}

/** The conditions joined by OR; null for an empty list. */
export function any(conditions: Node[]): Node | null {
  const [first, ...rest] = conditions
  return first === undefined ? null : rest.reduce((left, right) => binary('or', left, right), first)
}

/** The expression with each name replaced by a node; arithmetic that could overflow is widened (wide.ts). */
export function bindNames(expression: Expression, bind: (leaf: NameLeaf) => Node): Node {
  if (expression.kind === 'column' || expression.kind === 'point') return bind(expression)
  if (isComposite<Expression>(expression)) {
    const bound = mapChildren<Expression, Node>(expression, (child) => bindNames(child, bind))
    return bound.kind === 'binary' ? widened(bound) : bound
  }
  return expression as Node
}

/** A checked expression with its names bound to the columns of one source: `amount` → f."amount". */
export function bindColumns(expression: Expression, table: PhysicalTable, source: string): Node {
  return bindNames(expression, (leaf) => field(source, findColumn(table, leaf.name) as PhysicalColumn))
}

export function asText(operand: Node): Node {
  return { kind: 'cast', operand, type: 'varchar', precision: null, at: nowhere }
}
