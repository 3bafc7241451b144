// Statistics of players' sums: at each level players are summed anew from the facts, so a player of two channels is one
// in the total, with both sums.
//
//   day    channel  player  amount          players' sums   x: 1 → 30, 2 → 5       y: 1 → 40, 3 → 1
//   01-01  x        1       10              in all          1 → 70, 2 → 5, 3 → 1
//   01-01  x        2       5
//   01-02  x        1       20              –: nobody       the row of nobody counts for no player,
//   01-02  y        1       40                              one who has no amount for none either
//   01-02  y        3       1
//   01-03  y        –       1000
//   01-03  z        4       –
import { beforeAll, describe, expect, it } from 'vitest'
import { checkPoint, compileReport } from '#semantic/compile.ts'
import type { Model, PointInfo, ReportInfo } from '#semantic/model/types.ts'
import { makeContext, makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const dims = { day: 1, channel: 2 }
const points = {
  mean: 1,
  median: 2,
  most: 3,
  least: 4,
  times: 5,
  spread: 6,
  big: 7,
  sum: 8,
  ratio: 9,
}
const columns = { day: 'DATE', channel: 'VARCHAR', game: 'VARCHAR', player: 'BIGINT', amount: 'DECIMAL(9,2)' }

const perPlayer = (
  id: number,
  name: string,
  info: PointInfo,
  rest: { name_sql?: string; filter?: string } = {},
) =>
  makePoint({
    id,
    name,
    table_id: 1,
    types: 'statistic',
    name_sql: 'amount',
    info: { per: 'player', ...info },
    ...rest,
  })

const model: Model = {
  dimensions: [
    makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: dims.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
  ],
  points: [
    perPlayer(points.mean, '人均', { aggregate: 'mean' }),
    perPlayer(points.median, '中位', {}),
    perPlayer(points.most, '最多', { aggregate: 'max' }),
    perPlayer(points.least, '最少', { aggregate: 'min' }),
    perPlayer(points.times, '人均次数', { aggregate: 'mean' }, { name_sql: '' }),
    perPlayer(points.spread, '离散', { aggregate: 'stddev' }),
    perPlayer(points.big, '大额人均', { aggregate: 'mean', fill: 'zero' }, { filter: 'amount >= 10' }),
    makePoint({ id: points.sum, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: points.ratio, name: '倍数', types: 'computed', name_sql: '[最多] / [人均]' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '订单',
      table_truename: 'payments',
      date_column: 'day',
      game_column: 'game',
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'payments',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: Object.entries(columns).map(([name, type]) => ({ name, type, comment: '' })),
    },
  ],
}

beforeAll(async () => {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await run(`CREATE OR REPLACE TABLE payments (${types.join(', ')})`)
  await run(`INSERT INTO payments VALUES
    ('2026-01-01', 'x', 'a', 1, 10), ('2026-01-01', 'x', 'a', 2, 5), ('2026-01-02', 'x', 'b', 1, 20),
    ('2026-01-02', 'y', 'a', 1, 40), ('2026-01-02', 'y', 'a', 3, 1), ('2026-01-03', 'y', 'a', NULL, 1000),
    ('2026-01-03', 'z', 'a', 4, NULL)`)
})

const of = (name: string | null, info: Partial<ReportInfo>, games?: string[]) =>
  answer(name, {
    info: {
      dims: [dims.channel],
      points: [points.mean],
      ...(info.dims?.length !== 0 && { order: [{ key: `d${info.dims?.[0] ?? dims.channel}`, desc: false }] }),
      ...info,
    },
    model,
    context: { now: new Date('2026-01-10T04:00:00Z'), ...(games && { games }) },
  })

describe('statistics of players', () => {
  it('are of their sums, and the total is of players over all rows', async () => {
    const { total, rows } = await of(null, {
      points: [points.mean, points.median, points.most, points.least, points.ratio],
    })
    expect(total).toEqual([null, 76 / 3, 5, 70, 1, 70 / (76 / 3)])
    expect(rows).toEqual([
      ['x', 17.5, 17.5, 30, 5, 30 / 17.5],
      ['y', 20.5, 20.5, 40, 1, 40 / 20.5],
      // Its one player has no amount; that of nobody stands in y and counts for nobody.
      ['z', null, null, null, null, null],
    ])
  })

  it('count rows where they have no expression, and players who have rows', async () => {
    const { total, rows } = await of(null, { points: [points.times] })
    // 3 rows of player 1, one each of 2, 3 and 4.
    expect(total).toEqual([null, 6 / 4])
    expect(rows).toEqual([
      ['x', 1.5],
      ['y', 1],
      ['z', 1],
    ])
  })

  it('hold in subtotals: a player of two days is one in the channel', async () => {
    const { rows } = await of(null, {
      dims: [dims.channel, dims.day],
      subtotals: true,
      points: [points.mean, points.spread],
    })
    expect(rows.filter((row) => row.at(-1) === 1).map((row) => row.slice(0, 3))).toEqual([
      ['x', null, 17.5],
      ['y', null, 20.5],
      ['z', null, null],
    ])
    expect(rows.find((row) => row[0] === 'x' && row[1] === '2026-01-01')?.[2]).toBe(7.5)
    expect(rows.find((row) => row[0] === 'x' && row[1] === null)?.[3]).toBeCloseTo(25 / Math.SQRT2, 9)
  })

  it('hold in first values with the rest, where a player of two channels within the rest is one', async () => {
    const ranked = { dim: dims.channel, count: 1, by: points.most }
    const own = await of('per-player-top', { top: ranked, order: [{ key: 'p1', desc: true }] })
    expect(own.rows).toEqual([
      ['y', 20.5, false],
      // 1 → 30, 2 → 5; 4 has nothing.
      [null, 17.5, true],
    ])
    // Read once the first are known: they are ranked by another point.
    const later = await of(null, {
      points: [points.mean, points.sum],
      top: { ...ranked, by: points.sum },
      order: [{ key: 'p8', desc: true }],
    })
    expect(later.rows).toEqual([
      ['y', 20.5, 1041, false],
      [null, 17.5, 35, true],
    ])
    expect(later.total).toEqual([null, 76 / 3, 1076, false])
  })

  it('narrow the total to rows that filters on points leave', async () => {
    const few = await of(null, {
      dims: [dims.day],
      filters: [{ point: points.mean, op: 'lt', values: [10] }],
    })
    expect(few.rows).toEqual([['2026-01-01', 7.5]])
    expect(few.total).toEqual([null, 7.5])
    const none = await of(null, { dims: [], filters: [{ point: points.mean, op: 'gt', values: [100] }] })
    expect([none.total, none.rows]).toEqual([[null], []])
  })

  it('are compared, filled and limited by games, each side by its own players', async () => {
    const compared = await of(null, {
      dims: [dims.day],
      points: [points.mean],
      dateRange: { from: '2026-01-02', to: '2026-01-02' },
      compare: 'previous',
    })
    expect(compared.rows).toEqual([['2026-01-02', 30.5, 7.5, 30.5 / 7.5 - 1]])
    const filled = await of(null, {
      dims: [dims.day],
      points: [points.mean, points.big],
      dateRange: { from: '2025-12-31', to: '2026-01-02' },
      fillDates: true,
    })
    expect(filled.rows).toEqual([
      ['2025-12-31', null, 0],
      ['2026-01-01', 7.5, 10],
      ['2026-01-02', 30.5, 60],
    ])
    const own = await of(null, { points: [points.most] }, ['a'])
    expect(own.total).toEqual([null, 50])
  })

  it('say in which field they are wrong', () => {
    const wrong = (info: PointInfo, name_sql = 'amount') =>
      checkPoint(
        makePoint({ id: 99, name: '新', table_id: 1, types: 'statistic', name_sql, info }),
        model,
      ).map(({ field, message }) => [field, message])
    expect(wrong({ per: 'playr' })).toEqual([
      ['info.per', '指标「新」的汇总对象：表「payments」没有列 playr，是否为 player？'],
    ])
    expect(wrong({ per: 'sum(player)' })[0]?.[0]).toBe('info.per')
    expect(wrong({ per: 'player' }, 'channel')[0]?.[0]).toBe('name_sql')
    expect(wrong({ per: 'player' }, '')).toEqual([])
    expect(wrong({}, '')[0]?.[0]).toBe('name_sql')
  })

  it('have totals that say so, and no shares', () => {
    const { columns: told } = compileReport({ dims: [2], points: [points.mean] }, model, makeContext({}))
    expect(told[1]).toMatchObject({ total: 'statistic', type: 'number' })
    const shared = { dims: [2], points: [points.mean], shares: [points.mean] }
    expect(() => compileReport(shared, model, makeContext({}))).toThrow(/没有占比/)
  })
})
