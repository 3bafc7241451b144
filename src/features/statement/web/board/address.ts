// The board's bar in its address: only what the reader changed of the stored one.
import type { BoardBar } from '#semantic/model/board/types.ts'
import { pages } from '#shared/pages.ts'
import { applyChanges, changesFrom, readAddress, writeAddress } from '../address/address.ts'

const asInfo = (bar: BoardBar) => ({ dims: [], points: [], ...bar })

export const boardAddress = (view: number, stored: BoardBar, bar: BoardBar): string =>
  writeAddress(
    { view, report: null, changes: changesFrom(asInfo(stored), asInfo(bar)) },
    pages.statementBoard.path,
  )

interface BoardAddress {
  view: number | null
  /** The stored bar with the address's changes. */
  barOver: (stored: BoardBar) => BoardBar
  problems: string[]
}

export function readBoardAddress(search: string): BoardAddress {
  const { address, problems } = readAddress(search)
  return {
    view: address.view,
    problems,
    barOver: (stored) => {
      const { dateRange, grain, compare, filters } = applyChanges(asInfo(stored), address.changes)
      return {
        ...(dateRange && { dateRange }),
        ...(grain && { grain }),
        ...(compare && { compare }),
        ...(filters && filters.length > 0 && { filters }),
      }
    },
  }
}
