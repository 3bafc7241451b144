// A report's conditions as a tree: filters are its leaves, groups (any, all) its branches. Whatever reads filters walks
// them here.
//
//   [a, { any: [b, { all: [c, d] }] }]      a AND (b OR (c AND d))
//   leavesOf                                a, b, c, d
//   conjunctsOf                             a | { any: … }      what has to hold each for itself
import { reportInvalid } from './problem.ts'
import type { FilterGroup, FilterOp, FilterThan, ReportCondition, ReportFilter } from './types.ts'

/** The deepest nesting of groups; a filter outside groups has depth 0. */
export const deepestGroups = 3
/** The most filters and groups that a report may have. */
export const mostConditions = 100
/** The limit including conditions added by a row, an embed and its reader. */
const mostTogether = 500

export const isGroup = (condition: ReportCondition): condition is FilterGroup =>
  'any' in condition || 'all' in condition

export const isFilter = (condition: ReportCondition): condition is ReportFilter => !isGroup(condition)

export const partsOf = (group: FilterGroup): ReportCondition[] => ('any' in group ? group.any : group.all)

/** The group with other parts. */
const withParts = (group: FilterGroup, parts: ReportCondition[]): FilterGroup =>
  'any' in group ? { any: parts } : { all: parts }

/** All filters, in order. */
export const leavesOf = (conditions: readonly ReportCondition[] = []): ReportFilter[] =>
  conditions.flatMap((condition) => (isGroup(condition) ? leavesOf(partsOf(condition)) : [condition]))

/** The conditions that must each hold: all-groups are expanded. */
export const conjunctsOf = (conditions: readonly ReportCondition[] = []): ReportCondition[] =>
  conditions.flatMap((condition) => ('all' in condition ? conjunctsOf(condition.all) : [condition]))

/** A filter without chosen values, which restricts nothing. */
export const isOpen = ({ op, values, than }: ReportFilter): boolean =>
  values.length === 0 && op !== 'isNull' && op !== 'isNotNull' && than === undefined

/**
 * Whether its values are complete values, which may have labels; otherwise they are parts of texts, or
 * bounds.
 */
export const isOfValues = (op: FilterOp): boolean => op === 'in' || op === 'notIn'

/** Replaces each filter; null removes it, and a group that becomes empty. */
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

/** The other point that a filter compares with. */
export const otherPointOf = (than: FilterThan | undefined): number | null =>
  than !== undefined && 'point' in than ? than.point : null

/** Ids of the dimensions in the conditions. */
export const dimsIn = (conditions: readonly ReportCondition[] = []): number[] =>
  leavesOf(conditions).flatMap(({ dim }) => dim ?? [])

/** Ids of the points in the conditions, including compared ones. */
export const pointsIn = (conditions: readonly ReportCondition[] = []): number[] =>
  leavesOf(conditions).flatMap(({ point, than }) => [point ?? [], otherPointOf(than) ?? []].flat())

export const hasPoints = (conditions: readonly ReportCondition[] = []): boolean =>
  leavesOf(conditions).some(({ point }) => point !== undefined)

/** Conditions on the facts' rows: those without points. */
export const onDimensions = (conditions: readonly ReportCondition[] = []): ReportCondition[] =>
  conjunctsOf(conditions).filter((condition) => !hasPoints([condition]))

/** Throws report_invalid for groups that are too deep, too many or malformed. */
export function requireConditions(conditions: readonly ReportCondition[] = []): void {
  let count = 0
  const visit = (condition: ReportCondition, depth: number): void => {
    count += 1
    if (count > mostTogether)
      throw reportInvalid(`筛选条件过多，连同条件组最多 ${mostTogether} 个，请减少一些`)
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
