// A saved query as a reader gets it.

import type { ColumnLabels } from '#shared/sql/columnLabels.ts'
import type { ResultChart, Run, SavedQuery } from '#features/code/contract.ts'

export interface DrawnResult {
  type: string
  xName: string
  seriesName: string | null
  valueName: string
  data: ResultChart
}

export type View = SavedQuery & {
  own: boolean
  result: Run | null
  labels: ColumnLabels
  chart: DrawnResult | null
}
