// A condition on a point of the result: 充值金额 ≥ 10000.
import { useState } from 'react'
import type { ReportFilter } from '../../../../semantic/model/types.ts'
import { FilterButton } from '../../../../web/pick/FilterButton.tsx'
import { change } from '../report/follow.ts'
import { presentInfo } from '../report/store.ts'
import { filterText, withFilter } from './filters.ts'
import { TextFilter } from './TextFilter.tsx'

interface Props {
  name: string
  filter: ReportFilter
  startsOpen: boolean
}

export function PointFilter({ name, filter, startsOpen }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const set = (choice: Pick<ReportFilter, 'op' | 'values'> | null) =>
    change({ filters: withFilter(presentInfo()?.filters, { point: filter.point }, choice) })
  return (
    <FilterButton
      label={name}
      value={filterText(filter)}
      isOpen={isOpen}
      onOpen={setIsOpen}
      className={filter.values.length > 0 ? 'filter-set' : ''}
      onRemove={() => set(null)}
    >
      <TextFilter name={name} figures filter={filter} onChange={set} onDone={() => setIsOpen(false)} />
    </FilterButton>
  )
}
