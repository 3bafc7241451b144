// Returns from neighbours or new lines to the matches: the table gets the focus, and the former line is
// active again.
import type { LinePages } from '../reading/linePages.ts'
import { linesTable } from '../store.ts'

let left: { id: string } | null = null

/** Stops showing lines other than the matches. */
export const leaveLines = (id: string): void => {
  left = { id }
}

export const forgetReturn = (): void => {
  left = null
}

/** Returns a function that cancels the return. */
export function returnTo(book: LinePages): (() => void) | undefined {
  if (left === null) return undefined
  const row = book.rowOf(left.id)
  const frame = requestAnimationFrame(() => {
    left = null
    const table = linesTable()
    table?.focus()
    if (row !== null) table?.selectCell({ row, column: 0 })
  })
  return () => cancelAnimationFrame(frame)
}
