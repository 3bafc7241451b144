// How a day is shown in any row: weekday and 休 or 班 after it, weekends and holidays tinted, according to the user's
// settings. Data tables use it for their row marks, plain tables for `DayText`.
import { useCallback, useMemo } from 'react'
import { isDay, weekdayOf } from '#shared/day.ts'
import type { HolidayMarks } from '#web/calendar/calendar.ts'
import { useCalendar } from '#web/calendar/useCalendar.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { useSettings } from '#web/shell/settings.ts'
import type { CellValue, TableRowMark } from '../types.ts'

export interface DayLook {
  showWeekday: boolean
  highLightWeekend: boolean
  /** Null until the calendar is loaded. */
  holidays: HolidayMarks | null
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** Undefined for values that are not days. `column` is the position of the cell, if not the first. */
export function dayMarkOf(day: CellValue, look: DayLook, column = 0): TableRowMark | undefined {
  const date = typeof day === 'string' ? day.slice(0, 10) : ''
  if (!isDay(date)) return undefined
  const holiday = look.holidays?.(date)
  const weekday = weekdayOf(date)
  // A time within a day is tinted, but has no other marks.
  const isWhole = day === date
  const isFree = holiday === '休' || ((weekday === 0 || weekday === 6) && holiday !== '班')
  return {
    tint: look.highLightWeekend && isFree,
    ...(isWhole && look.showWeekday && { weekday: weekdays[weekday] ?? '' }),
    ...(isWhole && holiday && { holiday }),
    ...(column > 0 && { markedColumn: column }),
  }
}

interface DayYears {
  from: number
  to: number
}

/** The first and last year of the given days. */
export function yearsOfDays(days: Iterable<CellValue>): DayYears | null {
  let [from, to] = ['9999', '0000']
  for (const day of days) {
    if (typeof day !== 'string' || !isDay(day.slice(0, 10))) continue
    const year = day.slice(0, 4)
    if (year < from) from = year
    if (year > to) to = year
  }
  return from <= to ? { from: Number(from), to: Number(to) } : null
}

/** For rows that are not all loaded: the years that users mostly look at. */
export const usualYears = (): DayYears => {
  const year = Number(businessToday().slice(0, 4))
  return { from: year - 1, to: year + 1 }
}

/** Marks days according to the settings; null years load no calendar. Equal days share one mark object. */
export function useDayMark(years: DayYears | null, column = 0): (day: CellValue) => TableRowMark | undefined {
  const { showWeekday, highLightWeekend } = useSettings()
  const holidays = useCalendar(years?.from ?? null, years?.to ?? null)?.marks ?? null
  const known = useMemo(() => {
    const look = { showWeekday, highLightWeekend, holidays }
    return { look, column, marks: new Map<CellValue, TableRowMark | undefined>() }
  }, [showWeekday, highLightWeekend, holidays, column])
  return useCallback(
    (day) => {
      if (!known.marks.has(day)) known.marks.set(day, dayMarkOf(day, known.look, known.column))
      return known.marks.get(day)
    },
    [known],
  )
}

interface DatedTable {
  rowCount: number
  cellAt: (row: number, column: number) => CellValue
  /** Position of the column of days, or of several, the first of which tints the row; -1 for none. */
  column: number | readonly number[]
  /** Given when not all rows are loaded. */
  years?: DayYears
}

/** Returns the table's `rowMark`. */
export function useDayRows({
  rowCount,
  cellAt,
  column,
  years,
}: DatedTable): ((row: number) => TableRowMark | undefined) | undefined {
  const wanted = [column].flat().join(',')
  const [first = -1, ...others] = useMemo(() => wanted.split(',').filter(Boolean).map(Number), [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the columns.
  const own = useMemo(() => {
    if (first < 0) return null
    const rows = Array.from({ length: rowCount }, (_, row) => row)
    return years ?? yearsOfDays([first, ...others].flatMap((at) => rows.map((row) => cellAt(row, at))))
  }, [rowCount, cellAt, wanted, years])
  const markOf = useDayMark(own, Math.max(first, 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the columns.
  return useMemo(() => {
    if (first < 0) return undefined
    const markOfRow = (row: number) => markOf(cellAt(row, first))
    if (others.length === 0) return markOfRow
    return (row: number) => {
      const found = others.flatMap((at) => {
        const mark = markOf(cellAt(row, at))
        return mark ? [{ ...mark, markedColumn: at }] : []
      })
      return found.length === 0 ? markOfRow(row) : { markedColumn: first, ...markOfRow(row), others: found }
    }
  }, [markOf, cellAt, wanted])
}
