import { describe, expect, it } from 'vitest'
import { measureRows } from '#web/table/paint/rowMeasure.ts'
import { evenWindow, highestRow, RowWindow, wrappedWindow } from '#web/table/paint/rowWindow.ts'

/** What Chromium and Firefox can scroll. */
const tallest = 33_554_432

describe('the window of rows', () => {
  it('stands for all rows while they fit', () => {
    const rows = new RowWindow(50, 24, false)
    expect(rows.holdsAll).toBe(true)
    expect(rows.height).toBe(1_200)
    expect(rows.rowAt(100)).toBe(4)
    expect(rows.topOf(4)).toBe(96)
    expect(rows.isNearEnd(0, 49)).toBe(false)
  })

  it('never exceeds what a browser scrolls', () => {
    expect(evenWindow * 33).toBeLessThan(tallest)
    expect(wrappedWindow * highestRow).toBeLessThan(tallest)
  })

  it('moves on to the last of a hundred million rows', () => {
    const rows = new RowWindow(100_000_000, 24, false)
    expect(rows.isNearEnd(0, 30)).toBe(false)
    expect(rows.isNearEnd(95_000, 95_030)).toBe(true)
    expect(rows.rebaseAround(95_000)).toBe(true)
    expect(rows.base).toBe(45_000)
    expect(rows.rebaseAround(99_999_999)).toBe(true)
    expect(rows.end).toBe(100_000_000)
    expect(rows.rowAt(rows.height - 1)).toBe(99_999_999)
    expect(rows.isNearEnd(99_999_960, 99_999_999)).toBe(false)
    expect(rows.rebaseAround(99_999_999)).toBe(false)
  })

  it('places rows of measured heights and keeps them over a move', () => {
    const rows = new RowWindow(10_000, 24, true)
    expect(
      rows.setHeights([
        [2, 60],
        [3, 1e9],
      ]),
    ).toBe(true)
    expect(rows.setHeights([[2, 60]])).toBe(false)
    expect(rows.topOf(3)).toBe(108)
    expect(rows.heightOf(3)).toBe(highestRow)
    expect(rows.rowAt(107)).toBe(2)
    expect(rows.rowAt(108)).toBe(3)
    expect(rows.heights(24).slice(0, 4)).toEqual([24, 24, 24, 60])
    rows.rebaseAround(9_000)
    expect(rows.topOf(rows.base + 1)).toBe(24)
    rows.rebaseAround(0)
    expect(rows.heightOf(2)).toBe(60)
  })

  it('hands out the same heights while none changes', () => {
    const rows = new RowWindow(1_000_000, 24, false)
    const before = rows.heights(0)
    rows.rebaseAround(500_000)
    expect(rows.heights(0)).toBe(before)
  })
})

describe('wrapped rows', () => {
  const asked: string[] = []
  const measured = (text: string, maxLines: number, lines: number) =>
    measureRows(
      {
        rows: [0],
        columns: [0],
        textOf: () => text,
        widthOf: () => 100,
        measure: (one) => one.length * 7,
        rowHeight: 24,
        maxLines,
      },
      (texts) => {
        asked.push(...texts.map((one) => one.text))
        return texts.map(() => lines)
      },
    )[0]?.[1]

  it('lay out only texts that can wrap', () => {
    expect(measured('short', 0, 9)).toBe(24)
    expect(asked).toEqual([])
    expect(measured('a text of more than one line', 0, 2)).toBe(42)
    expect(measured('a\nb', 0, 2)).toBe(42)
  })

  it('take at most so many lines; 0 takes all', () => {
    expect(measured('x'.repeat(500), 3, 9)).toBe(24 + 2 * 18)
    expect(measured('x'.repeat(500), 0, 9)).toBe(24 + 8 * 18)
  })

  it('are laid out without the rest of a megabyte', () => {
    asked.length = 0
    measured('x'.repeat(1_000_000), 0, 2)
    expect(asked[0]?.length).toBeLessThan(5_000)
  })
})
