// Groups a result for a chart: x in its order, one series per value column or per value of the series column;
// bounded.
import { AppError } from '#shared/errors.ts'
import { toldText } from '#shared/nothing.ts'
import { isNumber, type StoredColumn } from './columnTypes.ts'
import { columnAt } from './filters.ts'
import type { Chart, ChartSpec, SourceView } from './messages.ts'
import type { Tables } from './tables.ts'
import { type ViewedTable, viewed } from './views.ts'
import type { Cell, Work } from './work.ts'

const mostPoints = 5000
const mostSeries = 50

export async function chart(
  work: Work,
  input: SourceView & { spec: ChartSpec },
  tables: Tables,
): Promise<Chart> {
  const { spec } = input
  const table = await viewed(work, input, tables)
  const x = columnAt(table.columns, spec.x)
  const values = spec.values.map((index) => columnAt(table.columns, index))
  const series = spec.series === null ? null : columnAt(table.columns, spec.series)
  for (const column of values) {
    if (spec.aggregate !== 'count' && !isNumber(column)) {
      throw new AppError('parameter_wrong', `列「${column.name}」不是数值，画图时只能计数`)
    }
  }
  if (spec.aggregate === 'none' && !series) return pointsOfRows(work, table, x, values)
  return grouped(work, table, { x, values, series, aggregate: spec.aggregate })
}

/** One point per row, in row order; dates and times are sorted. */
async function pointsOfRows(
  work: Work,
  { rows }: ViewedTable,
  x: StoredColumn,
  values: StoredColumn[],
): Promise<Chart> {
  const keys = [x, ...values].map(({ key }) => key).join(', ')
  const order = isTime(x) ? `${x.value} NULLS LAST, p` : 'p'
  const found = await work.rows(`SELECT ${keys} FROM ${rows} ORDER BY ${order} LIMIT ${mostPoints + 1}`)
  const points = found.slice(0, mostPoints)
  return {
    x: points.map(([cell]) => place(cell)),
    series: values.map(({ name }, index) => ({
      name,
      values: points.map((row) => numberOf(row[index + 1])),
    })),
    truncated: found.length > mostPoints,
  }
}

interface Grouping {
  x: StoredColumn
  values: StoredColumn[]
  series: StoredColumn | null
  aggregate: ChartSpec['aggregate']
}

async function grouped(work: Work, { rows }: ViewedTable, grouping: Grouping): Promise<Chart> {
  const { x, values, series, aggregate } = grouping
  const places = `(SELECT ${x.key} AS x, row_number() OVER (ORDER BY ${isOrdered(x) ? `min(${x.value}) NULLS LAST` : 'min(p)'}) - 1 AS xi FROM ${rows} GROUP BY ${x.key})`
  const most = Math.max(1, Math.floor(mostSeries / values.length))
  const names = series
    ? `(SELECT ${series.key} AS s, row_number() OVER (ORDER BY count(*) DESC, min(p)) - 1 AS si FROM ${rows} GROUP BY ${series.key})`
    : '(SELECT NULL AS s, 0 AS si)'
  const xs = await work.rows(`SELECT x FROM ${places} WHERE xi <= ${mostPoints} ORDER BY xi`)
  const ss = await work.rows(`SELECT s FROM ${names} WHERE si <= ${most} ORDER BY si`)
  const found = await work.rows(
    `SELECT xi, si, ${values.map((column) => aggregated(column, aggregate)).join(', ')}
     FROM ${rows} t JOIN ${places} x ON t.${x.key} IS NOT DISTINCT FROM x.x
     ${series ? `JOIN ${names} s ON t.${series.key} IS NOT DISTINCT FROM s.s` : `CROSS JOIN ${names} s`}
     WHERE xi < ${mostPoints} AND si < ${most} GROUP BY xi, si`,
  )
  const shown = ss.slice(0, most).map(([name]) => name ?? null)
  const points = xs.slice(0, mostPoints).map(([cell]) => place(cell))
  const lines = shown.flatMap((name) =>
    values.map((column) => ({
      name: nameOf(name, column, grouping),
      ...(series && name !== null && { code: String(name) }),
      values: points.map((): number | null => null),
    })),
  )
  for (const [xi, si, ...cells] of found) {
    cells.forEach((cell, index) => {
      const line = lines[Number(si) * values.length + index]
      if (line) line.values[Number(xi)] = numberOf(cell)
    })
  }
  return { x: points, series: lines, truncated: xs.length > mostPoints || ss.length > most }
}

function nameOf(name: Cell, column: StoredColumn, { series, values }: Grouping): string {
  if (!series) return column.name
  const own = typeof name === 'string' || name === null ? toldText(name) : String(name)
  return values.length > 1 ? `${own} · ${column.name}` : own
}

function aggregated(column: StoredColumn, aggregate: ChartSpec['aggregate']): string {
  const { key, databaseType } = column
  switch (aggregate) {
    case 'none':
      return `arg_min(${key}, p)`
    case 'count':
      return `count(${key})`
    case 'avg':
      return `avg(CAST(${key} AS DOUBLE))`
    case 'sum':
      // Decimals are summed exactly (0.1 + 0.2 is 0.3) unless the sum could overflow.
      return databaseType.endsWith('HUGEINT') || /^DECIMAL\((19|[23]\d),/.test(databaseType)
        ? `sum(CAST(${key} AS DOUBLE))`
        : `sum(${key})`
    default:
      return `${aggregate}(${key})`
  }
}

const isTime = ({ nature }: StoredColumn): boolean => nature === 'date' || nature === 'time'
const isOrdered = (column: StoredColumn): boolean => isTime(column) || isNumber(column)

const place = (cell: Cell | undefined): string | number | null =>
  typeof cell === 'boolean' ? String(cell) : (cell ?? null)

function numberOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined) return null
  const number = Number(cell)
  return Number.isFinite(number) ? number : null
}
