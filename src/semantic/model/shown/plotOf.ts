// A report's figures as a plot: rows become places and series, in the order of days or of the table.

import type { PlotKind, PlotPlace, PlotSeries } from '#shared/plot/plot.ts'
import { absent, lifeStates, stateTitles } from '../activity.ts'
import { endsOn } from '../returns.ts'
import type { ChartKind, Grain, ReportInfo } from '../types.ts'
import { bandsOf, notesOf } from './bands.ts'
import type { ChartFigure } from './chartFigures.ts'
import type { ChartShape } from './chartKinds.ts'
import { grainOfColumn, isDateColumn } from './columns.ts'
import { comparedLabel } from './compared.ts'
import { curvesPlot } from './curvesPlot.ts'
import { flowsPlot } from './flowsPlot.ts'
import { isUnfinished, periodEnd, periodText, weekdayOf, weekdays } from './periods.ts'
import {
  type DrawnChart,
  dimensionPlaces,
  mostSeries,
  nameOfRow,
  numberOf,
  type PlotSurroundings,
  plotBase,
  textOf,
  wholeRows,
} from './plotRows.ts'
import type { ResultCell, ResultColumn, ResultTable } from './result.ts'

/** In the order of the colours. */
const flowNames = ([...lifeStates, absent] as const).map((state) => stateTitles[state])
const mostNames = 40
const mostDays = 3_000

export function plotOf(
  table: ResultTable,
  info: ReportInfo,
  shape: ChartShape,
  asked: ChartKind,
  figures: readonly ChartFigure[],
  around: PlotSurroundings,
): DrawnChart | null {
  const [first] = figures
  if (!first) return null
  if (shape === 'flows') return flowsPlot(table, info, first, flowNames)
  if (asked === 'curve' || (shape === 'curves' && asked === 'line')) {
    const curves = curvesPlot(table, info, first, around)
    if (curves) return curves
  }
  const kind = asked === 'curve' ? 'line' : asked
  if (shape === 'steps') return stepsPlot(table, kind)
  if (kind === 'heatmap') return cohortsPlot(table, info, around)
  const dayAt = table.columns.findIndex(isDateColumn)
  if (dayAt >= 0 && kind !== 'pie') return daysPlot(table, info, kind, dayAt, figures, around)
  return namesPlot(table, info, kind, figures, around)
}

// ---- days

function daysPlot(
  table: ResultTable,
  info: ReportInfo,
  kind: PlotKind,
  dayAt: number,
  figures: readonly ChartFigure[],
  around: PlotSurroundings,
): DrawnChart | null {
  const grain = grainOfColumn(table.columns[dayAt], info.grain)
  const days = table.data[dayAt] ?? []
  const rows = wholeRows(table).filter((row) => typeof days[row] === 'string')
  const known = [...new Set(rows.map((row) => String(days[row])))].sort().slice(-mostDays)
  if (known.length === 0) return null
  const placeOf = new Map(known.map((day, at) => [day, at]))
  const others = dimensionPlaces(table).filter((at) => at !== dayAt)
  const fill = (of: readonly number[], column: number) => {
    const values: (number | null)[] = known.map(() => null)
    for (const row of of) {
      const place = placeOf.get(String(days[row]))
      if (place !== undefined) values[place] = numberOf(table.data[column]?.[row])
    }
    return values
  }
  const seriesOf = (name: string, hue: number, figure: ChartFigure, of: readonly number[]): PlotSeries => {
    const previous = figure.previousAt >= 0 ? fill(of, figure.previousAt) : undefined
    const row = others.length > 0 ? (of[0] ?? null) : null
    const source = {
      column: figure.key,
      row,
      rows: rowsAt(known.length, of, (one) => placeOf.get(String(days[one]))),
    }
    return { name, hue, values: fill(of, figure.at), source, ...(previous && { previous }) }
  }
  const first = figures[0] as ChartFigure
  let series: PlotSeries[]
  let left = 0
  if (others.length === 0) {
    series = figures.map((figure, hue) => seriesOf(figure.title, hue, figure, rows))
  } else {
    const groups = groupRows(rows, nameOfRow(table, others, grain, around.labels))
    const largest = rankGroups(groups, table.data[first.at] ?? [])
    left = Math.max(0, largest.length - mostSeries)
    series = largest
      .slice(0, mostSeries)
      .map(([name, of], hue) => seriesOf(name, hue, first, of))
      // Compared lines beside many series would be a tangle.
      .map((one, _, all) => (all.length > 3 ? { ...one, previous: undefined } : one))
      .map(({ previous, ...one }) => (previous ? { ...one, previous } : one))
  }
  return {
    left,
    plot: {
      ...plotBase(kind, first, info),
      places: known.map((day) =>
        dayPlace(day, known, grain, around, comparedLabel(info, table), table.columns[dayAt]?.cuts, table),
      ),
      series,
      bands: around.highlights ? bandsOf(known, grain, around.calendar) : [],
      notes: notesOf(known, grain, around.calendar),
      unfinishedFrom: firstUnfinished(known, grain, table, first.column, around),
    },
  }
}

/** The row of each place; null where it has none. */
function rowsAt(
  count: number,
  rows: readonly number[],
  placeOf: (row: number) => number | undefined,
): (number | null)[] {
  const found = new Array<number | null>(count).fill(null)
  for (const row of rows) {
    const place = placeOf(row)
    if (place !== undefined) found[place] = row
  }
  return found
}

function groupRows(rows: readonly number[], nameOf: (row: number) => string): [string, number[]][] {
  const groups = new Map<string, number[]>()
  for (const row of rows) {
    const name = nameOf(row)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return [...groups]
}

/** Largest first; the sums only determine the order and are never shown. */
function rankGroups(groups: [string, number[]][], values: readonly ResultCell[]): [string, number[]][] {
  const weight = new Map(
    groups.map(([name, of]) => [name, of.reduce((sum, row) => sum + (numberOf(values[row]) ?? 0), 0)]),
  )
  return [...groups].sort(([one], [other]) => (weight.get(other) ?? 0) - (weight.get(one) ?? 0))
}

function dayPlace(
  day: string,
  days: readonly string[],
  grain: Grain,
  { calendar }: PlotSurroundings,
  before: (day: string) => string | undefined,
  cuts: ResultColumn['cuts'],
  { restated = [] }: Pick<ResultTable, 'restated'>,
): PlotPlace {
  const cut = cuts?.[day.slice(0, 10)]
  const whole = cut ?? periodText(day, grain)
  const years = days[0]?.slice(0, 4) !== days.at(-1)?.slice(0, 4) && days.length > 200
  // The axis has no room for the days of an incomplete month.
  const short = grain === 'week' ? whole.slice(0, 10) : periodText(day, grain)
  const label = (grain === 'day' || grain === 'week' || grain === 'hour') && !years ? short.slice(5) : short
  const name = grain === 'day' ? (calendar?.nameOf(day) ?? '') : ''
  const from = day.slice(0, 10)
  const to = periodEnd(from, grain)
  const mark = restated.some((one) => one.day >= from && one.day <= to) ? '有修订' : ''
  const weekday = grain === 'day' ? weekdays[weekdayOf(day)] : ''
  const title = [whole, weekday, name, mark].filter(Boolean).join(' ')
  const previousLabel = before(day)
  return { label, title, ...(previousLabel && { previousLabel }), ...(cut && { cut: true }) }
}

/** `later`: days after a cohort's first on which its figure is known. */
function isGrowing(
  day: string,
  grain: Grain,
  { unfinishedFrom }: ResultTable,
  later: ResultColumn,
  { today, hour }: PlotSurroundings,
): boolean {
  if (grain === 'hour') return isUnfinished(day, grain, today, hour)
  return endsOn(periodEnd(day, grain), later) >= (unfinishedFrom ?? today)
}

function firstUnfinished(
  days: readonly string[],
  grain: Grain,
  table: ResultTable,
  later: ResultColumn,
  around: PlotSurroundings,
): number | null {
  const at = days.findIndex((day) => isGrowing(day, grain, table, later, around))
  return at < 0 ? null : at
}

// ---- names

function namesPlot(
  table: ResultTable,
  info: ReportInfo,
  kind: PlotKind,
  figures: readonly ChartFigure[],
  { labels }: PlotSurroundings,
): DrawnChart {
  const grain = info.grain ?? 'day'
  const first = figures[0] as ChartFigure
  const rows = wholeRows(table)
  const dimensions = dimensionPlaces(table)
  const splits = dimensions.length > 1 && (kind === 'stacked' || kind === 'column')
  const placesBy = splits ? dimensions.slice(0, 1) : dimensions
  const places = groupRows(rows, nameOfRow(table, placesBy, grain, labels))
  const most = kind === 'pie' ? mostSeries : mostNames
  const shown = places.slice(0, most)
  const placeOf = new Map(shown.flatMap(([, of], at) => of.map((row) => [row, at])))
  const fill = (of: readonly number[], column: number) => {
    const values: (number | null)[] = shown.map(() => null)
    for (const row of of) {
      const place = placeOf.get(row)
      if (place !== undefined) values[place] = numberOf(table.data[column]?.[row])
    }
    return values
  }
  const seriesOf = (name: string, hue: number, figure: ChartFigure, of: readonly number[]): PlotSeries => ({
    name,
    hue,
    values: fill(of, figure.at),
    source: {
      column: figure.key,
      row: splits ? (of[0] ?? null) : null,
      rows: rowsAt(shown.length, of, (row) => placeOf.get(row)),
    },
    ...(figure.previousAt >= 0 && !splits && { previous: fill(of, figure.previousAt) }),
  })
  const groups = splits
    ? rankGroups(
        groupRows(rows, nameOfRow(table, dimensions.slice(1), grain, labels)),
        table.data[first.at] ?? [],
      )
    : []
  const total = numberOf(table.summary?.[first.at])
  const series = splits
    ? groups.slice(0, mostSeries).map(([name, of], hue) => seriesOf(name, hue, first, of))
    : figures.map((figure, hue) => seriesOf(figure.title, hue, figure, rows))
  return {
    left: Math.max(0, places.length - most) + Math.max(0, groups.length - mostSeries),
    plot: {
      ...plotBase(kind, first, info),
      places: shown.map(([name, [row]]) => ({ label: name, title: name, ...(row !== undefined && { row }) })),
      namesPlaces: true,
      series,
      bands: [],
      notes: [],
      unfinishedFrom: null,
      ...(total !== null && { total }),
    },
  }
}

// ---- cohorts and steps

function cohortsPlot(table: ResultTable, info: ReportInfo, around: PlotSurroundings): DrawnChart | null {
  const dayAt = table.columns.findIndex(isDateColumn)
  const grain = grainOfColumn(table.columns[dayAt], info.grain)
  const dimensions = dimensionPlaces(table)
  const rates = table.columns.flatMap((column, at) => (column.role === 'rate' ? [{ column, at }] : []))
  const [firstRate] = rates
  if (!firstRate) return null
  const rows = wholeRows(table)
  if (dayAt >= 0 && dimensions.length === 1) {
    const days = table.data[dayAt] ?? []
    rows.sort((one, other) => String(days[one]).localeCompare(String(days[other])))
  }
  const most = 120
  const shown = dayAt >= 0 ? rows.slice(-most) : rows.slice(0, most)
  const nameOf = nameOfRow(table, dimensions, grain, around.labels)
  const places = shown.map((row): PlotPlace => {
    const name = nameOf(row)
    const isDay = dayAt >= 0 && dimensions.length === 1 && grain === 'day'
    return { label: isDay ? name.slice(5) : name, title: name }
  })
  const series = rates.map(({ column, at }, hue): PlotSeries => {
    const unfinished = shown.map((row) => {
      const day = dayAt < 0 ? null : table.data[dayAt]?.[row]
      return typeof day === 'string' && isGrowing(day, grain, table, column, around)
    })
    const values = shown.map((row) => numberOf(table.data[at]?.[row]))
    return {
      name: column.title,
      hue,
      values,
      unfinished,
      source: { column: column.key, row: null, rows: shown },
    }
  })
  return {
    left: rows.length - shown.length,
    plot: {
      kind: 'heatmap',
      unit: '%',
      percent: true,
      previousName: '',
      text: textOf(firstRate.column),
      places,
      series,
      bands: [],
      notes: [],
      unfinishedFrom: null,
    },
  }
}

/** A funnel's steps, of the total or of its only row. */
function stepsPlot(table: ResultTable, kind: PlotKind): DrawnChart | null {
  const cellOf = (at: number) => table.summary?.[at] ?? table.data[at]?.[0] ?? null
  const steps = table.columns.flatMap((column, at) => (column.role === 'step' ? [{ column, at }] : []))
  const [first] = steps
  if (!first) return null
  const beside = (key: string, role: string) => {
    const at = table.columns.findIndex((column) => column.of === key && column.role === role)
    const column = table.columns[at]
    return column ? textOf(column)(numberOf(cellOf(at))) : ''
  }
  const stepTexts = steps.map(({ column }, at) => {
    if (at === 0) return ''
    const conversion = beside(column.key, 'conversion')
    const reached = beside(column.key, 'reached')
    return [conversion && `占上一步 ${conversion}`, at > 1 && reached && `占第一步 ${reached}`]
      .filter(Boolean)
      .join('，')
  })
  return {
    left: 0,
    plot: {
      kind,
      unit: first.column.unit,
      percent: false,
      previousName: '',
      text: textOf(first.column),
      places: steps.map(({ column }) => ({ label: column.title, title: column.title })),
      namesPlaces: true,
      series: [
        {
          name: '人数',
          hue: 0,
          values: steps.map(({ at }) => numberOf(cellOf(at))),
          source: {
            column: first.column.key,
            row: null,
            rows: steps.map(() => (table.summary ? null : 0)),
            columns: steps.map(({ column }) => column.key),
          },
        },
      ],
      bands: [],
      notes: [],
      unfinishedFrom: null,
      stepTexts,
    },
  }
}
