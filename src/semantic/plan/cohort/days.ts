// Nodes for the number of days between two days, and for a number.
import { nowhere } from '#semantic/model/expression/tree.ts'
import type { Node } from '../tree/tree.ts'

export function daysBetween(from: Node, until: Node): Node {
  const unit: Node = { kind: 'string', value: 'day', at: nowhere }
  return { kind: 'call', name: 'date_diff', arguments: [unit, from, until], at: nowhere }
}

export function numberNode(value: number): Node {
  return { kind: 'number', text: String(value), at: nowhere }
}
