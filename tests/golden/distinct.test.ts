import { describe, expect, it } from 'vitest'
import { dims, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer } from './golden.ts'

describe('distinct points', () => {
  it('distinct users over days against their total', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.day], points: [points.users] },
    })
    // Players 1, 2, 3 and 1, 4, 5: three a day, five in all.
    expect(total).toEqual([null, 5])
    expect(rows).toEqual([
      ['2026-01-02', 3],
      ['2026-01-01', 3],
    ])
  })

  it('counts apart from sums of the same fact', async () => {
    const { total, rows } = await answer('distinct-beside-sums', {
      info: {
        dims: [dims.game],
        points: [points.minutes, points.users],
        order: [{ key: 'd3', desc: false }],
      },
    })
    expect(total).toEqual([null, 210, 5])
    expect(rows).toEqual([
      ['a', 120, 3],
      ['b', 30, 1],
      ['c', 60, 1],
    ])
  })

  it('is zero where the fact has rows but none that count, and several conditions stay apart', async () => {
    const model = modelWith(
      makePoint({
        id: 901,
        name: '久坐用户',
        table_id: 1,
        types: 'distinct',
        name_sql: 'player_id',
        filter: 'minutes >= 40',
      }),
      makePoint({
        id: 902,
        name: '短时用户',
        table_id: 1,
        types: 'distinct',
        name_sql: 'player_id',
        filter: 'minutes <= 20',
      }),
    )
    const { total, rows } = await answer(null, {
      info: { dims: [dims.day], points: [901, 902, points.users] },
      model,
    })
    expect(total).toEqual([null, 3, 2, 5])
    expect(rows).toEqual([
      ['2026-01-02', 3, 0, 3],
      ['2026-01-01', 0, 2, 3],
    ])
  })

  it('does not count the empty value', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '渠道数', table_id: 1, types: 'distinct', name_sql: 'channel' }),
    )
    const { total, rows } = await answer(null, {
      info: { dims: [dims.day], points: [901] },
      model,
    })
    // x, y | x, '' (null is no value): three in all.
    expect(total).toEqual([null, 3])
    expect(rows).toEqual([
      ['2026-01-02', 2],
      ['2026-01-01', 2],
    ])
  })

  it('keeps the total to the facts of the rows that a filter on a point leaves', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.users, points.minutes],
        filters: [{ point: points.minutes, op: 'gte', values: [50] }],
      },
    })
    // x: 10 + 20 + 40 (players 1, 2), '': 50 (4), null: 60 (5); y has 30 and is hidden with player 3.
    expect(rows).toEqual([
      ['x', 2, 70],
      ['', 1, 50],
      [null, 1, 60],
    ])
    expect(total).toEqual([null, 4, 180])
  })
})
