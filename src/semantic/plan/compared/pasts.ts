// The other periods that a report's conditions hold its rows against: a point above its own figure of a week ago.
//
//   { point: 11, op: 'gt', than: { past: 'week', times: 1.2 } }   by day, 03-09 – 03-15
//   compared   prior: 03-02 – 03-08, dates moved by seven days to stand beside the rows
//
// Days that are not over have no past, as in comparisons: the condition does not hold there. A row that had no facts
// then is held against the figure of nothing (0 for sums and counts); one that had facts then alone is a row, too, with
// the figure of nothing now.
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
