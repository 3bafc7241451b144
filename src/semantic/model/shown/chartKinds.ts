// What a report's chart may look like, by what its rows are.
import type { ChartKind, ReportChart, ReportInfo } from '../types.ts'
import { type ChartFigure, chartFigures } from './chartFigures.ts'
import { isDateColumn, isFigure } from './columns.ts'
import type { ResultTable } from './result.ts'

/**
 * `days`: a row for each period. `daysBy`: periods, and something else beside them. `names`: values of dimensions or
 * buckets. `cohorts`: retention. `steps`: a funnel. `none`: nothing that a chart tells better.
 */
export type ChartShape = 'days' | 'daysBy' | 'names' | 'namesBy' | 'cohorts' | 'steps' | 'none'

/** More rows make no picture that anybody could read, and take long to sort out. */
const mostRows = 200_000

export function shapeOf(table: Pick<ResultTable, 'columns' | 'rowCount'>, info: ReportInfo): ChartShape {
  const { columns, rowCount } = table
  if (rowCount === 0 || rowCount > mostRows || chartFigures(table).length === 0) return 'none'
  if (info.kind === 'funnel') return 'steps'
  const dimensions = columns.filter((column) => !isFigure(column))
  if (dimensions.length === 0) return 'none'
  if (info.kind === 'retention') return 'cohorts'
  const dated = dimensions.some(isDateColumn)
  if (dated) return dimensions.length > 1 ? 'daysBy' : 'days'
  return dimensions.length > 1 ? 'namesBy' : 'names'
}

const offered: Record<ChartShape, readonly ChartKind[]> = {
  days: ['line', 'area', 'column'],
  daysBy: ['line', 'area', 'column', 'stacked'],
  names: ['column', 'bar', 'pie'],
  namesBy: ['column', 'stacked', 'bar', 'pie'],
  cohorts: ['heatmap', 'line', 'column'],
  steps: ['funnel', 'column', 'bar'],
  none: [],
}

/** Parts of a pile or a pie must add up to something: ratios do not. */
const addsUp = ({ column }: ChartFigure): boolean => column.kind === 'point' && column.format !== 'percent'

export function kindsOf(shape: ChartShape, figure: ChartFigure | undefined): ChartKind[] {
  return offered[shape].filter(
    (kind) => (kind !== 'stacked' && kind !== 'pie') || (figure !== undefined && addsUp(figure)),
  )
}

/** More than these stand better below one another, where their names can be read. */
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
}
