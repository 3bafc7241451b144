// The table of the result that is shown, for what moves in it: find, the record beside it.
import { create } from 'zustand'
import type { TableHandle } from '#web/table/types.ts'

export const useShownTable = create<{ table: TableHandle | null }>(() => ({ table: null }))

export const shownTable = (): TableHandle | null => useShownTable.getState().table

/** Where a column of the table (as the page counts them) stands now. */
export function placeOf(table: TableHandle, column: number, columnCount: number): number {
  for (let place = 0; place < columnCount; place += 1) if (table.columnAt(place) === column) return place
  return 0
}
