// Nodes for the number of days between two days, and for a number.
import { nowhere } from '#semantic/model/expression/tree.ts'
import type { Node } from '../tree/tree.ts'

export const daysBetween = (from: Node, until: Node): Node => unitsBetween(from, until, 'day')

/** The number of midnights, Mondays or firsts of a month in between. */
export function unitsBetween(from: Node, until: Node, name: 'day' | 'week' | 'month'): Node {
  const unit: Node = { kind: 'string', value: name, at: nowhere }
  return { kind: 'call', name: 'date_diff', arguments: [unit, from, until], at: nowhere }
}

export function numberNode(value: number): Node {
  return { kind: 'number', text: String(value), at: nowhere }
}
