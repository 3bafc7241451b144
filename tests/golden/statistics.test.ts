// Medians, percentiles, deviations, first values and counts of what holds: in rows, subtotals and totals each from all
// of its own values.
//
//   day     channel  server  held  spent        day     channel  server  held  spent
//   01-01   x        1       10    1            01-02   x        1       40    5
//   01-01   x        2       20    2            01-02   x        2       –     100
//   01-01   y        1       30    3            01-03   y        2       70    –
import { beforeAll, describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { Model, PointInfo, ReportInfo } from '#semantic/model/types.ts'
import { makeContext, makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, ask, run } from './golden.ts'

const dims = { day: 1, channel: 2 }
const points = { median: 1, top: 2, spread: 3, dear: 4, first: 5, near: 6, sum: 7, perMedian: 8, last: 9 }
const columns = { day: 'DATE', channel: 'VARCHAR', server: 'INTEGER', held: 'INTEGER', spent: 'DECIMAL(9,2)' }

const statistic = (id: number, name: string, info: PointInfo, filter = '') =>
  makePoint({ id, name, table_id: 1, types: 'statistic', name_sql: 'spent', info, filter })

const model: Model = {
  dimensions: [
    makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: dims.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
  ],
  points: [
    statistic(points.median, '中位数', {}),
    statistic(points.top, '九成', { aggregate: 'percentile', percentile: 90 }),
    statistic(points.spread, '标准差', { aggregate: 'stddev' }),
    makePoint({
      id: points.dear,
      name: '大额',
      table_id: 1,
      name_sql: 'spent >= 3',
      info: { aggregate: 'countIf' },
    }),
    makePoint({
      id: points.first,
      name: '期初',
      table_id: 1,
      types: 'semiAdditive',
      name_sql: 'held',
      info: { aggregate: 'first' },
    }),
    makePoint({ id: points.last, name: '期末', table_id: 1, types: 'semiAdditive', name_sql: 'held' }),
    statistic(points.near, '约中位数', { approximate: true }, 'server = 1'),
    makePoint({ id: points.sum, name: '花费', table_id: 1, name_sql: 'spent' }),
    makePoint({ id: points.perMedian, name: '倍数', types: 'computed', name_sql: '[花费] / [中位数]' }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '花费',
      table_truename: 'spending',
      date_column: 'day',
      grain_key: ['day', 'server', 'channel'],
    }),
  ],
  dimensionTables: [],
  tables: [
    {
      name: 'spending',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: Object.entries(columns).map(([name, type]) => ({ name, type, comment: '' })),
    },
  ],
}

beforeAll(async () => {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await run(`CREATE OR REPLACE TABLE spending (${types.join(', ')})`)
  await run(`INSERT INTO spending VALUES
    ('2026-01-01', 'x', 1, 10, 1), ('2026-01-01', 'x', 2, 20, 2), ('2026-01-01', 'y', 1, 30, 3),
    ('2026-01-02', 'x', 1, 40, 5), ('2026-01-02', 'x', 2, NULL, 100), ('2026-01-03', 'y', 2, 70, NULL)`)
})

const of = (name: string | null, info: Partial<ReportInfo>) =>
  answer(name, {
    info: { dims: [dims.channel], points: [points.median], ...info },
    model,
    context: { now: new Date('2026-01-10T04:00:00Z') },
  })

describe('statistics', () => {
  it('are of all values at each level, and no sums or means of the rows', async () => {
    const { total, rows } = await of(null, {
      points: [points.median, points.top, points.spread, points.dear, points.perMedian],
      order: [{ key: 'd2', desc: false }],
    })
    const deviation = (values: number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
    }
    const close = (cells: unknown[]) =>
      cells.map((cell) => (typeof cell === 'number' ? +cell.toFixed(9) : cell))
    // Of 1, 2, 3, 5 and 100.
    expect(close(total)).toEqual(close([null, 3, 62, deviation([1, 2, 3, 5, 100]), 3, 111 / 3]))
    expect(rows.map(close)).toEqual([
      // Of 1, 2, 5 and 100: nine tenths of the way is 0.7 between the third and the fourth.
      close(['x', 3.5, 71.5, deviation([1, 2, 5, 100]), 2, 108 / 3.5]),
      // Of one value there is no deviation.
      ['y', 3, 3, null, 1, 1],
    ])
  })

  it('hold in subtotals, first values with the rest, and under filters on points', async () => {
    const info = { dims: [dims.channel, dims.day], subtotals: true, order: [{ key: 'd1', desc: false }] }
    const { rows } = await of('statistics-subtotals', info)
    expect(rows.filter((row) => row.at(-1) === 1)).toEqual([
      ['x', null, 3.5, 1],
      ['y', null, 3, 1],
    ])
    const top = await of(null, { top: { dim: dims.channel, count: 1, by: points.median } })
    expect(top.rows).toEqual([
      ['x', 3.5, false],
      [null, 3, true],
    ])
    // Without the 2nd, whose median is 52.5, the total is of 1, 2 and 3.
    const few = await of(null, {
      dims: [dims.day],
      filters: [{ point: points.median, op: 'lt', values: [50] }],
    })
    expect([few.total, few.rows]).toEqual([[null, 2], [['2026-01-01', 2]]])
  })

  it('are compared, each side by its own values', async () => {
    const { rows, total } = await of(null, {
      dims: [dims.day],
      points: [points.median, points.first],
      dateRange: { from: '2026-01-02', to: '2026-01-02' },
      compare: 'previous',
    })
    expect(rows).toEqual([['2026-01-02', 52.5, 2, 25.25, 40, 60, 40 / 60 - 1]])
    expect(total.slice(1)).toEqual(rows[0]?.slice(1))
  })

  it('are approximate where they say so', async () => {
    const info: ReportInfo = { dims: [dims.day], points: [points.near], order: [{ key: 'd1', desc: false }] }
    const approximate = await ask(
      (dialect) => compileReport(info, model, makeContext({ dialect })),
      undefined,
      {
        alone: true,
      },
    )
    expect(approximate.cells.map(([, figure]) => Number(figure))[0]).toBeCloseTo(3, 0)
    expect(approximate.compiled.sql).toContain('approx_quantile')
    // One value is the median of itself, near or not, in either warehouse.
    const one = await of(null, { ...info, dateRange: { from: '2026-01-02', to: '2026-01-02' } })
    expect(one.rows).toEqual([['2026-01-02', 5]])
  })

  it('have totals that say so, and no shares', async () => {
    const { compiled } = await of(null, { points: [points.median, points.first, points.dear] })
    expect(compiled.columns.map(({ total }) => total)).toEqual([undefined, 'statistic', 'first', undefined])
    expect(() =>
      compileReport(
        { dims: [dims.channel], points: [points.median], shares: [points.median] },
        model,
        makeContext({}),
      ),
    ).toThrow(/没有占比/)
  })
})

it('first values are those of the beginning of each series, added up', async () => {
  const { rows, total } = await of(null, {
    points: [points.first, points.last],
    order: [{ key: 'd2', desc: false }],
  })
  // Of each server and channel: 10 and 20 in x, 30 and 70 in y; the last in x are 40 and 20.
  expect(total).toEqual([null, 130, 160])
  expect(rows).toEqual([
    ['x', 30, 60],
    ['y', 100, 100],
  ])
})
