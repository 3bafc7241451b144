import { describe, expect, it } from 'vitest'
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
    const { total, rows } = await answer('facts-empty-values', {
      info: {
        dims: [dims.channel],
        points: [points.revenue, points.users, points.cost],
        order: [{ key: `d${dims.channel}`, desc: false }],
      },
    })
    expect(total).toEqual([null, 145.75, 5, 59])
    expect(rows).toEqual([
      ['', 3, 1, null],
      ['x', 130.5, 2, 50],
      ['y', 5.25, 1, null],
      ['z', null, null, 9],
      [null, 7, 1, null],
    ])
  })

  it('counts and distinct counts of a fact without such rows are empty, not zero', async () => {
    const { rows } = await answer('facts-lacking', {
      info: {
        dims: [dims.channel],
        points: [points.clicks, points.orders, points.payers],
        filters: [{ dim: dims.channel, op: 'in', values: ['z'] }],
      },
    })
    expect(rows).toEqual([['z', 3, null, null]])
  })

  it('gives one row and the total without dimensions', async () => {
    const { total, rows } = await answer('facts-no-dimension', {
      info: { dims: [], points: [points.revenue, points.users, points.cost, points.arpu] },
    })
    expect(total).toEqual([145.75, 5, 59, 145.75 / 5])
    expect(rows).toEqual([total])
  })
})
