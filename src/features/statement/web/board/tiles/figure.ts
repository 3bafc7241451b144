// What a large figure tells of its report's figures: the figure, its change, the days behind it.

import type { FigureTile } from '#semantic/model/board/types.ts'
import { isUnfinished } from '#semantic/model/shown/periods.ts'
import type { Comparison } from '#semantic/model/types.ts'
import { shiftDay } from '#shared/day.ts'
import type { Cell, ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import { businessHour } from '#features/statement/web/dates/days.ts'
import { isDateColumn } from '#features/statement/web/report/table/columns.ts'
import type { TileFigures } from './useTileAnswer.ts'

export interface FigureTold {
  column: ReportTableColumn
  value: Cell
  /** The day or the days of the figure. */
  when: string
  /** The row behind it; null: the total. */
  row: number | null
  change: { value: Cell; column: ReportTableColumn; against: string } | null
  /** Days whose figures should be there by now are missing. */
  isLate: boolean
  /** Finished days, oldest first. */
  line: (number | null)[]
}

const dayWords: Partial<Record<Comparison, string>> = {
  previous: '较前一日',
  week: '较上周同日',
  year52: '较 52 周前',
  year: '较去年同日',
  lunar: '较上个春节同日',
}
const rangeWords: Partial<Record<Comparison, string>> = {
  previous: '较上期',
  week: '较上周同期',
  year52: '较 52 周前',
  year: '较去年同期',
  lunar: '较上个春节同期',
}

export const numberOf = (value: Cell | undefined): number | null => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Null where the report has no such figure any more. */
export function figureTold(
  tile: FigureTile,
  { table, info }: TileFigures,
  today: string,
  hour = businessHour(),
): FigureTold | null {
  const at = table.columns.findIndex(({ key }) => key === tile.key)
  const column = table.columns[at]
  if (!column) return null
  const dayAt = table.columns.findIndex(isDateColumn)
  const rows = dayRows(table, dayAt)
  const finished = rows.filter(({ day }) => !isUnfinished(day, info.grain ?? 'day', today))
  const isDay = tile.of === 'day' && dayAt >= 0
  const row = isDay ? (finished.at(-1)?.row ?? null) : null
  const cellOf = (place: number): Cell =>
    (row === null ? (isDay ? null : table.summary?.[place]) : table.data[place]?.[row]) ?? null
  const changeAt = table.columns.findIndex(({ of, role }) => of === tile.key && role === 'change')
  const changed = table.columns[changeAt]
  const words = isDay ? dayWords : rangeWords
  return {
    column,
    value: cellOf(at),
    when: isDay ? dayText(finished.at(-1)?.day ?? '', today) : rangeTextOf(table),
    row,
    change: changed
      ? { value: cellOf(changeAt), column: changed, against: words[info.compare ?? 'previous'] ?? '' }
      : null,
    isLate: isDay && isOverdue(finished.at(-1)?.day, table, today, hour),
    line: finished.map(({ row: one }) => numberOf(table.data[at]?.[one])),
  }
}

/** By this hour of the business's clock the previous day's data is expected. */
const dueHour = 10

/** Yesterday is among the asked days, and has no row though it is due. */
function isOverdue(last: string | undefined, { range }: ReportTable, today: string, hour: string): boolean {
  if (last === undefined || !range) return false
  const due = shiftDay(today, Number(hour.slice(11, 13)) >= dueHour ? -1 : -2)
  return range.to >= due && last < due
}

function dayRows(table: ReportTable, dayAt: number): { row: number; day: string }[] {
  if (dayAt < 0) return []
  return (table.data[dayAt] ?? [])
    .flatMap((day, row) => (typeof day === 'string' ? [{ row, day }] : []))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

const dayText = (day: string, today: string): string => {
  const behind = (Date.parse(today) - Date.parse(day)) / 86_400_000
  return behind === 1 ? '昨日' : behind === 2 ? '前日' : day.slice(5)
}

const rangeTextOf = ({ range }: ReportTable): string =>
  range
    ? range.from === range.to
      ? range.from.slice(5)
      : `${range.from.slice(5)} – ${range.to.slice(5)}`
    : ''
