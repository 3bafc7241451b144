// A condition on a point of the result: 充值金额 ≥ 10000, 充值金额 大于 上周同日 × 1.2.
import { useState } from 'react'
import { isOpen as isOpenFilter } from '#semantic/model/conditions.ts'
import type { ReportFilter } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { change } from '../report/follow.ts'
import { pointNames } from '../report/names.ts'
import { presentInfo, type QueryParams } from '../report/store.ts'
import { type Choice, filterText, withFilter } from './filters.ts'
import type { StartsOpen } from './opened.ts'
import { PointChoice } from './PointChoice.tsx'

interface Props {
  filter: ReportFilter
  params: QueryParams | null
  startsOpen: StartsOpen
}

export function PointFilter({ filter, params, startsOpen }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const points = params?.points ?? []
  const pointName = pointNames(params)
  const name = pointName(filter.point ?? 0)
  const set = (choice: Choice | null) =>
    change({ filters: withFilter(presentInfo()?.filters, { point: filter.point }, choice) })
  return (
    <FilterButton
      label={name}
      value={filterText(filter, undefined, pointName)}
      isOpen={isOpen}
      onOpen={setIsOpen}
      className={isOpenFilter(filter) ? '' : 'filter-set'}
      onRemove={() => set(null)}
    >
      <PointChoice
        name={name}
        filter={filter}
        points={points}
        onChange={set}
        onDone={() => setIsOpen(false)}
      />
    </FilterButton>
  )
}
