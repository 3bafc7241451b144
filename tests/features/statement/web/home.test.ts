// What the home page derives from daily figures.
import { describe, expect, it } from 'vitest'
import type { Cell, HomeCard, ViewMeta } from '#features/statement/contract.ts'
import {
  areaPath,
  briefText,
  changeOf,
  changeText,
  eachOnce,
  isComparable,
  linePath,
  moversOf,
  toldOf,
} from '#features/statement/web/home/change.ts'
import { offeredViews } from '#features/statement/web/home/offered.ts'
import type { FolderNode } from '#features/statement/web/tree/shape.ts'

const point = (values: Cell[], format: 'integer' | 'percent' = 'integer', key = 'p1') => ({
  key,
  title: key,
  format,
  unit: '',
  values,
  soFar: null as HomeCard['points'][number]['soFar'],
})
const card = (viewId: number, ...points: ReturnType<typeof point>[]): HomeCard => ({
  viewId,
  reportId: viewId,
  reportName: '',
  info: null,
  state: 'figures',
  message: '',
  days: [],
  points,
  openDays: 1,
  lateSince: null,
  until: null,
  updateTime: null,
})
/** Nine days: the same weekday of the week before, six between, the day before, yesterday, today. */
const days = (weekBefore: Cell, dayBefore: Cell, yesterday: Cell) =>
  [weekBefore, 1, 1, 1, 1, 1, dayBefore, yesterday, 999] as Cell[]

describe('figures that several cards have', () => {
  const keysOf = (cards: HomeCard[]) =>
    [...eachOnce(cards)].map(([viewId, points]) => [viewId, points.map(({ key }) => key)])
  it('are shown once: each card has a first figure before any has a second', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => point([1, 2], 'integer', key)) as [
      ReturnType<typeof point>,
      ReturnType<typeof point>,
      ReturnType<typeof point>,
      ReturnType<typeof point>,
    ]
    // Of the same point in another game.
    const other = point([3, 4], 'integer', 'a')
    expect(keysOf([card(1, a, b, c, d), card(2, a, b), card(3, b, c, other), card(4, a, b)])).toEqual([
      [1, ['a', 'd']],
      [2, ['b']],
      [3, ['c', 'a']],
      [4, []],
    ])
  })
})

describe('what is told of a figure', () => {
  const values = days(0, 80, 100)
  it('is today until an hour against yesterday until then', () => {
    const timed = { ...point(values), soFar: { today: 30, yesterday: 40 } }
    expect(toldOf(timed, { until: '10:00', openDays: 1 })).toEqual({
      value: 30,
      when: '今日到 10:00',
      brief: '到 10:00',
      change: -0.25,
      against: '较昨日同时',
      beside: { title: '昨日全天', value: 100 },
    })
    const rate = { ...point(values, 'percent'), soFar: { today: 0.5, yesterday: 0.4 } }
    expect(toldOf(rate, { until: '10:00', openDays: 1 }).change).toBeCloseTo(0.1)
  })
  it('is yesterday where hours are not known, and no change where yesterday may still grow', () => {
    expect(toldOf(point(values), { until: '10:00', openDays: 1 })).toEqual({
      value: 100,
      when: '昨日',
      brief: '昨日',
      change: 0.25,
      against: '较前天',
      beside: { title: '今日至今', value: 999 },
    })
    expect(toldOf(point(values), { until: null, openDays: 2 })).toMatchObject({
      when: '昨日未完',
      change: null,
    })
  })
})

describe('views offered to who has no stars', () => {
  const view = (id: number, shared = true): ViewMeta =>
    ({ id, name: `${id}`, shared, typeId: 1, order: id, owner: 'a', pinyin: '' }) as unknown as ViewMeta
  const folder = (views: ViewMeta[], folders: FolderNode[] = []): FolderNode => ({
    key: 'f1',
    folder: null,
    name: '',
    folders,
    views,
    count: 0,
  })
  it('come from each folder in turn, in the order of the tree', () => {
    const roots = [
      folder([view(1), view(2), view(3)]),
      folder([view(4, false)], [folder([view(5)])]),
      folder([view(6)]),
    ]
    expect(offeredViews({ roots }).map(({ id }) => id)).toEqual([1, 5, 6, 2])
    expect(offeredViews({ roots: [] })).toEqual([])
  })
})

describe('a change', () => {
  it('is a part of the former figure, of ratios a difference', () => {
    expect(changeOf(point(days(0, 80, 100)), 1, 2)).toBe(0.25)
    expect(changeOf(point(days(0, '80', '100')), 1, 2)).toBe(0.25)
    expect(changeOf(point(days(0, 0.5, 0.4), 'percent'), 1, 2)).toBeCloseTo(-0.1)
    expect(changeText(-0.1, { format: 'percent' })).toBe('▼ 10.0 pp')
    expect(changeText(0.25, { format: 'integer' })).toBe('▲ 25.0%')
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
    expect(moversOf(cards).map(({ card, against }) => [card.viewId, against])).toEqual([
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
  expect(areaPath([0, 10, null, 5, 10], 40, 10)).toBe(
    'M0.0 10.0L10.0 0.0L10.0 10L0.0 10ZM30.0 5.0L40.0 0.0L40.0 10L30.0 10Z',
  )
})

it('shows decimals in a whole row, or in none of it where a figure is large', () => {
  const money = { format: 'decimal', unit: '元' } as const
  expect(briefText(money, 30)).toBe('30.00')
  expect(briefText(money, '1654.25')).toBe('1,654')
  expect(briefText(money, 30, [30, 1654.25])).toBe('30')
  expect(briefText(money, null, [1654.25])).toBe(briefText(money, null))
  expect(briefText({ format: 'percent', unit: '' }, 0.125, [4000])).toBe('12.50%')
})
