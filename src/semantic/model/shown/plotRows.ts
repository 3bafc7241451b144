// The rows of a result as a chart names them: which are no subtotals, their labels, and the values of its cells.
import type { Plot, PlotKind } from '#shared/plot/plot.ts'
import { figureText } from '../figureText.ts'
import type { Grain, ReportInfo } from '../types.ts'
import { emptyText, valueText } from '../valueText.ts'
import type { DayCalendar } from './bands.ts'
import { type ChartFigure, isPercent } from './chartFigures.ts'
import { grainOfColumn, isDateColumn, isFigure } from './columns.ts'
import { comparedNames } from './compared.ts'
import { periodText } from './periods.ts'
import { type Labels, nameOfValue, type ResultCell, type ResultColumn, type ResultTable } from './result.ts'

export interface PlotSurroundings {
  labels: Labels
  calendar: DayCalendar | null
  today: string
  hour: string
  /** Whether to tint weekends and holidays. */
  highlights: boolean
}

export interface DrawnChart {
  plot: Plot
  /** Number of rows or series left out. */
  left: number
}

/** More lines are a tangle. */
export const mostSeries = 10

export const numberOf = (value: ResultCell | undefined): number | null => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Rows that are no subtotals. */
export function wholeRows({ levels, rowCount }: ResultTable): number[] {
  const most = levels ? Math.max(...levels) : 0
  const rows: number[] = []
  for (let row = 0; row < rowCount; row++) if (!levels || levels[row] === most) rows.push(row)
  return rows
}

function dimensionText(column: ResultColumn, value: ResultCell, grain: Grain, labels: Labels): string {
  if (isDateColumn(column))
    return typeof value === 'string'
      ? (column.cuts?.[value.slice(0, 10)] ?? periodText(value, grainOfColumn(column, grain)))
      : emptyText
  const label = nameOfValue(column, String(value ?? ''), labels)
  return value === null ? emptyText : (label ?? valueText(value))
}

/** Values with equal labels are distinguished by the value, or one would stand for both. */
function distinctTexts(
  { columns, data }: ResultTable,
  at: number,
  grain: Grain,
  labels: Labels,
): (value: ResultCell) => string {
  const column = columns[at] as ResultColumn
  const textOf = (value: ResultCell) => dimensionText(column, value, grain, labels)
  if (isDateColumn(column)) return textOf
  const bearers = new Map<string, ResultCell>()
  const shared = new Set<string>()
  for (const value of new Set(data[at])) {
    const text = textOf(value)
    if (bearers.has(text)) shared.add(text)
    else bearers.set(text, value)
  }
  return (value) => {
    const text = textOf(value)
    return value !== null && shared.has(text) ? `${text}（${valueText(value)}）` : text
  }
}

/** Labels of the rows' other dimensions, joined; 其他 for the rest. */
export function nameOfRow(
  table: ResultTable,
  dimensions: readonly number[],
  grain: Grain,
  labels: Labels,
): (row: number) => string {
  const isRest = (row: number, at: number) => table.others?.[row] === true && table.data[at]?.[row] === null
  const texts = dimensions.map((at) => ({ at, textOf: distinctTexts(table, at, grain, labels) }))
  return (row) =>
    texts
      .map(({ at, textOf }) => (isRest(row, at) ? '其他' : textOf(table.data[at]?.[row] ?? null)))
      .join(' / ')
}

export const dimensionPlaces = ({ columns }: ResultTable): number[] =>
  columns.flatMap((column, at) => (isFigure(column) || column.role === 'remark' ? [] : [at]))

export const plotBase = (
  kind: PlotKind,
  { column }: Pick<ChartFigure, 'column'>,
  info: ReportInfo,
): Pick<Plot, 'kind' | 'unit' | 'percent' | 'previousName' | 'text'> => ({
  kind,
  unit: isPercent(column) ? '%' : column.unit,
  percent: column.format === 'percent',
  previousName: info.compare ? comparedNames[info.compare] : '',
  text: textOf(column),
})

export const textOf =
  ({ format, unit }: ResultColumn) =>
  (value: number | null) => {
    const text = figureText(value, format, unit)
    return unit === '%' && text !== emptyText ? `${text}%` : text
  }
