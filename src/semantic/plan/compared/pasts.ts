// The other periods with which a report's conditions compare its rows: a point above its own figure a week ago.
//
//   { point: 11, op: 'gt', than: { past: 'week', times: 1.2 } }   by day, 03-09 – 03-15
//   compared   prior: 03-02 – 03-08, dates shifted by seven days to match the rows
//
// Unfinished days have no past, as in comparisons: the condition fails there. A row without facts in the past is
// compared with the figure for no data (0 for sums and counts); a row with facts only in the past is included, with the
// figure for no data now.
import { leavesOf } from '#semantic/model/conditions.ts'
import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { PastPeriod } from '#semantic/model/types.ts'
import type { ReportRequest } from '../asked/request.ts'
import type { PastPlan } from '../tree/tree.ts'
import { planPast } from './comparison.ts'

/** Throws report_invalid without a date range. */
export function planPasts(request: ReportRequest): PastPlan[] {
  const { conditions, definitions } = request.having
  const wanted = new Map<PastPeriod, Set<PointDefinition>>()
  for (const { point, than } of leavesOf(conditions)) {
    if (than === undefined || !('past' in than)) continue
    const own = wanted.get(than.past) ?? new Set()
    wanted.set(than.past, own.add(definitions.get(point as number) as PointDefinition))
  }
  return [...wanted].map(([past, points]) => ({
    past,
    points: [...points].map(({ point }) => `p${point.id}`),
    compared: planPast(request, past, [...points]),
  }))
}
