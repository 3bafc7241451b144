// The top values of a dimension, and the rest in one row. Expected values by hand from data.ts, and by plain SQL.
import { describe, expect, it } from 'vitest'
import { dims, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

describe('the first values', () => {
  it('the rest is one row, counted from the facts, and last', async () => {
    const { total, rows, compiled } = await answer('top-two', {
      info: {
        dims: [dims.channel],
        points: [points.minutes, points.users],
        top: { dim: dims.channel, count: 2, by: points.minutes },
        order: [{ key: 'p2', desc: false }],
      },
    })
    expect(compiled.marks).toEqual(['other'])
    // x 70 (players 1, 2), the empty one 60 (5); '' 50 (4) and y 30 (3) are the rest, though 80 is most.
    expect(rows).toEqual([
      [null, 60, 1, false],
      ['x', 70, 2, false],
      [null, 80, 2, true],
    ])
    expect(total).toEqual([null, 210, 5, false])
    const plain = `
      SELECT sum(minutes), count(DISTINCT player_id) FROM login_day
      WHERE channel IS NOT NULL AND channel NOT IN ('x')`
    expect(await run(plain)).toEqual([[80, 2]])
  })

  it('ranks over the whole range, not in each row; the rest comes last in its group', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.day, dims.game],
        points: [points.users, points.minutes],
        top: { dim: dims.game, count: 1, by: points.users },
      },
    })
    expect(rows).toEqual([
      ['2026-01-02', 'a', 2, 90, false],
      ['2026-01-02', null, 1, 60, true],
      ['2026-01-01', 'a', 2, 30, false],
      ['2026-01-01', null, 1, 30, true],
    ])
  })

  it('what several of the rest share is counted once there', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '渠道数', table_id: 1, types: 'distinct', name_sql: 'channel' }),
    )
    const { total, rows } = await answer(null, {
      info: { dims: [dims.player], points: [901], top: { dim: dims.player, count: 1, by: points.minutes } },
      model,
    })
    // Player 5 has 60 minutes and no channel; the rest came by x, x, y and ''.
    expect(rows).toEqual([
      [5, 0, false],
      [null, 3, true],
    ])
    expect(total).toEqual([null, 3, false])
    const plain = 'SELECT count(DISTINCT channel) FROM login_day WHERE player_id <> 5'
    expect(await run(plain)).toEqual([[3]])
  })

  it('by a computed point that the report does not show', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.revenue],
        top: { dim: dims.channel, count: 2, by: points.arpu },
      },
    })
    // x: 130.50 of 2 users; the empty one: 7 of 1; y: 5.25 of 1; '': 3 of 1.
    expect(rows).toEqual([
      ['x', 130.5, false],
      [null, 7, false],
      [null, 8.25, true],
    ])
    expect(total).toEqual([null, 145.75, false])
  })

  it('values without a figure come last, equal ones by their value, the empty value after all', async () => {
    const ask = async (count: number) =>
      (
        await answer(null, {
          info: {
            dims: [dims.channel],
            points: [points.orders],
            top: { dim: dims.channel, count, by: points.clickCost },
          },
        })
      ).rows
    // Click cost: x 5, z 3, the others none; z has no orders.
    expect(await ask(2)).toEqual([
      ['x', 3, false],
      ['z', 0, false],
      [null, 3, true],
    ])
    expect(await ask(4)).toEqual([
      ['x', 3, false],
      ['', 1, false],
      ['y', 1, false],
      ['z', 0, false],
      [null, 1, true],
    ])
  })

  it('no rest where all values are among the first', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.game],
        points: [points.minutes],
        top: { dim: dims.game, count: 3, by: points.minutes },
      },
    })
    expect(rows).toEqual([
      ['a', 120, false],
      ['c', 60, false],
      ['b', 30, false],
    ])
  })

  it('filters on points act on the rows that it leaves', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.channel],
        points: [points.users, points.minutes],
        top: { dim: dims.channel, count: 2, by: points.minutes },
        filters: [{ point: points.minutes, op: 'gt', values: [75] }],
      },
    })
    expect(rows).toEqual([[null, 2, 80, true]])
    expect(total).toEqual([null, 2, 80, false])
  })

  it('with subtotals and shares', async () => {
    const { total, rows, compiled } = await answer(null, {
      info: {
        dims: [dims.day, dims.channel, dims.player],
        points: [points.minutes],
        shares: [points.minutes],
        subtotals: true,
        top: { dim: dims.channel, count: 1, by: points.minutes },
        order: [{ key: 'p2', desc: true }],
      },
    })
    expect(compiled.marks).toEqual(['level', 'other'])
    expect(rows).toEqual([
      ['2026-01-02', null, null, 150, 150 / 210, 1, false],
      ['2026-01-02', 'x', null, 40, 40 / 210, 2, false],
      ['2026-01-02', 'x', 1, 40, 40 / 210, 3, false],
      ['2026-01-02', null, null, 110, 110 / 210, 2, true],
      ['2026-01-02', null, 5, 60, 60 / 210, 3, true],
      ['2026-01-02', null, 4, 50, 50 / 210, 3, true],
      ['2026-01-01', null, null, 60, 60 / 210, 1, false],
      ['2026-01-01', 'x', null, 30, 30 / 210, 2, false],
      ['2026-01-01', 'x', 2, 20, 20 / 210, 3, false],
      ['2026-01-01', 'x', 1, 10, 10 / 210, 3, false],
      ['2026-01-01', null, null, 30, 30 / 210, 2, true],
      ['2026-01-01', null, 3, 30, 30 / 210, 3, true],
    ])
    expect(total).toEqual([null, null, null, 210, 1, 0, false])
  })

  it('balances of the rest', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.serverId, dims.day],
        points: [points.held],
        subtotals: true,
        top: { dim: dims.serverId, count: 1, by: points.held },
      },
    })
    expect(rows).toEqual([
      [2, null, 200, 1, false],
      [2, '2026-01-01', 200, 2, false],
      [null, null, 145, 1, true],
      [null, '2026-01-03', 35, 2, true],
      [null, '2026-01-02', 110, 2, true],
      [null, '2026-01-01', 160, 2, true],
    ])
    expect(total).toEqual([null, null, 345, 0, false])
  })
})
