// LTV, ROI and retention as curves: a line for the total and for each cohort, over the numbers of days.
//
//   days 1, 7, 30     合计  5  12  20      cells of cohorts whose days are not over are forecast, or left out
//                     x     6  14  –       across: the mean cost of a player, or the line of ROI 100%
import type { PlotPlace, PlotSeries } from '#shared/plot/plot.ts'
import { endsOn, unitWords } from '../returns.ts'
import type { ReportInfo } from '../types.ts'
import { firstDayText } from '../valueDays.ts'
import { type ChartFigure, isPercent } from './chartFigures.ts'
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
    one.role === role && one.day !== undefined ? [{ column: one, at, day: one.day }] : [],
  )
  if (points.length < 2) return null
  const isOver = overIn(table, info, around.today)
  const dimensions = dimensionPlaces(table)
  const rows = dimensions.length === 0 ? [] : wholeRows(table)
  const shown = chosen(rows, table)
  const nameOf = nameOfRow(table, dimensions, info.grain ?? 'day', around.labels)
  const columns = points.map((one) => one.column.key)
  const aheadOf = role === 'worth' ? aheadIn(table.columns, points) : () => ({})
  const ofRow = (row: number, hue: number): PlotSeries => ({
    name: nameOf(row),
    hue,
    values: points.map((one) => (isOver(row, one.column) ? numberOf(table.data[one.at]?.[row]) : null)),
    source: { column: columns[0] ?? '', row, rows: points.map(() => row), columns },
  })
  const withAhead = (one: PlotSeries, cellAt: CellAt): PlotSeries => ({
    ...one,
    ...aheadOf(one.values, cellAt),
  })
  const cells = table.summary ?? table.data.map((own) => own[0] ?? null)
  const total: PlotSeries = {
    name: totalName,
    hue: 0,
    values: points.map(({ at }) => numberOf(cells[at])),
    source: { column: columns[0] ?? '', row: null, rows: points.map(() => null), columns },
  }
  const series = [
    withAhead(total, (at) => numberOf(cells[at])),
    ...shown.map((row, at) => withAhead(ofRow(row, at + 1), (place) => numberOf(table.data[place]?.[row]))),
  ]
  return {
    left: rows.length - shown.length,
    plot: {
      ...plotBase('line', { column }, info),
      unit: role === 'recovered' || isPercent(column) ? '%' : unit,
      places: points.map((one) => placeOf(one.column)),
      series,
      bands: aheadBand(series),
      notes: [],
      limits: limitsOf(table, cells, role),
      unfinishedFrom: null,
    },
  }
}

type CellAt = (column: number) => number | null

/** Forecasts in place of the figures that they are of, with their intervals. */
function aheadIn(
  columns: readonly ResultColumn[],
  points: readonly { column: ResultColumn }[],
): (values: PlotSeries['values'], cellAt: CellAt) => Partial<PlotSeries> {
  const findAt = (role: ResultColumn['role'], day: number | undefined): number =>
    columns.findIndex((one) => one.role === role && one.day === day)
  const places = points.map(({ column: { day } }) => ({
    expected: findAt('expected', day),
    low: findAt('low', day),
    high: findAt('high', day),
  }))
  return (values, cellAt) => {
    const read = (name: 'expected' | 'low' | 'high') =>
      places.map((place) => (place[name] < 0 ? null : cellAt(place[name])))
    const expected = read('expected')
    const ahead = expected.map((value) => value !== null)
    if (!ahead.includes(true)) return {}
    return {
      values: values.map((value, at) => expected[at] ?? value),
      ahead,
      expected: { name: '预测的 80% 区间', low: read('low'), high: read('high') },
    }
  }
}

/** From the first forecast of any line to the last. */
function aheadBand(series: readonly PlotSeries[]): { from: number; to: number; name: string }[] {
  const places = series.flatMap(({ ahead = [] }) => ahead.flatMap((isAhead, at) => (isAhead ? [at] : [])))
  return places.length === 0 ? [] : [{ from: Math.min(...places), to: Math.max(...places), name: '预测' }]
}

/** LTV counts its first day as day 1, retention as day 0. */
function placeOf(column: ResultColumn): PlotPlace {
  const { role, day = 0, since = day, per = 'day', title } = column
  if (role === 'worth' || role === 'earned' || role === 'recovered')
    return { label: `${day + 1} 天`, title: `前 ${day + 1} 天（${firstDayText}）` }
  return { label: `${since === day ? day : `${since}–${day}`} ${unitWords[per]}`, title }
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
  return (row, column) => {
    const first = table.data[dayAt]?.[row]
    if (typeof first !== 'string' || grain !== 'day') return true
    return endsOn(periodEnd(first, grain), column) < (table.unfinishedFrom ?? today)
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
