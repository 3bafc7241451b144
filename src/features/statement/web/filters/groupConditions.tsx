// Condition groups as controls of the filter bar, and one being started, which is no condition before it has
// content.
import { useState } from 'react'
import { isGroup } from '#semantic/model/conditions.ts'
import type { FilterGroup, ReportInfo } from '#semantic/model/types.ts'
import type { ShownCondition } from '../report/filterBar/Conditions.tsx'
import type { useValueNames } from '../report/filterBar/useValueNames.ts'
import { change } from '../report/follow.ts'
import { presentInfo, type QueryParams } from '../report/store.ts'
import { GroupFilter, groupText } from './GroupFilter.tsx'
import { newGroup, withGroup } from './grouping.ts'
import type { Opened } from './opened.ts'

interface Beginning {
  isOn: boolean
  begin: () => void
  end: () => void
}

export function useBeginning(): Beginning {
  const [isOn, setOn] = useState(false)
  return { isOn, begin: () => setOn(true), end: () => setOn(false) }
}

interface Asked {
  info: ReportInfo
  field: 'filters' | 'compareFilters'
  params: QueryParams | null
  nameOf: ReturnType<typeof useValueNames>
  opened: Opened
  beginning: Beginning
}

const noPoints: number[] = []

export const groupKey = (at: number): string => `g${at}`

export function groupConditions({ info, field, params, nameOf, opened, beginning }: Asked): ShownCondition[] {
  const groups = (info[field] ?? []).filter(isGroup)
  const points = field === 'filters' ? info.points : noPoints
  const shared = { params, points }
  const present = () => presentInfo()?.[field] ?? []
  const put = (group: FilterGroup, next: FilterGroup | null) =>
    change({ [field]: withGroup(present(), group, next) })
  return [
    ...groups.map((group, at) => ({
      key: groupKey(at),
      text: groupText(group, params, nameOf),
      isSet: true,
      control: (
        <GroupFilter
          group={group}
          {...shared}
          startsOpen={() => opened.starts(groupKey(at))}
          onChange={(next) => put(group, next)}
        />
      ),
    })),
    ...(beginning.isOn
      ? [
          {
            key: groupKey(groups.length),
            text: '',
            isSet: false,
            control: (
              <GroupFilter
                group={newGroup}
                {...shared}
                startsOpen
                onChange={(next) => {
                  beginning.end()
                  if (next) change({ [field]: [...present(), next] })
                }}
              />
            ),
          },
        ]
      : []),
  ]
}
