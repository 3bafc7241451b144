// The request to one fact: all leaf points that one pass over it computes.
import type { LeafDefinition } from '#semantic/model/definitions.ts'
import type { FactTable } from './factTable.ts'

export interface FactRequest {
  fact: FactTable
  leaves: LeafDefinition[]
  /** How messages name the points of this fact: 指标「消耗」. */
  title: string
}
