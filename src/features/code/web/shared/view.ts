// A saved query in the form that readers get.

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
