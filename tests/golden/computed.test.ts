import { describe, expect, it } from 'vitest'
import { dims, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer } from './golden.ts'

describe('computed points', () => {
  it("ARPU's total is the ratio of the totals", async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.day], points: [points.arpu] },
    })
    expect(total).toEqual([null, 145.75 / 5])
    expect(rows).toEqual([
      ['2026-01-02', 110 / 3],
      ['2026-01-01', 35.75 / 3],
    ])
  })

  it('a ratio with a zero denominator is empty', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.day],
        points: [points.clickCost],
        filters: [{ dim: dims.channel, op: 'in', values: ['x'] }],
      },
    })
    expect(total).toEqual([null, 5])
    expect(rows).toEqual([
      ['2026-01-02', null],
      ['2026-01-01', 3],
    ])
  })

  it('stands on other computed points', async () => {
    const { total, rows } = await answer('computed-nested', {
      info: { dims: [dims.day], points: [points.margin, points.profit] },
    })
    expect(total).toEqual([null, 86.75 / 145.75, 86.75])
    expect(rows).toEqual([
      ['2026-01-02', 81 / 110, 81],
      ['2026-01-01', 5.75 / 35.75, 5.75],
    ])
  })

  it('divides integers as real numbers', async () => {
    const { rows } = await answer(null, {
      info: { dims: [dims.day], points: [points.payRate], order: [{ key: 'd1', desc: false }] },
    })
    expect(rows).toEqual([
      ['2026-01-01', 2 / 3],
      ['2026-01-02', 1],
    ])
  })

  it('keeps the decimals of what meets a sum in one value', async () => {
    const formulas = [
      'if([充值金额] > 1000000, [充值金额], 0.125)',
      'coalesce(nullif([充值金额], [充值金额]), 0.125)',
      'greatest([充值金额] - [充值金额], 0.0625)',
      'if([充值金额] = 145.751, 1, 0)',
      'if([充值金额] in (145.7549, 3), 1, 0)',
      'if([充值金额] between 145.7501 and 145.7549, 1, 0)',
    ]
    const added = formulas.map((name_sql, index) =>
      makePoint({ id: 900 + index, name: `值 ${index}`, types: 'computed', name_sql }),
    )
    const { total } = await answer(null, {
      model: modelWith(...added),
      info: { dims: [], points: added.map(({ id }) => id) },
    })
    expect(total).toEqual([0.125, 0.125, 0.0625, 0, 0, 0])
  })

  it('orders by a computed column with empty values last, both ways', async () => {
    const ask = (desc: boolean) =>
      answer(desc ? null : null, {
        info: {
          dims: [dims.channel],
          points: [points.clickCost, points.minutes],
          order: [{ key: `p${points.clickCost}`, desc }],
        },
      })
    // x: 50 / 10, z: 9 / 3, others have no clicks.
    expect((await ask(true)).rows.map((row) => row[1])).toEqual([5, 3, null, null, null])
    expect((await ask(false)).rows.map((row) => row[1])).toEqual([3, 5, null, null, null])
    expect((await ask(true)).rows.map((row) => row[0])).toEqual(['x', 'z', '', 'y', null])
  })

  it('may give texts, and calls functions', async () => {
    const model = modelWith(
      makePoint({
        id: 901,
        name: '评级',
        types: 'computed',
        name_sql:
          "case when [充值金额] >= 100 then '高' when round([充值金额] * 1.5, 1) > 50 then '中' else '低' end",
      }),
    )
    const { total, rows, compiled } = await answer(null, {
      info: { dims: [dims.day], points: [901] },
      model,
    })
    expect(total).toEqual([null, '高'])
    expect(rows).toEqual([
      ['2026-01-02', '高'],
      ['2026-01-01', '中'],
    ])
    expect(compiled.columns[1]).toMatchObject({ kind: 'computed', type: 'string', format: null })
  })
})
