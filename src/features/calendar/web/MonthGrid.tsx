// One month, with weeks from Monday: 休 and 班 are in the corners of days.
import { memo } from 'react'
import { isWeekend } from '#shared/day.ts'
import type { CalendarDay } from '../contract.ts'

interface Props {
  year: number
  /** From 0. */
  month: number
  marks: ReadonlyMap<string, CalendarDay>
  cursor: string
  today: string
  springFestival: string | null
  onPick: (day: string) => void
  onPress: (day: string) => void
}

const heads = ['一', '二', '三', '四', '五', '六', '日']

/** Days of the month by week, null outside the month. */
function weeksOf(year: number, month: number): (string | null)[][] {
  const before = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const dayAt = (place: number) => {
    const date = place - before + 1
    return date < 1 || date > count ? null : new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  }
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => dayAt(week * 7 + place)),
  )
}

export const MonthGrid = memo(function MonthGrid({ year, month, onPick, onPress, ...shown }: Props) {
  return (
    <table className="calendar-month">
      <caption>{month + 1} 月</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(year, month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, place) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: empty places are their numbers.
                <td key={place} />
              ) : (
                <td key={day}>
                  <DayButton day={day} {...shown} onPick={onPick} onPress={onPress} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

type DayProps = Omit<Props, 'year' | 'month'> & { day: string }

function DayButton({ day, marks, cursor, today, springFestival, onPick, onPress }: DayProps) {
  const mark = marks.get(day)
  const free = mark?.kind === 'rest' || (isWeekend(day) && mark?.kind !== 'work')
  const sign = mark && (mark.kind === 'rest' ? '休' : '班')
  const name = mark?.name || (day === springFestival ? '春节' : '')
  return (
    <button
      type="button"
      className="calendar-cell"
      data-day={day}
      data-free={free || undefined}
      data-kind={mark?.kind}
      data-today={day === today || undefined}
      tabIndex={day === cursor ? 0 : -1}
      aria-current={day === cursor ? 'date' : undefined}
      aria-label={`${day}${sign ? ` ${sign}` : ''}${name ? ` ${name}` : ''}`}
      title={name || undefined}
      onFocus={() => day !== cursor && onPick(day)}
      onMouseDown={() => onPick(day)}
      onClick={(event) => event.detail === 0 && onPress(day)}
    >
      {Number(day.slice(8))}
      {sign && <i>{sign}</i>}
    </button>
  )
}
