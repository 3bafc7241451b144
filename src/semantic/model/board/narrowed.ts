// The same board on a narrower page: in the order of reading, in fewer columns. There is no second layout to keep.
import { type BoardTile, boardColumns, type Place } from './types.ts'

/** Columns of the grid at a width of the page in px. */
export const columnsAt = (width: number): number => (width >= 820 ? boardColumns : width >= 560 ? 6 : 2)

/** From the top, and within a row from the left. */
export const inOrder = <Tile extends Place>(tiles: readonly Tile[]): Tile[] =>
  [...tiles].sort((one, other) => one.y - other.y || one.x - other.x)

const leastFigures = 1

function widthIn(tile: BoardTile, columns: number): number {
  if (columns === 2) return tile.kind === 'figure' ? leastFigures : 2
  return Math.max(2, Math.min(columns, Math.round((tile.w * columns) / boardColumns)))
}

/** Tiles flow as words do; the last one of a line is widened to the edge. */
export function narrowed(tiles: readonly BoardTile[], columns: number): BoardTile[] {
  if (columns >= boardColumns) return [...tiles]
  const lines: BoardTile[][] = []
  let room = 0
  for (const tile of inOrder(tiles)) {
    const w = widthIn(tile, columns)
    if (w > room || lines.length === 0) {
      lines.push([])
      room = columns
    }
    lines.at(-1)?.push({ ...tile, w })
    room -= w
  }
  let y = 0
  return lines.flatMap((line) => {
    const h = Math.max(...line.map((tile) => tile.h))
    let x = 0
    const placed = line.map((tile, at) => {
      const w = at === line.length - 1 ? columns - x : tile.w
      const shown = { ...tile, x, y, w, h }
      x += w
      return shown
    })
    y += h
    return placed
  })
}
