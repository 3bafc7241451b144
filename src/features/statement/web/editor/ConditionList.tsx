// Conditions of the draft: added by typing a dimension's or point's name, each with the control of its form type.
import { useState } from 'react'
import type { ReportFilter } from '../../../../semantic/model/types.ts'
import { FilterButton } from '../../../../web/pick/FilterButton.tsx'
import { PickList } from '../../../../web/pick/PickList.tsx'
import type { PickItem } from '../../../../web/pick/pickItem.ts'
import { DaysFilter } from '../filters/DaysFilter.tsx'
import { defaultOps, filterText, withFilter } from '../filters/filters.ts'
import { TextFilter } from '../filters/TextFilter.tsx'
import { ValueFilter } from '../filters/ValueFilter.tsx'
import type { QueryParams } from '../report/store.ts'
import { useValueNames } from '../report/useValueNames.ts'

const keyOf = ({ dim, point }: ReportFilter) => (dim === undefined ? `p${point}` : `d${dim}`)

interface Props {
  filters: readonly ReportFilter[]
  /** Points whose figures can be a condition. */
  points: readonly number[]
  params: QueryParams | null
  onChange: (filters: ReportFilter[]) => void
}

export function ConditionList({ filters, points, params, onChange }: Props) {
  const [open, setOpen] = useState('')
  const names = useValueNames(params)
  const has = (key: string) => filters.some((filter) => keyOf(filter) === key)
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
    const id = Number(key.slice(1))
    const dimension = key.startsWith('d') ? params?.dimensions.find((one) => one.id === id) : undefined
    const op = dimension ? defaultOps[dimension.formType] : 'gte'
    setOpen(key)
    onChange(withFilter(filters, dimension ? { dim: id } : { point: id }, { op, values: [] }))
  }
  return (
    <>
      {filters.length > 0 && (
        <div className="editor-conditions">
          {filters.map((filter) => (
            <Condition
              key={keyOf(filter)}
              filter={filter}
              params={params}
              nameOf={names}
              isOpen={open === keyOf(filter)}
              onOpen={(next) => setOpen(next ? keyOf(filter) : '')}
              onChange={(choice) => onChange(withFilter(filters, filter, choice))}
            />
          ))}
        </div>
      )}
      <PickList items={[...dimensions, ...figures]} label="按什么筛选：维度或指标" onPick={add} />
    </>
  )
}

interface ConditionProps {
  filter: ReportFilter
  params: QueryParams | null
  nameOf: ReturnType<typeof useValueNames>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (choice: Pick<ReportFilter, 'op' | 'values'> | null) => void
}

function Condition({ filter, params, nameOf, isOpen, onOpen, onChange }: ConditionProps) {
  const dimension = params?.dimensions.find(({ id }) => id === filter.dim)
  const point = params?.points.find(({ id }) => id === filter.point)
  const name = dimension?.name ?? point?.name ?? (filter.dim ? `维度 ${filter.dim}` : `指标 ${filter.point}`)
  const done = () => onOpen(false)
  const isValues = dimension?.formType === 'select' || dimension?.formType === 'multiSelect'
  return (
    <FilterButton
      label={name}
      value={filterText(filter, (value) => (dimension ? nameOf(dimension, value) : value))}
      isOpen={isOpen}
      onOpen={onOpen}
      className={filter.values.length > 0 ? 'filter-set' : ''}
      onRemove={() => onChange(null)}
    >
      {dimension && isValues ? (
        <ValueFilter dimension={dimension} filter={filter} onChange={onChange} onDone={done} />
      ) : dimension?.formType === 'dateRange' ? (
        <DaysFilter name={name} filter={filter} onChange={onChange} onDone={done} />
      ) : (
        <TextFilter
          name={name}
          figures={!dimension || dimension.formType === 'numberRange'}
          filter={filter}
          onChange={onChange}
          onDone={done}
        />
      )}
    </FilterButton>
  )
}
