// A report's conditions as a tree: filters are its leaves, groups (any, all) its branches. Whatever reads filters walks
// them here.
//
//   [a, { any: [b, { all: [c, d] }] }]      a AND (b OR (c AND d))
//   leavesOf                                a, b, c, d
//   conjunctsOf                             a | { any: … }      what has to hold each for itself
import { reportInvalid } from './problem.ts'
import type { FilterGroup, FilterOp, FilterThan, ReportCondition, ReportFilter } from './types.ts'

/** Groups within groups; a filter that stands in none is at depth 0. */
export const deepestGroups = 3
/** Filters and groups that a report is given at most. */
export const mostConditions = 100
/** With those that a row, an embed and its reader add. */
const mostTogether = 500

export const isGroup = (condition: ReportCondition): condition is FilterGroup =>
  'any' in condition || 'all' in condition

export const isFilter = (condition: ReportCondition): condition is ReportFilter => !isGroup(condition)

export const partsOf = (group: FilterGroup): ReportCondition[] => ('any' in group ? group.any : group.all)

/** The group with other parts. */
export const withParts = (group: FilterGroup, parts: ReportCondition[]): FilterGroup =>
  'any' in group ? { any: parts } : { all: parts }

/** All filters, in order. */
export const leavesOf = (conditions: readonly ReportCondition[] = []): ReportFilter[] =>
  conditions.flatMap((condition) => (isGroup(condition) ? leavesOf(partsOf(condition)) : [condition]))

/** The conditions that hold each for itself: groups of which all have to hold are opened. */
export const conjunctsOf = (conditions: readonly ReportCondition[] = []): ReportCondition[] =>
  conditions.flatMap((condition) => ('all' in condition ? conjunctsOf(condition.all) : [condition]))

/** A filter that restricts nothing: its values are not chosen yet. */
export const isOpen = ({ op, values, than }: ReportFilter): boolean =>
  values.length === 0 && op !== 'isNull' && op !== 'isNotNull' && than === undefined

/** Whether it is about whole values, which may have names; the others hold parts of texts, and bounds. */
export const isOfValues = (op: FilterOp): boolean => op === 'in' || op === 'notIn'

/** The conditions with each filter exchanged; null takes it out, and a group with its last one. */
export function mapLeaves(
  conditions: readonly ReportCondition[],
  exchange: (filter: ReportFilter) => ReportFilter | null,
): ReportCondition[] {
  return conditions.flatMap((condition): ReportCondition[] => {
    if (isFilter(condition)) {
      const other = exchange(condition)
      return other === null ? [] : [other]
    }
    const parts = mapLeaves(partsOf(condition), exchange)
    return parts.length === 0 ? [] : [withParts(condition, parts)]
  })
}

/** Without filters that restrict nothing. */
export const withoutOpen = (conditions: readonly ReportCondition[] = []): ReportCondition[] =>
  mapLeaves(conditions, (filter) => (isOpen(filter) ? null : filter))

/** The other point that a filter holds its own against. */
export const otherPointOf = (than: FilterThan | undefined): number | null =>
  than !== undefined && 'point' in than ? than.point : null

/** Ids of the dimensions that the conditions are about. */
export const dimsIn = (conditions: readonly ReportCondition[] = []): number[] =>
  leavesOf(conditions).flatMap(({ dim }) => dim ?? [])

/** Ids of the points that the conditions are about, those that others are held against too. */
export const pointsIn = (conditions: readonly ReportCondition[] = []): number[] =>
  leavesOf(conditions).flatMap(({ point, than }) => [point ?? [], otherPointOf(than) ?? []].flat())

export const hasPoints = (conditions: readonly ReportCondition[] = []): boolean =>
  leavesOf(conditions).some(({ point }) => point !== undefined)

/** Those that hold for the facts' rows: without points. */
export const onDimensions = (conditions: readonly ReportCondition[] = []): ReportCondition[] =>
  conjunctsOf(conditions).filter((condition) => !hasPoints([condition]))

/** Throws report_invalid for groups that are too deep, too many or of no known form. */
export function requireConditions(conditions: readonly ReportCondition[] = []): void {
  let count = 0
  const visit = (condition: ReportCondition, depth: number): void => {
    count += 1
    if (count > mostTogether)
      throw reportInvalid(`筛选条件过多，连同条件组最多 ${mostTogether} 个，请去掉一些`)
    if (isFilter(condition)) return
    if (depth >= deepestGroups)
      throw reportInvalid(`条件组最多套 ${deepestGroups} 层，请把最里层的条件移到外层`)
    if ('any' in condition && 'all' in condition)
      throw reportInvalid('条件组须且只能是「任一」（any）或「全部」（all）之一')
    const parts = partsOf(condition)
    if (!Array.isArray(parts) || parts.length === 0)
      throw reportInvalid('条件组（any、all）应为条件的列表，且不能为空')
    for (const part of parts) visit(part, depth + 1)
  }
  for (const condition of conditions) visit(condition, 0)
}
