// Comparisons with expected values computed by hand; compareRandom.test.ts checks them against loops over random
// rows.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const day = 1
const channel = 2
const time = 3
const month = 4
const revenue = 11
const buyers = 12
const orders = 13
const perBuyer = 14
const share = 15
const latest = 16
const largest = 17

const sales: [moment: string, channel: string | null, player: number, amount: number][] = [
  ['2025-03-10 10:00:00', 'x', 1, 50],
  ['2025-03-11 10:00:00', 'y', 2, 70],
  ['2026-02-01 09:00:00', 'x', 1, 10],
  ['2026-02-02 09:00:00', 'x', 2, 20],
  ['2026-02-10 09:00:00', 'y', 3, 40],
  ['2026-02-28 09:00:00', null, 4, 80],
  ['2026-03-02 09:00:00', 'x', 1, 5],
  ['2026-03-03 09:00:00', 'x', 1, 10],
  ['2026-03-03 10:00:00', 'y', 2, 30],
  ['2026-03-09 09:00:00', 'x', 1, 20],
  ['2026-03-09 23:00:00', 'x', 2, 20],
  ['2026-03-09 23:30:00', null, 5, 6],
  ['2026-03-10 00:10:00', 'x', 1, 100],
  ['2026-03-10 09:00:00', 'x', 2, 60],
  ['2026-03-10 09:30:00', 'y', 2, 40],
  ['2026-03-10 10:00:00', null, 6, 3],
  // Today, half over.
  ['2026-03-11 09:00:00', 'x', 7, 1000],
]

const model: Model = {
  dimensions: [
    makeDimension({ id: day, name: '日期', types: 'date', count_quantum: 'hour' }),
    makeDimension({ id: channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
    makeDimension({ id: time, name: '时间', types: 'time', count_quantum: 'hour' }),
    makeDimension({ id: month, name: '月份', types: 'date', count_quantum: 'month' }),
  ],
  points: [
    makePoint({ id: revenue, name: '金额', table_id: 1, name_sql: 'amount' }),
    makePoint({ id: buyers, name: '人数', table_id: 1, types: 'distinct', name_sql: 'player_id' }),
    makePoint({ id: orders, name: '单数', table_id: 1, info: { aggregate: 'count' } }),
    makePoint({ id: perBuyer, name: '人均', types: 'computed', name_sql: '[金额] / [人数]' }),
    makePoint({
      id: share,
      name: '人单比',
      types: 'computed',
      name_sql: '[人数] / [单数]',
      info: { format: 'percent', unit: '%' },
    }),
    makePoint({ id: latest, name: '最晚', table_id: 1, name_sql: 'sale_day', info: { aggregate: 'max' } }),
    makePoint({ id: largest, name: '最大', table_id: 1, name_sql: 'amount', info: { aggregate: 'max' } }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '销售',
      table_truename: 'compared_sale',
      date_column: 'sale_day',
      time_column: 'sale_time',
      game_column: 'cgi',
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'compared_sale',
      comment: '',
      rowCount: sales.length,
      updatedAt: '',
      columns: [
        { name: 'sale_day', type: 'DATE', comment: '' },
        { name: 'sale_time', type: 'TIMESTAMP', comment: '' },
        { name: 'channel', type: 'VARCHAR', comment: '' },
        { name: 'player_id', type: 'BIGINT', comment: '' },
        { name: 'amount', type: 'DECIMAL(12,2)', comment: '' },
        { name: 'cgi', type: 'VARCHAR', comment: '' },
      ],
    },
  ],
}

beforeAll(async () => {
  await run(
    'CREATE TABLE compared_sale (sale_day DATE, sale_time TIMESTAMP, channel VARCHAR, player_id BIGINT, amount DECIMAL(12,2), cgi VARCHAR)',
  )
  const values = sales.map(
    ([moment, at, player, amount]) =>
      `('${moment.slice(0, 10)}', '${moment}', ${at === null ? 'NULL' : `'${at}'`}, ${player}, ${amount}, 'a')`,
  )
  await run(`INSERT INTO compared_sale VALUES ${values.join(', ')}`)
})

const at = (now: string) => ({ now: new Date(`${now}+08:00`) })
/** Wednesday 11 March 2026, noon: that day is not over. */
const context = at('2026-03-11T12:00:00')
const ask = (name: string | null, info: ReportInfo, given: object = context) =>
  answer(name, { info, model, context: given })
const oldestFirst = [{ key: `d${day}`, desc: false }]
const byChannel = [{ key: `d${channel}`, desc: false }]

describe('comparisons', () => {
  it('a day against the day before; today has nothing beside it, and the total leaves it out', async () => {
    const { rows, total, compiled } = await ask('compare-previous-day', {
      dims: [day],
      points: [revenue, buyers],
      compare: 'previous',
      dateRange: { from: '2026-03-09', to: '2026-03-11' },
      order: oldestFirst,
    })
    expect(compiled.columns.map(({ key, role, of, unit }) => [key, role, of, unit])).toEqual([
      ['d1', undefined, undefined, ''],
      ['p11', undefined, undefined, ''],
      ['p11_prev', 'previous', 'p11', ''],
      ['p11_diff', 'change', 'p11', ''],
      ['p12', undefined, undefined, ''],
      ['p12_prev', 'previous', 'p12', ''],
      ['p12_diff', 'change', 'p12', ''],
    ])
    expect(rows).toEqual([
      // Nothing was sold on the 8th: zero, to which nothing relates.
      ['2026-03-09', 46, 0, null, 3, 0, null],
      // 203 / 46 − 1; three buyers (1, 2, 6) after three (1, 2, 5).
      ['2026-03-10', 203, 46, 203 / 46 - 1, 3, 3, 0],
      ['2026-03-11', 1000, null, null, 1, null, null],
    ])
    // 9 and 10 March (249, buyers 1, 2, 5, 6) against 6 and 7 March, the first two of the three days before: nothing.
    expect(total).toEqual([null, 1249, 0, null, 5, 0, null])
    expect(compiled.comparedRange).toEqual({ from: '2026-03-06', until: '2026-03-08' })
    expect(compiled.unfinishedFrom).toBe('2026-03-11')
  })

  it('the total of finished days against as many days', async () => {
    const { total, compiled } = await ask(null, {
      dims: [],
      points: [revenue, buyers, orders, perBuyer],
      compare: 'previous',
      dateRange: { from: '2026-03-05', to: '2026-03-11' },
    })
    // 5–10 March: 46 + 203 = 249, buyers 1, 2, 5, 6, 7 orders. 26 February – 3 March: 80 + 5 + 40 = 125, buyers
    // 4, 1, 2, 4 orders. 249 / 4 = 62.25 against 125 / 3.
    expect(compiled.comparedRange).toEqual({ from: '2026-02-26', until: '2026-03-04' })
    const [, ...figures] = [null, ...total]
    expect(figures).toEqual([
      1249,
      125,
      249 / 125 - 1,
      5,
      3,
      4 / 3 - 1,
      8,
      4,
      7 / 4 - 1,
      1249 / 5,
      125 / 3,
      62.25 / (125 / 3) - 1,
    ])
  })

  it('a week back, by channel; empty channels meet, and each total is its own', async () => {
    const { rows, total, compiled } = await ask(null, {
      dims: [day, channel],
      points: [revenue],
      compare: 'week',
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
      order: [...oldestFirst, ...byChannel],
    })
    expect(rows).toEqual([
      ['2026-03-09', 'x', 40, 5, 7],
      ['2026-03-09', null, 6, 0, null],
      ['2026-03-10', 'x', 160, 10, 15],
      ['2026-03-10', 'y', 40, 30, 40 / 30 - 1],
      ['2026-03-10', null, 3, 0, null],
    ])
    // 249 against 45.
    expect(total).toEqual([null, null, 249, 45, 249 / 45 - 1])
    expect(compiled.comparedRange).toEqual({ from: '2026-03-02', until: '2026-03-04' })
  })

  it('a null dimension meets a null one', async () => {
    const { rows } = await ask(null, {
      dims: [channel],
      points: [revenue, orders],
      compare: 'range',
      compareRange: { from: '2026-02-28', to: '2026-03-03' },
      dateRange: { from: '2026-03-07', to: '2026-03-10' },
      order: byChannel,
    })
    expect(rows).toEqual([
      ['x', 200, 15, 200 / 15 - 1, 4, 2, 1],
      ['y', 40, 30, 40 / 30 - 1, 1, 1, 0],
      [null, 9, 80, 9 / 80 - 1, 2, 1, 1],
    ])
  })

  it('the same date of the year before', async () => {
    const { rows, total } = await ask(null, {
      dims: [day],
      points: [revenue, buyers],
      compare: 'year',
      dateRange: { from: '2026-03-10', to: '2026-03-11' },
      order: oldestFirst,
    })
    expect(rows).toEqual([
      ['2026-03-10', 203, 50, 203 / 50 - 1, 3, 1, 2],
      ['2026-03-11', 1000, null, null, 1, null, null],
    ])
    // 11 March 2025 is left out with 11 March 2026.
    expect(total).toEqual([null, 1203, 50, 203 / 50 - 1, 4, 1, 2])
  })

  it('52 weeks back keeps the weekday', async () => {
    const { rows } = await ask(null, {
      dims: [day],
      points: [revenue],
      compare: 'year52',
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
      order: oldestFirst,
    })
    // Monday 9 March 2026 meets Monday 10 March 2025.
    expect(rows).toEqual([
      ['2026-03-09', 46, 50, 46 / 50 - 1],
      ['2026-03-10', 203, 70, 1.9],
    ])
  })

  it('the month to date meets as many days of the month before; the whole month stays shown', async () => {
    const { rows, total, compiled } = await ask(null, {
      dims: [day],
      points: [revenue, buyers, perBuyer],
      grain: 'month',
      compare: 'previous',
      dateRange: { relative: 'thisMonth' },
    })
    // 1–10 March: 5 + 40 + 46 + 203 = 294 of buyers 1, 2, 5, 6; 1–10 February: 70 of 1, 2, 3. With today 1294 of 5.
    const figures = [1294, 70, 294 / 70 - 1, 5, 3, 4 / 3 - 1, 1294 / 5, 70 / 3, 294 / 4 / (70 / 3) - 1]
    expect(rows).toEqual([['2026-03-01', ...figures]])
    expect(total).toEqual([null, ...figures])
    expect(compiled.comparedRange).toEqual({ from: '2026-02-01', until: '2026-02-11' })
  })

  it('weeks and months: a finished row whole, the unfinished one by its finished days', async () => {
    const { rows } = await ask(null, {
      dims: [day],
      points: [revenue],
      grain: 'week',
      compare: 'previous',
      dateRange: { from: '2026-03-02', to: '2026-03-15' },
      order: oldestFirst,
    })
    expect(rows).toEqual([
      // 2–8 March: 45; 23 February – 1 March: 80.
      ['2026-03-02', 45, 80, 45 / 80 - 1],
      // Monday and Tuesday alone: 249 against 45. The row shows today too.
      ['2026-03-09', 1249, 45, 249 / 45 - 1],
    ])
    const months = await ask(null, {
      dims: [day],
      points: [revenue],
      grain: 'month',
      compare: 'previous',
      dateRange: { from: '2026-02-01', to: '2026-02-28' },
    })
    expect(months.rows).toEqual([['2026-02-01', 150, 0, null]])
  })

  it('an hour against the hour before, over midnight; none of today', async () => {
    const { rows } = await ask(null, {
      dims: [time],
      points: [revenue],
      compare: 'previous',
      dateRange: { from: '2026-03-10', to: '2026-03-11' },
      order: [{ key: `d${time}`, desc: false }],
    })
    expect(rows).toEqual([
      // 23:00 on the 9th: 26.
      ['2026-03-10 00:00:00', 100, 26, 100 / 26 - 1],
      ['2026-03-10 01:00:00', 0, 100, -1],
      ['2026-03-10 09:00:00', 100, 0, null],
      ['2026-03-10 10:00:00', 3, 100, 3 / 100 - 1],
      ['2026-03-10 11:00:00', 0, 3, -1],
      ['2026-03-11 09:00:00', 1000, null, null],
    ])
  })

  it('hours meet hours of business days that start at the cut-off', async () => {
    const { rows, total } = await ask(
      'compare-hours-cutoff',
      {
        dims: [time],
        points: [orders],
        compare: 'week',
        dateRange: { from: '2026-03-09', to: '2026-03-09' },
        order: [{ key: `d${time}`, desc: false }],
      },
      { ...context, cutoffHour: 5 },
    )
    // The business's 9 March ends at 05:00 on the 10th.
    expect(rows).toEqual([
      ['2026-03-09 09:00:00', 1, 1, 0],
      ['2026-03-09 23:00:00', 2, 0, null],
      ['2026-03-10 00:00:00', 1, 0, null],
    ])
    expect(total).toEqual([null, 4, 1, 3])
  })

  it('before the cut-off the day before is not over', async () => {
    const { rows, compiled } = await ask(
      null,
      { dims: [day], points: [orders], compare: 'week', dateRange: { from: '2026-03-09', to: '2026-03-10' } },
      { ...at('2026-03-11T04:59:59'), cutoffHour: 5 },
    )
    expect(compiled.unfinishedFrom).toBe('2026-03-10')
    expect(rows).toEqual([
      ['2026-03-10', 3, null, null],
      ['2026-03-09', 4, 1, 3],
    ])
  })

  it('a ratio in percent changes by points, others by their ratio; zero and empty have no change', async () => {
    const { rows, compiled } = await ask(null, {
      dims: [day],
      points: [share, perBuyer],
      compare: 'previous',
      dateRange: { from: '2026-03-10', to: '2026-03-10' },
    })
    // 3 buyers of 4 orders after 3 of 3; 203 / 3 after 46 / 3.
    expect(rows).toEqual([['2026-03-10', 0.75, 1, -0.25, 203 / 3, 46 / 3, 203 / 3 / (46 / 3) - 1]])
    const change = compiled.columns.find(({ key }) => key === `p${share}_diff`)
    expect(change).toMatchObject({ role: 'change', format: 'percent', unit: 'pp' })
  })

  it('dates have the other figure beside them and no change', async () => {
    const { rows, compiled } = await ask(null, {
      dims: [],
      points: [latest, largest],
      compare: 'week',
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
    })
    expect(compiled.columns.map(({ key }) => key)).toEqual(['p16', 'p16_prev', 'p17', 'p17_prev', 'p17_diff'])
    expect(rows).toEqual([['2026-03-10', '2026-03-03', 100, 30, 100 / 30 - 1]])
  })

  it('other filters over the same days, today too', async () => {
    const { rows, total, compiled } = await ask(null, {
      dims: [day],
      points: [revenue],
      compare: 'filters',
      filters: [{ dim: channel, op: 'in', values: ['x'] }],
      compareFilters: [{ dim: channel, op: 'in', values: ['y', null] }],
      dateRange: { from: '2026-03-09', to: '2026-03-11' },
      order: oldestFirst,
    })
    expect(rows).toEqual([
      ['2026-03-09', 40, 6, 40 / 6 - 1],
      ['2026-03-10', 160, 43, 160 / 43 - 1],
      ['2026-03-11', 1000, 0, null],
    ])
    expect(total).toEqual([null, 1200, 49, 1200 / 49 - 1])
    expect(compiled.comparedRange).toBeNull()
  })

  it('other filters need no dates; none at all are allowed', async () => {
    const { total } = await ask(null, {
      dims: [],
      points: [orders],
      compare: 'filters',
      filters: [{ dim: channel, op: 'in', values: ['y'] }],
      compareFilters: [],
    })
    expect(total).toEqual([4, 17, 4 / 17 - 1])
  })

  it('filters on points hide rows, not their partners; the other total counts its own rows that pass', async () => {
    const { rows, total } = await ask(null, {
      dims: [channel],
      points: [revenue, buyers],
      compare: 'week',
      filters: [{ point: revenue, op: 'gt', values: [20] }],
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
      order: byChannel,
    })
    expect(rows).toEqual([
      ['x', 200, 15, 200 / 15 - 1, 2, 1, 1],
      ['y', 40, 30, 40 / 30 - 1, 1, 1, 0],
    ])
    // A week before, x with 15 does not pass: 30 of one buyer is the total. Here: buyers 1 and 2.
    expect(total).toEqual([null, 240, 30, 7, 2, 1, 1])
  })

  it('orders by the change and by the other figure, empty ones last', async () => {
    const info: ReportInfo = {
      dims: [channel],
      points: [revenue],
      compare: 'week',
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
    }
    const order = async (key: string, desc: boolean) =>
      (
        await ask(null, {
          ...info,
          order: [{ key, desc }],
        })
      ).rows.map(([name]) => name)
    expect(await order('p11_diff', true)).toEqual(['x', 'y', null])
    expect(await order('p11_diff', false)).toEqual(['y', 'x', null])
    // The empty channel had nothing a week before: zero.
    expect(await order('p11_prev', true)).toEqual(['y', 'x', null])
    expect(await order('p11_prev', false)).toEqual([null, 'x', 'y'])
  })

  it('a limit cuts rows, not the totals', async () => {
    const { rows, total } = await ask(null, {
      dims: [channel],
      points: [revenue],
      compare: 'week',
      limit: 1,
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
      order: byChannel,
    })
    // One row more says that there are more.
    expect(rows.map(([name]) => name)).toEqual(['x', 'y'])
    expect(total).toEqual([null, 249, 45, 249 / 45 - 1])
  })

  it('whoever has a past and no present is a row, with what its point shows of nothing', async () => {
    const info: ReportInfo = {
      dims: [channel],
      points: [revenue, largest],
      compare: 'range',
      dateRange: { from: '2026-03-01', to: '2026-03-08' },
      compareRange: { from: '2026-02-21', to: '2026-02-28' },
    }
    const { rows, total } = await ask(null, info)
    expect(rows).toEqual([
      ['y', 30, 0, null, 30, null, null],
      ['x', 15, 0, null, 10, null, null],
      [null, 0, 80, -1, null, 80, null],
    ])
    expect(total.slice(1, 4)).toEqual([45, 80, 45 / 80 - 1])
    // In 其他, cut by a limit, and under a condition that nothing passes.
    const top = await ask(null, { ...info, top: { dim: channel, count: 1, by: revenue } })
    expect(top.rows.map((row) => row.slice(0, 3))).toEqual([
      ['y', 30, 0],
      [null, 15, 80],
    ])
    // Where fewer have a present than are shown, whoever lost it is shown by name, too.
    const all = await ask(null, { ...info, top: { dim: channel, count: 3, by: revenue } })
    expect(all.rows.map((row) => row.slice(0, 3))).toEqual([
      ['y', 30, 0],
      ['x', 15, 0],
      [null, 0, 80],
    ])
    const few = await ask(null, { ...info, limit: 1, order: [{ key: `p${revenue}_prev`, desc: true }] })
    expect(few.rows[0]?.slice(0, 3)).toEqual([null, 0, 80])
    const little = await ask(null, { ...info, filters: [{ point: revenue, op: 'lt', values: [1] }] })
    expect(little.rows.map((row) => row.slice(0, 3))).toEqual([[null, 0, 80]])
  })

  it('a subtotal can have a past without any row below it', async () => {
    // By the day a row is held against the day before, its subtotal against the days before the range.
    const { rows, compiled } = await ask('compare-lost-subtotals', {
      dims: [channel, day],
      points: [revenue],
      subtotals: true,
      compare: 'previous',
      dateRange: { from: '2026-03-02', to: '2026-03-03' },
    })
    expect(compiled.marks).toEqual(['level'])
    expect(rows).toContainEqual([null, null, 0, 80, -1, 1])
    expect(rows.filter(([of, on]) => of === null && on !== null)).toEqual([])
  })

  it('two dates at once are moved together', async () => {
    const { rows } = await ask(null, {
      dims: [month, day],
      points: [revenue],
      compare: 'previous',
      dateRange: { from: '2026-03-01', to: '2026-03-03' },
      order: oldestFirst,
    })
    expect(rows).toEqual([
      // 80 on 28 February; its day after is a row without sales.
      ['2026-03-01', '2026-03-01', 0, 80, -1],
      ['2026-03-01', '2026-03-02', 5, 0, null],
      ['2026-03-01', '2026-03-03', 40, 5, 7],
    ])
    // 1 March would be met by 28 February, though their months differ.
    const first = await ask(null, {
      dims: [month, day],
      points: [orders],
      compare: 'week',
      dateRange: { from: '2026-03-09', to: '2026-03-09' },
    })
    expect(first.rows).toEqual([['2026-03-01', '2026-03-09', 3, 1, 2]])
  })

  it('where no day is over nothing stands beside the figures', async () => {
    const { rows, total, compiled } = await ask(null, {
      dims: [day],
      points: [revenue, orders],
      compare: 'previous',
      dateRange: { relative: 'today' },
    })
    expect(rows).toEqual([['2026-03-11', 1000, null, null, 1, null, null]])
    expect(total).toEqual([null, 1000, null, null, 1, null, null])
    expect(compiled.comparedRange).toBeNull()
  })

  it("the reader's games limit the other period too", async () => {
    const info: ReportInfo = {
      dims: [],
      points: [orders],
      compare: 'week',
      dateRange: { from: '2026-03-09', to: '2026-03-10' },
    }
    expect((await ask(null, info, { ...context, games: ['b'] })).total).toEqual([0, 0, null])
    expect((await ask(null, info, { ...context, games: [] })).total).toEqual([0, 0, null])
    expect((await ask(null, info, { ...context, games: ['a'] })).total).toEqual([7, 3, 7 / 3 - 1])
  })
})

describe('29 February', () => {
  const leap = makeLeapModel()
  beforeAll(async () => {
    await run('CREATE TABLE compared_leap (on_day DATE, n INTEGER)')
    await run(
      "INSERT INTO compared_leap VALUES ('2023-02-28', 1), ('2023-03-01', 2), ('2024-02-28', 10), ('2024-02-29', 20), ('2024-03-01', 40), ('2025-02-28', 100), ('2025-03-01', 200)",
    )
  })
  const sum = async (range: [string, string], grain: 'day' | 'week' | 'month') => {
    const { rows, total } = await answer(null, {
      info: {
        dims: [day],
        points: [1],
        grain,
        compare: 'year',
        dateRange: { from: range[0], to: range[1] },
        order: oldestFirst,
      },
      model: leap,
      context,
    })
    return { rows, total }
  }

  it('has no partner by day, and the total leaves it out on both sides', async () => {
    expect(await sum(['2024-02-28', '2024-03-01'], 'day')).toEqual({
      rows: [
        ['2024-02-28', 10, 1, 9],
        ['2024-02-29', 20, null, null],
        ['2024-03-01', 40, 2, 19],
      ],
      // 50 against 3.
      total: [null, 70, 3, 50 / 3 - 1],
    })
    expect(await sum(['2025-02-28', '2025-03-01'], 'day')).toEqual({
      rows: [
        ['2025-02-28', 100, 10, 9],
        ['2025-03-01', 200, 40, 4],
      ],
      total: [null, 300, 50, 5],
    })
  })

  it('is left out of a week, and belongs to a whole February', async () => {
    expect((await sum(['2024-02-26', '2024-03-03'], 'week')).rows).toEqual([
      ['2024-02-26', 70, 3, 50 / 3 - 1],
    ])
    expect(await sum(['2024-02-01', '2024-02-29'], 'month')).toEqual({
      rows: [['2024-02-01', 30, 1, 29]],
      total: [null, 30, 1, 29],
    })
    expect((await sum(['2025-02-01', '2025-02-28'], 'month')).rows).toEqual([
      ['2025-02-01', 100, 30, 100 / 30 - 1],
    ])
  })
})

function makeLeapModel(): Model {
  return {
    dimensions: [makeDimension({ id: day, name: '日期', types: 'date', count_quantum: 'day' })],
    points: [makePoint({ id: 1, name: '数', table_id: 1, name_sql: 'n' })],
    pointTables: [
      makePointTable({ id: 1, name: '闰年', table_truename: 'compared_leap', date_column: 'on_day' }),
    ],
    dimensionTables: [],
    tables: [
      {
        name: 'compared_leap',
        comment: '',
        rowCount: 7,
        updatedAt: '',
        columns: [
          { name: 'on_day', type: 'DATE', comment: '' },
          { name: 'n', type: 'INTEGER', comment: '' },
        ],
      },
    ],
  }
}

describe('comparisons that are refused', () => {
  const refused = (info: Partial<ReportInfo>, given: object = context) =>
    expect(ask(null, { dims: [day], points: [revenue], ...info }, given)).rejects
  const dateRange = { from: '2026-03-01', to: '2026-03-07' }

  it('without a range, or over all days', async () => {
    await refused({ compare: 'previous' }).toThrow('对比需要日期范围')
    await refused({ compare: 'year', dateRange: { relative: 'all' } }).toThrow('对比需要日期范围')
  })

  it('with a range that is missing, backwards or of another length', async () => {
    await refused({ compare: 'range', dateRange }).toThrow('请选择要对比的日期范围')
    await refused({
      compare: 'range',
      dateRange,
      compareRange: { from: '2026-02-07', to: '2026-02-01' },
    }).toThrow('晚于')
    await refused({
      compare: 'range',
      dateRange,
      compareRange: { from: '2026-02-01', to: '2026-02-06' },
    }).toThrow('有 6 天，所选日期范围有 7 天')
  })

  it('with conditions that are missing, or on points', async () => {
    await refused({ compare: 'filters', dateRange }).toThrow('请设置要对比的筛选条件')
    await refused({
      compare: 'filters',
      dateRange,
      compareFilters: [{ point: revenue, op: 'gt', values: [1] }],
    }).toThrow('对比的筛选条件只能用维度')
  })

  it('with a filter on the date beside it', async () => {
    await refused({
      compare: 'week',
      dateRange,
      filters: [{ dim: day, op: 'gte', values: ['2026-03-02'] }],
    }).toThrow('不能再用维度「日期」筛选')
  })

  it('before the year 1000, and lunar over five years', async () => {
    await refused({ compare: 'previous', dateRange: { from: '1000-01-01', to: '1000-01-02' } }).toThrow(
      '早于 1000 年',
    )
    await refused({ compare: 'lunar', dateRange: { from: '2020-01-01', to: '2026-02-20' } }).toThrow(
      '超过 5 年，不能按农历对比',
    )
  })
})
