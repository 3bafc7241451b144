// Which columns of a report can be drawn, and which ones its chart shows.
import type { ReportChart } from '../types.ts'
import { isFigure } from './columns.ts'
import type { ResultColumn, ResultTable } from './result.ts'

export interface ChartFigure {
  key: string
  title: string
  column: ResultColumn
  /** Indexes of the result's columns; -1 without a comparison. */
  at: number
  previousAt: number
  changeAt: number
  /** Figures with the same measure share an axis. */
  measure: string
}

const drawnRoles = new Set([
  ...['value', 'size', 'rate', 'share', 'step', 'calculation'],
  ...['lost', 'back', 'backRate'],
  ...['earned', 'worth', 'spent', 'each', 'recovered', 'payback', 'effect'],
  ...['active', 'rolling', 'sticky', 'state', 'flow', 'daily'],
])

export const isPercent = ({ format, unit }: Pick<ResultColumn, 'format' | 'unit'>): boolean =>
  format === 'percent' || unit === '%'

export function chartFigures({ columns }: Pick<ResultTable, 'columns'>): ChartFigure[] {
  const beside = (key: string, role: string) =>
    columns.findIndex((column) => column.of === key && column.role === role)
  return columns.flatMap((column, at) => {
    if (!isFigure(column) || !drawnRoles.has(column.role ?? 'value')) return []
    if (column.type !== 'integer' && column.type !== 'number') return []
    const { key, title, unit } = column
    return [
      {
        key,
        title,
        column,
        at,
        previousAt: beside(key, 'previous'),
        changeAt: beside(key, 'change'),
        measure: measureOf(column, unit),
      },
    ]
  })
}

/** Ranks and indexes have no unit, and are no counts. */
function measureOf(column: ResultColumn, unit: string): string {
  const kind = column.calculation?.kind
  if (kind === 'rank' || kind === 'index') return kind
  return isPercent(column) ? '%' : unit
}

/** The chart's figures: the chosen ones while they exist, else the most informative one. */
export function shownFigures(figures: readonly ChartFigure[], chart: ReportChart | undefined): ChartFigure[] {
  const chosen = (chart?.keys ?? []).flatMap((key) => figures.find((figure) => figure.key === key) ?? [])
  const together = chosen.length === 0 ? activityFigures(figures) : []
  if (together.length > 0) return together
  const first =
    chosen[0] ??
    figures.find(({ column }) => column.role === 'rate') ??
    figures.find(({ column }) => column.role === 'worth' || column.role === 'effect') ??
    (figures[0] as ChartFigure | undefined)
  if (!first) return []
  return chosen.length > 0 ? chosen.filter(({ measure }) => measure === first.measure) : [first]
}

/**
 * Those of a report of activity that belong together: the day beside the days up to it, the states that make up the
 * active players, the greatest number of days.
 */
function activityFigures(figures: readonly ChartFigure[]): ChartFigure[] {
  const of = (role: ResultColumn['role']) => figures.filter(({ column }) => column.role === role)
  const daily = of('daily').at(-1)
  if (daily) return [daily]
  const states = of('state').slice(0, 3)
  return states.length > 0 ? states : of('rolling').length > 0 ? [...of('active'), ...of('rolling')] : []
}

/** Adds a figure to the chart, or removes it; the last one stays. Null: its unit differs. */
export function toggledKeys(shown: readonly ChartFigure[], figure: ChartFigure): string[] | null {
  const keys = shown.map(({ key }) => key)
  if (keys.includes(figure.key)) return keys.length > 1 ? keys.filter((key) => key !== figure.key) : keys
  return shown.every(({ measure }) => measure === figure.measure) ? [...keys, figure.key] : null
}
