// Everything a report is compared with: the pasts used in conditions, the other periods, and the facts that they share.
import type { ResolvedRange } from '../asked/range.ts'
import type { PlannedFacts } from '../facts/period.ts'
import type { ComparisonPlan, SharedFact } from '../tree/tree.ts'
import { planComparison } from './comparison.ts'
import { planPasts } from './pasts.ts'
import { shareFacts } from './shared.ts'

export interface PlannedCompared extends PlannedFacts {
  comparison: ComparisonPlan | null
  shared: SharedFact[]
  comparedRange: ResolvedRange | null
  /** The report's own days over which its total is compared. */
  baseRange: ResolvedRange | null
}

export function planCompared({ request, period, kinds }: PlannedFacts): PlannedCompared {
  const pasts = planPasts(request)
  const compared = planComparison(request, pasts.length > 0)
  return {
    request,
    kinds,
    ...shareFacts(request, { ...period, pasts }, compared?.plan ?? null),
    comparedRange: compared?.range ?? null,
    baseRange: compared?.base ?? null,
  }
}
