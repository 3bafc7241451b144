// One condition with its form control, whoever stores it: the editor's draft, or a group.
import type { ReportFilter } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import type { useValueNames } from '../report/filterBar/useValueNames.ts'
import { dimensionName, pointNames } from '../report/names.ts'
import type { QueryParams } from '../report/store.ts'
import { DaysFilter } from './DaysFilter.tsx'
import { type Choice, filterText } from './filters.ts'
import { PointChoice } from './PointChoice.tsx'
import { TextFilter } from './TextFilter.tsx'
import { ValueFilter } from './ValueFilter.tsx'

interface Props {
  filter: ReportFilter
  params: QueryParams | null
  nameOf: ReturnType<typeof useValueNames>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (choice: Choice) => void
  onRemove: () => void
}

export function ConditionControl({ filter, params, nameOf, isOpen, onOpen, onChange, onRemove }: Props) {
  const dimension = params?.dimensions.find(({ id }) => id === filter.dim)
  const pointName = pointNames(params)
  const name = filter.dim ? dimensionName(params, filter.dim) : pointName(filter.point ?? 0)
  const named = (value: string) => (dimension ? nameOf(dimension, value) : value)
  const done = () => onOpen(false)
  const isValues = dimension?.formType === 'select' || dimension?.formType === 'multiSelect'
  const shared = { filter, onChange, onDone: done }
  return (
    <FilterButton
      label={name}
      value={filterText(filter, named, pointName)}
      isOpen={isOpen}
      onOpen={onOpen}
      className={filter.values.length > 0 || filter.than ? 'filter-set' : ''}
      onRemove={onRemove}
    >
      {filter.dim === undefined ? (
        <PointChoice name={name} points={params?.points ?? []} {...shared} />
      ) : dimension && isValues ? (
        <ValueFilter dimension={dimension} nameOf={named} {...shared} />
      ) : dimension?.formType === 'dateRange' ? (
        <DaysFilter name={name} {...shared} />
      ) : (
        <TextFilter name={name} figures={dimension?.formType === 'numberRange'} {...shared} />
      )}
    </FilterButton>
  )
}
