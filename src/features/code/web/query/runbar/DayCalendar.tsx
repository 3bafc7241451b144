// A month in which a day is chosen. Comes on demand.
import { DatePicker } from '@blueprintjs/datetime'
import zhCN from 'date-fns/locale/zh-CN/index.js'
import { isDay } from '../parameters/values.ts'

// Local dates at noon: no summer time moves them to another day.
const dateOf = (day: string) => new Date(`${day}T12:00:00`)
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

export function DayCalendar({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  return (
    <DatePicker
      className="parameter-calendar"
      locale={zhCN}
      value={isDay(day) ? dateOf(day) : null}
      minDate={new Date(2000, 0, 1)}
      maxDate={new Date(2050, 11, 31)}
      canClearSelection={false}
      highlightCurrentDay
      onChange={(date, isUserChange) => {
        if (date && isUserChange) onChange(dayOf(date))
      }}
    />
  )
}
