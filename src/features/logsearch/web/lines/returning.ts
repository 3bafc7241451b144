// Back among what was found, from the lines around one of them or from those that came in: the keys are the table's
// again, and the line that was in front still is.
import type { LineBook } from '../reading/lineBook.ts'
import { linesTable } from '../store.ts'

let left: { id: string } | null = null

/** Other lines than those found are no longer shown. */
export const leaveLines = (id: string): void => {
  left = { id }
}

export const forgetReturn = (): void => {
  left = null
}

/** The answer calls it off. */
export function returnTo(book: LineBook): (() => void) | undefined {
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
