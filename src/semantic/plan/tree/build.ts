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
import type { Node } from './tree.ts'
import { widened } from './wide.ts'

const narrowTypes = /^(U?(TINYINT|SMALLINT|INTEGER)|U?INT(8|16|32))$/i

export function field(source: string, column: PhysicalColumn): Node {
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
