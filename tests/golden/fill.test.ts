// Missing dates, with expected values computed by hand from the rows below.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { filledTooFar } from '#semantic/plan/columns/fill.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const day = 1
const channel = 2
const time = 3
const month = 4
const amount = 11
const buyers = 12
const orders = 13
const perBuyer = 14
const largest = 15
const stock = 16
const zeroLargest = 17
const emptyAmount = 18
const withOne = 19
const spent = 20
const mostSpent = 21
const profit = 22

const sales: [moment: string, channel: string | null, player: number, amount: number][] = [
  ['2026-03-02 23:00:00', 'x', 1, 10],
  ['2026-03-04 01:00:00', 'x', 1, 20],
  ['2026-03-04 03:00:00', 'y', 2, 5],
  ['2026-03-06 00:00:00', null, 3, 7],
]

const model: Model = {
  dimensions: [
    makeDimension({ id: day, name: '日期', types: 'date', count_quantum: 'hour' }),
    makeDimension({ id: channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
    makeDimension({ id: time, name: '时间', types: 'time', count_quantum: 'hour' }),
    makeDimension({ id: month, name: '月份', types: 'date', count_quantum: 'month' }),
  ],
  points: [
    makePoint({ id: amount, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: buyers, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player_id' }),
    makePoint({ id: orders, name: '单数', table_id: 1, info: { aggregate: 'count' } }),
    makePoint({ id: perBuyer, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({ id: largest, name: '最大', table_id: 1, name_sql: 'amount', info: { aggregate: 'max' } }),
    makePoint({ id: stock, name: '余额', table_id: 1, types: 'semiAdditive', name_sql: 'amount' }),
    makePoint({
      id: zeroLargest,
      name: '最大或零',
      table_id: 1,
      name_sql: 'amount',
      info: { aggregate: 'max', fill: 'zero' },
    }),
    makePoint({
      id: emptyAmount,
      name: '金额或空',
      table_id: 1,
      name_sql: 'amount',
      info: { fill: 'empty' },
    }),
    makePoint({ id: spent, name: '花费', table_id: 2, name_sql: 'spent' }),
    makePoint({
      id: mostSpent,
      name: '最大花费',
      table_id: 2,
      name_sql: 'spent',
      info: { aggregate: 'max' },
    }),
    makePoint({ id: profit, name: '利润', types: 'computed', name_sql: '[金额] - [花费]' }),
    makePoint({ id: withOne, name: '加一', types: 'computed', name_sql: '[金额] + 1' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '销售',
      table_truename: 'filled_sale',
      date_column: 'sale_day',
      time_column: 'sale_time',
    }),
    makePointTable({ id: 2, name: '花费', table_truename: 'filled_cost', date_column: 'cost_day' }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'filled_sale',
      comment: '',
      rowCount: sales.length,
      updatedAt: '',
      columns: [
        { name: 'sale_day', type: 'DATE', comment: '' },
        { name: 'sale_time', type: 'TIMESTAMP', comment: '' },
        { name: 'channel', type: 'VARCHAR', comment: '' },
        { name: 'player_id', type: 'BIGINT', comment: '' },
        { name: 'amount', type: 'DECIMAL(12,2)', comment: '' },
      ],
    },
    {
      name: 'filled_cost',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: [
        { name: 'cost_day', type: 'DATE', comment: '' },
        { name: 'channel', type: 'VARCHAR', comment: '' },
        { name: 'spent', type: 'INTEGER', comment: '' },
      ],
    },
  ],
}

beforeAll(async () => {
  await run(
    'CREATE TABLE filled_sale (sale_day DATE, sale_time TIMESTAMP, channel VARCHAR, player_id BIGINT, amount DECIMAL(12,2))',
  )
  const values = sales.map(
    ([moment, at, player, sum]) =>
      `('${moment.slice(0, 10)}', '${moment}', ${at === null ? 'NULL' : `'${at}'`}, ${player}, ${sum})`,
  )
  await run(`INSERT INTO filled_sale VALUES ${values.join(', ')}`)
  await run('CREATE TABLE filled_cost (cost_day DATE, channel VARCHAR, spent INTEGER)')
  // The last is ahead of today.
  await run(
    "INSERT INTO filled_cost VALUES ('2026-03-03', 'x', 4), ('2026-03-04', 'x', 6), ('2026-03-04', 'z', 1), ('2026-03-05', 'z', NULL), ('2026-03-08', 'x', 9)",
  )
})

/** Friday 6 March 2026, noon. */
const context = { now: new Date('2026-03-06T12:00:00+08:00') }
const ask = (name: string | null, info: ReportInfo, given: object = context) =>
  answer(name, { info: { fillDates: true, ...info }, model, context: given })
const oldestFirst = [{ key: `d${day}`, desc: false }]

describe('missing dates', () => {
  it('are rows of zero, or empty as the point says, up to today; the total is untouched', async () => {
    const info: ReportInfo = {
      dims: [day],
      points: [amount, buyers, orders, largest, stock, zeroLargest, emptyAmount],
      dateRange: { from: '2026-03-02', to: '2026-03-31' },
      order: oldestFirst,
    }
    const { rows, total } = await ask(null, info)
    const missing = (date: string) => [date, 0, 0, 0, null, null, 0, null]
    expect(rows).toEqual([
      ['2026-03-02', 10, 1, 1, 10, 10, 10, 10],
      missing('2026-03-03'),
      // Without a grain key all is one series: of the 20 and the 5 of this day the later counts.
      ['2026-03-04', 25, 2, 2, 20, 5, 20, 25],
      missing('2026-03-05'),
      ['2026-03-06', 7, 1, 1, 7, 7, 7, 7],
    ])
    const plain = await ask(null, { ...info, fillDates: false })
    expect(total).toEqual(plain.total)
    expect(plain.rows).toHaveLength(3)
  })

  it('computed points are computed over them: a zero divided by zero is empty', async () => {
    const { rows } = await ask(null, {
      dims: [day],
      points: [perBuyer, withOne],
      dateRange: { from: '2026-03-03', to: '2026-03-04' },
      order: oldestFirst,
    })
    expect(rows).toEqual([
      ['2026-03-03', null, 1],
      ['2026-03-04', 12.5, 26],
    ])
  })

  it('each combination that occurs gets all dates, the empty one too', async () => {
    const { rows, total } = await ask(null, {
      dims: [channel, day],
      points: [amount],
      dateRange: { from: '2026-03-04', to: '2026-03-06' },
      order: [{ key: `d${channel}`, desc: false }, ...oldestFirst],
    })
    expect(rows).toEqual([
      ['x', '2026-03-04', 20],
      ['x', '2026-03-05', 0],
      ['x', '2026-03-06', 0],
      ['y', '2026-03-04', 5],
      ['y', '2026-03-05', 0],
      ['y', '2026-03-06', 0],
      [null, '2026-03-04', 0],
      [null, '2026-03-05', 0],
      [null, '2026-03-06', 7],
    ])
    expect(total).toEqual([null, null, 32])
  })

  it('weeks, months, quarters and years', async () => {
    const dates = async (grain: 'week' | 'month' | 'quarter' | 'year', from: string) =>
      (
        await ask(null, {
          dims: [day],
          points: [orders],
          grain,
          dateRange: { from, to: '2026-12-31' },
          order: oldestFirst,
        })
      ).rows
    expect(await dates('week', '2026-02-18')).toEqual([
      ['2026-02-16', 0],
      ['2026-02-23', 0],
      ['2026-03-02', 4],
    ])
    expect(await dates('month', '2025-12-31')).toEqual([
      ['2025-12-01', 0],
      ['2026-01-01', 0],
      ['2026-02-01', 0],
      ['2026-03-01', 4],
    ])
    expect(await dates('quarter', '2025-08-15')).toEqual([
      ['2025-07-01', 0],
      ['2025-10-01', 0],
      ['2026-01-01', 4],
    ])
    expect(await dates('year', '2024-08-15')).toEqual([
      ['2024-01-01', 0],
      ['2025-01-01', 0],
      ['2026-01-01', 4],
    ])
  })

  it('hours up to the one that runs, from the cut-off hour of the first day', async () => {
    const { rows } = await ask(
      null,
      {
        dims: [time],
        points: [orders],
        dateRange: { from: '2026-03-03', to: '2026-03-04' },
        order: [{ key: `d${time}`, desc: false }],
      },
      { now: new Date('2026-03-04T03:30:00+08:00'), cutoffHour: 2 },
    )
    // The business's 3 March: 02:00 to 01:00; then two hours of the 4th.
    expect(rows).toHaveLength(26)
    expect(rows[0]).toEqual(['2026-03-03 02:00:00', 0])
    expect(rows.slice(-4)).toEqual([
      ['2026-03-04 00:00:00', 0],
      ['2026-03-04 01:00:00', 1],
      ['2026-03-04 02:00:00', 0],
      ['2026-03-04 03:00:00', 1],
    ])
  })

  it('without a range, from the first date that there is to the last', async () => {
    const info: ReportInfo = { dims: [day], points: [orders], order: oldestFirst }
    const all = [
      ['2026-03-02', 1],
      ['2026-03-03', 0],
      ['2026-03-04', 2],
      ['2026-03-05', 0],
      ['2026-03-06', 1],
    ]
    expect((await ask(null, info)).rows).toEqual(all)
    expect((await ask(null, { ...info, dateRange: { relative: 'all' } })).rows).toEqual(all)
    // Not beyond today, whatever the data say.
    const earlier = { now: new Date('2026-03-04T12:00:00+08:00') }
    expect((await ask(null, info, earlier)).rows).toEqual([all[0], all[1], all[2], all[4]])
  })

  it('two dates at once', async () => {
    const { rows } = await ask(null, {
      dims: [day, month],
      points: [orders],
      grain: 'week',
      dateRange: { from: '2026-02-23', to: '2026-03-06' },
      order: [...oldestFirst, { key: `d${month}`, desc: false }],
    })
    // 1 March is a Sunday of February's last week.
    expect(rows).toEqual([
      ['2026-02-23', '2026-02-01', 0],
      ['2026-02-23', '2026-03-01', 0],
      ['2026-03-02', '2026-03-01', 4],
    ])
  })

  it('where nothing is counted at all, every date still has its row', async () => {
    const info: ReportInfo = {
      dims: [day],
      points: [amount, orders],
      dateRange: { from: '2025-03-02', to: '2025-03-03' },
      order: oldestFirst,
    }
    expect(await ask(null, info)).toMatchObject({
      rows: [
        ['2025-03-02', 0, 0],
        ['2025-03-03', 0, 0],
      ],
      total: [null, 0, 0],
    })
    // No combination occurs, so there is none to fill.
    expect((await ask(null, { ...info, dims: [day, channel] })).rows).toEqual([])
    // Without a range and without rows there is no first day.
    const nowhere = [{ dim: channel, op: 'in' as const, values: ['nowhere'] }]
    const open = await ask(null, { ...info, dateRange: { relative: 'all' }, filters: nowhere })
    expect([open.rows, open.total]).toEqual([[], [null, 0, 0]])
    expect((await ask(null, { ...info, dims: [day] }, { ...context, games: [] })).rows).toHaveLength(2)
  })

  it('lie not ahead, and are not asked without a date', async () => {
    const ahead = { dims: [day], points: [orders], dateRange: { from: '2026-04-01', to: '2026-04-03' } }
    expect((await ask(null, ahead)).rows).toEqual([])
    const dateless: ReportInfo = {
      dims: [channel],
      points: [orders],
      order: [{ key: `d${channel}`, desc: false }],
    }
    expect((await ask(null, dateless)).rows).toEqual([
      ['x', 2],
      ['y', 1],
      [null, 1],
    ])
  })

  it('a row that a filter on a point hides does not come back as zero', async () => {
    const info: ReportInfo = {
      dims: [day],
      points: [amount],
      dateRange: { from: '2026-03-02', to: '2026-03-06' },
      order: oldestFirst,
    }
    const above = await ask(null, { ...info, filters: [{ point: amount, op: 'gt', values: [8] }] })
    expect(above.rows).toEqual([
      ['2026-03-02', 10],
      ['2026-03-04', 25],
    ])
    const below = await ask(null, { ...info, filters: [{ point: amount, op: 'lt', values: [8] }] })
    expect(below.rows).toEqual([
      ['2026-03-03', 0],
      ['2026-03-05', 0],
      ['2026-03-06', 7],
    ])
    expect(below.total).toEqual([null, 7])
  })

  it('have subtotals of their own', async () => {
    const { rows } = await ask(null, {
      dims: [day, channel],
      points: [orders],
      dateRange: { from: '2026-03-04', to: '2026-03-05' },
      subtotals: true,
      order: [...oldestFirst, { key: `d${channel}`, desc: false }],
    })
    // With the level behind the columns.
    expect(rows).toEqual([
      ['2026-03-04', null, 2, 1],
      ['2026-03-04', 'x', 1, 2],
      ['2026-03-04', 'y', 1, 2],
      ['2026-03-05', null, 0, 1],
      ['2026-03-05', 'x', 0, 2],
      ['2026-03-05', 'y', 0, 2],
    ])
  })

  it('the rest below the first values has all dates too', async () => {
    const { rows } = await ask(null, {
      dims: [channel, day],
      points: [amount],
      dateRange: { from: '2026-03-04', to: '2026-03-06' },
      top: { dim: channel, count: 1, by: amount },
      order: [{ key: `d${channel}`, desc: false }, ...oldestFirst],
    })
    expect(rows).toEqual([
      ['x', '2026-03-04', 20, false],
      ['x', '2026-03-05', 0, false],
      ['x', '2026-03-06', 0, false],
      [null, '2026-03-04', 5, true],
      [null, '2026-03-05', 0, true],
      [null, '2026-03-06', 7, true],
    ])
  })

  it('are filled for each point by itself: a day that another fact has rows for is zero too', async () => {
    const info: ReportInfo = {
      dims: [day],
      points: [amount, emptyAmount, buyers, spent, mostSpent, profit],
      dateRange: { from: '2026-03-02', to: '2026-03-31' },
      order: oldestFirst,
    }
    const { rows, total } = await ask(null, info)
    expect(rows).toEqual([
      ['2026-03-02', 10, 10, 1, 0, null, 10],
      ['2026-03-03', 0, null, 0, 4, 4, -4],
      ['2026-03-04', 25, 25, 2, 7, 6, 18],
      // A row of the costs without a value: nothing was spent.
      ['2026-03-05', 0, null, 0, 0, null, 0],
      ['2026-03-06', 7, 7, 1, 0, null, 7],
      // Ahead of today no row is added, and one that is there says zero as any other.
      ['2026-03-08', 0, null, 0, 9, 9, -9],
    ])
    expect(total).toEqual((await ask(null, { ...info, fillDates: false })).total)
  })

  it('are so in subtotals of a date, for first values and the rest, and for filters on points', async () => {
    const info: ReportInfo = {
      dims: [day, channel],
      points: [amount, spent],
      dateRange: { from: '2026-03-03', to: '2026-03-04' },
      subtotals: true,
      order: [...oldestFirst, { key: `d${channel}`, desc: false }],
    }
    const { rows, total } = await ask('fill-two-facts-subtotals', info)
    expect(rows).toEqual([
      ['2026-03-03', null, 0, 4, 1],
      ['2026-03-03', 'x', 0, 4, 2],
      ['2026-03-03', 'y', 0, 0, 2],
      ['2026-03-03', 'z', 0, 0, 2],
      ['2026-03-04', null, 25, 7, 1],
      ['2026-03-04', 'x', 20, 6, 2],
      ['2026-03-04', 'y', 5, 0, 2],
      ['2026-03-04', 'z', 0, 1, 2],
    ])
    expect(total).toEqual([null, null, 25, 11, 0])
    const top = await ask(null, { ...info, subtotals: false, top: { dim: channel, count: 1, by: amount } })
    expect(top.rows).toEqual([
      ['2026-03-03', 'x', 0, 4, false],
      ['2026-03-03', null, 0, 0, true],
      ['2026-03-04', 'x', 20, 6, false],
      ['2026-03-04', null, 5, 1, true],
    ])
    const few = await ask(null, {
      ...info,
      dims: [day],
      subtotals: false,
      order: oldestFirst,
      filters: [{ point: amount, op: 'lt', values: [10] }],
    })
    // The 3rd has costs alone: zero is less than ten.
    expect(few.rows).toEqual([['2026-03-03', 0, 4]])
    expect(few.total).toEqual([null, 0, 4])
    const byChannel = await ask(null, {
      ...info,
      dims: [channel, day],
      order: [{ key: `d${channel}`, desc: false }, ...oldestFirst],
    })
    expect(byChannel.rows.filter(([, date]) => date === null)).toEqual([
      ['x', null, 20, 10, 1],
      ['y', null, 5, 0, 1],
      ['z', null, 0, 1, 1],
    ])
  })

  it('are compared: nothing now is a loss of all that was', async () => {
    const { rows } = await ask(null, {
      dims: [day],
      points: [amount],
      dateRange: { from: '2026-03-03', to: '2026-03-06' },
      compare: 'previous',
      order: oldestFirst,
    })
    expect(rows).toEqual([
      ['2026-03-03', 0, 10, -1],
      ['2026-03-04', 25, 0, null],
      ['2026-03-05', 0, 25, -1],
      // Today.
      ['2026-03-06', 7, null, null],
    ])
  })

  it('a hundred years of hours are made for one combination, and refused for more', async () => {
    const { compiled } = await ask(null, {
      dims: [time],
      points: [orders],
      dateRange: { from: '1927-01-01', to: '2026-12-31' },
      limit: 10,
    })
    expect(compiled.limit).toBe(10)
    const info: ReportInfo = {
      dims: [time, channel],
      points: [orders],
      dateRange: { from: '1927-01-01', to: '2026-12-31' },
    }
    await expect(ask(null, info)).rejects.toThrow(filledTooFar)
  })

  it('dates of all time that lie too far apart are refused when they are met', async () => {
    await run("INSERT INTO filled_sale VALUES ('1000-01-01', '1000-01-01', 'x', 1, 1)")
    try {
      await expect(ask(null, { dims: [time], points: [orders] })).rejects.toThrow(filledTooFar)
      expect((await ask(null, { dims: [day], points: [orders], limit: 10 })).rows).toHaveLength(11)
    } finally {
      await run("DELETE FROM filled_sale WHERE sale_day = '1000-01-01'")
    }
  })
})
