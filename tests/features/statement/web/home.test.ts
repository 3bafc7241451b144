// What the home page derives from daily figures.
import { describe, expect, it } from 'vitest'
import type { Cell, HomeCard } from '#features/statement/contract.ts'
import {
  briefText,
  changeOf,
  changeText,
  eachOnce,
  isComparable,
  linePath,
  moversOf,
} from '#features/statement/web/home/change.ts'

const point = (values: Cell[], format: 'integer' | 'percent' = 'integer', key = 'p1') => ({
  key,
  title: key,
  format,
  unit: '',
  values,
})
const card = (viewId: number, ...points: ReturnType<typeof point>[]): HomeCard => ({
  viewId,
  reportName: '',
  state: 'figures',
  message: '',
  days: [],
  points,
  openDays: 1,
  lateSince: null,
})
/** Nine days: the same weekday of the week before, six between, the day before, yesterday, today. */
const days = (weekBefore: Cell, dayBefore: Cell, yesterday: Cell) =>
  [weekBefore, 1, 1, 1, 1, 1, dayBefore, yesterday, 999] as Cell[]

describe('figures that several cards have', () => {
  const keysOf = (cards: HomeCard[]) =>
    [...eachOnce(cards)].map(([viewId, points]) => [viewId, points.map(({ key }) => key)])
  it('are shown by the first', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((key) => point([1, 2], 'integer', key)) as [
      ReturnType<typeof point>,
      ReturnType<typeof point>,
      ReturnType<typeof point>,
    ]
    // Of the same point in another game.
    const other = point([3, 4], 'integer', 'a')
    expect(keysOf([card(1, a, b), card(2, b, c, other), card(3, c)])).toEqual([
      [1, ['a', 'b']],
      [2, ['c', 'a']],
      [3, ['c']],
    ])
  })
})

describe('a change', () => {
  it('is a part of the former figure, of ratios a difference', () => {
    expect(changeOf(point(days(0, 80, 100)), 1, 2)).toBe(0.25)
    expect(changeOf(point(days(0, '80', '100')), 1, 2)).toBe(0.25)
    expect(changeOf(point(days(0, 0.5, 0.4), 'percent'), 1, 2)).toBeCloseTo(-0.1)
    expect(changeText(-0.1, { format: 'percent' })).toBe('-10.0pp')
    expect(changeText(0.25, { format: 'integer' })).toBe('+25.0%')
  })
  it('is none from nothing or to nothing', () => {
    expect(changeOf(point(days(0, 0, 5)), 1, 2)).toBeNull()
    expect(changeOf(point(days(0, null, 5)), 1, 2)).toBeNull()
    expect(changeOf(point(days(0, 5, null)), 1, 2)).toBeNull()
    expect(changeOf(point([1, 2]), 1, 8)).toBeNull()
  })
})

describe('the movers', () => {
  it('are the larger change of each figure, the largest first, small ones left out', () => {
    const cards = [
      card(1, point(days(100, 90, 100)), point(days(100, 99, 101), 'integer', 'still')),
      card(2, point(days(200, 100, 100))),
      card(3, point(days(200, 100, 100))),
    ]
    // What a third report shows again is told once.
    expect(moversOf(cards).map(({ viewId, against }) => [viewId, against])).toEqual([
      [2, '上周同日'],
      [1, '前天'],
    ])
  })
  it('are not spoken of where no two days stand beside each other', () => {
    expect(isComparable([card(1, point([null, null, 3]))])).toBe(false)
    expect(isComparable([card(1, point([null, 3, 3, 1]))])).toBe(true)
  })
})

it('draws a line that breaks where a day has no figure', () => {
  expect(linePath([0, 10, null, 5, 10], 40, 10)).toBe('M0.0 10.0L10.0 0.0M30.0 5.0L40.0 0.0')
  expect(linePath([3, 3], 10, 10)).toBe('M0.0 5.0L10.0 5.0')
})

it('shows decimals in a whole row, or in none of it where a figure is large', () => {
  const money = { format: 'decimal', unit: '元' } as const
  expect(briefText(money, 30)).toBe('30.00')
  expect(briefText(money, '1654.25')).toBe('1,654')
  expect(briefText(money, 30, [30, 1654.25])).toBe('30')
  expect(briefText(money, null, [1654.25])).toBe(briefText(money, null))
  expect(briefText({ format: 'percent', unit: '' }, 0.125, [4000])).toBe('12.50%')
})
