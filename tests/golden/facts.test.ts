import { describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { dims, points } from '../semantic/model.ts'
import { answer } from './golden.ts'

describe('several point tables', () => {
  it('two facts sharing a dimension multiply nothing', async () => {
    const { total, rows } = await answer('facts-two', {
      info: { dims: [dims.day], points: [points.revenue, points.cost, points.minutes] },
    })
    expect(total).toEqual([null, 145.75, 59, 210])
    expect(rows).toEqual([
      ['2026-01-02', 110, 29, 150],
      ['2026-01-01', 35.75, 30, 60],
    ])
  })

  it('empty dimension values, the empty string and null apart, meet across facts', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.revenue, points.users, points.cost],
        order: [{ key: `d${dims.channel}`, desc: false }],
      },
    })
    expect(total).toEqual([null, 145.75, 5, 59])
    expect(rows).toEqual([
      ['', 3, 1, 0],
      ['x', 130.5, 2, 50],
      ['y', 5.25, 1, 0],
      ['z', 0, 0, 9],
      [null, 7, 1, 0],
    ])
  })

  it('counts and distinct counts of a fact without such rows are zero', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.clicks, points.orders, points.payers],
        filters: [{ dim: dims.channel, op: 'in', values: ['z'] }],
      },
    })
    expect(rows).toEqual([['z', 3, 0, 0]])
  })

  it('gives one row and the total without dimensions', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [], points: [points.revenue, points.users, points.cost, points.arpu] },
    })
    expect(total).toEqual([145.75, 5, 59, 145.75 / 5])
    expect(rows).toEqual([total])
  })
})

describe('where a point has nothing to count', () => {
  const neighbours = [[], [points.cost], [points.clicks, points.cost], [points.users, points.arpu]]
  const shownWith = async (further: Partial<ReportInfo>) =>
    Promise.all(
      neighbours.map(async (others) => {
        const { rows } = await answer(null, {
          info: { dims: [dims.channel], ...further, points: [points.paidRevenue, points.orders, ...others] },
        })
        return rows.map((row) => row.slice(0, 3)).filter(([channel]) => channel === 'y' || channel === 'z')
      }),
    )

  it('its figure is the same whichever points stand beside it', async () => {
    for (const rows of await shownWith({})) {
      expect(rows).toContainEqual(['y', 0, 1])
      for (const [, paid, orders] of rows) expect([paid, orders]).not.toContain(null)
    }
  })

  it('filters see what is shown', async () => {
    for (const rows of await shownWith({ filters: [{ point: points.paidRevenue, op: 'lt', values: [1] }] }))
      expect(rows).toContainEqual(['y', 0, 1])
    for (const rows of await shownWith({
      filters: [{ point: points.paidRevenue, op: 'isNull', values: [] }],
    }))
      expect(rows).toEqual([])
  })

  it('and without dimensions', async () => {
    const { rows, total } = await answer(null, {
      info: {
        dims: [],
        points: [points.users, points.paidRevenue, points.orders, points.arpu],
        filters: [{ dim: dims.channel, op: 'in', values: ['nowhere'] }],
      },
    })
    expect(total).toEqual([0, 0, 0, null])
    expect(rows).toEqual([total])
    const alone = await answer(null, {
      info: { dims: [], points: [points.orders], filters: [{ dim: dims.channel, op: 'in', values: ['z'] }] },
    })
    const beside = await answer(null, {
      info: {
        dims: [],
        points: [points.orders, points.cost],
        filters: [{ dim: dims.channel, op: 'in', values: ['z'] }],
      },
    })
    expect([alone.rows[0]?.[0], beside.rows[0]?.[0]]).toEqual([0, 0])
  })
})
