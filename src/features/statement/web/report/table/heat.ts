// A heat map: the shade of a cell shows where its figure lies between the minimum and the maximum of its
// column, or of all columns with its unit. The figure stays visible: colour is never the only information.
import { isFigure, isForecast } from '#semantic/model/shown/columns.ts'
import { numberOf } from '#semantic/model/shown/plotRows.ts'
import type { ResultColumn } from '#semantic/model/shown/result.ts'
import type { Heat } from '#semantic/model/types.ts'
import type { CellValue, TableRowMark } from '#web/table/types.ts'

const heatSteps = 7
/** With more cells, a sample gives minimum and maximum; figures beyond them have the end shades. */
const mostRead = 1_000_000

interface HeatRequest {
  heat: Heat
  rowCount: number
  /** Columns with the same name are compared; undefined: no figures. */
  scales: readonly (string | undefined)[]
  cellAt: (row: number, column: number) => CellValue
  /** Excludes subtotals, growing figures and figures of partial days from the comparison. */
  isPart: (row: number, column: number) => boolean
}

interface Scale {
  least: number
  range: number
}

/**
 * The CSS class of a cell; undefined without a figure, or when all figures are equal. Each scale is computed
 * once, when first needed.
 */
export function heatClasses(request: HeatRequest): (row: number, column: number) => string | undefined {
  const { heat, scales, cellAt, isPart } = request
  const known = new Map<string, Scale | null>()
  const columnsOf = (column: number): number[] =>
    heat === 'column'
      ? [column]
      : scales.flatMap((scale, at) => (scale !== undefined && scale === scales[column] ? [at] : []))
  const scaleOf = (column: number): Scale | null => {
    const name = heat === 'column' ? String(column) : (scales[column] ?? '')
    let scale = known.get(name)
    if (scale === undefined) {
      scale = readScale(request, columnsOf(column))
      known.set(name, scale)
    }
    return scale
  }
  return (row, column) => {
    if (row < 0 || scales[column] === undefined || !isPart(row, column)) return undefined
    const value = numberOf(cellAt(row, column))
    const scale = value === null ? null : scaleOf(column)
    if (value === null || !scale) return undefined
    const part = Math.max(0, Math.min(1, (value - scale.least) / scale.range))
    return `data-table-heat data-table-heat-${1 + Math.round(part * (heatSteps - 1))}`
  }
}

function readScale({ rowCount, cellAt, isPart }: HeatRequest, columns: readonly number[]): Scale | null {
  const stride = Math.max(1, Math.ceil((rowCount * columns.length) / mostRead))
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < rowCount; row += stride) {
    for (const column of columns) {
      if (!isPart(row, column)) continue
      const value = numberOf(cellAt(row, column))
      if (value === null) continue
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return most > least ? { least, range: most - least } : null
}

/** A column is compared with others of the same unit and role. Changes have a colour of their own, forecasts none. */
export const heatScale = (column: ResultColumn): string | undefined =>
  isFigure(column) && !isForecast(column) && column.role !== 'change' && column.role !== 'previous'
    ? `${column.unit} ${column.format === 'percent'} ${column.role === 'share'}`
    : undefined

/** Whether a cell is hatched by its day. */
export const isHatched = (mark: TableRowMark | undefined, key: string | undefined): boolean =>
  mark !== undefined &&
  (mark.unfinished === true ||
    mark.cut === true ||
    (key !== undefined && mark.unfinishedKeys?.includes(key) === true))

/** Two classes as one; either may be missing. */
export const bothClasses = (one: string | undefined, other: string | undefined): string | undefined =>
  one && other ? `${one} ${other}` : (one ?? other)
