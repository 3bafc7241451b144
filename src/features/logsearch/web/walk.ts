// Rows that arrows walk, of a list or a table of fields: one of them is reached by Tab, the others from it.
import type { KeyboardEvent } from 'react'

export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-walked]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const to = placeOf(event.key, at, rows.length)
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  rows[to]?.focus()
}

function placeOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
