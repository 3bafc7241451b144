// A dimension's value as a fact reaches it: what filters and grains are written over, whichever joins lead to it.
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Node } from './tree.ts'

/** Names of the sources that a plan's fields are read from: a fact's rows, and the aggregated rows. */
export const factSource = 'f'
export const rowSource = 'r'

/** Where a fact's days come from: a column of dates, or one of times whose day starts at `cutoffHour`. */
export interface DaySource {
  node: Node
  kind: 'date' | 'datetime'
  cutoffHour: number
}

export interface Reached {
  node: Node
  kind: Kind
  /** Of the business's date or time: where the fact's days come from. null for other dimensions. */
  days: DaySource | null
}

export function dayNode(source: DaySource): Node {
  return source.kind === 'date'
    ? source.node
    : { kind: 'businessDay', operand: source.node, cutoffHour: source.cutoffHour }
}
