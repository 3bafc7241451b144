// Two months in which a range is chosen, and two fields for those who type. Comes on demand.
import { InputGroup } from '@blueprintjs/core'
import { DateRangePicker } from '@blueprintjs/datetime'
import zhCN from 'date-fns/locale/zh-CN/index.js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isDay } from '../dates/days.ts'

interface Days {
  from: string
  to: string
}

// Local dates at noon: no summer time moves them to another day.
const dateOf = (day: string) => new Date(`${day}T12:00:00`)
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

// The library's own names are English.
const calendarNames = {
  labelMonthDropdown: () => '月份',
  labelYearDropdown: () => '年份',
  labelPrevious: () => '上个月',
  labelNext: () => '下个月',
}

interface Props {
  days: Days | null
  today: string
  onChange: (days: Days) => void
}

export function RangeCalendar({ days, today, onChange }: Props) {
  const [start, setStart] = useState<Date | null>(null)
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const wrong = !isDay(from) || !isDay(to) || from > to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) onChange({ from, to })
  }
  const value: [Date | null, Date | null] = start
    ? [start, null]
    : days
      ? [dateOf(days.from), dateOf(days.to)]
      : [null, null]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const title of box.current?.querySelectorAll('.bp6-html-select title') ?? [])
      title.textContent = '选择'
  }, [])
  const narrow = window.innerWidth < 640
  return (
    <div className="range-calendar" ref={box}>
      <form className="range-fields" onSubmit={submit}>
        <InputGroup
          aria-label="开始日期"
          value={from}
          placeholder="2026-01-01"
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <span>–</span>
        <InputGroup
          aria-label="结束日期"
          value={to}
          placeholder="2026-12-31"
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <button type="submit" className="bp6-button" disabled={wrong}>
          确定
        </button>
      </form>
      <DateRangePicker
        locale={zhCN as never}
        dayPickerProps={{ labels: calendarNames }}
        allowSingleDayRange
        shortcuts={false}
        singleMonthOnly={narrow}
        contiguousCalendarMonths
        reverseMonthAndYearMenus
        minDate={new Date(2000, 0, 1)}
        maxDate={new Date(Number(today.slice(0, 4)) + 1, 11, 31)}
        initialMonth={monthBefore(days?.to ?? today, narrow ? 0 : 1)}
        value={value}
        onChange={([first, last]) => {
          if (first && last) {
            setStart(null)
            onChange({ from: dayOf(first), to: dayOf(last) })
          } else setStart(first ?? last)
        }}
      />
    </div>
  )
}

/** The later of two months shown holds the range's end. */
function monthBefore(day: string, months: number): Date {
  const date = dateOf(day)
  return new Date(date.getFullYear(), date.getMonth() - months, 1)
}
