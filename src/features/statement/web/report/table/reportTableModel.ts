// Converts a result for the table: columns in the reader's order, formatted texts, marks of rows and cells.

import { changeText, directionOf } from '#semantic/model/shown/changes.ts'
import { labelsApart } from '#semantic/model/shown/result.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { CellValue, TableColumn, TableRowMark } from '#web/table/types.ts'
import type { ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import type { HolidayMarks } from '#features/statement/web/dates/holidays.ts'
import {
  columnOrder,
  grainOfColumn,
  isDateColumn,
  isDifference,
  isFigure,
  isForecast,
  type Labels,
  shownColumns,
  tableColumns,
  totalOf,
} from './columns.ts'
import { dayMarks, marksOfDays } from './dayMarks.ts'
import { doubtedDays } from './doubts.ts'
import { bothClasses, heatClasses, heatScale, isHatched } from './heat.ts'
import { restatedDays } from './restated.ts'
import { everyRow, hasSubtotals, type ShownRows } from './rowTree.ts'

export type { Labels } from './columns.ts'

interface TableSettings {
  showWeekday: boolean
  highLightWeekend: boolean
  labels: Labels
  holidays: HolidayMarks | null
  /** Whether the calendar has a note on a day. */
  isNoted?: ((day: string) => boolean) | undefined
  today: string
  /** The current hour: `2026-10-12 14`. */
  hour?: string
  /** Omits the year of days of the current year, for narrow windows. */
  shortDays?: boolean
  /** Shows the other period's figures beside their changes. */
  showPrevious?: boolean
}

export interface ReportTableModel {
  columns: TableColumn[]
  /** The shown columns of the result, in display order. */
  sources: ReportTableColumn[]
  rowCount: number
  cellAt: (row: number, column: number) => CellValue
  /** 小计, 其他, and the empty text where a subtotal has no value. */
  textAt: ((row: number, column: number) => string | undefined) | undefined
  cellClass: (row: number, column: number) => string | undefined
  summary: string[] | undefined
  /** The figures behind the totals' texts; null where a text has no figure. */
  totals: readonly CellValue[] | undefined
  rowMark: ((row: number) => TableRowMark | undefined) | undefined
  /** Number of dimensions that a shown row is grouped by. */
  levelOf: (row: number) => number
  isOther: (row: number) => boolean
  /** Index of a shown row in the result. */
  sourceRow: (row: number) => number
}

/** The table's row index of the totals. */
export const totalsRow = -1

export function tableModelOf(
  table: ReportTable,
  info: ReportInfo,
  settings: TableSettings,
  rows: ShownRows = everyRow(table.rowCount),
): ReportTableModel {
  const order = shownColumns(
    table.columns,
    columnOrder(table.columns, info.columns),
    settings.showPrevious ?? false,
  )
  const sources = order.flatMap((index) => table.columns[index] ?? [])
  const cells = order.map((index) => table.data[index] ?? [])
  const dateAt = sources.findIndex(isDateColumn)
  const { sourceOf } = rows
  const { levels, others } = table
  const deepest = info.dims.length
  const levelOf = (row: number) => (row === totalsRow ? 0 : (levels?.[sourceOf(row)] ?? deepest))
  const isOther = (row: number) => others?.[sourceOf(row)] ?? false
  const totals = order.map((index) => table.summary?.[index] ?? null)
  const cellAt = (row: number, column: number) =>
    (row === totalsRow ? totals[column] : cells[column]?.[sourceOf(row)]) ?? null
  const shape: Shape = { sources, info, table, levelOf, isOther, cellAt, order }
  const { shortDays = false, today } = settings
  const labels = labelsApart(sources, cells, settings.labels)
  const summary = summaryOf(shape, dateAt)
  const rowMark = rowMarks(shape, dateAt, settings)
  return {
    columns: tableColumns({
      sources,
      info,
      settings: { weekdayInText: false, shortDays, labels, today },
      dateAt,
      levels: hasSubtotals(levels, deepest) ? deepest : 0,
    }),
    sources,
    rowCount: rows.count,
    cellAt,
    textAt: levels || others ? rowTexts(shape) : undefined,
    cellClass: withHeat(shape, cellClasses(shape), rows.count, rowMark),
    summary,
    totals: summary && totals,
    rowMark,
    levelOf,
    isOther,
    sourceRow: sourceOf,
  }
}

interface Shape {
  sources: readonly ReportTableColumn[]
  info: ReportInfo
  table: ReportTable
  levelOf: (row: number) => number
  isOther: (row: number) => boolean
  cellAt: ReportTableModel['cellAt']
  /** Position of each shown column in the result. */
  order: readonly number[]
}

/** Index of each column's dimension in the report; -1 for figures. */
const dimensionPlaces = ({ sources, info }: Shape): number[] =>
  sources.map((column) => (column.kind === 'dimension' ? info.dims.indexOf(Number(column.key.slice(1))) : -1))

/** A subtotal shows 小计 in the first dimension it is not grouped by; the rest shows 其他 in the ranked dimension. */
function rowTexts(shape: Shape): ReportTableModel['textAt'] {
  const places = dimensionPlaces(shape)
  const { levelOf, isOther, info } = shape
  return (row, column) => {
    const place = places[column] ?? -1
    if (place < 0) return undefined
    const level = levelOf(row)
    if (place < level) {
      return info.top?.dim === info.dims[place] && isOther(row) ? '其他' : undefined
    }
    return place === level ? '小计' : ''
  }
}

/** Classes for directions of changes, for muted repetitions, and for totals that are not sums. */
function cellClasses(shape: Shape): ReportTableModel['cellClass'] {
  const { sources, table, levelOf, isOther, cellAt, order, info } = shape
  const places = dimensionPlaces(shape)
  const deepest = info.dims.length
  const isChange = sources.map(({ role }) => role === 'change')
  const isAhead = sources.map(isForecast)
  const isQuiet = sources.map(({ role }) => role === 'previous' || role === 'share')
  const wholes = sources.map((column) => totalOf(column) !== undefined)
  const totals = order.map((index) => table.summary?.[index] ?? null)
  const toneOf = (value: CellValue) => {
    const direction = directionOf(value)
    return direction === 'none' ? 'data-table-quiet' : `data-table-${direction}`
  }
  const quiet = 'data-table-quiet'
  const aheadClass = `${quiet} data-table-hatch`
  return (row, column) => {
    if (isChange[column]) return toneOf(row === totalsRow ? (totals[column] ?? null) : cellAt(row, column))
    if (isAhead[column])
      return (row === totalsRow ? (totals[column] ?? null) : cellAt(row, column)) === null
        ? quiet
        : aheadClass
    if (row === totalsRow) {
      return wholes[column] && totals[column] !== null ? 'data-table-whole' : undefined
    }
    if (isQuiet[column]) return quiet
    const place = places[column] ?? -1
    if (place < 0) return undefined
    if (isOther(row) && info.top?.dim === info.dims[place]) return quiet
    if (!table.levels) return undefined
    const level = levelOf(row)
    // Mutes the values repeated from the subtotal above, and the word 小计.
    return place >= level || place < Math.min(level, deepest) - 1 ? quiet : undefined
  }
}

/** Shades only plain rows: subtotals, the rest and hatched cells are not compared. */
function withHeat(
  shape: Shape,
  classOf: ReportTableModel['cellClass'],
  rowCount: number,
  rowMark: ReportTableModel['rowMark'],
) {
  const { sources, info, cellAt, levelOf, isOther } = shape
  if (!info.heat) return classOf
  const deepest = info.dims.length
  const heatOf = heatClasses({
    heat: info.heat,
    rowCount,
    cellAt,
    scales: sources.map(heatScale),
    isPart: (row, column) =>
      levelOf(row) === deepest && !isOther(row) && !isHatched(rowMark?.(row), sources[column]?.key),
  })
  return (row: number, column: number) => bothClasses(classOf(row, column), heatOf(row, column))
}

function summaryOf({ sources, table, order, info }: Shape, dateAt: number): string[] | undefined {
  const { summary } = table
  const isDimension = ({ kind, role }: ReportTableColumn) => kind === 'dimension' || role === 'bucket'
  // Without a dimension the only row is already the total.
  if (!summary || !sources.some(isDimension)) return undefined
  const daily = grainOfColumn(sources[dateAt], info.grain) === 'day'
  const days = dateAt === 0 && daily && sources.filter(isDimension).length === 1
  const label = days ? `合计 ${table.rowCount} 天` : '合计'
  const first = sources.findIndex(isDimension)
  const columns = tableColumns({
    sources,
    info,
    settings: { weekdayInText: false, shortDays: false, labels: () => undefined, today: '' },
    dateAt,
    levels: 0,
  })
  return sources.map((column, index) => {
    const total = summary[order[index] ?? -1] ?? null
    if (column.role === 'change') return changeText(total, isDifference(column))
    if (isFigure(column)) return columns[index]?.format(total) ?? ''
    return index === first ? label : ''
  })
}

function rowMarks(
  { sources, table, levelOf, cellAt, info }: Shape,
  dateAt: number,
  settings: TableSettings,
): ReportTableModel['rowMark'] {
  const { levels, unfinishedFrom } = table
  if (dateAt < 0 && !levels) return undefined
  const { showWeekday, highLightWeekend, holidays, isNoted, today, hour } = settings
  const isRestated = restatedDays(table.restated)
  const isDoubted = doubtedDays(table.doubts)
  const days = sources.flatMap((source, column) => {
    if (!isDateColumn(source)) return []
    const markOf = dayMarks(sources, {
      ...{
        showWeekday,
        highLightWeekend,
        holidays,
        isNoted,
        isRestated,
        isDoubted,
        today,
        unfinishedFrom,
        column,
      },
      ...(hour !== undefined && { hour }),
      grain: grainOfColumn(source, info.grain),
      cuts: source.cuts,
    })
    return [{ column, markOf }]
  })
  const markOf = marksOfDays(days, (row, at) => cellAt(row, days[at]?.column ?? -1))
  const deepest = info.dims.length
  const isSubtotal = (row: number) => levels !== null && levelOf(row) < deepest
  return (row) => {
    const mark = markOf(row)
    return isSubtotal(row) ? { ...mark, subtotal: true } : mark
  }
}
