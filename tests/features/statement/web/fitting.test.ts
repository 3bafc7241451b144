// How many conditions fit into the filter bar's line.
import { describe, expect, it } from 'vitest'
import { fitting, roomFor } from '#features/statement/web/report/filterBar/useFitting.ts'

const bar = { fixed: 600, gap: 4 }

describe('the filter bar', () => {
  it.each([
    [1_000, [100, 100, 100], 3],
    // Exactly as wide as the line.
    [912, [100, 100, 100], 3],
    [911, [100, 100, 100], 2],
    // The button that holds the rest needs its room too.
    [790, [100, 100, 100], 1],
    [700, [100, 100, 100], 0],
    [100, [100], 0],
    [600, [], 0],
  ])('of %i px has room for as many of %j as %i', (room, conditions, count) => {
    expect(fitting({ ...bar, room, conditions })).toBe(count)
  })

  it.each([
    // Beside the button that holds the last.
    [912, [100, 300, 100], 1, 124],
    [899, [100, 300, 100], 1, null],
    // The last needs none.
    [912, [100, 300], 1, 204],
    [912, [100], 1, null],
  ])('of %i px cuts of %j what comes behind %i to %j', (room, conditions, count, left) => {
    expect(roomFor({ ...bar, room, conditions }, count)).toBe(left)
  })
})
