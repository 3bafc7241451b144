// The conditions of the comparison side, in a line below the report's own conditions.

import { isFilter } from '#semantic/model/conditions.ts'
import { DimensionFilter } from '#features/statement/web/filters/DimensionFilter.tsx'
import { groupConditions, useBeginning } from '#features/statement/web/filters/groupConditions.tsx'
import { controlKey, useOpened } from '#features/statement/web/filters/opened.ts'
import { ConditionPicker } from '#features/statement/web/pickers/ConditionPicker.tsx'
import { useReport } from '../store.ts'
import type { useValueNames } from './useValueNames.ts'

interface Props {
  nameOf: ReturnType<typeof useValueNames>
}

export function ComparedConditions({ nameOf }: Props) {
  const info = useReport((state) => state.present?.info)
  const params = useReport((state) => state.params)
  const [opened, setOpened] = useOpened()
  const beginning = useBeginning()
  if (info?.compare !== 'filters') return null
  const filters = info.compareFilters ?? []
  const groups = groupConditions({ info, field: 'compareFilters', params, nameOf, opened, beginning })
  return (
    <fieldset className="compared-conditions" aria-label="对比条件">
      <span className="filter-label">对比条件</span>
      {filters.filter(isFilter).map((filter) => {
        const dimension = params?.dimensions.find(({ id }) => id === filter.dim)
        return (
          dimension && (
            <DimensionFilter
              key={controlKey(`d${dimension.id}`, opened)}
              field="compareFilters"
              dimension={dimension}
              filter={filter}
              nameOf={(value) => nameOf(dimension, value)}
              startsOpen={() => opened.starts(`d${dimension.id}`)}
              removable
            />
          )
        )
      })}
      {groups.map(({ key, control }) => (
        <span key={controlKey(key, opened)}>{control}</span>
      ))}
      {filters.length === 0 && !beginning.isOn && (
        <span className="filter-label">没有条件，与全部数据相比</span>
      )}
      <ConditionPicker field="compareFilters" onAdd={setOpened} onGroup={beginning.begin} />
    </fieldset>
  )
}
