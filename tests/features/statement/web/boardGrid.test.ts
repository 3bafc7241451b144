// A board's tiles by keys: what is in the way moves aside, gaps close, nothing leaves the grid or lies over another.
import { describe, expect, it } from 'vitest'
import type { BoardTile, Place } from '#semantic/model/board/types.ts'
import { besideIn, closed, grownBy, movedBy } from '#features/statement/web/board/grid.ts'

const tile = (id: string, x: number, y: number, w: number, h: number): BoardTile => ({
  ...{ id, kind: 'chart', report: 1, x, y, w, h },
})
//  a a a a b b b b c c c c
//  d d d d d d d d d d d d
const tiles = [tile('a', 0, 0, 4, 3), tile('b', 4, 0, 4, 3), tile('c', 8, 0, 4, 3), tile('d', 0, 3, 12, 4)]

const placeOf = (all: readonly BoardTile[] | null, id: string) => {
  const { x, y, w, h } = all?.find((one) => one.id === id) ?? {}
  return [x, y, w, h]
}
const crosses = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
const isSound = (all: readonly BoardTile[]): boolean =>
  all.every(
    (one, at) =>
      one.x >= 0 &&
      one.x + one.w <= 12 &&
      one.y >= 0 &&
      all.slice(at + 1).every((other) => !crosses(one, other)),
  )

describe('moving by keys', () => {
  it('moves a tile down past the one below, and up again', () => {
    const down = movedBy(tiles, 'd', 0, -1)
    expect(placeOf(down, 'd')).toEqual([0, 0, 12, 4])
    expect(['a', 'b', 'c'].map((id) => placeOf(down, id)[1])).toEqual([4, 4, 4])
    const back = movedBy(down ?? [], 'd', 0, 1)
    expect(back && isSound(back)).toBe(true)
    expect(placeOf(back, 'd')[1]).toBeGreaterThan(0)
  })

  it('moves aside what is in the way', () => {
    const right = movedBy(tiles, 'a', 1, 0)
    expect(placeOf(right, 'a')).toEqual([1, 0, 4, 3])
    expect(placeOf(right, 'b')[1]).toBeGreaterThanOrEqual(3)
    expect(right && isSound(right)).toBe(true)
  })

  it('stays at the edges', () => {
    expect(movedBy(tiles, 'a', -1, 0)).toBeNull()
    expect(movedBy(tiles, 'a', 0, -1)).toBeNull()
    expect(movedBy(tiles, 'c', 1, 0)).toBeNull()
    expect(movedBy(tiles, 'd', 0, 1)).toBeNull()
    expect(movedBy(tiles, 'nobody', 1, 0)).toBeNull()
  })

  it('keeps a board sound under any keys, and gives the tiles’ content back unchanged', () => {
    const ways = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const
    // A fixed sequence that looks random.
    let seed = 7
    const next = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    let all: BoardTile[] = tiles
    for (let press = 0; press < 400; press++) {
      const id = 'abcd'[next(4)] ?? 'a'
      const [dx, dy] = ways[next(4)] ?? [1, 0]
      all = (next(2) === 0 ? movedBy(all, id, dx, dy) : grownBy(all, id, dx, dy)) ?? all
      expect(isSound(all), `after ${press} presses`).toBe(true)
    }
    expect(all.map(({ id, kind }) => `${id} ${kind}`)).toEqual(tiles.map(({ id, kind }) => `${id} ${kind}`))
  })
})

describe('resizing by keys', () => {
  it('pushes what stands below, and lets it come back', () => {
    const taller = grownBy(tiles, 'a', 0, 2)
    expect(placeOf(taller, 'd')[1]).toBe(5)
    expect(placeOf(grownBy(taller ?? [], 'a', 0, -2), 'd')[1]).toBe(3)
  })

  it('stops at the edge and at the least size', () => {
    expect(grownBy(tiles, 'c', 1, 0)).toBeNull()
    expect(grownBy([tile('a', 0, 0, 2, 2)], 'a', -1, 0)).toBeNull()
    expect(grownBy([tile('a', 0, 0, 2, 2)], 'a', 0, -1)).toBeNull()
  })
})

it('a gap is closed upwards', () => {
  expect(placeOf(closed([tile('a', 0, 5, 4, 3)]), 'a')).toEqual([0, 0, 4, 3])
})

it('the next tile in a direction is the one beside, not one aslant', () => {
  expect(besideIn(tiles, 'a', 1, 0)?.id).toBe('b')
  expect(besideIn(tiles, 'b', 0, 1)?.id).toBe('d')
  expect(besideIn(tiles, 'd', 0, -1)?.id).toBe('b')
  expect(besideIn(tiles, 'a', -1, 0)).toBeNull()
})
