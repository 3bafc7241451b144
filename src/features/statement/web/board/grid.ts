// Moves and resizes tiles by keys, by the same rules as the pointer's: what is in the way moves aside, gaps close upwards.
import { cloneLayout, type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout/core'
import { type BoardTile, boardColumns, type Place } from '#semantic/model/board/types.ts'

export const rowHeight = 43
export const gap = 8

/** Smaller ones can't be read. */
const leastOf = ({ kind }: BoardTile) => ({ minW: 2, minH: kind === 'text' ? 1 : 2 })

export const itemOf = (tile: BoardTile): LayoutItem => {
  const { id: i, x, y, w, h } = tile
  return { i, x, y, w, h, ...leastOf(tile) }
}

export function placedAs(tiles: readonly BoardTile[], layout: readonly LayoutItem[]): BoardTile[] {
  const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]))
  return tiles.map((tile) => ({ ...tile, ...places.get(tile.id) }))
}

const compacted = (tiles: readonly BoardTile[], layout: readonly LayoutItem[]): BoardTile[] =>
  placedAs(tiles, verticalCompactor.compact(layout, boardColumns))

export const closed = (tiles: readonly BoardTile[]): BoardTile[] => compacted(tiles, tiles.map(itemOf))

const isAt = (tiles: readonly BoardTile[], { id, x, y }: BoardTile): boolean =>
  tiles.some((one) => one.id === id && one.x === x && one.y === y)

/** A step up or down may have to pass a whole tile before anything changes. */
const mostSteps = 100

/** Null where it can't move further. */
export function movedBy(tiles: readonly BoardTile[], id: string, dx: number, dy: number): BoardTile[] | null {
  const tile = tiles.find((one) => one.id === id)
  if (!tile) return null
  for (let step = 1; step <= mostSteps; step++) {
    const [x, y] = [tile.x + dx * step, tile.y + dy * step]
    if (x < 0 || y < 0 || x + tile.w > boardColumns) return null
    const layout = cloneLayout(tiles.map(itemOf))
    const item = layout.find(({ i }) => i === id)
    if (!item) return null
    const next = compacted(tiles, moveElement(layout, item, x, y, true, false, 'vertical', boardColumns))
    // Gaps close upwards, which may take the tile back to where it was.
    if (!isAt(next, tile)) return next
  }
  return null
}

/** Null where it can't become wider, narrower, taller or lower. */
export function grownBy(tiles: readonly BoardTile[], id: string, dw: number, dh: number): BoardTile[] | null {
  const tile = tiles.find((one) => one.id === id)
  if (!tile) return null
  const { minW, minH } = leastOf(tile)
  const [w, h] = [tile.w + dw, tile.h + dh]
  if (w < minW || h < minH || h > 100 || tile.x + w > boardColumns) return null
  return compacted(
    tiles,
    tiles.map((one) => itemOf(one.id === id ? { ...one, w, h } : one)),
  )
}

/** The next tile in a direction: the nearest whose middle lies there. */
export function besideIn(tiles: readonly BoardTile[], id: string, dx: number, dy: number): BoardTile | null {
  const from = tiles.find((one) => one.id === id)
  if (!from) return null
  const middle = ({ x, y, w, h }: Place) => ({ x: x + w / 2, y: y + h / 2 })
  const own = middle(from)
  const far = (tile: BoardTile): number => {
    const { x, y } = middle(tile)
    const [along, across] =
      dx === 0 ? [(y - own.y) * dy, Math.abs(x - own.x)] : [(x - own.x) * dx, Math.abs(y - own.y)]
    // Beside is nearer than aslant.
    return along <= 0 ? Number.POSITIVE_INFINITY : along + across * 2
  }
  const [nearest] = tiles
    .filter((one) => one.id !== id && far(one) < Infinity)
    .sort((a, b) => far(a) - far(b))
  return nearest ?? null
}

/** Below everything. */
export const bottomOf = (tiles: readonly Place[]): number => Math.max(0, ...tiles.map(({ y, h }) => y + h))
