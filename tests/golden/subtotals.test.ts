// Subtotals: each level is computed from the facts. Expected values by hand from data.ts, and by plain SQL per level.
import { describe, expect, it } from 'vitest'
import { dims, makeModel, points } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

describe('subtotals', () => {
  it('sums add up, distinct users and ratios are taken again', async () => {
    const { total, rows, compiled } = await answer(null, {
      info: {
        dims: [dims.game, dims.day],
        points: [points.minutes, points.users, points.arpu],
        subtotals: true,
        order: [{ key: 'd3', desc: false }],
      },
    })
    expect(compiled.marks).toEqual(['level'])
    // Players of a: 1, 2 on the first and 1, 4 on the second, three in all; money 30.50 and 103.00 on these days.
    expect(rows).toEqual([
      ['a', null, 120, 3, 133.5 / 3, 1],
      ['a', '2026-01-01', 30, 2, 30.5 / 2, 2],
      ['a', '2026-01-02', 90, 2, 103 / 2, 2],
      ['b', null, 30, 1, 5.25, 1],
      ['b', '2026-01-01', 30, 1, 5.25, 2],
      ['c', null, 60, 1, 7, 1],
      ['c', '2026-01-02', 60, 1, 7, 2],
    ])
    expect(total).toEqual([null, null, 210, 5, 145.75 / 5, 0])
    const plain = await run(
      'SELECT cgi, sum(minutes), count(DISTINCT player_id) FROM login_day GROUP BY 1 ORDER BY 1',
    )
    expect(rows.filter((row) => row[5] === 1).map((row) => [row[0], row[2], row[3]])).toEqual(plain)
  })

  it('groups are ordered by their own subtotals, rows within them, each subtotal before its rows', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.day, dims.channel, dims.player],
        points: [points.minutes],
        subtotals: true,
        order: [{ key: 'p2', desc: true }],
      },
    })
    expect(rows).toEqual([
      ['2026-01-02', null, null, 150, 1],
      ['2026-01-02', null, null, 60, 2], // the channel without a value, told from the day by its level
      ['2026-01-02', null, 5, 60, 3],
      ['2026-01-02', '', null, 50, 2],
      ['2026-01-02', '', 4, 50, 3],
      ['2026-01-02', 'x', null, 40, 2],
      ['2026-01-02', 'x', 1, 40, 3],
      ['2026-01-01', null, null, 60, 1],
      ['2026-01-01', 'x', null, 30, 2],
      ['2026-01-01', 'x', 2, 20, 3],
      ['2026-01-01', 'x', 1, 10, 3],
      ['2026-01-01', 'y', null, 30, 2],
      ['2026-01-01', 'y', 3, 30, 3],
    ])
  })

  it('values in the order that people expect', async () => {
    const { rows } = await answer(null, {
      info: { dims: [dims.status, dims.day], points: [points.orders], subtotals: true },
    })
    expect(rows.map((row) => [row[0], row[1], row[2], row[3]])).toEqual([
      // Newest day first is the usual order; the statuses, of which a subtotal is, come in their own.
      ['paid', null, 4, 1],
      ['paid', '2026-01-02', 2, 2],
      ['paid', '2026-01-01', 2, 2],
      ['refunded', null, 1, 1],
      ['refunded', '2026-01-01', 1, 2],
      ['fraud', null, 1, 1],
      ['fraud', '2026-01-02', 1, 2],
    ])
  })

  it('a balance by server and day: the last values of each server, not the sum of its days', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.serverId, dims.day],
        points: [points.held],
        subtotals: true,
        order: [{ key: 'd12', desc: false }],
      },
    })
    expect(rows.filter((row) => row[3] === 1)).toEqual([
      [1, null, 140, 1],
      [2, null, 200, 1],
      [4, null, 5, 1],
      [9, null, 0, 1],
    ])
    expect(total).toEqual([null, null, 345, 0])
  })

  it('what a filter on a point hides counts at no level', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.day, dims.channel],
        points: [points.users, points.minutes],
        subtotals: true,
        filters: [{ point: points.minutes, op: 'gt', values: [30] }],
      },
    })
    // x on the second (player 1), '' (4), null (5); the whole of the first is hidden.
    expect(rows).toEqual([
      ['2026-01-02', null, 3, 150, 1],
      ['2026-01-02', '', 1, 50, 2],
      ['2026-01-02', 'x', 1, 40, 2],
      ['2026-01-02', null, 1, 60, 2],
    ])
    expect(total).toEqual([null, null, 3, 150, 0])
  })

  it('a balance under a filter on a point', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.game, dims.currency],
        points: [points.held],
        subtotals: true,
        filters: [{ point: points.held, op: 'lt', values: [150] }],
        order: [{ key: 'd3', desc: false }],
      },
    })
    expect(rows).toEqual([
      ['a', null, 140, 1],
      ['a', 'gem', 30, 2],
      ['a', 'gold', 110, 2],
      ['c', null, 5, 1],
      ['c', 'gold', 5, 2],
    ])
    expect(total).toEqual([null, null, 145, 0])
  })

  it('several facts, some of them without the value', async () => {
    const { rows } = await answer(null, {
      info: {
        dims: [dims.channel, dims.day],
        points: [points.minutes, points.cost, points.users],
        subtotals: true,
        order: [{ key: 'd4', desc: false }],
      },
    })
    expect(rows.filter((row) => row.at(-1) === 1)).toEqual([
      ['', null, 50, 0, 1, 1],
      ['x', null, 70, 50, 2, 1],
      ['y', null, 30, 0, 1, 1],
      ['z', null, 0, 9, 0, 1],
      [null, null, 60, 0, 1, 1],
    ])
  })

  it('a limit cuts rows after all is counted', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.game, dims.day], points: [points.minutes], subtotals: true, limit: 2 },
    })
    expect(total).toEqual([null, null, 210, 0])
    expect(rows).toHaveLength(3)
  })

  it('of one dimension there are none besides the rows', async () => {
    const { rows, compiled } = await answer(null, {
      info: { dims: [dims.game], points: [points.minutes], subtotals: true },
    })
    expect(compiled.marks).toEqual(['level'])
    expect(rows).toEqual([
      ['a', 120, 1],
      ['c', 60, 1],
      ['b', 30, 1],
    ])
  })

  it('12 dimensions', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) => index + 901)
    const model = makeModel()
    const channel = model.dimensions.find((dimension) => dimension.id === dims.channel)
    if (channel === undefined) throw new Error('no channel')
    const { total, rows } = await answer(null, {
      info: { dims: twelve, points: [points.users, points.revenue, points.payRate], subtotals: true },
      model: { ...model, dimensions: twelve.map((id) => ({ ...channel, id, name: `渠道 ${id}` })) },
    })
    expect(total.slice(-4)).toEqual([5, 145.75, 1, 0])
    // Four channels at each of twelve levels.
    expect(rows).toHaveLength(48)
    expect(rows.slice(0, 12).map((row) => row.at(-1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })
})
