import { describe, expect, it } from 'vitest'
import { dims, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer } from './golden.ts'

describe('additive points', () => {
  it('sums and counts by day, the total first', async () => {
    const { total, rows } = await answer('additive-by-day', {
      info: { dims: [dims.day], points: [points.revenue, points.orders] },
    })
    expect(total).toEqual([null, 145.75, 6])
    expect(rows).toEqual([
      ['2026-01-02', 110, 3],
      ['2026-01-01', 35.75, 3],
    ])
  })

  it('takes the least and the greatest, of days too', async () => {
    const { total, rows, compiled } = await answer('additive-min-max', {
      info: { dims: [dims.status], points: [points.largest, points.earliest] },
    })
    expect(total).toEqual([null, 100, '2026-01-01'])
    expect(rows).toEqual([
      ['paid', 100, '2026-01-01'],
      ['refunded', 5.25, '2026-01-01'],
      ['fraud', 3, '2026-01-02'],
    ])
    expect(compiled.columns.map((column) => [column.key, column.type, column.format])).toEqual([
      [`d${dims.status}`, 'string', null],
      [`p${points.largest}`, 'number', 'decimal'],
      [`p${points.earliest}`, 'date', null],
    ])
  })

  it('gives each point its own conditions in one pass', async () => {
    const { total, rows, compiled } = await answer(null, {
      info: { dims: [dims.channel], points: [points.revenue, points.paidRevenue, points.refunds] },
    })
    expect(total).toEqual([null, 145.75, 137.5, 1])
    expect(rows).toEqual(
      [
        ['x', 130.5, 130.5, 0],
        ['y', 5.25, 0, 1],
        ['', 3, 0, 0],
        [null, 7, 7, 0],
      ].sort((left, right) => Number(right[1]) - Number(left[1])),
    )
    expect(compiled.sql.match(/FROM "pay_order"/g)).toHaveLength(1)
  })

  it('keeps a row only where a point has rows of its own', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.channel], points: [points.paidRevenue] },
    })
    expect(total).toEqual([null, 137.5])
    expect(rows).toEqual([
      ['x', 130.5],
      [null, 7],
    ])
  })

  it('joins differing conditions of all points for the rows', async () => {
    const { rows } = await answer('additive-either-condition', {
      info: { dims: [dims.status], points: [points.paidRevenue, points.refunds] },
    })
    expect(rows).toEqual([
      ['paid', 137.5, 0],
      ['refunded', 0, 1],
    ])
  })

  it('does arithmetic on narrow integers without overflow, and divides as real numbers', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '毫秒', table_id: 1, name_sql: 'minutes * 60000 * 1000000' }),
      makePoint({ id: 902, name: '小时', table_id: 1, name_sql: 'minutes / 60' }),
      makePoint({ id: 903, name: '除以零', table_id: 1, name_sql: 'minutes / (minutes - minutes)' }),
    )
    const { total } = await answer(null, {
      info: { dims: [], points: [901, 902, 903] },
      model,
    })
    expect(total).toEqual([210 * 60000 * 1000000, 3.5, 0])
  })
})
