import { describe, expect, it } from 'vitest'
import { dims, makeModel, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer } from './golden.ts'

describe('order and limit', () => {
  it('a limit with a total: the total counts what the limit cuts', async () => {
    const { total, rows, compiled } = await answer(null, {
      info: { dims: [dims.channel], points: [points.revenue, points.payers], limit: 1 },
    })
    expect(total).toEqual([null, 145.75, 5])
    expect(compiled.limit).toBe(1)
    // One row more than the limit: that is how the caller knows that there are more.
    expect(rows.map((row) => row[0])).toEqual(['x', null])
  })

  it('the usual order: newest days, then by all dimensions', async () => {
    const { rows } = await answer(null, {
      info: { dims: [dims.channel, dims.day], points: [points.orders] },
    })
    expect(rows).toEqual([
      ['', '2026-01-02', 1],
      ['x', '2026-01-02', 1],
      [null, '2026-01-02', 1],
      ['x', '2026-01-01', 2],
      ['y', '2026-01-01', 1],
    ])
  })

  it('several keys, empty values last in both directions', async () => {
    const ask = async (desc: boolean) =>
      (
        await answer(null, {
          info: {
            dims: [dims.channel],
            points: [points.orders],
            order: [
              { key: `p${points.orders}`, desc: true },
              { key: `d${dims.channel}`, desc },
            ],
          },
        })
      ).rows.map((row) => row[0])
    expect(await ask(false)).toEqual(['x', '', 'y', null])
    expect(await ask(true)).toEqual(['x', 'y', '', null])
  })

  it('values come in the order that people expect, and backwards', async () => {
    const ask = async (desc: boolean) =>
      (
        await answer(desc ? null : null, {
          info: { dims: [dims.status], points: [points.orders], order: [{ key: `d${dims.status}`, desc }] },
        })
      ).rows.map((row) => row[0])
    expect(await ask(false)).toEqual(['paid', 'refunded', 'fraud'])
    expect(await ask(true)).toEqual(['fraud', 'refunded', 'paid'])
  })

  it('0 rows: the total alone', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.day],
        points: [points.revenue, points.orders, points.users, points.arpu],
        dateRange: { from: '2020-01-01', to: '2020-01-31' },
      },
    })
    expect(rows).toEqual([])
    expect(total).toEqual([null, 0, 0, 0, null])
  })

  it('two points with the same title stay two columns, told apart', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '订单数', table_id: 2, info: { aggregate: 'count' }, filter: 'is_first' }),
    )
    const { total, compiled } = await answer(null, {
      info: { dims: [], points: [points.orders, 901] },
      model,
    })
    expect(total).toEqual([6, 5])
    expect(compiled.columns.map((column) => [column.key, column.title])).toEqual([
      [`p${points.orders}`, `订单数（#${points.orders}）`],
      ['p901', '订单数（#901）'],
    ])
  })

  it('the same dimension and point twice are one', async () => {
    const { compiled } = await answer(null, {
      info: { dims: [dims.day, dims.day], points: [points.orders, points.orders] },
    })
    expect(compiled.columns).toHaveLength(2)
  })

  it('12 dimensions', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) => index + 901)
    const model = makeModel()
    const channel = model.dimensions.find((dimension) => dimension.id === dims.channel)
    if (channel === undefined) throw new Error('no channel')
    const { total, rows } = await answer(null, {
      info: { dims: twelve, points: [points.users, points.revenue] },
      model: {
        ...model,
        dimensions: twelve.map((id) => ({ ...channel, id, name: `渠道 ${id}` })),
      },
    })
    expect(total.slice(-2)).toEqual([5, 145.75])
    expect(rows).toHaveLength(4)
    expect(rows[0]?.slice(0, 12)).toEqual(
      Array(12)
        .fill(null)
        .map(() => rows[0]?.[0]),
    )
  })

  it('200 points in one pass', async () => {
    const added = Array.from({ length: 200 }, (_, index) =>
      makePoint({
        id: 1000 + index,
        name: `指标 ${index}`,
        table_id: 2,
        name_sql: `amount * ${index}`,
        filter: `amount > ${index % 7}`,
      }),
    )
    const { total, compiled } = await answer(null, {
      info: { dims: [dims.day], points: added.map((point) => point.id) },
      model: modelWith(...added),
    })
    expect(compiled.sql.match(/FROM "pay_order"/g)).toHaveLength(1)
    // amount > 0: all. amount > 3 drops the fraud of 3.00.
    expect(total[1 + 7]).toBeCloseTo(145.75 * 7)
    expect(total[1 + 10]).toBeCloseTo(142.75 * 10)
  })
})
