// «+ 条件»: adds a filter on any reachable dimension, or on a point of the result.
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useRef } from 'react'
import { isFilter, isGroup } from '#semantic/model/conditions.ts'
import type { ReportCondition } from '#semantic/model/types.ts'
import { PickList } from '#web/pick/PickList.tsx'
import { alsoOf, type PickItem } from '#web/pick/pickItem.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import { defaultOps, isDate, withFilter } from '../filters/filters.ts'
import { groupKey } from '../filters/groupConditions.tsx'
import { gathered, groupItems, isGroupKey } from '../filters/grouping.ts'
import { loadParams } from '../report/asking/loading.ts'
import { change } from '../report/follow.ts'
import { presentInfo, useReport } from '../report/store.ts'

interface Props {
  onAdd: (key: string) => void
  /** A group of conditions is started. */
  onGroup: () => void
  /** The report's conditions, or those of the compared side, which are only on dimensions. */
  field?: 'filters' | 'compareFilters'
}

/** `onAdd` gets the key, `d3` or `p7`, of the added or existing condition, so that its control can open. */
export function ConditionPicker({ onAdd, onGroup, field = 'filters' }: Props) {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const failure = useReport((state) => state.paramsFailure)
  const own = field === 'filters' ? 'condition' : 'compareCondition'
  const isOpen = useReport(({ picker }) => picker === own)
  const open = (next: boolean) => useReport.setState({ picker: next ? own : null })
  const picked = useRef<string | null>(null)
  if (!present) return null
  const filters = present.info[field] ?? []
  const has = (key: string) =>
    filters.filter(isFilter).some(({ dim, point }) => key === (dim === undefined ? `p${point}` : `d${dim}`))
  // The report's own days already have their control.
  const days = (params?.dimensions ?? []).find(isDate)?.id
  const dimensions = (params?.dimensions ?? [])
    .filter((dimension) => dimension.id !== days)
    .map(
      ({ id, name, pinyin, unreachable }): PickItem => ({
        key: `d${id}`,
        title: name,
        pinyin,
        group: '维度',
        note: has(`d${id}`) ? '已有此条件，点击修改' : undefined,
        refused: has(`d${id}`) ? '' : unreachable,
      }),
    )
  const points = (params?.points ?? [])
    .filter(({ id }) => field === 'filters' && present.info.points.includes(id))
    .map(
      ({ id, name, pinyin, unit, ...point }): PickItem => ({
        key: `p${id}`,
        title: name,
        pinyin,
        group: '指标（对结果筛选）',
        detail: unit || undefined,
        also: alsoOf(point),
        note: has(`p${id}`) ? '已有此条件，点击修改' : undefined,
      }),
    )
  const addGroup = (key: string, present: readonly ReportCondition[]) => {
    if (key === 'group') return onGroup()
    const next = gathered(present)
    change({ [field]: next })
    onAdd(groupKey(next.filter(isGroup).length - 1))
  }
  const pick = ({ key }: PickItem) => {
    picked.current = key
    open(false)
  }
  /** After this list has closed: the control that opens next must not compete for the focus. */
  const add = () => {
    const key = picked.current
    const now = presentInfo()
    picked.current = null
    if (!key || !now) return
    if (isGroupKey(key)) return addGroup(key, now[field] ?? [])
    const id = Number(key.slice(1))
    const dimension = key.startsWith('d') ? params?.dimensions.find((one) => one.id === id) : undefined
    const subject = dimension ? { dim: id } : { point: id }
    const op = dimension ? defaultOps[dimension.formType] : 'gte'
    onAdd(key)
    if (has(key)) return
    change({ [field]: withFilter(now[field], subject, { op, values: [] }) })
  }
  return (
    <Popup
      content={
        <div className="filter-popover">
          <PickList
            items={[...dimensions, ...points, ...groupItems(filters)]}
            label="搜索维度或指标"
            failure={failure}
            onRetry={() => void loadParams()}
            onPick={pick}
          />
        </div>
      }
      isOpen={isOpen}
      onOpen={open}
      onClosed={add}
    >
      <Button
        variant="minimal"
        className="condition-add"
        icon={<Plus size={14} />}
        text="条件"
        title="添加条件"
        active={isOpen}
      />
    </Popup>
  )
}
