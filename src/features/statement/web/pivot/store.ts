// What of a pivot is the screen's alone: what stands folded, what a drill is about, how one column sorts.
import { create } from 'zustand'

/** The cell that a drill starts from: nodes of the two axes by their paths. */
export interface DrillStart {
  kind: 'down' | 'across'
  rowPath: string
  columnPath: string
}

export interface PivotState {
  /** Paths of folded groups of rows. */
  folded: ReadonlySet<string>
  drill: DrillStart | null
  /** Cell under the cursor, told by the table. */
  active: { rowPath: string; columnPath: string } | null
}

export const emptyPivot: PivotState = { folded: new Set(), drill: null, active: null }
export const usePivot = create<PivotState>(() => emptyPivot)
