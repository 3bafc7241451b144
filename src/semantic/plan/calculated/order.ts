// Which calculations hang on the order of the rows: along no date they go from row to row as these stand.
import type { CalculationPlan } from '../tree/tree.ts'

export function followsOrder({ work }: CalculationPlan): boolean {
  if (work.kind === 'running') return work.series.along === null
  return work.kind === 'fixed' && work.series.along === null && 'end' in work.base
}
