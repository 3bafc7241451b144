// Folds a pivot's groups with the table's keys and marks.
import { useMemo, useRef } from 'react'
import type { AxisNode } from '#semantic/model/pivot/matrix.ts'
import type { RowTree } from '#web/table/types.ts'
import { toggleAllGroups, toggleGroup } from './cells.ts'
import { usePivot } from './store.ts'

export function usePivotTree(
  rows: readonly AxisNode[],
  depth: number,
  subtotals: boolean,
): RowTree | undefined {
  const folded = usePivot((state) => state.folded)
  const turns = useRef({ folded, count: 0 })
  if (turns.current.folded !== folded) turns.current = { folded, count: turns.current.count + 1 }
  const { count } = turns.current
  return useMemo(() => {
    if (!subtotals || depth < 2) return undefined
    const groupAt = (row: number): AxisNode | null => {
      const node = rows[row]
      if (!node) return null
      return node.depth < depth ? node : node.parent
    }
    return {
      depthOf: (row) => Math.max(0, (rows[row]?.depth ?? 1) - 1),
      isOpen: (row) => {
        const node = rows[row]
        return node && node.depth < depth ? !folded.has(node.path) : undefined
      },
      toggle: (row) => {
        const group = groupAt(row)
        if (!group?.parent) return null
        toggleGroup(group.path)
        return rows.indexOf(group)
      },
      toggleAll: toggleAllGroups,
      turns: count,
    }
  }, [rows, depth, subtotals, folded, count])
}
