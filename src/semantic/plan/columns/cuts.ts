// Periods that the requested days cut: the first and the last week, month … may contain days that were not requested.
//
//   weeks of 2026-10-07 – 10-20  →  { 2026-10-05: '2026-10-07 – 10-11', 2026-10-19: '2026-10-19 – 10-20' }
//
// The current period is not listed if the days reach today: nothing of it was left out.

import { daysText, periodEnd, periodStart } from '#semantic/model/period.ts'
import type { Grain } from '#semantic/model/types.ts'
import { shiftDay } from '#shared/day.ts'
import type { ResolvedRange } from '../asked/range.ts'

export function cutsOf(
  grain: Grain | null,
  range: ResolvedRange | null,
  reachesToday: boolean,
): Record<string, string> | undefined {
  if (range === null || grain === null || grain === 'day' || grain === 'hour') return undefined
  const last = shiftDay(range.until, -1)
  const cuts: Record<string, string> = {}
  for (const start of new Set([periodStart(range.from, grain), periodStart(last, grain)])) {
    const end = periodEnd(start, grain)
    const from = start < range.from ? range.from : start
    const to = end > last && !reachesToday ? last : end
    if (from !== start || to !== end) cuts[start] = daysText(from, to)
  }
  return Object.keys(cuts).length > 0 ? cuts : undefined
}
