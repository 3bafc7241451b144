// A group of a report's conditions: on its dimensions, and on figures of the result.
import { useMemo, useState } from 'react'
import { deepestGroups, dimsIn } from '#semantic/model/conditions.ts'
import { joinedText } from '#semantic/model/conditionText.ts'
import type { FilterGroup, ReportFilter } from '#semantic/model/types.ts'
import { GroupControl } from '#web/pick/groups/GroupControl.tsx'
import type { Leaves } from '#web/pick/groups/GroupEditor.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { useValueNames } from '../report/filterBar/useValueNames.ts'
import { dimensionName, pointNames } from '../report/names.ts'
import type { QueryParams } from '../report/store.ts'
import { ConditionControl } from './ConditionControl.tsx'
import { defaultOps, filterText } from './filters.ts'
import type { StartsOpen } from './opened.ts'

interface Props {
  group: FilterGroup
  params: QueryParams | null
  /** Points that can have conditions. */
  points: readonly number[]
  startsOpen?: StartsOpen
  /** Null: the group is empty, or was removed. */
  onChange: (group: FilterGroup | null) => void
}

export function GroupFilter({ group, params, points, startsOpen = false, onChange }: Props) {
  /** Dimensions with conditions being started. */
  const [begun, setBegun] = useState<readonly number[]>([])
  const nameOf = useValueNames(params, [...dimsIn([group]), ...begun])
  const leaves = useMemo((): Leaves<ReportFilter> => {
    const { dimensions = [], points: known = [] } = params ?? {}
    return {
      subjects: subjectsOf(params, points),
      begin: (key) => {
        const id = Number(key.slice(1))
        const dimension = key.startsWith('d') ? dimensions.find((one) => one.id === id) : undefined
        if (dimension) setBegun((before) => [...before, id])
        return dimension
          ? { dim: id, op: defaultOps[dimension.formType], values: [] }
          : { point: known.find((one) => one.id === id)?.id ?? id, op: 'gte', values: [] }
      },
      control: (filter, { onChange: put, ...own }) => (
        <ConditionControl
          filter={filter}
          params={params}
          nameOf={nameOf}
          {...own}
          onChange={(choice) =>
            put({
              ...(filter.dim === undefined ? { point: filter.point ?? 0 } : { dim: filter.dim }),
              ...choice,
            })
          }
        />
      ),
    }
  }, [params, points, nameOf])
  return (
    <GroupControl
      group={group}
      leaves={leaves}
      textOf={(shown) => groupText(shown, params, nameOf)}
      deepest={deepestGroups}
      startsOpen={startsOpen}
      onChange={onChange}
    />
  )
}

function subjectsOf(params: QueryParams | null, points: readonly number[]): PickItem[] {
  const dimensions = (params?.dimensions ?? []).map(
    ({ id, name, pinyin, unreachable }): PickItem => ({
      key: `d${id}`,
      title: name,
      pinyin,
      group: '维度',
      refused: unreachable,
    }),
  )
  const figures = (params?.points ?? [])
    .filter(({ id }) => points.includes(id))
    .map(
      ({ id, name, pinyin, unit }): PickItem => ({
        key: `p${id}`,
        title: name,
        pinyin,
        group: '指标（对结果筛选）',
        detail: unit || undefined,
      }),
    )
  return [...dimensions, ...figures]
}

/** «iOS、华为 或 充值金额 大于 100»: dimension values need no name. */
export function groupText(
  group: FilterGroup,
  params: QueryParams | null,
  nameOf: ReturnType<typeof useValueNames>,
): string {
  const pointName = pointNames(params)
  return joinedText(group, (filter) => {
    const dimension = params?.dimensions.find(({ id }) => id === filter.dim)
    const named = (value: string) => (dimension ? nameOf(dimension, value) : value)
    const subject = filter.dim ? dimensionName(params, filter.dim) : pointName(filter.point ?? 0)
    return `${subject} ${filterText(filter, named, pointName)}`
  })
}
