// Conditions of an embed's reader that a list of values can't show: groups, and what is compared in other ways. Read
// when there is one, with the library of the product's controls.
import { useEffect, useMemo } from 'react'
import { deepestGroups, isFilter, isGroup, withoutOpen } from '#semantic/model/conditions.ts'
import { joinedText } from '#semantic/model/conditionText.ts'
import type { FilterGroup, ReportCondition } from '#semantic/model/types.ts'
import { watchFocus } from '#web/ui/focus/focusTrail.ts'
import '#web/ui/compact.css'
import { GroupControl } from '#web/pick/groups/GroupControl.tsx'
import { newGroup } from '#features/statement/web/filters/grouping.ts'
import type { EmbedFigures } from '../useEmbed.ts'
import { EmbedCondition } from './EmbedCondition.tsx'
import { leavesOf, subjectText } from './leaves.tsx'
import '#features/statement/web/filters/filters.css'
import './embedConditions.css'

export interface ConditionsProps {
  offered: EmbedFigures
  conditions: readonly ReportCondition[]
  /** A group is begun. */
  isBegun: boolean
  /** Another condition in the place of one; undefined for the group that is begun, null takes it away. */
  onChange: (former: ReportCondition | undefined, next: ReportCondition | null) => void
}

export function EmbedConditions({ offered, conditions, isBegun, onChange }: ConditionsProps) {
  useEffect(() => watchFocus(), [])
  const leaves = useMemo(() => leavesOf(offered), [offered])
  const textOf = (group: FilterGroup) => joinedText(group, (filter) => subjectText(offered, filter))
  const groups: (FilterGroup | undefined)[] = conditions.filter(isGroup)
  return (
    <>
      {conditions.filter(isFilter).map((filter, at) => (
        <EmbedCondition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place.
          key={`c${at}`}
          filter={filter}
          offered={offered}
          onChange={(next) => onChange(filter, next)}
        />
      ))}
      {[...groups, ...(isBegun ? [undefined] : [])].map((group, at) => (
        <GroupControl
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place.
          key={`g${at}`}
          group={group ?? newGroup}
          leaves={leaves}
          textOf={textOf}
          deepest={deepestGroups}
          startsOpen={group === undefined}
          onChange={(next) => onChange(group, next && (withoutOpen([next])[0] ?? null))}
        />
      ))}
    </>
  )
}
