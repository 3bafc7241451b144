// Creates and removes groups of conditions: from existing conditions, or empty.
import { readConditions, writeConditions } from '#semantic/model/address/filterCode.ts'
import { isFilter, isGroup, isOpen } from '#semantic/model/conditions.ts'
import type { FilterGroup, ReportCondition } from '#semantic/model/types.ts'
import type { PickItem } from '#web/pick/pickItem.ts'

/** Before it has content. */
export const newGroup: FilterGroup = { any: [] }

/** A control without a choice is no condition yet. */
const isSet = (condition: ReportCondition): boolean => isGroup(condition) || !isOpen(condition)

/** The address can't hold groups that are too deep or too large. */
const fits = (conditions: readonly ReportCondition[]): boolean =>
  readConditions(writeConditions(conditions)) !== undefined

/** Items of the lists that add conditions. */
export function groupItems(conditions: readonly ReportCondition[]): PickItem[] {
  const set = conditions.filter(isSet).length
  const common = { group: '条件组', pinyin: 'huo tiao jian zu ren yi' }
  return [
    ...(set > 1 && fits(gathered(conditions))
      ? [{ ...common, key: 'gather', title: `或：现有 ${set} 个条件满足任一`, note: '合成一个条件组' }]
      : []),
    { ...common, key: 'group', title: '条件组（或、且）', note: '任一或全部满足，可以再套一层' },
  ]
}

export const isGroupKey = (key: string): boolean => key === 'gather' || key === 'group'

/** The set conditions as one any-group. */
export const gathered = (conditions: readonly ReportCondition[]): ReportCondition[] => [
  ...conditions.filter((condition) => isFilter(condition) && !isSet(condition)),
  { any: conditions.filter(isSet) },
]

/** Replaces a group; null removes it. */
export const withGroup = (
  conditions: readonly ReportCondition[],
  group: FilterGroup,
  next: FilterGroup | null,
): ReportCondition[] => conditions.flatMap((condition) => (condition === group ? (next ?? []) : [condition]))
