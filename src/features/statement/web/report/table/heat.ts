// A heat map of figures: how dark a cell is by where its figure stands between the least and the greatest, of its column
// or of all columns of its unit. The figure itself stays: nothing is told by colour alone.
import { isFigure } from '#semantic/model/shown/columns.ts'
import { numberOf } from '#semantic/model/shown/plotOf.ts'
import type { ResultColumn } from '#semantic/model/shown/result.ts'
import type { Heat } from '#semantic/model/types.ts'
import type { CellValue, TableRowMark } from '#web/table/types.ts'

export const heatSteps = 7
/** Of more cells a part says where least and greatest lie; what is beyond has their colour. */
const mostRead = 1_000_000

interface HeatRequest {
  heat: Heat
  rowCount: number
  /** Columns whose figures are compared are of one name; undefined: no figures. */
  scales: readonly (string | undefined)[]
  cellAt: (row: number, column: number) => CellValue
  /** Totals of other rows are not compared with them, nor what still grows or holds a part of its days. */
  isPart: (row: number, column: number) => boolean
}

interface Scale {
  least: number
  range: number
}

/** A class of a cell; undefined where it is no figure, or all of them are equal. Each scale is read once, when it is seen. */
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

/** What a column's figures are compared with: others of the same unit and role. A change has a colour of its own. */
export const heatScale = (column: ResultColumn): string | undefined =>
  isFigure(column) && column.role !== 'change' && column.role !== 'previous'
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
