// Narrows an embedded report: to fewer days, to some values of what it shows. Offered is what is shared, no more.
import { useMemo, useState } from 'react'
import { isFilter, isGroup } from '../../../../semantic/model/conditions.ts'
import type { ReportFilter } from '../../../../semantic/model/types.ts'
import { nullWord, valueText } from '../../../../semantic/model/valueText.ts'
import { DayField } from '../../../../web/ui/day/DayField.tsx'
import type { ReportTableColumn } from '../../contract.ts'
import { isDay } from '../dates/days.ts'
import type { EmbedState } from './useEmbed.ts'

const mostValues = 300

export function EmbedFilters({ embed }: { embed: EmbedState }) {
  const { report, address, figures, whole, change } = embed
  const offered = whole ?? figures
  if (!report || !offered) return <div className="embed-filters" />
  const dimensions = offered.table.columns.filter(
    ({ kind, type }) => kind === 'dimension' && type !== 'date' && type !== 'datetime',
  )
  const isNarrowed = address.filters.length > 0 || address.range !== null
  if (dimensions.length === 0 && !report.shape.dated) return null
  const limit = (dim: number, values: ReportFilter['values']) => {
    const others = address.filters.filter((condition) => isGroup(condition) || condition.dim !== dim)
    change({ filters: values.length > 0 ? [...others, { dim, op: 'in', values }] : others })
  }
  return (
    <div className="embed-filters">
      {report.shape.dated && <DaysControl key={address.range ?? ''} embed={embed} />}
      {dimensions.map((column) => (
        <ValuesControl
          key={column.key}
          column={column}
          offered={offered}
          filter={address.filters.filter(isFilter).find(({ dim }) => `d${dim}` === column.key)}
          onChange={(values) => limit(Number(column.key.slice(1)), values)}
        />
      ))}
      {isNarrowed && (
        <button type="button" className="embed-plain" onClick={() => change({ filters: [], range: null })}>
          清除条件
        </button>
      )}
    </div>
  )
}

function DaysControl({ embed: { address, figures, whole, change } }: { embed: EmbedState }) {
  const shown = figures?.table.range
  const bounds = whole?.table.range
  const [from, setFrom] = useState(shown?.from ?? '')
  const [to, setTo] = useState(shown?.to ?? '')
  const apply = (first: string, last: string) => {
    if (isDay(first) && isDay(last) && first <= last) change({ range: `${first}..${last}` })
  }
  return (
    <fieldset className="embed-days">
      <legend>日期</legend>
      <DayField
        label="开始日期"
        value={from || shown?.from || ''}
        min={bounds?.from}
        max={to || bounds?.to}
        onChange={(day) => {
          setFrom(day)
          apply(day, to || shown?.to || '')
        }}
      />
      <span>–</span>
      <DayField
        label="结束日期"
        value={to || shown?.to || ''}
        min={from || bounds?.from}
        max={bounds?.to}
        onChange={(day) => {
          setTo(day)
          apply(from || shown?.from || '', day)
        }}
      />
      {address.range !== null && (
        <button type="button" className="embed-plain" onClick={() => change({ range: null })}>
          全部
        </button>
      )}
    </fieldset>
  )
}

interface ValuesProps {
  column: ReportTableColumn
  offered: NonNullable<EmbedState['figures']>
  filter: ReportFilter | undefined
  onChange: (values: ReportFilter['values']) => void
}

function ValuesControl({ column, offered, filter, onChange }: ValuesProps) {
  const [like, setLike] = useState('')
  const { table, labels } = offered
  const named = column.dictId === null ? undefined : labels[column.dictId]
  const nameOf = (value: string | number | null) =>
    value === null ? nullWord : (named?.[String(value)] ?? valueText(value))
  const values = useMemo(() => {
    const at = table.columns.findIndex(({ key }) => key === column.key)
    const others = table.others
    const found = (table.data[at] ?? []).filter((_, row) => !others?.[row]) as (string | number | null)[]
    // What subtotals leave open is no value.
    const told = table.levels ? found.filter((value) => value !== null) : found
    return [...new Set([...(filter?.values ?? []), ...told])]
  }, [table, column, filter])
  const chosen = new Set(filter?.values ?? [])
  const words = like.trim().toLowerCase()
  const shown = values.filter((value) => nameOf(value).toLowerCase().includes(words)).slice(0, mostValues)
  const toggle = (value: string | number | null) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChange([...next])
  }
  const text =
    chosen.size === 0
      ? '全部'
      : `${[...chosen].slice(0, 2).map(nameOf).join('、')}${chosen.size > 2 ? ` +${chosen.size - 2}` : ''}`
  return (
    <details className="embed-values" name="embed-values">
      <summary>
        <span>{column.title}</span> {text}
      </summary>
      <div className="embed-options">
        {values.length > 10 && (
          <input
            type="search"
            placeholder="查找"
            aria-label={`查找${column.title}`}
            value={like}
            onChange={(event) => setLike(event.currentTarget.value)}
          />
        )}
        {shown.map((value) => (
          <label key={String(value)}>
            <input type="checkbox" checked={chosen.has(value)} onChange={() => toggle(value)} />
            <span>{nameOf(value)}</span>
          </label>
        ))}
        {shown.length === 0 && <p>没有匹配的值</p>}
      </div>
    </details>
  )
}
