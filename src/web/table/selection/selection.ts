// Where the reader stands in a table and what is selected: one rectangle, kept by the cell that is active and the
// opposite corner. Pure; columns count as they are shown.

export interface GridPosition {
  row: number
  column: number
}

export interface Selection {
  /** Stays while Shift extends. */
  active: GridPosition
  /** The corner that Shift moves. */
  head: GridPosition
}

export interface GridSize {
  rows: number
  columns: number
  /** The totals can be selected too: they are the row before the first. */
  hasTotals?: boolean
}

/** The totals stand above the first row. */
export const totalsRow = -1

export interface GridRange {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

export type Step = 'up' | 'down' | 'left' | 'right'
/** One cell, one page, or as far as it goes. */
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
  // Far steps stop at the first row and at the last: the totals are one step more.
  const passes = to.row === totalsRow && position.row > 0 && stride !== 'cell'
  return passes ? { ...to, row: 0 } : to
}

/** Drops what no longer exists; null when nothing is left. */
export function fitSelection(selection: Selection | null, size: GridSize): Selection | null {
  if (!selection || size.rows === 0 || size.columns === 0) return null
  return { active: clampPosition(selection.active, size), head: clampPosition(selection.head, size) }
}
