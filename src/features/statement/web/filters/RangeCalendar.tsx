// Two months to choose a range in, and two fields for typing. Loaded on demand.
import { DateRangePicker } from '@blueprintjs/datetime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { calendarProps, chineseCalendar, dateOf, dayOf, titleInChinese } from '#web/ui/day/calendarWords.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { isDay } from '../dates/days.ts'

interface Days {
  from: string
  to: string
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
  const wrong = !isDay(from) || !isDay(to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Reversed dates are accepted, as by the parser of days.
    if (!wrong) onChange(from <= to ? { from, to } : { from: to, to: from })
  }
  const value: [Date | null, Date | null] = start
    ? [start, null]
    : days
      ? [dateOf(days.from), dateOf(days.to)]
      : [null, null]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => titleInChinese(box.current), [])
  const narrow = window.innerWidth < 640
  return (
    <div className="range-calendar" ref={box}>
      <form className="range-fields" onSubmit={submit}>
        <DayField calendarless label="开始日期" value={from} onChange={setFrom} />
        <span>–</span>
        <DayField calendarless label="结束日期" value={to} onChange={setTo} />
        <button type="submit" className="bp6-button" disabled={wrong}>
          确定
        </button>
      </form>
      <DateRangePicker
        locale={chineseCalendar}
        dayPickerProps={calendarProps}
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

/** The second of the shown months contains the range's end. */
function monthBefore(day: string, months: number): Date {
  const date = dateOf(day)
  return new Date(date.getFullYear(), date.getMonth() - months, 1)
}
