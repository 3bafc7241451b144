// Unfinished days are shown, marked, and excluded from comparisons. Expected values are computed by hand: on each day
// of 2026 servers 1 and 2 sell 10 and 1, each to a player of its own; today, 11 March, so far 4 and nothing. A third
// server exists since 1 March and sells 100 a day. Balances are the day of the year (1 March: 60), for server 2 a
// thousand times that.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const day = 1
const server = 2
const month = 3
const amount = 11
const players = 12
const perPlayer = 13
const stock = 14

const model: Model = {
  dimensions: [
    makeDimension({ id: day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: server, name: '区服', types: 'number', info: { expression: 'server' } }),
    makeDimension({ id: month, name: '月份', types: 'date', count_quantum: 'month' }),
  ],
  points: [
    makePoint({ id: amount, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: players, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player' }),
    makePoint({ id: perPlayer, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({ id: stock, name: '余额', table_id: 1, types: 'semiAdditive', name_sql: 'stock' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '日结',
      table_truename: 'unfinished_day',
      date_column: 'on_day',
      grain_key: ['on_day', 'server'],
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'unfinished_day',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: [
        { name: 'on_day', type: 'DATE', comment: '' },
        { name: 'server', type: 'INTEGER', comment: '' },
        { name: 'player', type: 'BIGINT', comment: '' },
        { name: 'amount', type: 'INTEGER', comment: '' },
        { name: 'stock', type: 'BIGINT', comment: '' },
      ],
    },
  ],
}

beforeAll(async () => {
  await run(
    'CREATE TABLE unfinished_day (on_day DATE, server INTEGER, player BIGINT, amount INTEGER, stock BIGINT)',
  )
  await run(`INSERT INTO unfinished_day
    SELECT CAST(on_day AS DATE), server, server, CASE server WHEN 1 THEN 10 ELSE 1 END,
      dayofyear(on_day) * CASE server WHEN 1 THEN 1 ELSE 1000 END
    FROM generate_series(DATE '2026-01-01', DATE '2026-03-10', INTERVAL 1 DAY) AS days(on_day), (VALUES (1), (2)) AS servers(server)`)
  await run(`INSERT INTO unfinished_day
    SELECT CAST(on_day AS DATE), 3, 3, 100, 0
    FROM generate_series(DATE '2026-03-01', DATE '2026-03-10', INTERVAL 1 DAY) AS days(on_day)`)
  await run("INSERT INTO unfinished_day VALUES ('2026-03-11', 1, 7, 4, 70)")
})

const context = { now: new Date('2026-03-11T12:00:00+08:00') }
const ask = (name: string | null, info: ReportInfo, given: object = context) =>
  answer(name, { info, model, context: given })
const oldestFirst = [{ key: `d${day}`, desc: false }]
const relative = { relative: 'thisMonth' as const }

describe('days that are not over', () => {
  it('are marked where the range reaches them', async () => {
    const from = async (dateRange?: ReportInfo['dateRange']) =>
      (await ask(null, { dims: [day], points: [amount], ...(dateRange && { dateRange }) })).compiled
        .unfinishedFrom
    expect(await from({ from: '2026-03-01', to: '2026-03-10' })).toBeNull()
    expect(await from({ from: '2026-03-01', to: '2026-03-11' })).toBe('2026-03-11')
    expect(await from({ from: '2026-03-20', to: '2026-03-31' })).toBe('2026-03-11')
    expect(await from({ relative: 'yesterday' })).toBeNull()
    expect(await from({ relative: 'last7' })).toBe('2026-03-11')
    expect(await from({ relative: 'all' })).toBe('2026-03-11')
    expect(await from()).toBe('2026-03-11')
  })

  it('do not weigh on the month to date: players, ratios and balances of the finished days alone', async () => {
    const { rows, total } = await ask(null, {
      dims: [],
      points: [amount, players, perPlayer, stock],
      compare: 'previous',
      dateRange: relative,
    })
    // Ten days of March: 10 × 111 of 3 players, balances of 10 March 69 + 69,000 + 0. Ten of February: 110 of 2,
    // balances of the 10th 41 + 41,000. Shown with today: 1114 of 4 players; server 1 has 70 by now.
    const figures = [
      1114,
      110,
      1110 / 110 - 1,
      4,
      2,
      0.5,
      1114 / 4,
      55,
      370 / 55 - 1,
      69_070,
      41_041,
      69_069 / 41_041 - 1,
    ]
    expect(total).toEqual(figures)
    expect(rows).toEqual([figures])
  })

  it('a month that is filled in fell to nothing: its finished days are compared as zero', async () => {
    const { rows } = await ask(
      null,
      {
        dims: [month],
        points: [amount, players, perPlayer, stock],
        compare: 'previous',
        fillDates: true,
        dateRange: { from: '2026-03-01', to: '2026-04-05' },
      },
      { now: new Date('2026-04-05T12:00:00+08:00') },
    )
    // Nothing in April; the first four days of March: 4 × 111 of 3 players, balances of the 4th 63 + 63,000.
    expect(rows[0]).toEqual(['2026-04-01', 0, 444, -1, 0, 3, -1, null, 148, null, null, 63_063, null])
  })

  it('each row and subtotal by its own: servers by month', async () => {
    const { rows, total } = await ask(null, {
      dims: [month, server],
      points: [amount, stock],
      compare: 'previous',
      subtotals: true,
      dateRange: { from: '2026-02-01', to: '2026-03-31' },
      order: [
        { key: `d${month}`, desc: false },
        { key: `d${server}`, desc: false },
      ],
    })
    expect(rows).toEqual([
      // February whole against January whole: 28 and 31 days of 11; balances of 28 February and 31 January.
      ['2026-02-01', null, 308, 341, 308 / 341 - 1, 59_059, 31_031, 59_059 / 31_031 - 1, 1],
      ['2026-02-01', 1, 280, 310, 280 / 310 - 1, 59, 31, 59 / 31 - 1, 2],
      ['2026-02-01', 2, 28, 31, 28 / 31 - 1, 59_000, 31_000, 59 / 31 - 1, 2],
      // Ten days of March against ten of February; the third server had none.
      ['2026-03-01', null, 1114, 110, 1110 / 110 - 1, 69_070, 41_041, 69_069 / 41_041 - 1, 1],
      ['2026-03-01', 1, 104, 100, 0, 70, 41, 69 / 41 - 1, 2],
      ['2026-03-01', 2, 10, 10, 0, 69_000, 41_000, 69 / 41 - 1, 2],
      ['2026-03-01', 3, 1000, 0, null, 0, null, null, 2],
    ])
    // 38 finished days of February and March against the first 38 of December and January: January's first 7 days.
    expect(total).toEqual([null, null, 1422, 77, 1418 / 77 - 1, 69_070, 7007, 69_069 / 7007 - 1, 0])
  })

  it('a day has nothing beside it until it is over; the total meets as many days', async () => {
    const { rows, total } = await ask(null, {
      dims: [day],
      points: [amount, players],
      compare: 'week',
      dateRange: { from: '2026-03-09', to: '2026-03-12' },
      order: oldestFirst,
    })
    expect(rows).toEqual([
      ['2026-03-09', 111, 111, 0, 3, 3, 0],
      ['2026-03-10', 111, 111, 0, 3, 3, 0],
      ['2026-03-11', 4, null, null, 1, null, null],
    ])
    expect(total).toEqual([null, 226, 222, 0, 4, 3, 0])
  })

  it('the first values are those of all that is shown; the rest is compared with the rest', async () => {
    const { rows, total } = await ask(null, {
      dims: [server],
      points: [amount, players],
      compare: 'previous',
      top: { dim: server, count: 1, by: amount },
      dateRange: relative,
      order: [{ key: `p${amount}`, desc: true }],
    })
    // Server 3 leads March. In February it had nothing; the rest is servers 1 and 2 in both.
    expect(rows).toEqual([
      [3, 1000, 0, null, 1, 0, null, false],
      [null, 114, 110, 0, 3, 2, 0, true],
    ])
    expect(total).toEqual([null, 1114, 110, 1110 / 110 - 1, 4, 2, 0.5, false])
  })

  it('subtotals of days are compared with days, those of servers with the range before', async () => {
    const info: ReportInfo = {
      dims: [server, day],
      points: [amount],
      compare: 'previous',
      subtotals: true,
      dateRange: { from: '2026-03-10', to: '2026-03-11' },
      order: [{ key: `d${server}`, desc: false }, ...oldestFirst],
    }
    const { rows } = await ask('unfinished-two-levels', info)
    expect(rows).toEqual([
      // One finished day, 10 March, against the first day of the two before, 8 March.
      [1, null, 14, 10, 0, 1],
      [1, '2026-03-10', 10, 10, 0, 2],
      [1, '2026-03-11', 4, null, null, 2],
      [2, null, 1, 1, 0, 1],
      [2, '2026-03-10', 1, 1, 0, 2],
      [3, null, 100, 100, 0, 1],
      [3, '2026-03-10', 100, 100, 0, 2],
    ])
    const byDay = await ask(null, { ...info, dims: [day, server], order: oldestFirst })
    expect(byDay.rows.filter((row) => row.at(-1) === 1)).toEqual([
      ['2026-03-10', null, 111, 111, 0, 1],
      ['2026-03-11', null, 4, null, null, 1],
    ])
  })

  it('an unfinished row that is ordered by its change comes after those that have one', async () => {
    const { rows } = await ask(null, {
      dims: [day],
      points: [amount],
      compare: 'previous',
      dateRange: { from: '2026-02-28', to: '2026-03-11' },
      order: [{ key: `p${amount}_diff`, desc: true }],
    })
    expect(rows[0]).toEqual(['2026-03-01', 111, 11, 111 / 11 - 1])
    expect(rows.at(-1)).toEqual(['2026-03-11', 4, null, null])
  })

  it('shares are of the true total, compared or not', async () => {
    const { rows, compiled } = await ask(null, {
      dims: [server],
      points: [amount],
      shares: [amount],
      compare: 'previous',
      dateRange: relative,
      order: [{ key: `d${server}`, desc: false }],
    })
    expect(compiled.columns.map(({ key }) => key)).toEqual(['d2', 'p11', 'p11_prev', 'p11_diff', 'p11_share'])
    expect(rows.map((row) => row[4])).toEqual([104 / 1114, 10 / 1114, 1000 / 1114])
  })
})
