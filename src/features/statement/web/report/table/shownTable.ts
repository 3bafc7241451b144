// The table of figures on screen, for commands and menus that act on the cell under its cursor.

import type { Calendar } from '#web/calendar/calendar.ts'
import { focusedTable } from '#web/table/focusedTable.ts'
import type { TableActions } from '#web/table/TableActions.ts'
import type { CellPosition } from '#web/table/types.ts'
import type { Result } from '../store.ts'
import { type ReportTableModel, totalsRow } from './reportTableModel.ts'

interface ShownTable {
  result: Result
  model: ReportTableModel
  /** Null while the calendar loads, and for tables without dates. */
  calendar: Calendar | null
}

let shown: ShownTable | null = null

/** Registers the table on screen until the returned function is called. */
export function tableShown(table: ShownTable): () => void {
  shown = table
  return () => {
    if (shown === table) shown = null
  }
}

/** Lights rows of the result on screen. */
export function lightRows(result: Result, rows: readonly number[]): void {
  const table = focusedTable()
  if (!shown || !table || shown.result !== result || table.model.props.cellAt !== shown.model.cellAt) return
  const { model } = shown
  const wanted = new Set(rows)
  const count = wanted.size === 0 ? 0 : model.rowCount
  table.light(
    Array.from({ length: count }, (_, row) => row).filter((row) => wanted.has(model.sourceRow(row))),
  )
}

/** Where a figure of the result stands in another table than the report's own; null where it does not. */
type Finder = (result: Result, row: number | null, key: string) => CellPosition | null

let finder: Finder | null = null

/** Registers a view that shows results in its own way, until the returned function is called. */
export function finds(other: Finder): () => void {
  finder = other
  return () => {
    if (finder === other) finder = null
  }
}

function positionIn(result: Result, row: number | null, key: string): CellPosition | null {
  if (!shown || shown.result !== result) return null
  const { model } = shown
  const column = model.sources.findIndex((source) => source.key === key)
  const at =
    row === null
      ? totalsRow
      : Array.from({ length: model.rowCount }, (_, one) => one).find((one) => model.sourceRow(one) === row)
  return column < 0 || at === undefined ? null : { row: at, column }
}

/**
 * Selects the cell of a figure of the result on screen, and returns its table; null where it is not shown. `row`: null is
 * the total.
 */
export function selectFigure(result: Result, row: number | null, key: string): TableActions | null {
  const table = focusedTable()
  const isOwn = shown !== null && table?.model.props.cellAt === shown.model.cellAt
  const position = isOwn ? positionIn(result, row, key) : (finder?.(result, row, key) ?? null)
  if (!table || !position) return null
  const place = table.model.layout.order.indexOf(position.column)
  if (place < 0) return null
  table.selectCell({ row: position.row, column: place })
  return table
}

export interface CursorCell extends ShownTable {
  /** Row index in `model`. */
  row: number
  /** Column index in `model.sources`. */
  column: number
  /** Column index on screen, in the reader's order. */
  place: number
}

/** The cell under the cursor; null where no cell is selected. */
export function cursorCell(): CursorCell | null {
  const table = focusedTable()?.model
  const active = table?.selection?.active
  if (!shown || !table || !active || table.props.cellAt !== shown.model.cellAt) return null
  return { ...shown, ...table.positionOf(active.row, active.column), place: active.column }
}
