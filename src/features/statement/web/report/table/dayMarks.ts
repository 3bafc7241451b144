// Marks rows and cells by day: weekends and holidays, incomplete days, and cohort columns whose day is
// incomplete.

import { beginsOn, endsOn } from '#semantic/model/returns.ts'
import { isForecast } from '#semantic/model/shown/columns.ts'
import { isUnfinished, periodEnd, weekdayOf, weekdays } from '#semantic/model/shown/periods.ts'
import type { Grain } from '#semantic/model/types.ts'
import type { CellValue, TableRowMark } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'
import type { HolidayMarks } from '#features/statement/web/dates/holidays.ts'

interface DaySettings {
  showWeekday: boolean
  highLightWeekend: boolean
  holidays: HolidayMarks | null
  /** Whether the calendar has a note on a day. */
  isNoted?: ((day: string) => boolean) | undefined
  /** Whether figures of these days were restated, both inclusive. */
  isRestated?: ((from: string, to: string) => boolean) | undefined
  /** Whether data of these days does not meet a check, both inclusive. */
  isDoubted?: ((from: string, to: string) => boolean) | undefined
  today: string
  /** The current hour: `2026-10-12 14`. */
  hour?: string
  grain: Grain
  /** Index of the date column in the table. */
  column?: number
  /** First incomplete day, by the server. */
  unfinishedFrom: string | null
  /** Periods that the requested days only partly cover, by their first day. */
  cuts?: ReportTableColumn['cuts']
}

/**
 * Cohort columns whose day is running: it has begun for the first players of the period and is incomplete for
 * the last ones.
 */
function unfinishedKeys(day: string, columns: readonly ReportTableColumn[], settings: DaySettings): string[] {
  const { grain, unfinishedFrom, today } = settings
  const edge = unfinishedFrom ?? today
  return columns.flatMap((column) => {
    if (column.day === undefined) return []
    const hasCome = beginsOn(day, column) <= edge
    return hasCome && endsOn(periodEnd(day, grain), column) >= edge ? [column.key] : []
  })
}

/** The marks of a day's row; the same day has the same mark object. */
export function dayMarks(
  columns: readonly ReportTableColumn[],
  settings: DaySettings,
): (day: CellValue) => TableRowMark | undefined {
  const {
    grain,
    holidays,
    today,
    hour,
    showWeekday,
    highLightWeekend,
    unfinishedFrom,
    cuts,
    isNoted,
    isRestated,
    isDoubted,
    column = 0,
  } = settings
  const daily = grain === 'day' || grain === 'hour'
  const cohorts = columns.filter((one) => one.day !== undefined && !isForecast(one))
  const known = new Map<string, TableRowMark>()
  const isRunning = (day: string) =>
    unfinishedFrom === null || grain === 'hour'
      ? isUnfinished(day, grain, today, hour)
      : periodEnd(day, grain) >= unfinishedFrom
  const markOf = (day: string): TableRowMark => {
    const date = day.slice(0, 10)
    const holiday = daily ? holidays?.(date) : undefined
    const weekday = weekdayOf(date)
    const weekend = holiday === '休' || ((weekday === 0 || weekday === 6) && holiday !== '班')
    const keys = cohorts.length > 0 ? unfinishedKeys(date, cohorts, settings) : []
    return {
      tint: daily && highLightWeekend && weekend,
      unfinished: isRunning(day),
      ...(cuts?.[date] !== undefined && { cut: true }),
      ...(grain === 'day' && showWeekday ? { weekday: weekdays[weekday] } : {}),
      ...(grain === 'day' && holiday ? { holiday } : {}),
      ...(isRestated?.(date, periodEnd(date, grain)) && { restated: true }),
      ...(isDoubted?.(date, periodEnd(date, grain)) && { doubted: true }),
      ...(grain === 'day' && isNoted?.(date) && { noted: true }),
      ...(column > 0 && { markedColumn: column }),
      ...(keys.length > 0 && { unfinishedKeys: keys }),
    }
  }
  return (day) => {
    if (typeof day !== 'string' || day.length < 10) return undefined
    let mark = known.get(day)
    if (!mark) {
      mark = markOf(day)
      known.set(day, mark)
    }
    return mark
  }
}

/** A column of days, and the marks of its days. */
interface DayColumn {
  column: number
  markOf: (day: CellValue) => TableRowMark | undefined
}

/**
 * The mark of a row with several columns of days: the first one says how the row looks, each marks its own cell. Rows
 * of the same days have the same mark object.
 */
export function marksOfDays(
  days: readonly DayColumn[],
  dayAt: (row: number, at: number) => CellValue,
): (row: number) => TableRowMark | undefined {
  const [first, ...rest] = days
  if (!first) return () => undefined
  const known = new Map<string, TableRowMark>()
  return (row) => {
    const mark = first.markOf(dayAt(row, 0))
    if (rest.length === 0) return mark
    const found = rest.flatMap(({ column, markOf }, at) => {
      const other = markOf(dayAt(row, at + 1))
      return other ? [{ ...other, markedColumn: column }] : []
    })
    if (found.length === 0) return mark
    const key = days.map((_, at) => dayAt(row, at)).join()
    const same = known.get(key) ?? { markedColumn: first.column, ...mark, others: found }
    known.set(key, same)
    return same
  }
}
