// The chart kinds possible for a report, by the shape of its rows.
import type { ChartKind, ReportChart, ReportInfo } from '../types.ts'
import { type ChartFigure, chartFigures } from './chartFigures.ts'
import { isDateColumn, isFigure } from './columns.ts'
import type { ResultTable } from './result.ts'

/**
 * `days`: one row per period. `daysBy`: periods with another dimension. `names`: values of dimensions or
 * buckets. `cohorts`: retention. `curves`: LTV by numbers of days. `steps`: a funnel. `flows`: from states to states. `changes`: effects of values. `none`: nothing that a chart would show better.
 */
export type ChartShape =
  | 'days'
  | 'daysBy'
  | 'names'
  | 'namesBy'
  | 'cohorts'
  | 'curves'
  | 'steps'
  | 'flows'
  | 'changes'
  | 'none'

/** More rows make no readable picture, and take long to process. */
const mostRows = 200_000

export function shapeOf(table: Pick<ResultTable, 'columns' | 'rowCount'>, info: ReportInfo): ChartShape {
  const { columns, rowCount } = table
  if (rowCount === 0 || rowCount > mostRows || chartFigures(table).length === 0) return 'none'
  if (info.kind === 'funnel') return 'steps'
  if (info.kind === 'ltv') return 'curves'
  if (columns.some(({ role }) => role === 'from')) return flowsShape(columns)
  if (info.kind === 'change') return 'changes'
  const dimensions = columns.filter((column) => !isFigure(column))
  if (dimensions.length === 0) return 'none'
  if (info.kind === 'retention') return 'cohorts'
  const dated = dimensions.some(isDateColumn)
  if (dated) return dimensions.length > 1 ? 'daysBy' : 'days'
  return dimensions.length > 1 ? 'namesBy' : 'names'
}

/** Players of several groups may be the same ones: flows are drawn for all of them, or for a filtered one. */
const flowsShape = (columns: ResultTable['columns']): ChartShape =>
  columns.every((column) => isFigure(column) || isDateColumn(column) || column.role !== undefined)
    ? 'flows'
    : 'none'

const offered: Record<ChartShape, readonly ChartKind[]> = {
  days: ['line', 'area', 'column'],
  daysBy: ['line', 'area', 'column', 'stacked'],
  names: ['column', 'bar', 'pie'],
  namesBy: ['column', 'stacked', 'bar', 'pie'],
  cohorts: ['heatmap', 'curve', 'line', 'column'],
  curves: ['line', 'column'],
  steps: ['funnel', 'column', 'bar'],
  flows: ['flow'],
  changes: ['bar'],
  none: [],
}

/** Parts of a stack or pie must add up: ratios do not. */
const addsUp = ({ column }: ChartFigure): boolean => column.kind === 'point' && column.format !== 'percent'

export function kindsOf(shape: ChartShape, figure: ChartFigure | undefined): ChartKind[] {
  return offered[shape].filter(
    (kind) => (kind !== 'stacked' && kind !== 'pie') || (figure !== undefined && addsUp(figure)),
  )
}

/** More than these are better as horizontal bars, with readable names. */
const mostColumns = 16

export function kindOf(
  chart: ReportChart | undefined,
  shape: ChartShape,
  figure: ChartFigure | undefined,
  rowCount: number,
): ChartKind | null {
  const kinds = kindsOf(shape, figure)
  if (chart?.kind && kinds.includes(chart.kind)) return chart.kind
  if (shape === 'names' && rowCount > mostColumns) return 'bar'
  return kinds[0] ?? null
}

export const kindTitles: Record<ChartKind, string> = {
  line: '折线',
  area: '面积',
  column: '柱状',
  bar: '条形',
  stacked: '堆叠',
  pie: '饼图',
  funnel: '漏斗',
  heatmap: '热力',
  curve: '曲线',
  flow: '流向',
}
