// The four quadrants of Blueprint's table: which rows and columns each shows, and the pool that paints it.
import { type CellPainter, CellPool, type PaintRange, type SeenHeight } from './cellPool.ts'
import { summaryRow } from './paintCell.ts'

const quadrantNames = ['main', 'top', 'left', 'top-left'] as const
export type QuadrantName = (typeof quadrantNames)[number]

export interface VisibleCells {
  firstRow: number
  endRow: number
  /** First and end of the columns that scroll. */
  firstColumn: number
  endColumn: number
  frozen: number
  hasSummary: boolean
}

export class Quadrants {
  private readonly pools = new Map<QuadrantName, CellPool>()
  private readonly painter: CellPainter

  constructor(painter: CellPainter) {
    this.painter = painter
  }

  attach(name: QuadrantName, host: HTMLElement | null): void {
    this.pools.get(name)?.dispose()
    if (host) this.pools.set(name, new CellPool(host, this.painter))
    else this.pools.delete(name)
  }

  forgetCells(): void {
    for (const pool of this.pools.values()) pool.forgetCells()
  }

  forgetColumns(): void {
    for (const pool of this.pools.values()) pool.forgetColumns()
  }

  paint(cells: VisibleCells, seen?: SeenHeight): void {
    for (const [name, pool] of this.pools) pool.paint(rangeOf(name, cells), seen)
  }

  elementOf(row: number, column: number, frozen: number): HTMLElement | undefined {
    const isLeft = column < frozen
    if (row === summaryRow) return this.pools.get(isLeft ? 'top-left' : 'top')?.elementOf(row, column)
    return this.pools.get(isLeft ? 'left' : 'main')?.elementOf(row, column)
  }
}

function rangeOf(name: QuadrantName, cells: VisibleCells): PaintRange {
  const isTop = name === 'top' || name === 'top-left'
  const isLeft = name === 'left' || name === 'top-left'
  return {
    firstRow: isTop ? summaryRow : cells.firstRow,
    endRow: isTop ? (cells.hasSummary ? 0 : summaryRow) : cells.endRow,
    firstColumn: isLeft ? 0 : cells.firstColumn,
    endColumn: isLeft ? cells.frozen : cells.endColumn,
  }
}
