// A reader's conditions beyond a list of values: groups and other operators. Loaded on demand, with the
// product's control library.
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
  /** A group is being started. */
  isBegun: boolean
  /** Replaces a condition; undefined for the group being started, null removes it. */
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
