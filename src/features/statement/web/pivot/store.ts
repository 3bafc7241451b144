// Screen-only state of a pivot: folded groups, the drilled cell, the sorted column.
import { create } from 'zustand'

/** The cell that a drill starts from, by the paths of its nodes. */
interface DrillStart {
  kind: 'down' | 'across'
  rowPath: string
  columnPath: string
}

interface PivotState {
  /** Paths of folded row groups. */
  folded: ReadonlySet<string>
  drill: DrillStart | null
  /** Cell under the cursor, reported by the table. */
  active: { rowPath: string; columnPath: string } | null
}

export const emptyPivot: PivotState = { folded: new Set(), drill: null, active: null }
export const usePivot = create<PivotState>(() => emptyPivot)
