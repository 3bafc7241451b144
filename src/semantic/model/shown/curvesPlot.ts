// LTV and ROI as curves: a line for the total and for each cohort, over the numbers of days.
//
//   days 1, 7, 30     合计  5  12  20      cells of cohorts whose days are not over are left out
//                     x     6  14  –       across: the mean cost of a player, or the line of ROI 100%
import { shiftDay } from '#shared/day.ts'
import type { PlotSeries } from '#shared/plot/plot.ts'
import type { ReportInfo } from '../types.ts'
import { firstDayText } from '../valueDays.ts'
import type { ChartFigure } from './chartFigures.ts'
import { grainOfColumn, isDateColumn } from './columns.ts'
import { periodEnd } from './periods.ts'
import {
  type DrawnChart,
  dimensionPlaces,
  mostSeries,
  nameOfRow,
  numberOf,
  type PlotSurroundings,
  plotBase,
  wholeRows,
} from './plotRows.ts'
import type { ResultColumn, ResultTable } from './result.ts'

const totalName = '合计'

/** Null where the figure has no number of days, or only one. */
export function curvesPlot(
  table: ResultTable,
  info: ReportInfo,
  { column }: Pick<ChartFigure, 'column'>,
  around: Pick<PlotSurroundings, 'labels' | 'today'>,
): DrawnChart | null {
  const { role, unit } = column
  const points = table.columns.flatMap((one, at) =>
    one.role === role && one.day !== undefined ? [{ column: one, at, days: one.day + 1 }] : [],
  )
  if (points.length < 2) return null
  const isOver = overIn(table, info, around.today)
  const dimensions = dimensionPlaces(table)
  const rows = dimensions.length === 0 ? [] : wholeRows(table)
  const shown = chosen(rows, table)
  const nameOf = nameOfRow(table, dimensions, info.grain ?? 'day', around.labels)
  const columns = points.map((one) => one.column.key)
  const ofRow = (row: number, hue: number): PlotSeries => ({
    name: nameOf(row),
    hue,
    values: points.map((one) => (isOver(row, one.column) ? numberOf(table.data[one.at]?.[row]) : null)),
    source: { column: columns[0] ?? '', row, rows: points.map(() => row), columns },
  })
  const cells = table.summary ?? table.data.map((own) => own[0] ?? null)
  const total: PlotSeries = {
    name: totalName,
    hue: 0,
    values: points.map(({ at }) => numberOf(cells[at])),
    source: { column: columns[0] ?? '', row: null, rows: points.map(() => null), columns },
  }
  return {
    left: rows.length - shown.length,
    plot: {
      ...plotBase('line', { column }, info),
      unit: role === 'recovered' ? '%' : unit,
      places: points.map(({ days }) => ({
        label: `${days} 天`,
        title: `前 ${days} 天（${firstDayText}）`,
      })),
      series: [total, ...shown.map((row, at) => ofRow(row, at + 1))],
      bands: [],
      notes: [],
      limits: limitsOf(table, cells, role),
      unfinishedFrom: null,
    },
  }
}

/** The latest days, or the largest cohorts; one line is the total's. */
function chosen(rows: number[], table: ResultTable): number[] {
  const dayAt = table.columns.findIndex(isDateColumn)
  const sizeAt = table.columns.findIndex(({ role }) => role === 'size')
  const sizeOf = (row: number): number => numberOf(table.data[sizeAt]?.[row]) ?? 0
  const dayOf = (row: number): string => String(table.data[dayAt]?.[row])
  const sorted =
    dayAt >= 0
      ? rows.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)))
      : rows.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  return sorted.slice(0, mostSeries - 1)
}

/** Whether a row's n days are over; rows without a day are made of such cohorts alone. */
function overIn(
  table: ResultTable,
  info: ReportInfo,
  today: string,
): (row: number, column: ResultColumn) => boolean {
  const dayAt = table.columns.findIndex(isDateColumn)
  const grain = grainOfColumn(table.columns[dayAt], info.grain)
  return (row, { day = 0 }) => {
    const first = table.data[dayAt]?.[row]
    if (typeof first !== 'string' || grain !== 'day') return true
    return shiftDay(periodEnd(first, grain), day) < (table.unfinishedFrom ?? today)
  }
}

function limitsOf(
  table: ResultTable,
  cells: ResultTable['summary'] & object,
  role: ResultColumn['role'],
): { value: number; title: string }[] {
  if (role === 'recovered') return [{ value: 1, title: '回本 100%' }]
  const at = table.columns.findIndex((column) => column.role === 'each')
  const cost = at < 0 || role !== 'worth' ? null : numberOf(cells[at])
  return cost === null ? [] : [{ value: cost, title: table.columns[at]?.title ?? '' }]
}
