import { describe, expect, it } from 'vitest'
import type { Grain, ReportInfo } from '#semantic/model/types.ts'
import { dims, makeModel, makePoint, makePointTable, points } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

const oldestFirst = [{ key: `d${dims.day}`, desc: false }]

describe('dates', () => {
  it('a date range that ends today', async () => {
    const { total, rows, compiled } = await answer(null, {
      info: { dims: [dims.day], points: [points.revenue], dateRange: { relative: 'last7' } },
    })
    expect(compiled.range).toEqual({ from: '2025-12-27', until: '2026-01-03' })
    expect(rows).toEqual([
      ['2026-01-02', 110],
      ['2026-01-01', 35.75],
    ])
    expect(total).toEqual([null, 145.75])
  })

  it('both ends of a range belong to it', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.day],
        points: [points.revenue, points.events],
        dateRange: { from: '2026-01-01', to: '2026-01-01' },
      },
    })
    expect(rows).toEqual([['2026-01-01', 35.75, 0]])
  })

  it("Sunday and Monday around a year's end fall into their weeks", async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.day],
        points: [points.events],
        grain: 'week',
        dateRange: { from: '2025-12-01', to: '2026-01-31' },
        order: oldestFirst,
      },
    })
    expect(rows).toEqual([
      ['2025-12-22', 1],
      ['2025-12-29', 2],
      ['2026-01-05', 1],
    ])
    expect(total).toEqual([null, 4])
  })

  it('a date column of moments is cut at the hour too, in rows, ranges and filters', async () => {
    const model = makeModel()
    model.pointTables = model.pointTables.map((table) =>
      table.table_truename === 'pay_order' ? { ...table, date_column: 'pay_time', time_column: null } : table,
    )
    const ask = async (info: Partial<ReportInfo>, cutoffHour = 5) =>
      answer(cutoffHour === 5 && !info.filters ? null : null, {
        info: {
          dims: [dims.day],
          points: [points.orders],
          dateRange: { from: '2025-12-31', to: '2026-01-01' },
          order: oldestFirst,
          ...info,
        },
        model,
        context: { cutoffHour },
      })
    // As with a time column beside it, below.
    expect((await ask({})).rows).toEqual([
      ['2025-12-31', 1],
      ['2026-01-01', 4],
    ])
    const first = [{ dim: dims.day, op: 'lte' as const, values: ['2025-12-31'] }]
    expect((await ask({ filters: first })).rows).toEqual([['2025-12-31', 1]])
    const times = await run(`SELECT count(*) FROM pay_order WHERE CAST(pay_time AS DATE) = DATE '2026-01-01'`)
    expect((await ask({}, 0)).rows).toEqual([['2026-01-01', times[0]?.[0]]])
  })

  it('the business day starts at the cut-off hour where a fact knows the time', async () => {
    const { total, rows } = await answer('dates-cutoff', {
      info: {
        dims: [dims.day],
        points: [points.orders, points.loginRows],
        dateRange: { from: '2025-12-31', to: '2026-01-01' },
        order: oldestFirst,
      },
      context: { cutoffHour: 5 },
    })
    // 04:30 on the 1st belongs to the 31st, 00:00 and 04:59:59 on the 2nd to the 1st; log-ins know days alone.
    expect(rows).toEqual([
      ['2025-12-31', 1, 0],
      ['2026-01-01', 4, 3],
    ])
    expect(total).toEqual([null, 5, 3])
  })

  it('cuts by every grain', async () => {
    const byGrain = async (grain: Grain) =>
      (
        await answer(null, {
          info: { dims: [dims.day], points: [points.events], grain, order: oldestFirst },
        })
      ).rows
    expect(await byGrain('hour')).toEqual([
      ['2024-02-29 12:00:00', 1],
      ['2024-03-01 00:00:00', 1],
      ['2025-12-28 23:00:00', 1],
      ['2025-12-29 00:00:00', 1],
      ['2026-01-04 23:00:00', 1],
      ['2026-01-05 00:00:00', 1],
    ])
    expect((await byGrain('day'))[0]).toEqual(['2024-02-29', 1])
    expect(await byGrain('month')).toEqual([
      ['2024-02-01', 1],
      ['2024-03-01', 1],
      ['2025-12-01', 2],
      ['2026-01-01', 2],
    ])
    expect(await byGrain('quarter')).toEqual([
      ['2024-01-01', 2],
      ['2025-10-01', 2],
      ['2026-01-01', 2],
    ])
    expect(await byGrain('year')).toEqual([
      ['2024-01-01', 2],
      ['2025-01-01', 2],
      ['2026-01-01', 2],
    ])
  })

  it('a dimension of months is cut by months unasked', async () => {
    const { rows, compiled } = await answer(null, {
      info: { dims: [dims.month], points: [points.events], dateRange: { relative: 'thisMonth' } },
    })
    expect(rows).toEqual([['2026-01-01', 2]])
    expect(compiled.columns[0]?.type).toBe('date')
  })

  it('a time dimension shows hours', async () => {
    const { rows, compiled } = await answer(null, {
      info: { dims: [dims.time], points: [points.orders], order: [{ key: `d${dims.time}`, desc: false }] },
    })
    expect(rows).toEqual([
      ['2026-01-01 04:00:00', 1],
      ['2026-01-01 09:00:00', 1],
      ['2026-01-01 23:00:00', 1],
      ['2026-01-02 00:00:00', 1],
      ['2026-01-02 04:00:00', 1],
      ['2026-01-02 05:00:00', 1],
    ])
    expect(compiled.columns[0]?.type).toBe('datetime')
  })

  it('the grain cuts the business date, another date keeps its days', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.openDate, dims.day],
        points: [points.orders],
        grain: 'year',
        order: [{ key: `d${dims.openDate}`, desc: false }],
      },
    })
    expect(rows).toEqual([
      ['2025-12-29', '2026-01-01', 4],
      ['2026-01-01', '2026-01-01', 1],
      [null, '2026-01-01', 1],
    ])
  })

  it('instants are read in the business zone, and days counted in expressions', async () => {
    await run('CREATE TABLE instant (moment TIMESTAMPTZ, born DATE)')
    await run(
      "INSERT INTO instant VALUES ('2026-01-01 15:59:59+00', '2025-12-31'), ('2026-01-01 16:00:00+00', '2026-01-05')",
    )
    const model = {
      ...makeModel(),
      pointTables: [
        makePointTable({ id: 1, name: '瞬间', table_truename: 'instant', time_column: 'moment' }),
      ],
      points: [
        makePoint({ id: 1, name: '数', table_id: 1 }),
        makePoint({ id: 2, name: '天', table_id: 1, name_sql: "born - date '2026-01-04'" }),
        makePoint({
          id: 3,
          name: '周',
          table_id: 1,
          name_sql: "date_diff('week', date '2026-01-04', born) * 10",
        }),
      ],
      tables: [
        {
          name: 'instant',
          comment: '',
          rowCount: 2,
          updatedAt: '',
          columns: [
            { name: 'moment', type: 'TIMESTAMP WITH TIME ZONE', comment: '' },
            { name: 'born', type: 'DATE', comment: '' },
          ],
        },
      ],
    }
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.day],
        points: [1, 2, 3],
        dateRange: { from: '2026-01-01', to: '2026-01-02' },
        order: oldestFirst,
      },
      model,
    })
    expect(rows).toEqual([
      ['2026-01-01', 1, -4, 0],
      ['2026-01-02', 1, 1, 10],
    ])
    expect(total).toEqual([null, 2, -3, 10])
  })
})
