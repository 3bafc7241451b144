// Shares of the true total. Expected values by hand from data.ts, and by plain SQL.
import { describe, expect, it } from 'vitest'
import { dims, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

describe('shares', () => {
  it('of the total, in a column behind their point', async () => {
    const { total, rows, compiled } = await answer(null, {
      info: { dims: [dims.game], points: [points.minutes, points.users], shares: [points.minutes] },
    })
    expect(compiled.columns.map(({ key }) => key)).toEqual(['d3', 'p2', 'p2_share', 'p1'])
    expect(compiled.columns[2]).toMatchObject({
      role: 'share',
      of: 'p2',
      format: 'percent',
      title: '在线时长占比',
    })
    expect(rows).toEqual([
      ['a', 120, 120 / 210, 3],
      ['c', 60, 60 / 210, 1],
      ['b', 30, 30 / 210, 1],
    ])
    expect(total).toEqual([null, 210, 1, 5])
    const plain =
      'SELECT sum(minutes) / (SELECT sum(minutes) FROM login_day) FROM login_day GROUP BY cgi ORDER BY 1 DESC'
    expect(rows.map((row) => [row[2]])).toEqual(await run(plain))
  })

  it('the total of a distinct count is not the sum of its rows', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.day], points: [points.users], shares: [points.users] },
    })
    expect(rows).toEqual([
      ['2026-01-02', 3, 0.6],
      ['2026-01-01', 3, 0.6],
    ])
    expect(total).toEqual([null, 5, 1])
  })

  it('a limit leaves the total as it is, and shares may order the rows', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.revenue],
        shares: [points.revenue],
        limit: 1,
        order: [{ key: 'p11_share', desc: false }],
      },
    })
    expect(rows[0]).toEqual(['', 3, 3 / 145.75])
  })

  it('at every level', async () => {
    const { rows } = await answer('shares-levels', {
      info: {
        dims: [dims.game, dims.day],
        points: [points.minutes],
        shares: [points.minutes],
        subtotals: true,
        order: [{ key: 'p2_share', desc: true }],
      },
    })
    expect(rows).toEqual([
      ['a', null, 120, 120 / 210, 1],
      ['a', '2026-01-02', 90, 90 / 210, 2],
      ['a', '2026-01-01', 30, 30 / 210, 2],
      ['c', null, 60, 60 / 210, 1],
      ['c', '2026-01-02', 60, 60 / 210, 2],
      ['b', null, 30, 30 / 210, 1],
      ['b', '2026-01-01', 30, 30 / 210, 2],
    ])
  })

  it('of rows that a filter on a point leaves, the total is theirs', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.game],
        points: [points.minutes],
        shares: [points.minutes],
        filters: [{ point: points.minutes, op: 'gte', values: [60] }],
      },
    })
    expect(rows).toEqual([
      ['a', 120, 120 / 180],
      ['c', 60, 60 / 180],
    ])
    expect(total).toEqual([null, 180, 1])
  })

  it('empty where the total is zero or empty', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '平账', table_id: 1, name_sql: "if(cgi = 'a', 30, 0) - minutes + 10" }),
    )
    // 30 + 20 + 0 + -10 ... by hand: a: (30, 20, 0, -10), b: -20, c: -50, in all -30; of nothing it is empty.
    const { total, rows } = await answer(null, {
      info: { dims: [dims.game], points: [901], shares: [901], order: [{ key: 'd3', desc: false }] },
      model,
    })
    expect(rows).toEqual([
      ['a', 40, 40 / -30],
      ['b', -20, -20 / -30],
      ['c', -50, -50 / -30],
    ])
    expect(total).toEqual([null, -30, 1])
    const zero = await answer(null, {
      info: { dims: [dims.game], points: [902], shares: [902] },
      model: modelWith(makePoint({ id: 902, name: '零', table_id: 1, name_sql: 'minutes * 0' })),
    })
    expect(zero.rows.map((row) => row[2])).toEqual([null, null, null])
    expect(zero.total).toEqual([null, 0, null])
    const none = await answer(null, {
      info: {
        dims: [dims.game],
        points: [points.minutes],
        shares: [points.minutes],
        dateRange: { from: '2020-01-01', to: '2020-01-02' },
      },
    })
    expect(none.total).toEqual([null, 0, null])
  })

  it('of balances along what is no date', async () => {
    const { rows } = await answer(null, {
      info: { dims: [dims.game], points: [points.held], shares: [points.held] },
    })
    expect(rows).toEqual([
      ['b', 200, 200 / 345],
      ['a', 140, 140 / 345],
      ['c', 5, 5 / 345],
    ])
  })
})
