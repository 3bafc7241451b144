// A calendar for choosing one day. Loaded on demand.
import { DatePicker } from '@blueprintjs/datetime'
import { useEffect, useRef } from 'react'
import { calendarProps, chineseCalendar, dateOf, dayOf, titleInChinese } from './calendarWords.ts'

interface Props {
  /** The chosen day; empty for none. */
  day: string
  today: string
  min?: string | undefined
  max?: string | undefined
  /** The calendar takes the keyboard focus. */
  takesFocus?: boolean
  onChange: (day: string) => void
}

/** The day may be incomplete while it is still being typed in a field. */
const isWhole = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(dateOf(day).getTime())
const earliest = '1970-01-01'
const latest = '2100-12-31'

export function DayCalendar({ day, today, min, max, takesFocus = false, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [first, last] = [min || earliest, max || latest]
  const chosen = isWhole(day) && day >= first && day <= last ? day : ''
  const shown = chosen || (today < first ? first : today > last ? last : today)
  useEffect(() => {
    titleInChinese(box.current)
    if (!takesFocus) return
    const days = box.current?.querySelectorAll<HTMLElement>('.rdp-day:not(.rdp-day_outside)') ?? []
    const at = [...days].find((one) => one.tabIndex === 0) ?? days[0]
    at?.focus()
  }, [takesFocus])
  return (
    <div ref={box} className="day-calendar">
      <DatePicker
        locale={chineseCalendar}
        dayPickerProps={calendarProps}
        value={chosen ? dateOf(chosen) : null}
        initialMonth={dateOf(shown)}
        minDate={dateOf(first)}
        maxDate={dateOf(last)}
        canClearSelection={false}
        highlightCurrentDay
        reverseMonthAndYearMenus
        onChange={(date, isUserChange) => {
          if (date && isUserChange) onChange(dayOf(date))
        }}
      />
    </div>
  )
}
