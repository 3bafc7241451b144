// Column headers of a sheet: one line, or several lines whose equal neighbours are merged.
import type { MergedCells } from './records.ts'

/** `key` distinguishes headers of equal text. An empty text is merged with the header above. */
export interface Head {
  text: string
  key: string
}

interface PlacedHead {
  row: number
  column: number
  text: string
  isMerged: boolean
  /** Spans several columns. */
  isWide: boolean
}

export interface HeadLayout {
  cells: PlacedHead[]
  merged: MergedCells[]
}

/** `columns`: for each column the header lines from the top, its own title last; all of equal length. */
export function layOutHeads(columns: readonly (readonly Head[])[]): HeadLayout {
  const depth = columns[0]?.length ?? 0
  const cells: PlacedHead[] = []
  const merged: MergedCells[] = []
  const headAt = (row: number, column: number) => columns[column]?.[row]
  const heightAt = (row: number, column: number) => {
    let height = 1
    while (row + height < depth && headAt(row + height, column)?.text === '') height++
    return height
  }
  /** Boundaries of the line above: a header never spans wider than the one above it. */
  let bounds = [columns.length]
  for (let row = 0; row < depth; row++) {
    const ends: number[] = []
    for (let column = 0; column < columns.length; ) {
      const head = headAt(row, column)
      const bound = bounds.find((end) => end > column) ?? columns.length
      let end = column + 1
      while (end < bound && headAt(row, end)?.key === head?.key) end++
      ends.push(end)
      if (head && (head.text !== '' || row === 0)) {
        const lastRow = row + heightAt(row, column) - 1
        const isWide = end - 1 > column
        const isMerged = lastRow > row || isWide
        cells.push({ row, column, text: head.text, isMerged, isWide })
        if (isMerged) {
          merged.push({ firstRow: row, lastRow, firstColumn: column, lastColumn: end - 1 })
        }
      }
      column = end
    }
    bounds = ends
  }
  return { cells, merged }
}
