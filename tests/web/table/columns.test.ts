// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { groupAt, movedBefore } from '#web/table/columnGroups.ts'
import { layoutColumns, naturalWidth, sampleRows } from '#web/table/columnLayout.ts'
import { orderColumns, readMemory, writeMemory } from '#web/table/memory.ts'
import { estimatedMeasure, roughWidth, type TextMeasure, WidthBound } from '#web/table/paint/textWidth.ts'
import { column, hugeData, textColumn, textData } from './fixture/data.ts'

const columns = [
  textColumn('date', '日期', { frozen: true }),
  column('a', 'A'),
  column('b', 'B'),
  column('c', 'C'),
]

beforeEach(() => localStorage.clear())

const laidOut = (more: Partial<Parameters<typeof layoutColumns>[0]> = {}) =>
  layoutColumns({
    columns,
    order: [0, 1, 2, 3],
    natural: [100, 80, 300, 80],
    dragged: {},
    maxColumnWords: 0,
    available: 0,
    ...more,
  })

describe('column widths', () => {
  it('are as wide as their texts, with the page edge at both ends', () => {
    expect(laidOut().widths).toEqual([106, 80, 300, 86])
    expect(laidOut().lefts).toEqual([0, 106, 186, 486, 572])
  })

  it('never exceed the setting; 0 is unlimited', () => {
    expect(laidOut({ maxColumnWords: 90 }).widths).toEqual([90, 80, 90, 86])
    expect(laidOut({ maxColumnWords: 90, dragged: { a: 500 } }).widths[1]).toBe(90)
    expect(laidOut({ natural: [100, 80, 5_000, 80] }).widths[2]).toBe(5_000)
  })

  it('keep what the reader dragged and share spare room among the others', () => {
    const { widths, lefts } = laidOut({ available: 700, dragged: { a: 120 } })
    expect(widths[1]).toBe(120)
    expect(lefts.at(-1)).toBe(700)
    expect(laidOut({ available: 700, maxColumnWords: 90 }).widths.every((width) => width <= 90)).toBe(true)
    expect((laidOut({ available: 50_000 }).lefts.at(-1) ?? 0) < 1_200).toBe(true)
  })

  it('freeze no more than leaves room in a narrow window', () => {
    expect(laidOut({ available: 1_000 }).frozen).toBe(1)
    expect(laidOut({ available: 150 }).frozen).toBe(0)
  })

  it('look at rows from all over, and at few of them', () => {
    const rows = sampleRows(100_000_000)
    expect(rows.length).toBeLessThanOrEqual(240)
    expect(rows.at(-1)).toBeGreaterThan(99_000_000)
    expect(Math.max(...rows)).toBeLessThan(100_000_000)
    expect(sampleRows(3)).toEqual([0, 1, 2])
  })

  it('measure neither a megabyte nor line breaks', () => {
    const data = textData(10)
    const measured: string[] = []
    const cell = (text: string) => {
      measured.push(text)
      return estimatedMeasure.cell(text)
    }
    const width = naturalWidth(data, 3, sampleRows(10), { ...estimatedMeasure, cell })
    expect(measured).not.toEqual([])
    for (const text of measured) expect(text.length).toBeLessThan(5_000)
    expect(width).toBeLessThan(40_000)
    expect(roughWidth('中a')).toBe(3)
  })

  it('lay out thousands of columns', () => {
    const { columns: many } = hugeData(10, 5_000)
    const { widths, lefts } = layoutColumns({
      columns: many,
      order: many.map((_, index) => index),
      natural: many.map(() => 100),
      dragged: {},
      maxColumnWords: 0,
      available: 1_000,
    })
    expect(widths).toHaveLength(many.length)
    expect(lefts.at(-1)).toBe(widths.reduce((sum, width) => sum + width))
  })
})

describe('the most that a text may be wide', () => {
  const widths: Record<string, number> = { 1: 4, 8: 7, ',': 3, 字: 13 }
  const measured: string[] = []
  const cell = (text: string) => {
    measured.push(text)
    return widths[text] ?? 6
  }
  const measure: TextMeasure = { cell, title: cell, unit: cell }

  it('takes every digit for the widest, as cells have them of one width', () => {
    expect(new WidthBound(measure).of('1,111')).toBeCloseTo((4 * 7 + 3) * 1.02)
  })

  it('adds up characters, each measured once', () => {
    const bound = new WidthBound(measure)
    measured.length = 0
    expect(bound.of('字字字a')).toBeCloseTo((3 * 13 + 6) * 1.02)
    bound.of('字a字a')
    expect(measured).toEqual(['字', 'a'])
  })

  it('trusts no width of characters whose shape depends on others', () => {
    expect(new WidthBound(measure).of('ﷺ')).toBeGreaterThanOrEqual(18)
  })

  it('is on the safe side without a canvas', () => {
    const bound = new WidthBound(estimatedMeasure)
    expect(bound.of('88')).toBeGreaterThanOrEqual(2 * 8.5)
    expect(bound.of('MW')).toBeGreaterThanOrEqual(36)
  })
})

describe('remembered columns', () => {
  it('come back by key, in their order', () => {
    writeMemory('report:1', { widths: { a: 222 }, order: ['c', 'a', 'b'] })
    const memory = readMemory('report:1')
    expect(memory.widths.a).toBe(222)
    expect(orderColumns(columns, memory.order)).toEqual([0, 3, 1, 2])
    expect(readMemory('report:2').order).toEqual([])
  })

  it('stand a new column after its neighbour and forget one that is gone', () => {
    const added = [...columns.slice(0, 2), column('new', '新'), ...columns.slice(2)]
    expect(orderColumns(added, ['date', 'c', 'a', 'b'])).toEqual([0, 4, 1, 2, 3])
    expect(orderColumns(columns.slice(0, 3), ['gone', 'b', 'a'])).toEqual([0, 2, 1])
  })

  it('keep frozen columns first whatever is remembered', () => {
    expect(orderColumns(columns, ['c', 'b', 'a', 'date'])[0]).toBe(0)
  })

  it.each([
    ['not json', '{'],
    ['null', 'null'],
    ['a list', '[1]'],
    ['widths that are none', '{"widths":{"a":"wide","b":-5,"c":1e9,"__proto__":5},"order":{"0":"a"}}'],
    ['an order of numbers', '{"order":[1,null,"a"]}'],
  ])('bear %s', (_, text) => {
    localStorage.setItem('table:broken', text)
    const { widths, order } = readMemory('broken')
    expect(Object.values(widths)).toEqual([])
    expect(order.every((key) => key === 'a')).toBe(true)
  })

  it('bear a column that is called like a part of every object', () => {
    const odd = [textColumn('constructor', 'x'), textColumn('__proto__', 'y')]
    const { widths } = layoutColumns({
      columns: odd,
      order: [0, 1],
      natural: [100, 100],
      dragged: readMemory('none').widths,
      maxColumnWords: 0,
      available: 0,
    })
    expect(widths).toEqual([106, 106])
  })
})

describe('columns that belong together', () => {
  const columns = [
    column('d', 'D'),
    ...['p', 'p_diff', 'p_share'].map((key) => ({ ...column(key, key), group: 'p' })),
    ...['q', 'q_diff'].map((key) => ({ ...column(key, key), group: 'q' })),
    column('r', 'R'),
  ]
  const moved = (place: number, before: number) =>
    movedBefore(columns, place, before)
      ?.map(({ key }) => key)
      .join(' ')

  it('are neighbours of one group', () => {
    expect([0, 1, 3, 4, 6].map((place) => groupAt(columns, place))).toEqual([
      { first: 0, end: 1 },
      { first: 1, end: 4 },
      { first: 1, end: 4 },
      { first: 4, end: 6 },
      { first: 6, end: 7 },
    ])
  })

  it('move together, whichever is dragged', () => {
    expect(moved(1, 6)).toBe('d q q_diff p p_diff p_share r')
    expect(moved(2, 7)).toBe('d q q_diff r p p_diff p_share')
    expect(moved(5, 1)).toBe('d q q_diff p p_diff p_share r')
  })

  it('let nothing in between', () => {
    expect(moved(0, 3)).toBe('p p_diff p_share d q q_diff r')
    expect(moved(6, 2)).toBe('d r p p_diff p_share q q_diff')
    expect(moved(6, 5)).toBe('d p p_diff p_share r q q_diff')
  })

  it('stay where they are when dropped upon themselves', () => {
    expect([1, 2, 3, 4].map((before) => movedBefore(columns, 2, before))).toEqual([null, null, null, null])
    expect(movedBefore(columns, 9, 0)).toBeNull()
  })
})
