// Figures of points by dimension value and period, read from a report's rows.

import { breathe } from '#server/limits/breath.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import type { AlarmGrain } from '#features/alarm/contract.ts'
import { periodOf } from './periods.ts'

export type ValueCell = string | number | boolean | null

export interface Value {
  /** The cells as JSON. */
  key: string
  cells: readonly ValueCell[]
  /** By point, then by period. */
  figures: Map<number, Map<number, number>>
}

export class Figures {
  readonly values = new Map<string, Value>()
  /** Whether rows were cut off. */
  truncated = false

  at(value: Value, point: number, period: number): number | null {
    return value.figures.get(point)?.get(period) ?? null
  }

  /** The value with these cells; created where no row had it. */
  valueOf(cells: readonly ValueCell[]): Value {
    const key = JSON.stringify(cells)
    const found = this.values.get(key)
    if (found) return found
    const made: Value = { key, cells, figures: new Map() }
    this.values.set(key, made)
    return made
  }

  put(value: Value, point: number, period: number, figure: number): void {
    const known = value.figures.get(point)
    if (known) known.set(period, figure)
    else value.figures.set(point, new Map([[period, figure]]))
  }
}

interface RowShape {
  grain: AlarmGrain
  /** Number of dimension columns after the period's. */
  dims: number
  /** Place of the first point's column. */
  first: number
  points: readonly number[]
}

/** Adds the rows; `figuresOf` returns where a row with these cells belongs, and its identifying cells. */
export async function readRows(
  chunks: readonly ColumnChunk[],
  { grain, dims, first, points }: RowShape,
  place: (cells: readonly ValueCell[]) => { figures: Figures; cells: readonly ValueCell[] } | null,
): Promise<void> {
  for (const { columns, rowCount } of chunks) {
    const cells = columns.map((text) => JSON.parse(text) as ValueCell[])
    for (let row = 0; row < rowCount; row += 1) {
      const period = cells[0]?.[row]
      if (typeof period !== 'string') continue
      const placed = place(cells.slice(1, 1 + dims).map((column) => column[row] ?? null))
      if (!placed) continue
      const value = placed.figures.valueOf(placed.cells)
      const at = periodOf(grain, period)
      for (const [index, point] of points.entries()) {
        const cell = cells[first + index]?.[row]
        // Numbers beyond a double's precision are sent as text.
        const figure = typeof cell === 'string' ? Number(cell) : cell
        if (typeof figure === 'number' && Number.isFinite(figure))
          placed.figures.put(value, point, at, figure)
      }
    }
    await breathe()
  }
}
