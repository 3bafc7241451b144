// What the page that shows results gives to the panel of one of them.
import type { ReactNode } from 'react'
import type { Run, RunProblem } from '#features/code/contract.ts'

/** Why a run has no rows; one that a call could not have ends with the catalogue's line. */
export interface ToldProblem extends RunProblem {
  literal?: string
}

export interface ResultPanelProps {
  run: Run
  /** When the server last told of it: from then on its time goes by here. */
  heardAt?: number
  /** All results of the editor tab, this one among them: what it can be compared with. */
  tabRuns: readonly Run[]
  /** What the page calls a result, as the strip of results does. */
  nameOf?: (run: Run) => string
  /** A comparison is done: its run is to be shown as a result of its own. */
  onOpenCompare?: (runId: string) => void
  /** Runs the same text again, with another limit where one is given. */
  onRerun?: (limit?: number) => void
  /** Parts of the page's own in the status line, before the run's time. */
  status?: ReactNode
  /** Puts the cursor where the failure is. */
  onShowProblem?: () => void
}
