// A saved query as a reader gets it.
import type { ResultChart, Run, SavedQuery, ViewLabels } from '../../contract.ts'

export interface DrawnResult {
  type: string
  xName: string
  valueName: string
  data: ResultChart
}

export type View = SavedQuery & {
  own: boolean
  result: Run | null
  labels: ViewLabels
  chart: DrawnResult | null
}
