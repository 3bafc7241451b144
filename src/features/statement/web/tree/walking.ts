// Key handling in the tree: pure, over the visible rows.
import type { NodeKey, Row } from './shape.ts'

interface Step {
  key: NodeKey
  /** Unfolds or folds the row. */
  open?: boolean
  /** Opens the row. */
  enter?: boolean
}

interface Pressed {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

export function stepOf(pressed: Pressed, rows: readonly Row[], cursor: NodeKey | null): Step | null {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return null
  const at = rows.findIndex(({ key }) => key === cursor)
  const to = (index: number): Step | null => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    return row ? { key: row.key } : null
  }
  const row = rows[at]
  switch (pressed.key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
      if (!row?.node) return null
      return row.expanded ? to(at + 1) : { key: row.key, open: true }
    case 'ArrowLeft':
      if (!row) return null
      if (row.node && row.expanded) return { key: row.key, open: false }
      return row.parent ? { key: row.parent } : null
    case 'Enter':
    case ' ':
      return row ? { key: row.key, enter: true } : null
    default:
      return null
  }
}
