// Statistics of a column: counts, extremes, exact sum and average, the most frequent values, ten equal bins.
import type { ColumnStatistics } from '../types.ts'
import { isNumber, orderOf, type StoredColumn } from './columnTypes.ts'
import { columnAt } from './filters.ts'
import type { SourceView } from './messages.ts'
import { averageText, sumsOf, totalText } from './sums.ts'
import type { Tables } from './tables.ts'
import { type ViewedTable, viewed } from './views.ts'
import type { Cell, Work } from './work.ts'

const topValues = 10
const binCount = 10

export async function statistics(
  work: Work,
  input: SourceView & { column: number },
  tables: Tables,
): Promise<ColumnStatistics> {
  const table = await viewed(work, input, tables)
  const column = columnAt(table.columns, input.column)
  const { key } = column
  const [filled, distinct] = await work.row(`SELECT count(${key}), count(DISTINCT ${key}) FROM ${table.rows}`)
  const count = Number(filled)
  const [sum] = await sumsOf(work, [column], table.rows)
  const total = sum?.sum ?? null
  const [min, max] = count > 0 ? await extremes(work, table, column) : [null, null]
  return {
    count: table.rowCount,
    empty: table.rowCount - count,
    distinct: Number(distinct),
    min: text(min),
    max: text(max),
    sum: total && totalText(total),
    average: total && averageText(total, count),
    median: count > 0 ? await median(work, table, column, count) : null,
    top: await frequent(work, table, column),
    bins: count > 0 ? await bins(work, table, column) : [],
  }
}

const text = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell)

async function extremes(work: Work, { rows }: ViewedTable, column: StoredColumn): Promise<Cell[]> {
  const { key } = column
  const order = orderOf(column)
  if (order === key) return work.row(`SELECT min(${key}), max(${key}) FROM ${rows}`)
  return work.row(`SELECT arg_min(${key}, ${order}), arg_max(${key}, ${order}) FROM ${rows}`)
}

/** The middle value, or the mean of the two middle ones; for dates the earlier of the two. */
async function median(work: Work, { rows }: ViewedTable, column: StoredColumn, count: number) {
  const { key, value, nature } = column
  if (nature === 'text' || nature === 'boolean') return null
  const middle = `(SELECT ${key} FROM ${rows} WHERE ${key} IS NOT NULL ORDER BY ${value} LIMIT ${count % 2 === 0 ? 2 : 1} OFFSET ${Math.floor((count - 1) / 2)})`
  if (!isNumber(column)) return text((await work.row(`SELECT arg_min(${key}, ${value}) FROM ${middle}`))[0])
  const [sum] = await sumsOf(work, [column], middle)
  return sum?.sum ? averageText(sum.sum, sum.count) : null
}

async function frequent(work: Work, { rows }: ViewedTable, { key }: StoredColumn) {
  const found = await work.rows(
    `SELECT ${key}, count(*) AS n FROM ${rows} GROUP BY ${key} ORDER BY n DESC, min(p) LIMIT ${topValues}`,
  )
  return found.map(([value, count]) => ({ value: text(value), count: Number(count) }))
}

/** Maps a column's value to a number on the axis, and back to text. */
function axisOf({ value, nature }: StoredColumn): { value: string; back: string } | null {
  switch (nature) {
    case 'integer':
    case 'decimal':
    case 'float':
      return { value: `CAST(${value} AS DOUBLE)`, back: 'x' }
    case 'date':
      return {
        value: `CAST(date_diff('day', DATE '1970-01-01', ${value}) AS DOUBLE)`,
        back: `DATE '1970-01-01' + CAST(floor(x) AS INTEGER)`,
      }
    case 'time':
      return { value: `CAST(epoch_us(${value}) AS DOUBLE)`, back: 'make_timestamp(CAST(x AS BIGINT))' }
    default:
      return null
  }
}

async function bins(
  work: Work,
  { rows }: ViewedTable,
  column: StoredColumn,
): Promise<ColumnStatistics['bins']> {
  const axis = axisOf(column)
  if (!axis) return []
  const finite =
    column.nature === 'decimal' || column.nature === 'integer' ? 'true' : `isfinite(${column.value})`
  const values = `(SELECT ${axis.value} AS x FROM ${rows} WHERE ${column.key} IS NOT NULL AND ${finite})`
  const [least, most] = await work.row(`SELECT min(x), max(x) FROM ${values}`)
  if (least === null || most === null) return []
  const [low, high] = [Number(least), Number(most)]
  // Divides before subtracting, so that the width of the whole range can't overflow.
  const step = high / binCount - low / binCount
  const count = step > 0 ? binCount : 1
  const bin =
    step > 0
      ? `least(${binCount - 1}, CAST(floor((x - CAST($1 AS DOUBLE)) / CAST($2 AS DOUBLE)) AS INTEGER))`
      : '0'
  const found = await work.rows(
    `SELECT ${bin} AS bin, count(*) FROM ${values} GROUP BY bin`,
    step > 0 ? [String(low), String(step)] : [],
  )
  const counts = new Map(found.map(([place, rowCount]) => [Number(place), Number(rowCount)]))
  const edges = Array.from({ length: count + 1 }, (_, index) => (index === count ? high : low + step * index))
  const texts = await work.rows(`SELECT ${axis.back} FROM (SELECT unnest($1::DOUBLE[]) AS x)`, [
    `[${edges.join(',')}]`,
  ])
  const shown = texts.map(([edge]) => (typeof edge === 'number' ? short(edge, step) : String(edge)))
  return Array.from({ length: count }, (_, index) => ({
    from: shown[index] as string,
    to: shown[index + 1] as string,
    count: counts.get(index) ?? 0,
  }))
}

/** Cleans bin edges of floating-point noise (0.30000000000000004, or 1e-17 for zero). */
const short = (edge: number, step: number): string =>
  Math.abs(edge) < step / 1e9 ? '0' : String(Number(edge.toPrecision(12)))
