// The displayed result's table, for what moves in it: find, and the record panel.
import { create } from 'zustand'
import type { TableHandle } from '#web/table/types.ts'

export const useShownTable = create<{ table: TableHandle | null }>(() => ({ table: null }))

export const shownTable = (): TableHandle | null => useShownTable.getState().table

/** The present position of a column (by its index on the page). */
export function placeOf(table: TableHandle, column: number, columnCount: number): number {
  for (let place = 0; place < columnCount; place += 1) if (table.columnAt(place) === column) return place
  return 0
}
