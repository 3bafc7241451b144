// Days compared with those at the same distance from the previous year's Spring Festival. By hand: the festivals are
// 10 February 2024, 29 January 2025 and 17 February 2026; each day of the table holds the number of days since 1
// January 2024.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { makeDimension, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const day = 1
const amount = 11
const days = 12

const model: Model = {
  dimensions: [makeDimension({ id: day, name: '日期', types: 'date', count_quantum: 'day' })],
  points: [
    makePoint({ id: amount, name: '数', table_id: 1, name_sql: 'n' }),
    makePoint({ id: days, name: '天数', table_id: 1, types: 'distinct', name_sql: 'on_day' }),
  ],
  pointTables: [makePointTable({ id: 1, name: '日', table_truename: 'lunar_day', date_column: 'on_day' })],
  dimensionTables: [],
  tables: [
    {
      name: 'lunar_day',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: [
        { name: 'on_day', type: 'DATE', comment: '' },
        { name: 'n', type: 'INTEGER', comment: '' },
      ],
    },
  ],
}

beforeAll(async () => {
  await run(
    "CREATE TABLE lunar_day AS SELECT CAST(d AS DATE) AS on_day, date_diff('day', DATE '2024-01-01', d) AS n FROM generate_series(DATE '2024-01-01', DATE '2026-03-31', INTERVAL 1 DAY) AS days(d)",
  )
})

const oldestFirst = [{ key: `d${day}`, desc: false }]
const ask = (
  name: string | null,
  from: string,
  to: string,
  { grain = 'day', now = '2026-04-01' }: { grain?: 'day' | 'week' | 'month'; now?: string } = {},
) => {
  const info: ReportInfo = {
    dims: [day],
    points: [amount, days],
    grain,
    compare: 'lunar',
    dateRange: { from, to },
    order: oldestFirst,
  }
  return answer(name, { info, model, context: { now: new Date(`${now}T12:00:00+08:00`) } })
}

describe('lunar comparisons', () => {
  it("New Year's Eve meets New Year's Eve", async () => {
    const { rows, total, compiled } = await ask(null, '2026-02-16', '2026-02-18')
    // 28 to 30 January 2025 are days 393 to 395; 16 February 2026 is day 777.
    expect(rows).toEqual([
      ['2026-02-16', 777, 393, 777 / 393 - 1, 1, 1, 0],
      ['2026-02-17', 778, 394, 778 / 394 - 1, 1, 1, 0],
      ['2026-02-18', 779, 395, 779 / 395 - 1, 1, 1, 0],
    ])
    expect(total).toEqual([null, 2334, 1182, 2334 / 1182 - 1, 3, 3, 0])
    expect(compiled.comparedRange).toEqual({ from: '2025-01-28', until: '2025-01-31' })
  })

  it('each day by the festival nearest to it, which the columns name', async () => {
    // 354 days from 10 February 2024 to 29 January 2025; day 394 − 354 = 40.
    const { rows, compiled } = await ask(null, '2025-01-29', '2025-01-29')
    expect(rows).toEqual([['2025-01-29', 394, 40, 394 / 40 - 1, 1, 1, 0]])
    expect(compiled.comparedRange).toEqual({ from: '2024-02-10', until: '2024-02-11' })
    // In December the coming festival is nearer: 384 days.
    const december = await ask(null, '2025-12-31', '2025-12-31')
    expect(december.compiled.comparedRange).toEqual({ from: '2024-12-12', until: '2024-12-13' })
    const titles = december.compiled.columns.map(({ title }) => title)
    expect(titles.slice(2, 4)).toEqual(['数 去年农历同期（2025 春节）', '数 农历同比（2025 春节）'])
  })

  it('by two festivals where days lie on both sides of the middle: a partner of two days counts for both', async () => {
    // 9 August 2025 (day 586) goes by 2025, 354 days back; 10 August by 2026, 384 days back.
    const { rows, total, compiled } = await ask(null, '2025-08-08', '2025-08-11')
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['2025-08-08', 585, 231],
      ['2025-08-09', 586, 232],
      ['2025-08-10', 587, 203],
      ['2025-08-11', 588, 204],
    ])
    expect(total.slice(1, 3)).toEqual([4 * 585 + 6, 231 + 232 + 203 + 204])
    expect(compiled.columns[2]?.title).toBe('数 去年农历同期（2024、2025 春节）')
    expect(compiled.comparedRange).toEqual({ from: '2024-07-22', until: '2024-08-21' })
    // 40 days on either side: 30 days of the year before are partners of two. Distinct days count once.
    const wide = await ask(null, '2025-07-01', '2025-09-18')
    const partners = wide.rows.map((row) => Number(row[2]))
    expect(wide.total[2]).toBe(partners.reduce((sum, value) => sum + value, 0))
    expect(wide.total[5]).toBe(new Set(partners).size)
    expect(new Set(partners).size).toBe(50)
  })

  it('is the same for a day whatever the range, the grain and the level', async () => {
    const alone = await ask(null, '2025-08-12', '2025-08-12')
    for (const [from, to] of [
      ['2025-08-01', '2025-08-20'],
      ['2025-01-01', '2025-12-31'],
      ['2025-02-01', '2026-02-28'],
    ] as const) {
      const { rows } = await ask(null, from, to)
      expect(rows.find(([own]) => own === '2025-08-12')).toEqual(alone.rows[0])
    }
    const days = await ask(null, '2025-08-04', '2025-08-17')
    const weeks = await ask(null, '2025-08-04', '2025-08-17', { grain: 'week' })
    const sum = (from: number) =>
      days.rows.slice(from, from + 7).reduce((added, row) => added + Number(row[2]), 0)
    expect(weeks.rows.map((row) => row[2])).toEqual([sum(0), sum(7)])
    expect(weeks.total).toEqual(days.total)
  })

  it('weeks and months compare the days that they hold', async () => {
    // Monday 16 to Sunday 22 February 2026: 777 … 783; 384 days before: 393 … 399.
    expect((await ask('lunar-weeks', '2026-02-16', '2026-02-22', { grain: 'week' })).rows).toEqual([
      ['2026-02-16', 5460, 2772, 5460 / 2772 - 1, 7, 7, 0],
    ])
    const { rows } = await ask(null, '2026-02-01', '2026-02-28', { grain: 'month' })
    // 28 days from 762 on, and from 378 on.
    const sum = (first: number) => 28 * first + (27 * 28) / 2
    expect(rows).toEqual([['2026-02-01', sum(762), sum(378), sum(762) / sum(378) - 1, 28, 28, 0]])
  })

  it('days that are not over are left out', async () => {
    const { rows, total } = await ask(null, '2026-02-16', '2026-02-18', { now: '2026-02-17' })
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['2026-02-16', 777, 393],
      ['2026-02-17', 778, null],
      ['2026-02-18', 779, null],
    ])
    expect(total).toEqual([null, 2334, 393, 777 / 393 - 1, 3, 1, 0])
  })

  it('goes over two festivals and over a year; is refused over five, and where no festival is known', async () => {
    const { rows, total } = await ask(null, '2025-01-01', '2026-03-31')
    expect(rows).toHaveLength(455)
    expect(total[2]).toBe(rows.reduce((sum, row) => sum + Number(row[2]), 0))
    await expect(ask(null, '2020-01-01', '2026-01-10')).rejects.toThrow('超过 5 年')
    await expect(ask(null, '1850-01-01', '1850-01-10')).rejects.toThrow('只支持 1901 至 2100 年的春节')
  })
})
