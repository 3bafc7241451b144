// A result as the table wants it: columns in the reader's order, texts by format, marks for days.
import type { Grain, ReportInfo } from '../../../../semantic/model/types.ts'
import type { CellValue, TableColumn, TableRowMark } from '../../../../web/table/types.ts'
import type { ReportTable, ReportTableColumn } from '../../contract.ts'
import type { HolidayMarks } from '../dates/holidays.ts'
import { isUnfinished, periodText, weekdayOf, weekdays } from '../dates/periods.ts'
import { emptyText, figureText, valueText } from '../formats.ts'

export type Labels = (dictId: number, code: string) => string | undefined

export interface TableSettings {
  showWeekday: boolean
  highLightWeekend: boolean
  labels: Labels
  holidays: HolidayMarks | null
  today: string
  /** The running hour: `2026-10-12 14`. */
  hour?: string
  /** Days of this year without it: for narrow windows. */
  shortDays?: boolean
}

export interface TableModel {
  columns: TableColumn[]
  /** The result's own columns, in the order shown. */
  sources: ReportTableColumn[]
  cellAt: (row: number, column: number) => CellValue
  summary: string[] | undefined
  rowMark: ((row: number) => TableRowMark | undefined) | undefined
}

/** Positions of the result's columns in the order that the reader left them; new ones at the end. */
export function columnOrder(columns: readonly { key: string }[], wanted: readonly string[] = []): number[] {
  const place = (key: string) => {
    const at = wanted.indexOf(key)
    return at < 0 ? wanted.length : at
  }
  return columns
    .map((_, index) => index)
    .sort((one, other) => place(columns[one]?.key ?? '') - place(columns[other]?.key ?? '') || one - other)
}

const isDateColumn = ({ kind, type }: ReportTableColumn) =>
  kind === 'dimension' && (type === 'date' || type === 'datetime')

const isFigure = ({ kind }: ReportTableColumn) => kind !== 'dimension'

function formatOf(column: ReportTableColumn, grain: Grain, weekdayInText: boolean, settings: TableSettings) {
  const { labels, shortDays, today } = settings
  const thisYear = today.slice(0, 5)
  if (isFigure(column)) return (value: CellValue) => figureText(value, column.format, column.unit)
  if (isDateColumn(column)) {
    return (value: CellValue) => {
      if (typeof value !== 'string') return emptyText
      const whole = periodText(value, grain)
      const text = shortDays && grain === 'day' && whole.startsWith(thisYear) ? whole.slice(5) : whole
      return weekdayInText ? `${text} ${weekdays[weekdayOf(value)]}` : text
    }
  }
  const { dictId } = column
  if (dictId === null) return valueText
  return (value: CellValue) =>
    value === null || value === '' ? valueText(value) : (labels(dictId, String(value)) ?? valueText(value))
}

export function tableModelOf(table: ReportTable, info: ReportInfo, settings: TableSettings): TableModel {
  const grain = info.grain ?? 'day'
  const order = columnOrder(table.columns, info.columns)
  const sources = order.flatMap((index) => table.columns[index] ?? [])
  const cells = order.map((index) => table.data[index] ?? [])
  const dateAt = sources.findIndex(isDateColumn)
  const daily = grain === 'day'
  // After the first cell the table paints the weekday itself, muted; elsewhere it is part of the text.
  const weekdayInText = daily && settings.showWeekday && dateAt > 0
  const columns = sources.map((column, index): TableColumn => {
    const sorted = info.order?.find(({ key }) => key === column.key)
    return {
      key: column.key,
      title: column.title,
      unit: column.unit,
      align: isFigure(column) ? 'right' : 'left',
      format: formatOf(column, grain, weekdayInText && index === dateAt, settings),
      numeric: isFigure(column),
      ...(sorted && { sorted: sorted.desc ? 'desc' : 'asc' }),
      ...(index === 0 && !isFigure(column) && { frozen: true }),
    }
  })
  return {
    columns,
    sources,
    cellAt: (row, column) => cells[column]?.[row] ?? null,
    summary: summaryOf(table, sources, order, dateAt, daily),
    rowMark: dateAt < 0 ? undefined : rowMarks(cells[dateAt] ?? [], grain, dateAt === 0, settings),
  }
}

function summaryOf(
  table: ReportTable,
  sources: readonly ReportTableColumn[],
  order: readonly number[],
  dateAt: number,
  daily: boolean,
): string[] | undefined {
  const { summary } = table
  // Without a dimension the only row is the total already.
  if (!summary || !sources.some(({ kind }) => kind === 'dimension')) return undefined
  const days = dateAt === 0 && daily && sources.filter(({ kind }) => kind === 'dimension').length === 1
  const label = days ? `合计 ${table.rowCount} 天` : '合计'
  const first = sources.findIndex(({ kind }) => kind === 'dimension')
  return sources.map((column, index) => {
    if (isFigure(column)) return figureText(summary[order[index] ?? -1] ?? null, column.format, column.unit)
    return index === first ? label : ''
  })
}

function rowMarks(days: readonly CellValue[], grain: Grain, atFront: boolean, settings: TableSettings) {
  const daily = grain === 'day' || grain === 'hour'
  const known = new Map<string, TableRowMark>()
  const markOf = (day: string): TableRowMark => {
    const date = day.slice(0, 10)
    const holiday = daily ? settings.holidays?.(date) : undefined
    const weekday = weekdayOf(date)
    const weekend = holiday === '休' || ((weekday === 0 || weekday === 6) && holiday !== '班')
    return {
      tint: daily && settings.highLightWeekend && weekend,
      unfinished: isUnfinished(day, grain, settings.today, settings.hour),
      ...(grain === 'day' && atFront && settings.showWeekday ? { weekday: weekdays[weekday] } : {}),
      ...(grain === 'day' && atFront && holiday ? { holiday } : {}),
    }
  }
  return (row: number): TableRowMark | undefined => {
    const day = days[row]
    if (typeof day !== 'string' || day.length < 10) return undefined
    let mark = known.get(day)
    if (!mark) {
      mark = markOf(day)
      known.set(day, mark)
    }
    return mark
  }
}
