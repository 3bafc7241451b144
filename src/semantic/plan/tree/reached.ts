// A dimension's value as a fact reaches it: filters and grains are written over it, whatever joins lead there.
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Node } from './tree.ts'

/** Names of the sources of a plan's fields: a fact's rows, and the aggregated rows. */
export const factSource = 'f'
export const rowSource = 'r'

/** The source of a fact's days: a date column, or a time column whose day starts at `cutoffHour`. */
export interface DaySource {
  node: Node
  kind: 'date' | 'datetime'
  cutoffHour: number
}

export interface Reached {
  node: Node
  kind: Kind
  /** For the business date or time: the source of the fact's days. null for other dimensions. */
  days: DaySource | null
}

export function dayNode(source: DaySource): Node {
  return source.kind === 'date'
    ? source.node
    : { kind: 'businessDay', operand: source.node, cutoffHour: source.cutoffHour }
}
