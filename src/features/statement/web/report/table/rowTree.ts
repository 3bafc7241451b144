// Which rows are shown where subtotals can be folded. `source` is a row's index in the result; other indexes count
// shown rows. A subtotal precedes its rows and is grouped by fewer dimensions than they are.

export interface ShownRows {
  count: number
  /** Index in the result of a shown row. */
  sourceOf: (row: number) => number
}

export const everyRow = (count: number): ShownRows => ({ count, sourceOf: (row) => row })

/** Rows that no folded subtotal hides. `folded` holds result indexes of subtotals. */
export function unfoldedRows(levels: readonly number[], folded: ReadonlySet<number>): ShownRows {
  if (folded.size === 0) return everyRow(levels.length)
  const shown = new Int32Array(levels.length)
  let count = 0
  /** Rows of a higher level than this are hidden. */
  let hidden = Number.POSITIVE_INFINITY
  levels.forEach((level, row) => {
    if (level > hidden) return
    hidden = folded.has(row) ? level : Number.POSITIVE_INFINITY
    shown[count++] = row
  })
  return { count, sourceOf: (row) => shown[row] ?? -1 }
}

/** The subtotal above a row, or the row itself where it is a subtotal; -1 where there is none. */
export function subtotalOf(levels: readonly number[], row: number, dimensions: number): number {
  const level = levels[row] ?? dimensions
  if (level < dimensions) return row
  for (let above = row - 1; above >= 0; above--) if ((levels[above] ?? dimensions) < level) return above
  return -1
}

export const hasSubtotals = (levels: readonly number[] | null, dimensions: number): levels is number[] =>
  levels?.some((level) => level < dimensions) ?? false

export function allSubtotals(levels: readonly number[], dimensions: number): Set<number> {
  const found = new Set<number>()
  levels.forEach((level, row) => {
    if (level < dimensions) found.add(row)
  })
  return found
}

/** Shown index of a result's row, or of the last shown row before it. */
export function placeOf({ count, sourceOf }: ShownRows, source: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sourceOf(middle) <= source) low = middle
    else high = middle - 1
  }
  return low
}
