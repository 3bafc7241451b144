// The rows that the browser's scroll area stands for. Browsers clamp heights at 33,554,432 px, so of many rows only a
// window lies in the scroll area; it is moved (re-based) when the reader comes near one of its ends.

/** Rows of one height cost nothing, so the window can be large. */
export const evenWindow = 100_000
/** Wrapped rows may be thousands of pixels high; so many still fit into what the browser can scroll. */
export const wrappedWindow = 3_000
/** A row is never higher: the scroll area must hold a whole window of them. */
export const highestRow = 10_000

export class RowWindow {
  base = 0
  readonly length: number
  readonly rowCount: number
  readonly rowHeight: number
  readonly wraps: boolean
  /** Heights other than `rowHeight`, by row; they outlive a re-base. */
  private readonly measured = new Map<number, number>()
  /** Top of each row of the window, and at its end the whole height; null while all rows are even. */
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

  /** Pixels from the window's start. */
  topOf(row: number): number {
    const tops = this.freshTops()
    const offset = Math.max(0, Math.min(row - this.base, this.length))
    return tops ? (tops[offset] ?? 0) : offset * this.rowHeight
  }

  get height(): number {
    return this.topOf(this.end)
  }

  /** The row at so many pixels from the window's start. */
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

  /** Keeps measured heights; answers whether any is new. */
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

  /** Puts the window around a row; answers whether it moved. */
  rebaseAround(row: number): boolean {
    const centred = row - Math.floor(this.length / 2)
    const base = Math.max(0, Math.min(centred, this.rowCount - this.length))
    if (base === this.base) return false
    this.base = base
    this.stale = true
    if (this.measured.size > 0) this.listed = null
    return true
  }

  /** Whether a row is in the first or last tenth of a window that could move on. */
  isNearEnd(firstRow: number, lastRow: number): boolean {
    const margin = this.length / 10
    return (
      (this.base > 0 && firstRow < this.base + margin) ||
      (this.end < this.rowCount && lastRow > this.end - margin)
    )
  }

  /** Heights as Blueprint's grid wants them, one for each row of the window; the same array while none changes. */
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
