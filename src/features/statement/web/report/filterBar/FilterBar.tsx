// The filter bar: days, a control for each dimension by its form type, grain, groups, points, conditions, 查询.
import { Button } from '@blueprintjs/core'
import { Filter } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { dimsIn, isFilter, isOpen, withoutOpen } from '#semantic/model/conditions.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { refuseWhile } from '#web/shell/keys/refusals.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { DateFilter } from '#features/statement/web/filters/DateFilter.tsx'
import { DimensionFilter } from '#features/statement/web/filters/DimensionFilter.tsx'
import {
  controlDimensions,
  datesRefused,
  filterOf,
  filterText,
  noDaysText,
} from '#features/statement/web/filters/filters.ts'
import { GrainControl, grainsOf } from '#features/statement/web/filters/GrainControl.tsx'
import { groupConditions, useBeginning } from '#features/statement/web/filters/groupConditions.tsx'
import { useOpened } from '#features/statement/web/filters/opened.ts'
import { PointFilter } from '#features/statement/web/filters/PointFilter.tsx'
import { ConditionPicker } from '#features/statement/web/pickers/ConditionPicker.tsx'
import { DimensionsPicker } from '#features/statement/web/pickers/DimensionsPicker.tsx'
import { PointsPicker } from '#features/statement/web/pickers/PointsPicker.tsx'
import { ask, loadParams, presentKey } from '../asking/loading.ts'
import { isAskable } from '../asking/request.ts'
import { useStale } from '../asking/stale.ts'
import { pointNames } from '../names.ts'
import { OptionsControl } from '../options/OptionsControl.tsx'
import { type QueryParams, useReport } from '../store.ts'
import { CompareControl } from './CompareControl.tsx'
import { ComparedConditions } from './ComparedConditions.tsx'
import { Conditions, type ShownCondition } from './Conditions.tsx'
import { useValueNames } from './useValueNames.ts'
import '#features/statement/web/filters/filters.css'

/** Applies to the shortcut as well: invalid days are not requested. */
function daysRefused(): string {
  const reason = datesRefused(useReport.getState().params?.dimensions ?? [])
  return reason && `${noDaysText}：${reason}`
}

/** Dimensions that have a control or are part of a group. */
const dimsShown = (info: ReportInfo, params: QueryParams | null): number[] => [
  ...controlDimensions(info, params?.dimensions ?? []).map(({ id }) => id),
  ...dimsIn([...(info.filters ?? []), ...(info.compareFilters ?? [])]),
]

/** `grouping`: whether dimensions are chosen here; a pivot has another place for that. */
export function FilterBar({ grouping = true }: { grouping?: boolean }) {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const unread = useReport((state) => (state.params === null ? state.paramsFailure : null))
  const stale = useStale()
  const filtersOpen = useReport((state) => state.filtersOpen)
  const [opened, setOpened] = useOpened()
  const left = useRef<HTMLDivElement>(null)
  const nameOf = useValueNames(params, present ? dimsShown(present.info, params) : [])
  const beginning = useBeginning()
  useEffect(() => refuseWhile('report.range', daysRefused), [])
  if (!present) return null
  const { info } = present
  const dimensions = params?.dimensions ?? []
  const filters = info.filters ?? []
  const set = withoutOpen(filters).length
  const pointName = pointNames(params)
  const conditions: ShownCondition[] = [
    ...groupConditions({ info, field: 'filters', params, nameOf, opened, beginning }),
    ...controlDimensions(info, dimensions).map((dimension) => {
      const filter = filterOf(info, dimension.id)
      const key = `d${dimension.id}`
      const named = (value: string) => nameOf(dimension, value)
      return {
        key,
        text: `${dimension.name} ${filterText(filter, named)}`,
        isSet: filter !== undefined && !isOpen(filter),
        control: (
          <DimensionFilter
            dimension={dimension}
            filter={filter}
            nameOf={named}
            startsOpen={() => opened.starts(key)}
            removable={filter !== undefined}
          />
        ),
      }
    }),
    ...filters.filter(isFilter).flatMap((filter) => {
      if (filter.point === undefined) return []
      const key = `p${filter.point}`
      return {
        key,
        text: `${pointName(filter.point)} ${filterText(filter, String, pointName)}`,
        isSet: !isOpen(filter),
        control: <PointFilter filter={filter} params={params} startsOpen={() => opened.starts(key)} />,
      }
    }),
  ]
  return (
    <search className={`filter-bar ${filtersOpen ? 'filter-bar-open' : ''}`} aria-label="筛选">
      <div className="filter-left" ref={left}>
        <DateFilter range={info.dateRange} refused={datesRefused(dimensions)} />
        <div className="filter-controls">
          <Conditions bar={left} conditions={conditions} opened={opened} />
          <GrainControl grain={info.grain ?? 'day'} offered={grainsOf(info.dims, dimensions)} />
          {grouping && <DimensionsPicker />}
          <PointsPicker />
          <CompareControl />
          <OptionsControl />
          <ConditionPicker onAdd={setOpened} onGroup={beginning.begin} />
          <ComparedConditions nameOf={nameOf} />
          {unread && (
            <FailureLine
              what={`筛选、维度和指标读取失败${set > 0 ? `，已设的 ${set} 个条件仍然有效` : ''}`}
              failure={unread}
              onRetry={() => void loadParams()}
            />
          )}
        </div>
      </div>
      <Button
        className="filter-toggle"
        icon={<Filter size={14} />}
        text={set || ''}
        aria-label="筛选条件"
        active={filtersOpen}
        onClick={() => useReport.setState({ filtersOpen: !filtersOpen })}
      />
      <CommandTip command="report.query" title={stale ? '条件已改，查询新的结果' : '查询'}>
        <Button
          className={`query-button ${stale ? 'query-stale' : ''}`}
          intent="primary"
          disabled={!isAskable(info)}
          onClick={() => void ask({ fresh: presentKey() === useReport.getState().result?.key })}
        >
          查询
          <KeyHint command="report.query" />
        </Button>
      </CommandTip>
    </search>
  )
}
