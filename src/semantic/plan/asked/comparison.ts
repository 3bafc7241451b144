// What a report's info compares its figures with: other days, or the same days under other filters.
import { hasPoints } from '#semantic/model/conditions.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Comparison, ReportInfo } from '#semantic/model/types.ts'
import { type FactCondition, readConditions } from './conditions.ts'

/** A comparison by days; `filters` compares the same days under other filters. */
export type DayComparison = Exclude<Comparison, 'filters'>

export type AskedComparison =
  | { by: 'filters'; filters: FactCondition[] }
  /** `given`: the days that the user chose to compare with. */
  | { by: DayComparison; given: ReportInfo['compareRange'] }

/** null without a comparison. Throws report_invalid. */
export function readComparison(
  info: Pick<ReportInfo, 'compare' | 'compareRange' | 'compareFilters'>,
  lookup: Lookup,
): AskedComparison | null {
  const { compare } = info
  if (compare === undefined || compare === null) return null
  return compare === 'filters'
    ? { by: 'filters', filters: otherFilters(info, lookup) }
    : { by: compare, given: info.compareRange }
}

/** The other side's filters on dimensions. Filters on points apply to both sides. */
function otherFilters(
  { compareFilters }: Pick<ReportInfo, 'compareFilters'>,
  lookup: Lookup,
): FactCondition[] {
  if (compareFilters === undefined || compareFilters === null)
    throw reportInvalid('请设置要对比的筛选条件（compareFilters）')
  if (hasPoints(compareFilters))
    throw reportInvalid('对比的筛选条件只能用维度；对指标的筛选对两边都起作用，请放在报表的筛选里')
  return readConditions(compareFilters, lookup).facts
}
