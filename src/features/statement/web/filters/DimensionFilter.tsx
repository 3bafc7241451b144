// One dimension's control in the filter bar, by its form type.
import { useRef, useState } from 'react'
import { isOpen as isOpenFilter } from '#semantic/model/conditions.ts'
import type { ReportFilter } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import type { QueryDimension } from '#features/statement/contract.ts'
import { change } from '../report/follow.ts'
import { presentInfo } from '../report/store.ts'
import { DaysFilter } from './DaysFilter.tsx'
import { filterText, withFilter } from './filters.ts'
import type { StartsOpen } from './opened.ts'
import { TextFilter } from './TextFilter.tsx'
import { ValueFilter } from './ValueFilter.tsx'

type Choice = Pick<ReportFilter, 'op' | 'values'>

interface Props {
  dimension: QueryDimension
  filter: ReportFilter | undefined
  nameOf: (value: string) => string
  /** Opened when added. */
  startsOpen?: StartsOpen
  removable: boolean
  /** The report's conditions, or those of the compared side. */
  field?: 'filters' | 'compareFilters'
}

export function DimensionFilter(props: Props) {
  const { dimension, filter, nameOf, startsOpen = false, removable, field = 'filters' } = props
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [draft, setDraft] = useState<Choice | undefined>()
  // Changes while the control is open become one change on closing, so that one undo reverts them.
  const pending = useRef<Choice | undefined>(undefined)
  const set = (choice: Choice | null) =>
    change({ [field]: withFilter(presentInfo()?.[field], { dim: dimension.id }, choice) })
  const choose = (choice: Choice) => {
    pending.current = choice
    setDraft(choice)
  }
  const open = (next: boolean) => {
    setIsOpen(next)
    if (next || !pending.current) return
    set(pending.current)
    pending.current = undefined
    setDraft(undefined)
  }
  const close = () => open(false)
  const shown = draft ?? filter
  const text = filterText(shown, nameOf)
  const isValues = dimension.formType === 'select' || dimension.formType === 'multiSelect'
  const figures = dimension.formType === 'numberRange'
  return (
    <FilterButton
      label={dimension.name}
      value={text}
      valueText={text}
      isOpen={isOpen}
      onOpen={open}
      title={dimension.describe || dimension.name}
      className={text === filterText(undefined) ? 'filter-unset' : 'filter-set'}
      isSet={filter !== undefined && !isOpenFilter(filter)}
      onRemove={removable ? () => set(null) : undefined}
    >
      {isValues ? (
        <ValueFilter dimension={dimension} filter={shown} nameOf={nameOf} onChange={choose} onDone={close} />
      ) : dimension.formType === 'dateRange' ? (
        <DaysFilter name={dimension.name} filter={shown} onChange={choose} onDone={close} />
      ) : (
        <TextFilter
          name={dimension.name}
          figures={figures}
          filter={filter}
          onChange={choose}
          onDone={close}
        />
      )}
    </FilterButton>
  )
}
