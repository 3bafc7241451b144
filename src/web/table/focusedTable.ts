// The table that keys and palette act on: the focused one, else the one focused last if still mounted.
import type { TableActions } from './TableActions.ts'

const mounted = new Set<TableActions>()
let last: TableActions | null = null

export function tableMounted(actions: TableActions): () => void {
  mounted.add(actions)
  return () => {
    mounted.delete(actions)
    if (last === actions) last = null
  }
}

export function tableFocused(actions: TableActions): void {
  last = actions
}

export function focusedTable(): TableActions | null {
  if (last && mounted.has(last)) return last
  // The only table of a page is meant without focus.
  return mounted.size === 1 ? ([...mounted][0] ?? null) : null
}
