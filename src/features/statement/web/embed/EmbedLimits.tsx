// Limits of a view's embed: fixed conditions and days, some of its reports, a row limit.

import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useEffect, useMemo, useState } from 'react'
import { dimsIn, isFilter, isGroup, isOpen as isOpenFilter } from '#semantic/model/conditions.ts'
import type { FilterGroup, RelativeRange, ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { call } from '#web/api/client.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { DayField } from '#web/ui/day/DayField.tsx'
import { type Embed, type EmbedSettings, mostEmbedRows } from '#features/embed/contract.ts'
import { getReportQueryParam, type QueryDimension } from '#features/statement/contract.ts'
import { businessToday, presets, relativeTitles } from '../dates/days.ts'
import { DaysFilter } from '../filters/DaysFilter.tsx'
import { filterText } from '../filters/filters.ts'
import { GroupFilter } from '../filters/GroupFilter.tsx'
import { newGroup } from '../filters/grouping.ts'
import { TextFilter } from '../filters/TextFilter.tsx'
import { ValueFilter } from '../filters/ValueFilter.tsx'
import { useValueNames } from '../report/filterBar/useValueNames.ts'
import '../filters/filters.css'

interface Props {
  embed: Embed
  settings: EmbedSettings
  onChange: (settings: EmbedSettings) => void
}

export function EmbedLimits({ embed, settings, onChange }: Props) {
  const change = (part: Partial<EmbedSettings>) => onChange({ ...settings, ...part })
  return (
    <dl className="embed-limits">
      <dt>固定条件</dt>
      <dd>
        <Filters embed={embed} settings={settings} onChange={(filters) => change({ filters })} />
      </dd>
      <dt>日期</dt>
      <dd>
        <Days days={settings.days} onChange={(days) => change({ days })} />
      </dd>
      {embed.reports.length > 1 && (
        <>
          <dt>报表</dt>
          <dd>
            <Reports embed={embed} chosen={settings.reports} onChange={(reports) => change({ reports })} />
          </dd>
        </>
      )}
      <dt>行数</dt>
      <dd>
        每张报表最多{' '}
        <HTMLSelect
          aria-label="行数"
          value={settings.maxRows}
          onChange={(event) => change({ maxRows: Number(event.currentTarget.value) })}
        >
          {rowChoices(settings.maxRows).map((rows) => (
            <option key={rows} value={rows}>
              {rows}
            </option>
          ))}
        </HTMLSelect>{' '}
        行，不能导出
      </dd>
    </dl>
  )
}

const rowChoices = (present: number): number[] =>
  [...new Set([10, 50, 100, 200, 500, 1000, mostEmbedRows, present])].sort((one, other) => one - other)

// ---- conditions

/** Only dimensions that all shown reports reach: otherwise a condition would make a report fail. */
function useDimensions({ reports }: Embed, shown: readonly number[] | null): QueryDimension[] | null {
  const [dimensions, setDimensions] = useState<QueryDimension[] | null>(null)
  const ids = reports
    .filter(({ id }) => !shown || shown.includes(id))
    .slice(0, 20)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    let left = false
    const asked = ids === '' ? ['0'] : ids.split(',')
    Promise.all(
      asked.map((id) =>
        call(getReportQueryParam, { params: { reportId: Number(id) }, query: {} }, { loading: null }),
      ),
    ).then(
      (all) => {
        if (left) return
        const [first, ...others] = all.map((one) =>
          one.dimensions.filter(({ unreachable }) => unreachable === ''),
        )
        const common = others.map((list) => new Set(list.map(({ id }) => id)))
        setDimensions((first ?? []).filter(({ id }) => common.every((known) => known.has(id))))
      },
      // The API client has already shown the error.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [ids])
  return dimensions
}

interface FiltersProps {
  embed: Embed
  settings: EmbedSettings
  onChange: (filters: EmbedSettings['filters']) => void
}

function Filters({ embed, settings, onChange }: FiltersProps) {
  const { filters } = settings
  const dimensions = useDimensions(embed, settings.reports)
  const [opened, setOpened] = useState<number | null>(null)
  const [isBeginning, setBeginning] = useState(false)
  const alone = filters.filter(isFilter)
  const groups = filters.filter(isGroup)
  const free = (dimensions ?? []).filter(({ id }) => !alone.some(({ dim }) => dim === id))
  const put = (former: ReportCondition, next: ReportCondition | null) =>
    onChange(filters.flatMap((one) => (one === former ? (next ?? []) : [one])))
  const add = (key: string) => {
    if (key === 'group') return setBeginning(true)
    onChange([...filters, { dim: Number(key), op: 'in', values: [] }])
    setOpened(Number(key))
  }
  return (
    <div className="embed-fixed">
      {alone.map((filter) => (
        <FixedFilter
          key={filter.dim}
          filter={filter}
          dimension={dimensions?.find(({ id }) => id === filter.dim)}
          isOpen={opened === filter.dim}
          onOpen={(isOpen) => setOpened(isOpen ? (filter.dim ?? null) : null)}
          onChange={(next) => put(filter, next)}
        />
      ))}
      {groups.map((group, at) => (
        <FixedGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place.
          key={at}
          group={group}
          dimensions={dimensions ?? []}
          onChange={(next) => put(group, next)}
        />
      ))}
      {isBeginning && (
        <FixedGroup
          key={groups.length}
          group={newGroup}
          dimensions={dimensions ?? []}
          startsOpen
          onChange={(next) => {
            setBeginning(false)
            if (next) onChange([...filters, next])
          }}
        />
      )}
      <span className="embed-add">
        <Add size={14} />
        <HTMLSelect
          aria-label="添加固定条件"
          value=""
          disabled={dimensions === null}
          onChange={(event) => add(event.currentTarget.value)}
        >
          <option value="">{dimensions === null ? '加载中...' : '添加条件'}</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="group">条件组（或、且）</option>
        </HTMLSelect>
      </span>
    </div>
  )
}

interface FixedGroupProps {
  group: FilterGroup
  dimensions: readonly QueryDimension[]
  startsOpen?: boolean
  onChange: (group: FilterGroup | null) => void
}

function FixedGroup({ group, dimensions, startsOpen = false, onChange }: FixedGroupProps) {
  const params = useMemo(
    () => ({ dimensions: [...dimensions], points: [], dimensionCategories: [], pointCategories: [] }),
    [dimensions],
  )
  return (
    <GroupFilter
      group={group}
      params={params}
      points={noPoints}
      startsOpen={startsOpen}
      onChange={onChange}
    />
  )
}

const noPoints: number[] = []

interface FixedProps {
  filter: ReportFilter
  dimension: QueryDimension | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (filter: ReportFilter | null) => void
}

function FixedFilter({ filter, dimension, isOpen, onOpen, onChange }: FixedProps) {
  const params = useMemo(() => (dimension ? { dimensions: [dimension] } : null), [dimension])
  const names = useValueNames(params, dimsIn([filter]))
  const nameOf = (value: string) => (dimension ? names(dimension, value) : value)
  const choose = ({ op, values }: Pick<ReportFilter, 'op' | 'values'>) => onChange({ ...filter, op, values })
  const close = () => onOpen(false)
  const isEmpty = isOpenFilter(filter)
  if (!dimension) {
    return (
      <span className="embed-gone">
        有报表用不到的条件
        <Button size="small" text="删去" onClick={() => onChange(null)} />
      </span>
    )
  }
  const isValues = dimension.formType === 'select' || dimension.formType === 'multiSelect'
  return (
    <FilterButton
      label={dimension.name}
      value={isEmpty ? '请选值' : filterText(filter, nameOf)}
      isOpen={isOpen}
      onOpen={onOpen}
      onRemove={() => onChange(null)}
      className={isEmpty ? '' : 'filter-set'}
    >
      {isValues ? (
        <ValueFilter dimension={dimension} filter={filter} nameOf={nameOf} onChange={choose} onDone={close} />
      ) : dimension.formType === 'dateRange' ? (
        <DaysFilter name={dimension.name} filter={filter} onChange={choose} onDone={close} />
      ) : (
        <TextFilter
          name={dimension.name}
          figures={dimension.formType === 'numberRange'}
          filter={filter}
          onChange={choose}
          onDone={close}
        />
      )}
    </FilterButton>
  )
}

// ---- days, reports

function Days({
  days,
  onChange,
}: {
  days: EmbedSettings['days']
  onChange: (days: EmbedSettings['days']) => void
}) {
  const value = days === null ? '' : 'relative' in days ? days.relative : 'days'
  const choose = (text: string) => {
    if (text === '') onChange(null)
    else if (text === 'days') onChange({ from: businessToday(), to: businessToday() })
    else onChange({ relative: text as RelativeRange })
  }
  return (
    <span className="embed-days-limit">
      <HTMLSelect aria-label="固定日期" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">按报表各自的日期</option>
        {presets
          .filter((preset) => preset !== 'all')
          .map((preset) => (
            <option key={preset} value={preset}>
              {relativeTitles[preset]}
            </option>
          ))}
        <option value="days">指定日期</option>
      </HTMLSelect>
      {days && 'from' in days && (
        <>
          <DayField
            label="开始日期"
            value={days.from}
            max={days.to}
            onChange={(day) => onChange({ ...days, from: day || days.from })}
          />
          <span>–</span>
          <DayField
            label="结束日期"
            value={days.to}
            min={days.from}
            onChange={(day) => onChange({ ...days, to: day || days.to })}
          />
        </>
      )}
      <span className="embed-days-hint">查看者只能在其中再缩小</span>
    </span>
  )
}

interface ReportsProps {
  embed: Embed
  chosen: number[] | null
  onChange: (reports: number[] | null) => void
}

function Reports({ embed: { reports }, chosen, onChange }: ReportsProps) {
  const shown = new Set(chosen ?? reports.map(({ id }) => id))
  const toggle = (id: number) => {
    const next = reports.map((one) => one.id).filter((one) => (one === id ? !shown.has(one) : shown.has(one)))
    // All includes reports added later; none would be an empty page.
    if (next.length > 0) onChange(next.length === reports.length ? null : next)
  }
  return (
    <div className="embed-reports">
      {reports.map(({ id, name }) => (
        <Checkbox key={id} inline label={name} checked={shown.has(id)} onChange={() => toggle(id)} />
      ))}
    </div>
  )
}
