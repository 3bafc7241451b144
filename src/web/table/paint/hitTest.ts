// Finds the column at a point, and the columns in view.
import type { ColumnLayout } from '../columnLayout.ts'

/** The last column whose left edge is at or before `x`. */
function placeAt({ lefts, widths }: ColumnLayout, x: number): number {
  let low = 0
  let high = Math.max(0, widths.length - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lefts[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/** The column at `x` pixels in a view scrolled by `left`; null beyond the last column. */
export function columnAtView(layout: ColumnLayout, x: number, left: number, clamps: boolean): number | null {
  const frozenWidth = layout.lefts[layout.frozen] ?? 0
  const inTable = x < frozenWidth ? x : x + left
  if (inTable >= (layout.lefts.at(-1) ?? 0)) return clamps ? layout.widths.length - 1 : null
  return placeAt(layout, inTable)
}

/** The scrolling columns in view, plus one on each side; the end is exclusive. */
export function columnsInView(layout: ColumnLayout, left: number, width: number): [number, number] {
  const frozenWidth = layout.lefts[layout.frozen] ?? 0
  const first = Math.max(layout.frozen, placeAt(layout, left + frozenWidth) - 1)
  return [first, Math.max(first, Math.min(layout.widths.length, placeAt(layout, left + width) + 2))]
}
