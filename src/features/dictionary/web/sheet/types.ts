// A dictionary being edited: rows and columns of texts that know their stored state.
export interface SheetColumn {
  /** Unique within the sheet; a row's cells are found by it, wherever the column is. */
  id: number
  name: string
  /** The column's stored index; -1 for a new one. */
  from: number
}

export interface SheetRow {
  /** Negative for a row that is not saved yet. */
  dataId: number
  /** By column id. */
  cells: string[]
  /** The stored cells by column id; null for a new row. */
  kept: readonly string[] | null
}

export interface KeptHead {
  id: number
  name: string
  formName: string
  attributes: readonly string[]
  revision: number
  /** Whether there are rows of games that the editor may not see. */
  foreign: boolean
}

/** A change that can be undone and redone. */
export interface Step {
  undo: () => void
  redo: () => void
  /** Where the change happened. */
  at: { row: number; column: number } | null
}

export interface CellChange {
  row: SheetRow
  column: number
  to: string
}
