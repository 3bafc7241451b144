// The row of the active cell, for components outside the table.
import type { TableHandle } from '#web/table/types.ts'

let table: TableHandle | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Returns a function that stops following. */
export function followActive(next: TableHandle): () => void {
  table = next
  const leave = next.subscribe(tell)
  tell()
  return () => {
    leave()
    if (table === next) table = null
  }
}

export const activeRow = (): number => table?.selection?.active.row ?? -1

export function onActiveRow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
