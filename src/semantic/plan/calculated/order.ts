// Which calculations depend on the order of the rows: without a date they run from row to row as displayed.
import type { CalculationPlan } from '../tree/tree.ts'

export function followsOrder({ work }: CalculationPlan): boolean {
  if (work.kind === 'running') return work.series.along === null
  return work.kind === 'fixed' && work.series.along === null && 'end' in work.base
}
