// A dictionary as it is edited: rows and columns of texts that know what is kept of them.
export interface SheetColumn {
  /** Of this sheet; a row's cells are found by it, wherever the column stands. */
  id: number
  name: string
  /** The place that it has in what is kept; -1 for a new one. */
  from: number
}

export interface SheetRow {
  /** Below zero for one that is not kept yet. */
  dataId: number
  /** By the column's id. */
  cells: string[]
  /** As they are kept, likewise; null for a new one. */
  kept: readonly string[] | null
}

export interface KeptHead {
  id: number
  name: string
  formName: string
  attributes: readonly string[]
  revision: number
  /** Whether there are rows of games that the editor does not see. */
  foreign: boolean
}

/** A change that can be taken back and done again. */
export interface Step {
  undo: () => void
  redo: () => void
  /** Where it was done. */
  at: { row: number; column: number } | null
}

export interface CellChange {
  row: SheetRow
  column: number
  to: string
}
