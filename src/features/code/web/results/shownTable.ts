// The displayed result's table, for what moves in it: find, and the record panel.
import { create } from 'zustand'
import type { TableHandle } from '#web/table/types.ts'
import { noCell, type WatchedCell } from './watchedCell.ts'

interface ShownTable {
  table: TableHandle | null
  /** Its selected cell, as an alarm would watch it. */
  watched: (() => WatchedCell | undefined) | null
}

export const useShownTable = create<ShownTable>(() => ({ table: null, watched: null }))

/** The selected cell of the result in front; without one, nothing is chosen yet. */
export const watchedCell = (): WatchedCell => useShownTable.getState().watched?.() ?? noCell

export const shownTable = (): TableHandle | null => useShownTable.getState().table

/** The present position of a column (by its index on the page). */
export function placeOf(table: TableHandle, column: number, columnCount: number): number {
  for (let place = 0; place < columnCount; place += 1) if (table.columnAt(place) === column) return place
  return 0
}
