// The rows that the browser's scroll area represents. Browsers clamp heights at 33,554,432 px, so with many rows the
// scroll area holds only a window; the window moves (re-bases) when the user comes near one of its ends.

/** In rows: rows of equal height cost nothing, so the window can be large. */
export const evenWindow = 100_000
/** In rows: wrapped rows may be thousands of pixels high, and a window of them must fit into a scroll area. */
export const wrappedWindow = 3_000
/** Maximum row height in pixels: the scroll area must hold a whole window of such rows. */
export const highestRow = 10_000

export class RowWindow {
  base = 0
  readonly length: number
  readonly rowCount: number
  readonly rowHeight: number
  readonly wraps: boolean
  /** Heights that differ from `rowHeight`, by row; kept when the window moves. */
  private readonly measured = new Map<number, number>()
  /** Top of each row of the window, plus a last entry with the total height; null while all rows have equal height. */
  private tops: Float64Array | null = null
  private stale = false
  private listed: number[] | null = null

  constructor(rowCount: number, rowHeight: number, wraps: boolean) {
    this.rowCount = rowCount
    this.rowHeight = rowHeight
    this.wraps = wraps
    this.length = Math.min(rowCount, wraps ? wrappedWindow : evenWindow)
  }

  get end(): number {
    return this.base + this.length
  }

  get holdsAll(): boolean {
    return this.length === this.rowCount
  }

  heightOf(row: number): number {
    return this.measured.get(row) ?? this.rowHeight
  }

  isMeasured(row: number): boolean {
    return this.measured.has(row)
  }

  /** In pixels from the window's start. */
  topOf(row: number): number {
    const tops = this.freshTops()
    const offset = Math.max(0, Math.min(row - this.base, this.length))
    return tops ? (tops[offset] ?? 0) : offset * this.rowHeight
  }

  get height(): number {
    return this.topOf(this.end)
  }

  /** The row at the given number of pixels from the window's start. */
  rowAt(top: number): number {
    const tops = this.freshTops()
    const last = Math.max(0, this.length - 1)
    if (!tops) return this.base + Math.max(0, Math.min(Math.floor(top / this.rowHeight), last))
    let low = 0
    let high = last
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((tops[middle] ?? 0) <= top) low = middle
      else high = middle - 1
    }
    return this.base + low
  }

  /** Stores measured heights; returns whether any changed. */
  setHeights(heights: Iterable<readonly [number, number]>): boolean {
    let changed = false
    for (const [row, height] of heights) {
      const fitting = Math.max(this.rowHeight, Math.min(height, highestRow))
      if (this.heightOf(row) !== fitting) changed = true
      this.measured.set(row, fitting)
    }
    if (changed) {
      this.stale = true
      this.listed = null
    }
    return changed
  }

  /** Centres the window on a row; returns whether it moved. */
  rebaseAround(row: number): boolean {
    const centred = row - Math.floor(this.length / 2)
    const base = Math.max(0, Math.min(centred, this.rowCount - this.length))
    if (base === this.base) return false
    this.base = base
    this.stale = true
    if (this.measured.size > 0) this.listed = null
    return true
  }

  /** Whether a row is in the first or last tenth of a window that could move further. */
  isNearEnd(firstRow: number, lastRow: number): boolean {
    const margin = this.length / 10
    return (
      (this.base > 0 && firstRow < this.base + margin) ||
      (this.end < this.rowCount && lastRow > this.end - margin)
    )
  }

  /** Heights for Blueprint's grid, one per row of the window; the same array until a height changes. */
  heights(summaryHeight: number): number[] {
    this.listed ??= this.listHeights(summaryHeight)
    return this.listed
  }

  private listHeights(summaryHeight: number): number[] {
    const first = summaryHeight > 0 ? 1 : 0
    const heights = new Array<number>(first + this.length).fill(this.rowHeight)
    if (first) heights[0] = summaryHeight
    for (const [row, height] of this.measured) {
      if (row >= this.base && row < this.end) heights[first + row - this.base] = height
    }
    return heights
  }

  private freshTops(): Float64Array | null {
    if (!this.stale) return this.tops
    this.stale = false
    if (this.measured.size === 0) {
      this.tops = null
      return null
    }
    const tops = new Float64Array(this.length + 1)
    for (let offset = 0; offset < this.length; offset++) {
      tops[offset + 1] = (tops[offset] ?? 0) + this.heightOf(this.base + offset)
    }
    this.tops = tops
    return tops
  }
}
