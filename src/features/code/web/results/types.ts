// Props from the page to the panel of one result.
import type { ReactNode } from 'react'
import type { Run, RunProblem } from '#features/code/contract.ts'

/** Why a run has no rows; for a failed call it ends with the catalogue's line. */
export interface ToldProblem extends RunProblem {
  literal?: string
}

export interface ResultPanelProps {
  run: Run
  /** When the server last reported; from then on time is counted here. */
  heardAt?: number
  /** All results of the editor tab, including this one: candidates for a comparison. */
  tabRuns: readonly Run[]
  /** The page's name for a result, as in the strip. */
  nameOf?: (run: Run) => string
  /** A comparison is done: its run is shown as a result of its own. */
  onOpenCompare?: (runId: string) => void
  /** Runs the same text again, with another limit if given. */
  onRerun?: (limit?: number) => void
  /** The page's own items in the status line, before the run's time. */
  status?: ReactNode
  /** Moves the cursor to the error. */
  onShowProblem?: () => void
}
