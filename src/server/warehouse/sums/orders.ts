// What a process that makes sums is told, and what it says: one line of JSON each.
import type { SumsShape } from '#semantic/model/sums.ts'

export interface SumsOrder {
  shape: SumsShape
  /** Of the warehouse, with the facts in it. */
  source: string
  /** To be written. */
  target: string
  /** Folder for what does not fit into memory. */
  spill: string
  memoryMiB: number
  /** More rows are not worth it. */
  mostRows: number
}

export type SumsSaid =
  | { made: { rows: number } }
  /** `many`: too many rows; `inexact`: the engine adds them up otherwise than was thought. */
  | { refused: 'many' | 'inexact' }
  | { failed: string }
