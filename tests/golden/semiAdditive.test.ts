// Balances: along dates the last value of each series counts, along the rest they add. Each answer is worked out by
// hand from the rows in data.ts, and asked again by plain SQL written apart from the engine.
import { describe, expect, it } from 'vitest'
import { dims, makeModel, makePoint, modelWith, points } from '../semantic/model.ts'
import { answer, run } from './golden.ts'

/** Last balance of each server and currency within days, by plain SQL: the row that has none after it. */
const lastOnes = (until = '2026-01-04') => `
  SELECT * FROM balance_day AS b
  WHERE balance IS NOT NULL AND balance_date < DATE '${until}' AND NOT EXISTS (
    SELECT 1 FROM balance_day AS later
    WHERE later.server_id = b.server_id AND later.currency = b.currency AND later.balance IS NOT NULL
      AND later.balance_date > b.balance_date AND later.balance_date < DATE '${until}')`

describe('balances', () => {
  it("a month's total is the last values, not their sum", async () => {
    const { total, rows } = await answer('semi-month', {
      info: { dims: [dims.day], points: [points.held], grain: 'month' },
    })
    // Server 1: gold 110 of the second, gems 30 of the third. 2: 200 of the first. 4: 5. 9: emptied, 0.
    expect(total).toEqual([null, 345])
    expect(rows).toEqual([['2026-01-01', 345]])
    expect(await run(`SELECT sum(balance) FROM (${lastOnes()})`)).toEqual([[345]])
  })

  it('a day counts what was written on it; the total counts every series once', async () => {
    const { total, rows } = await answer('semi-day', { info: { dims: [dims.day], points: [points.held] } })
    expect(rows).toEqual([
      ['2026-01-03', 35], // 30 + 5
      ['2026-01-02', 110], // 110 + 0, and two empty ones
      ['2026-01-01', 360], // 100 + 10 + 200 + 50
    ])
    expect(total).toEqual([null, 345])
    const plain = 'SELECT sum(balance) FROM balance_day GROUP BY balance_date ORDER BY balance_date DESC'
    expect(rows.map((row) => [row[1]])).toEqual(await run(plain))
  })

  it('a series that lacks the last day counts with its last value; the total over servers is their sum', async () => {
    const { total, rows } = await answer('semi-server', {
      info: { dims: [dims.serverId], points: [points.held] },
    })
    expect(rows).toEqual([
      [2, 200],
      [1, 140],
      [4, 5],
      [9, 0],
    ])
    expect(total).toEqual([null, 345])
    const plain = `SELECT server_id, sum(balance) FROM (${lastOnes()}) GROUP BY 1 ORDER BY 2 DESC`
    expect(rows).toEqual(await run(plain))
  })

  it('takes the range as it is: what comes after it does not count', async () => {
    const { total, rows } = await answer('semi-range', {
      info: {
        dims: [dims.serverId],
        points: [points.held],
        dateRange: { from: '2026-01-01', to: '2026-01-02' },
        order: [{ key: 'd12', desc: false }],
      },
    })
    // Server 4 has an empty value alone within these days.
    expect(rows).toEqual([
      [1, 120],
      [2, 200],
      [4, null],
      [9, 0],
    ])
    expect(total).toEqual([null, 320])
    expect(await run(`SELECT sum(balance) FROM (${lastOnes('2026-01-03')})`)).toEqual([[320]])
  })

  it('without dimensions, without rows', async () => {
    const whole = await answer('semi-none', { info: { dims: [], points: [points.held] } })
    expect([whole.total, whole.rows]).toEqual([[345], [[345]]])
    const none = await answer(null, {
      info: { dims: [], points: [points.held], dateRange: { from: '2020-01-01', to: '2020-01-31' } },
    })
    expect([none.total, none.rows]).toEqual([[null], [[null]]])
  })

  it('without a grain key the last date that is not empty counts, at each level anew', async () => {
    const { total, rows } = await answer('semi-no-key', {
      info: { dims: [dims.game], points: [points.balance], order: [{ key: 'd3', desc: false }] },
    })
    // a: 40 + 50 of the second; b: 30 of the first; c: 60 of the second. All: 40 + 50 + 60 of the second.
    expect(rows).toEqual([
      ['a', 90],
      ['b', 30],
      ['c', 60],
    ])
    expect(total).toEqual([null, 150])
    expect(await run("SELECT sum(minutes) FROM login_day WHERE login_date = '2026-01-02'")).toEqual([[150]])
  })

  it('keeps its own condition, beside sums and distinct counts of the same fact', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '币种数', table_id: 6, types: 'distinct', name_sql: 'currency' }),
      makePoint({ id: 902, name: '行数', table_id: 6, info: { aggregate: 'count' } }),
    )
    const { total, rows } = await answer('semi-mixed', {
      info: {
        dims: [dims.game],
        points: [points.held, points.heldGold, 901, 902],
        order: [{ key: 'd3', desc: false }],
      },
      model,
    })
    expect(rows).toEqual([
      ['a', 140, 110, 2, 5],
      ['b', 200, 200, 1, 1],
      ['c', 5, 5, 1, 4],
    ])
    expect(total).toEqual([null, 345, 315, 2, 10])
  })

  it('a distinct count beside balances alone is zero where none count', async () => {
    const model = modelWith(
      makePoint({
        id: 901,
        name: '宝石服',
        table_id: 6,
        types: 'distinct',
        name_sql: 'server_id',
        filter: "currency = 'gem'",
      }),
    )
    const { total, rows } = await answer('semi-distinct', {
      info: { dims: [dims.game], points: [points.held, 901], order: [{ key: 'd3', desc: false }] },
      model,
    })
    expect(rows).toEqual([
      ['a', 140, 1],
      ['b', 200, 0],
      ['c', 5, 0],
    ])
    expect(total).toEqual([null, 345, 1])
  })

  it('meets other facts, and formulas stand on it', async () => {
    const model = modelWith(
      makePoint({ id: 901, name: '人均存量', types: 'computed', name_sql: '[存量] / [活跃用户]' }),
    )
    const { total, rows } = await answer('semi-computed', {
      info: { dims: [dims.game], points: [points.users, 901], order: [{ key: 'd3', desc: false }] },
      model,
    })
    expect(rows).toEqual([
      ['a', 3, 140 / 3],
      ['b', 1, 200],
      ['c', 1, 5],
    ])
    expect(total).toEqual([null, 5, 69])
  })

  it('a filter on the balance keeps the total to the rows that are left', async () => {
    const { total, rows } = await answer('semi-having', {
      info: {
        dims: [dims.serverName],
        points: [points.held],
        filters: [{ point: points.held, op: 'gte', values: [100] }],
      },
    })
    expect(rows).toEqual([
      ['二服', 200],
      ['一服', 140],
    ])
    expect(total).toEqual([null, 340])
  })

  it('goes by its time where the grain key says so', async () => {
    const model = makeModel()
    const table = model.pointTables.find(({ id }) => id === 2)
    if (table === undefined) throw new Error('no orders')
    table.grain_key = ['PAY_TIME', 'player_id']
    model.points.push(
      makePoint({ id: 901, name: '最近一单', table_id: 2, types: 'semiAdditive', name_sql: 'amount' }),
    )
    const { total, rows } = await answer('semi-timed', { info: { dims: [dims.day], points: [901] }, model })
    // The first: player 1's 20.00 of 09:00 (not 10.50 of 04:30) and player 3's 5.25.
    expect(rows).toEqual([
      ['2026-01-02', 110],
      ['2026-01-01', 25.25],
    ])
    expect(total).toEqual([null, 135.25])
    const plain =
      'SELECT sum(amount) FROM pay_order AS o WHERE NOT EXISTS (SELECT 1 FROM pay_order AS p WHERE p.player_id = o.player_id AND p.pay_time > o.pay_time)'
    expect(await run(plain)).toEqual([[135.25]])
  })

  it('a series that moves between values counts with each, and once in the total', async () => {
    // Player 1's 10.50 is a first order, the later 20.00 is not; player 3's 5.25 is: 15.75 and 20, 25.25 in all.
    const model = makeModel()
    const table = model.pointTables.find(({ id }) => id === 2)
    if (table === undefined) throw new Error('no orders')
    table.grain_key = ['pay_time', 'player_id']
    model.points.push(
      makePoint({ id: 901, name: '最近一单', table_id: 2, types: 'semiAdditive', name_sql: 'amount' }),
    )
    const { total, rows } = await answer('semi-moved', {
      info: {
        dims: [dims.first],
        points: [901],
        filters: [{ dim: dims.player, op: 'in', values: [1, 3] }],
        order: [{ key: 'd14', desc: false }],
      },
      model,
    })
    expect(rows).toEqual([
      [false, 20],
      [true, 15.75],
    ])
    expect(total).toEqual([null, 25.25])
  })

  it('knows its games', async () => {
    const { total, rows } = await answer('semi-games', {
      info: { dims: [dims.game], points: [points.held] },
      context: { games: ['b', 'c'] },
    })
    expect(rows).toEqual([
      ['b', 200],
      ['c', 5],
    ])
    expect(total).toEqual([null, 205])
  })
})
