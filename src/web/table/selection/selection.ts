// The active cell and the selection of a table: one rectangle, given by the active cell and the opposite corner. Pure;
// columns are displayed positions.

export interface GridPosition {
  row: number
  column: number
}

export interface Selection {
  /** Stays while Shift extends the selection. */
  active: GridPosition
  /** The corner that Shift moves. */
  head: GridPosition
}

export interface GridSize {
  rows: number
  columns: number
  /** Whether the totals can be selected too, as the row before the first. */
  hasTotals?: boolean
}

/** The totals' row number, above the first row. */
export const totalsRow = -1

export interface GridRange {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

export type Step = 'up' | 'down' | 'left' | 'right'
/** One cell, one page, or to the edge. */
export type Stride = 'cell' | 'page' | 'edge'

const clamp = (value: number, last: number, first = 0) => Math.max(first, Math.min(value, last))

function clampPosition(position: GridPosition, size: GridSize): GridPosition {
  const first = size.hasTotals ? totalsRow : 0
  return { row: clamp(position.row, size.rows - 1, first), column: clamp(position.column, size.columns - 1) }
}

export function selectCell(position: GridPosition): Selection {
  return { active: position, head: position }
}

export function extendTo(selection: Selection, head: GridPosition): Selection {
  return { active: selection.active, head }
}

export function selectAll(size: GridSize): Selection {
  return { active: { row: 0, column: 0 }, head: { row: size.rows - 1, column: size.columns - 1 } }
}

export function selectRows(selection: Selection, size: GridSize): Selection {
  return {
    active: { row: selection.active.row, column: 0 },
    head: { row: selection.head.row, column: size.columns - 1 },
  }
}

export function selectColumns(first: number, last: number, size: GridSize): Selection {
  return { active: { row: 0, column: first }, head: { row: size.rows - 1, column: last } }
}

export function rangeOf({ active, head }: Selection): GridRange {
  return {
    firstRow: Math.min(active.row, head.row),
    lastRow: Math.max(active.row, head.row),
    firstColumn: Math.min(active.column, head.column),
    lastColumn: Math.max(active.column, head.column),
  }
}

export function isWithin(position: GridPosition, range: GridRange): boolean {
  return (
    position.row >= range.firstRow &&
    position.row <= range.lastRow &&
    position.column >= range.firstColumn &&
    position.column <= range.lastColumn
  )
}

export function stepFrom(
  position: GridPosition,
  step: Step,
  stride: Stride,
  page: number,
  size: GridSize,
): GridPosition {
  const distance = stride === 'cell' ? 1 : stride === 'page' ? Math.max(1, page) : Number.MAX_SAFE_INTEGER
  const rows = step === 'down' ? distance : step === 'up' ? -distance : 0
  const columns = step === 'right' ? distance : step === 'left' ? -distance : 0
  const to = clampPosition({ row: position.row + rows, column: position.column + columns }, size)
  // Large steps stop at the first row: the totals are one step further.
  const passes = to.row === totalsRow && position.row > 0 && stride !== 'cell'
  return passes ? { ...to, row: 0 } : to
}

/** Clamps the selection to existing cells; null when there are none. */
export function fitSelection(selection: Selection | null, size: GridSize): Selection | null {
  if (!selection || size.rows === 0 || size.columns === 0) return null
  return { active: clampPosition(selection.active, size), head: clampPosition(selection.head, size) }
}
