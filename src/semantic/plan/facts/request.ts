// The request to one fact: all leaf points computed in one pass over it.
import type { LeafDefinition } from '#semantic/model/definitions.ts'
import type { FactTable } from './factTable.ts'

export interface FactRequest {
  fact: FactTable
  leaves: LeafDefinition[]
  /** How messages name the fact's points: 指标「消耗」. */
  title: string
}
