// Conditions of the draft: added by typing the name of a dimension or point, each with its form control.
import { useState } from 'react'
import { dimsIn, isFilter, isGroup } from '#semantic/model/conditions.ts'
import type { ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { ConditionControl } from '../filters/ConditionControl.tsx'
import { defaultOps, withFilter } from '../filters/filters.ts'
import { GroupFilter } from '../filters/GroupFilter.tsx'
import { gathered, groupItems, isGroupKey, newGroup, withGroup } from '../filters/grouping.ts'
import { useValueNames } from '../report/filterBar/useValueNames.ts'
import type { QueryParams } from '../report/store.ts'

const keyOf = ({ dim, point }: ReportFilter) => (dim === undefined ? `p${point}` : `d${dim}`)

interface Props {
  filters: readonly ReportCondition[]
  /** Points that can have conditions. */
  points: readonly number[]
  params: QueryParams | null
  onChange: (filters: ReportCondition[]) => void
}

export function ConditionList({ filters, points, params, onChange }: Props) {
  const [open, setOpen] = useState('')
  const names = useValueNames(params, dimsIn(filters))
  const [isBeginning, setBeginning] = useState(false)
  const alone = filters.filter(isFilter)
  const groups = filters.filter(isGroup)
  const has = (key: string) => alone.some((filter) => keyOf(filter) === key)
  const dimensions = (params?.dimensions ?? []).map(
    ({ id, name, pinyin, unreachable }): PickItem => ({
      key: `d${id}`,
      title: name,
      pinyin,
      group: '维度',
      refused: has(`d${id}`) ? '已有此条件' : unreachable,
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
        refused: has(`p${id}`) ? '已有此条件' : '',
      }),
    )
  const add = ({ key }: PickItem) => {
    if (key === 'gather') return onChange(gathered(filters))
    if (isGroupKey(key)) return setBeginning(true)
    const id = Number(key.slice(1))
    const dimension = key.startsWith('d') ? params?.dimensions.find((one) => one.id === id) : undefined
    const op = dimension ? defaultOps[dimension.formType] : 'gte'
    setOpen(key)
    onChange(withFilter(filters, dimension ? { dim: id } : { point: id }, { op, values: [] }))
  }
  return (
    <>
      {(filters.length > 0 || isBeginning) && (
        <div className="editor-conditions">
          {alone.map((filter) => (
            <ConditionControl
              key={keyOf(filter)}
              filter={filter}
              params={params}
              nameOf={names}
              isOpen={open === keyOf(filter)}
              onOpen={(next) => setOpen(next ? keyOf(filter) : '')}
              onChange={(choice) => onChange(withFilter(filters, filter, choice))}
              onRemove={() => onChange(withFilter(filters, filter, null))}
            />
          ))}
          {groups.map((group, at) => (
            <GroupFilter
              // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place.
              key={at}
              group={group}
              params={params}
              points={points}
              onChange={(next) => onChange(withGroup(filters, group, next))}
            />
          ))}
          {isBeginning && (
            <GroupFilter
              key={groups.length}
              group={newGroup}
              params={params}
              points={points}
              startsOpen
              onChange={(next) => {
                setBeginning(false)
                if (next) onChange([...filters, next])
              }}
            />
          )}
        </div>
      )}
      <PickList
        items={[...dimensions, ...figures, ...groupItems(filters)]}
        label="按什么筛选：维度或指标"
        onPick={add}
      />
    </>
  )
}
