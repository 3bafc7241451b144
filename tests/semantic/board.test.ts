// A board as data: the one that is made from reports, what each tile asks under the bar, goals, narrower pages, and what
// its history tells.
import { describe, expect, it } from 'vitest'
import { askedOf, type Reach } from '#semantic/model/board/asked.ts'
import { goalState } from '#semantic/model/board/goal.ts'
import { madeBoard } from '#semantic/model/board/made.ts'
import { columnsAt, inOrder, narrowed } from '#semantic/model/board/narrowed.ts'
import type { Board, BoardTile, DataTile, FigureTile, Place } from '#semantic/model/board/types.ts'
import { boardChanges } from '#semantic/model/board/types.ts'
import type { DateRange, ReportInfo } from '#semantic/model/types.ts'

const date = 1
const channel = 8
const server = 9
const daily: ReportInfo = { dims: [date], points: [11, 12], dateRange: { relative: 'last30' } }
const byChannel: ReportInfo = { dims: [channel], points: [11, 13], dateRange: { relative: 'last7' } }
const retention: ReportInfo = {
  kind: 'retention',
  dims: [date],
  points: [11, 12],
  retention: { days: [1, 7] },
}

const crosses = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
const crossing = (tiles: readonly BoardTile[]): string[] =>
  tiles.flatMap((one, at) =>
    tiles.slice(at + 1).flatMap((other) => (crosses(one, other) ? [`${one.id} ${other.id}`] : [])),
  )
const cellsOf = (tiles: readonly Place[]): number => tiles.reduce((sum, { w, h }) => sum + w * h, 0)
const bottom = (tiles: readonly Place[]): number => Math.max(...tiles.map(({ y, h }) => y + h))

describe('the board made from reports', () => {
  const { tiles } = madeBoard([
    { id: 1, info: daily, day: date },
    { id: 2, info: byChannel, day: date },
    { id: 3, info: retention, day: date },
    { id: 4, info: { dims: [channel, server], points: [11] }, day: null },
    { id: 5, info: { dims: [], points: [14] }, day: date },
  ])

  it('has each figure once on top, and a tile for each report that has something to draw', () => {
    const figures = tiles.filter((tile): tile is FigureTile => tile.kind === 'figure')
    expect(figures.map(({ key, report }) => `${report} ${key}`)).toEqual(['1 p11', '1 p12', '2 p13', '5 p14'])
    const others = tiles.flatMap((tile) => (tile.kind === 'figure' || tile.kind === 'text' ? [] : [tile]))
    expect(others.map(({ report, kind }) => `${report} ${kind}`).toSorted()).toEqual([
      '1 chart',
      '2 chart',
      '3 chart',
      '4 table',
    ])
  })

  it('fills its rows to the edge, and no tile lies over another', () => {
    expect(crossing(tiles)).toEqual([])
    expect(cellsOf(tiles)).toBe(12 * bottom(tiles))
    expect(tiles.every(({ x, w }) => x + w <= 12)).toBe(true)
  })

  it('is empty without reports', () => expect(madeBoard([])).toEqual({ tiles: [], bar: {} }))
})

describe('the same board on a narrower page', () => {
  const { tiles } = madeBoard([1, 2, 3].map((id) => ({ id, info: id === 2 ? byChannel : daily, day: date })))

  it.each([
    [1440, 12],
    [800, 6],
    [390, 2],
  ])('at %i px it flows in %i columns, in the same order and without gaps', (width, columns) => {
    expect(columnsAt(width)).toBe(columns)
    const shown = narrowed(tiles, columns)
    expect(crossing(shown)).toEqual([])
    expect(shown.every(({ x, w }) => x + w <= columns)).toBe(true)
    expect(inOrder(shown).map(({ id }) => id)).toEqual(inOrder(tiles).map(({ id }) => id))
  })

  it('shows large figures side by side on a phone', () => {
    const figures = narrowed(tiles, 2).filter(({ kind }) => kind === 'figure')
    expect(figures.slice(0, 2).map(({ x, y, w }) => [x, y, w])).toEqual([
      [0, 0, 1],
      [1, 0, 1],
    ])
  })
})

describe('what a tile asks under the bar', () => {
  const reach: Reach = { dims: [date, channel], day: date }
  const daysOf = (range: DateRange) =>
    'relative' in range ? { from: '2026-10-01', to: '2026-10-30' } : range
  const place = { x: 0, y: 0, w: 6, h: 6 }
  const chart = (report: number): DataTile => ({ id: 'a', kind: 'chart', report, ...place })
  const figure = (of: 'day' | 'range', key = 'p11'): DataTile => ({
    id: 'f',
    kind: 'figure',
    report: 1,
    key,
    of,
    ...place,
  })
  const onChannel = { dim: channel, op: 'in' as const, values: ['hw'] }
  const onServer = { dim: server, op: 'in' as const, values: ['7'] }

  it('takes days, grain, comparison and the conditions that reach it, and names the others', () => {
    const bar = {
      ...{ dateRange: { relative: 'last7' as const }, grain: 'week' as const, compare: 'week' as const },
      filters: [onChannel, onServer],
    }
    const { info, missed } = askedOf({ tile: chart(1), info: daily, reach, bar, points: [], daysOf })
    expect(info).toEqual({ ...daily, ...bar, filters: [onChannel] })
    expect(missed).toEqual([{ dims: [server] }])
  })

  it('leaves a report without days, without dates or about players as it is, and says so', () => {
    const bar = {
      dateRange: { relative: 'last7' as const },
      grain: 'week' as const,
      compare: 'week' as const,
    }
    const undated: ReportInfo = { dims: [channel], points: [11] }
    expect(askedOf({ tile: chart(2), info: undated, reach, bar, points: [], daysOf })).toEqual({
      info: undated,
      missed: ['dateRange', 'grain', 'compare'],
    })
    const asked = askedOf({ tile: chart(2), info: byChannel, reach, bar, points: [], daysOf })
    expect(asked.info).toEqual({ ...byChannel, dateRange: bar.dateRange, compare: 'week' })
    expect(asked.missed).toEqual(['grain'])
    const dated = { ...retention, dateRange: { relative: 'last30' as const } }
    const cohorts = askedOf({ tile: chart(3), info: dated, reach, bar, points: [], daysOf })
    expect(cohorts.info).toEqual({ ...dated, dateRange: bar.dateRange })
    expect(cohorts.missed).toEqual(['grain', 'compare'])
  })

  it('keeps the report’s own condition beside the bar’s: both have to hold', () => {
    const own = { dim: channel, op: 'in' as const, values: ['hw', 'mi'] }
    const info = { ...daily, filters: [own] }
    const asked = askedOf({ tile: chart(1), info, reach, bar: { filters: [onChannel] }, points: [], daysOf })
    expect(asked.info.filters).toEqual([own, onChannel])
  })

  it('asks a large figure day by day: the last two weeks against the week before, or the whole range', () => {
    const points = [11, 12]
    const day = askedOf({ tile: figure('day'), info: daily, reach, bar: {}, points, daysOf })
    expect(day.info).toEqual({
      ...{ dims: [date], points, grain: 'day', compare: 'week' },
      dateRange: { from: '2026-10-17', to: '2026-10-30' },
    })
    const bar = { dateRange: { relative: 'lastMonth' as const }, compare: 'year' as const }
    const range = askedOf({ tile: figure('range'), info: daily, reach, bar, points, daysOf })
    expect(range.info).toEqual({
      dims: [date],
      points,
      grain: 'day',
      compare: 'year',
      dateRange: bar.dateRange,
    })
  })

  it('takes the total of its own report for a figure that is no point', () => {
    const asked = askedOf({
      tile: figure('range', 'r7'),
      info: retention,
      reach,
      bar: {},
      points: [],
      daysOf,
    })
    expect(asked.info).toEqual(retention)
  })

  it('leaves conditions on figures out of whole days, where they would mean something else', () => {
    const info = { ...daily, filters: [{ point: 11, op: 'gt' as const, values: [5] }, onChannel] }
    const asked = askedOf({ tile: figure('day'), info, reach, bar: {}, points: [11], daysOf })
    expect(asked.info.filters).toEqual([onChannel])
  })
})

describe('a goal', () => {
  it.each([
    [100, { value: 100 }, 'good'],
    [95, { value: 100 }, 'near'],
    [90, { value: 100 }, 'near'],
    [89.9, { value: 100 }, 'bad'],
    [97, { value: 100, near: 0.98 }, 'bad'],
    [100, { value: 100, low: true }, 'good'],
    [105, { value: 100, low: true }, 'near'],
    [111, { value: 100, low: true }, 'bad'],
    [-50, { value: -52 }, 'good'],
    [-55, { value: -52 }, 'near'],
    [-60, { value: -52 }, 'bad'],
    [0, { value: 0 }, 'good'],
  ] as const)('%d against %j is %s', (value, goal, state) => expect(goalState(value, goal)).toBe(state))
})

describe('the history of a board', () => {
  const tile = (id: string, change: object = {}): BoardTile =>
    ({ id, kind: 'chart', report: 1, x: 0, y: 0, w: 6, h: 6, title: id, ...change }) as BoardTile
  const board = (...tiles: BoardTile[]): Board => ({ tiles, bar: {} })

  it('names tiles that came, went, moved or changed, and no others', () => {
    const text = { id: 't', kind: 'text', text: '# 说明\n旧', x: 0, y: 6, w: 4, h: 2 } as BoardTile
    const from = board(tile('一'), tile('二'), tile('三'), text)
    const to = board(
      tile('一'),
      tile('二', { x: 6 }),
      { ...text, text: '# 说明\n新' } as BoardTile,
      tile('四'),
    )
    expect(boardChanges(from, to)).toEqual([
      { title: '看板 二', from: '第 1 列第 1 行，宽 6 高 6', to: '第 7 列第 1 行，宽 6 高 6' },
      { title: '看板 说明', from: '# 说明\n旧', to: '# 说明\n新' },
      { title: '看板 四', from: '', to: '图表' },
      { title: '看板 三', from: '图表', to: '' },
    ])
  })

  it('tells when a board was made, and taken away', () => {
    expect(boardChanges(null, board(tile('一')))).toEqual([{ title: '看板', from: '', to: '1 块' }])
    expect(boardChanges(board(tile('一')), null)).toEqual([{ title: '看板', from: '1 块', to: '' }])
  })
})
