// The order to a process that makes sums, and its answer: one JSON line each.
import type { SumsShape } from '#semantic/model/sums.ts'
import type { TableParts } from '../snapshot/parts.ts'

export interface SumsOrder {
  shape: SumsShape
  /** The warehouse's folder, and the files with the facts. */
  folder: string
  source: TableParts
  /** The file to write. */
  target: string
  /** Folder for data that does not fit into memory. */
  spill: string
  memoryMiB: number
  /** Tables of sums with more rows are not worth keeping. */
  mostRows: number
}

export type SumsSaid =
  | { made: { rows: number } }
  /** `many`: too many rows; `inexact`: the engine's type does not sum exactly, contrary to the plan. */
  | { refused: 'many' | 'inexact' }
  | { failed: string }
