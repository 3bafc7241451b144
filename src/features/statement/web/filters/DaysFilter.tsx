// A condition on a date dimension other than the report's own days: 开服日期.
import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import type { ReportFilter } from '#semantic/model/types.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { isDay } from '../dates/days.ts'

type Choice = Pick<ReportFilter, 'op' | 'values'>

/** An open end leaves that side unlimited. */
function daysChoice(from: string, to: string): Choice | null {
  if ((from && !isDay(from)) || (to && !isDay(to)) || (from && to && from > to)) return null
  if (from && to) return { op: 'between', values: [from, to] }
  if (from) return { op: 'gte', values: [from] }
  return { op: to ? 'lte' : 'between', values: to ? [to] : [] }
}

interface Props {
  name: string
  filter: Choice | undefined
  onChange: (choice: Choice) => void
  onDone: () => void
}

export function DaysFilter({ name, filter, onChange, onDone }: Props) {
  const given = (filter?.values ?? []).map((value) => String(value ?? ''))
  const [from, setFrom] = useState(filter?.op === 'lte' ? '' : (given[0] ?? ''))
  const [to, setTo] = useState(filter?.op === 'lte' ? (given[0] ?? '') : (given[1] ?? ''))
  const [isTouched, setTouched] = useState(false)
  // Untouched conditions are returned unchanged, even `in` with single days, which two ends can't express.
  const choice = isTouched || !filter ? daysChoice(from, to) : { op: filter.op, values: filter.values }
  const put = (set: (day: string) => void) => (day: string) => {
    setTouched(true)
    set(day)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!choice) return
    onChange(choice)
    onDone()
  }
  return (
    <form className="text-filter" onSubmit={apply}>
      <span className="days-filter">
        <DayField autoFocus label={`${name}从`} value={from} onChange={put(setFrom)} />
        <span>–</span>
        <DayField label={`${name}到`} value={to} onChange={put(setTo)} />
      </span>
      {!choice && <p className="text-filter-wrong">开始日期不能晚于结束日期</p>}
      <div className="text-filter-actions">
        <Button
          variant="minimal"
          text="清空"
          onClick={() => {
            onChange({ op: 'between', values: [] })
            onDone()
          }}
        />
        <Button type="submit" intent="primary" text="确定" disabled={!choice} />
      </div>
    </form>
  )
}
