// Balances: over dates the last value of each series counts, across series they add up. Expected values are computed
// by hand from data.ts, and checked by plain SQL independent of the engine.
import { describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { statementFailure } from '#server/warehouse/duckdb/failures.ts'
import {
  dims,
  makeDimension,
  makeModel,
  makePoint,
  makePointTable,
  modelWith,
  points,
} from '../semantic/model.ts'
import { answer, isCompared, run } from './golden.ts'
import { randomFrom } from './naiveCompare.ts'

/** Last balance of each server and currency within days, by plain SQL: the row that has none after it. */
const lastOnes = (until = '2026-01-04') => `
  SELECT * FROM balance_day AS b
  WHERE balance IS NOT NULL AND balance_date < DATE '${until}' AND NOT EXISTS (
    SELECT 1 FROM balance_day AS later
    WHERE later.server_id = b.server_id AND later.currency = b.currency AND later.balance IS NOT NULL
      AND later.balance_date > b.balance_date AND later.balance_date < DATE '${until}')`

describe('balances', () => {
  it("a month's total is the last values, not their sum", async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.day], points: [points.held], grain: 'month' },
    })
    // Server 1: gold 110 of the second, gems 30 of the third. 2: 200 of the first. 4: 5. 9: emptied, 0.
    expect(total).toEqual([null, 345])
    expect(rows).toEqual([['2026-01-01', 345]])
    expect(await run(`SELECT sum(balance) FROM (${lastOnes()})`)).toEqual([[345]])
  })

  it('a day counts what was written on it; the total counts every series once', async () => {
    const { total, rows } = await answer(null, { info: { dims: [dims.day], points: [points.held] } })
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
    const { total, rows } = await answer(null, {
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
    const { total, rows } = await answer(null, {
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
    const whole = await answer(null, { info: { dims: [], points: [points.held] } })
    expect([whole.total, whole.rows]).toEqual([[345], [[345]]])
    const none = await answer(null, {
      info: { dims: [], points: [points.held], dateRange: { from: '2020-01-01', to: '2020-01-31' } },
    })
    expect([none.total, none.rows]).toEqual([[null], [[null]]])
  })

  it('without a grain key the last date that is not empty counts, at each level anew', async () => {
    const { total, rows } = await answer(null, {
      info: {
        dims: [dims.game],
        points: [points.balance],
        // Of each day one row.
        filters: [{ dim: dims.serverId, op: 'in', values: [2, 3] }],
        order: [{ key: 'd3', desc: false }],
      },
    })
    expect(rows).toEqual([
      ['b', 30],
      ['c', 60],
    ])
    expect(total).toEqual([null, 60])
    expect(
      await run("SELECT minutes FROM login_day WHERE login_date = '2026-01-02' AND server_id = 3"),
    ).toEqual([[60]])
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
    const { total, rows } = await answer(null, {
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
    const { total, rows } = await answer(null, {
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
    const { total, rows } = await answer(null, {
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
    const { total, rows } = await answer(null, { info: { dims: [dims.day], points: [901] }, model })
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
    const { total, rows } = await answer(null, {
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
    const { total, rows } = await answer(null, {
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

// ---- several rows of one series on a day

interface Snapshot {
  day: string
  hour: number
  server: number | null
  kind: string
  held: number | null
}

const snapshotColumns = ['day DATE', 'taken TIMESTAMP', 'server INTEGER', 'kind VARCHAR', 'held INTEGER']
const snapshotDims = { day: 1, kind: 2 }

const snapshotModel = (time_column: string | null, aggregate: 'first' | 'last') => ({
  ...makeModel(),
  dimensions: [
    makeDimension({ id: snapshotDims.day, name: '日期', types: 'date', count_quantum: 'day' }),
    makeDimension({ id: snapshotDims.kind, name: '币种', types: 'string', info: { expression: 'kind' } }),
  ],
  points: [
    makePoint({
      id: 1,
      name: '存量',
      table_id: 1,
      types: 'semiAdditive',
      name_sql: 'held',
      ...(aggregate === 'first' && { info: { aggregate } }),
    }),
  ],
  pointTables: [
    makePointTable({
      id: 1,
      name: '快照',
      table_truename: 'snapshot',
      date_column: 'day',
      time_column,
      grain_key: ['day', 'server'],
    }),
  ],
  tables: [
    {
      name: 'snapshot',
      comment: '',
      rowCount: 0,
      updatedAt: '',
      columns: snapshotColumns.map((column) => {
        const [name = '', type = ''] = column.split(' ')
        return { name, type, comment: '' }
      }),
    },
  ],
})

async function takeSnapshots(rows: Snapshot[]): Promise<void> {
  await run(`CREATE OR REPLACE TABLE snapshot (${snapshotColumns.join(', ')})`)
  const values = rows.map(
    ({ day, hour, server, kind, held }) =>
      `('${day}', '${day} ${String(hour).padStart(2, '0')}:00:00', ${server}, '${kind}', ${held})`,
  )
  if (values.length > 0) await run(`INSERT INTO snapshot VALUES ${values.join(', ')}`)
}

/** The balance of these rows; null where two rows of one server are of its last moment, undefined where none counts. */
function balanceOf(
  rows: Snapshot[],
  moment: (row: Snapshot) => string,
  isFirst: boolean,
): number | null | undefined {
  let sum: number | undefined
  for (const own of Map.groupBy(
    rows.filter(({ held }) => held !== null),
    ({ server }) => server,
  ).values()) {
    const moments = own.map(moment).sort()
    const wanted = moments.at(isFirst ? 0 : -1)
    const lasts = own.filter((row) => moment(row) === wanted)
    if (lasts.length > 1) return null
    sum = (sum ?? 0) + (lasts[0]?.held as number)
  }
  return sum
}

describe('several rows of one series on a day', () => {
  const at = (day: string, hour: number, held: number | null, kind = 'g'): Snapshot => ({
    day,
    hour,
    server: 1,
    kind,
    held,
  })

  it('the last moment counts, at each level', async () => {
    await takeSnapshots([
      at('2026-01-01', 8, 10),
      at('2026-01-01', 20, 30),
      at('2026-01-02', 9, 50),
      at('2026-01-02', 21, null),
    ])
    const { rows, total } = await answer(null, {
      info: { dims: [snapshotDims.day], points: [1] },
      model: snapshotModel('taken', 'last'),
    })
    expect(rows).toEqual([
      ['2026-01-02', 50],
      ['2026-01-01', 30],
    ])
    expect(total).toEqual([null, 50])
    const first = await answer(null, {
      info: { dims: [], points: [1] },
      model: snapshotModel('taken', 'first'),
    })
    expect(first.total).toEqual([10])
  })

  it('without a moment the report is refused, with the reason and what to do', async () => {
    const refusal = async (time: string | null, info: Partial<ReportInfo> = {}) =>
      answer(null, { info: { dims: [], points: [1], ...info }, model: snapshotModel(time, 'last') }).then(
        () => null,
        (error: Error) => statementFailure(error.message),
      )
    await takeSnapshots([at('2026-01-01', 8, 10), at('2026-01-01', 20, 30), at('2026-01-02', 8, 5)])
    // On the last day there is one row; on the first there are two.
    expect(await refusal(null)).toBeNull()
    const told = await refusal(null, { dateRange: { from: '2026-01-01', to: '2026-01-01' } })
    expect(told?.code).toBe('report_invalid')
    expect(told?.message).toBe(
      '余额指标「存量」不知道取哪一行：指标表「快照」的主键（server）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列',
    )
    expect((await refusal(null, { dims: [snapshotDims.day] }))?.message).toContain('分不清')
    expect(await refusal('taken')).toBeNull()
    await takeSnapshots([at('2026-01-01', 8, 10, 'g'), at('2026-01-01', 8, 30, 's')])
    // Each kind has one row, but the key does not name the kind.
    expect((await refusal('taken', { dims: [snapshotDims.kind] }))?.message).toContain(
      '同一时刻（taken）有几行',
    )
  })

  it('of random rows is never another figure than the last one', async () => {
    const random = randomFrom(611)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const outcomes = { told: 0, refused: 0 }
    // ClickHouse is given each round's rows anew, which takes longer than the round.
    const rounds = isCompared() ? 20 : 40
    for (let round = 0; round < rounds; round += 1) {
      const few = round % 2 === 0
      const rows = Array.from(
        { length: Math.floor(random() * (few ? 5 : 12)) },
        (): Snapshot => ({
          day: pick(['2026-01-01', '2026-01-02', '2026-01-03']),
          hour: pick([1, 5, 9, 13, 17, 21]),
          server: pick([1, 2, 3, null]),
          kind: pick(['g', 's']),
          held: pick([null, 1, 2, 4, 8]),
        }),
      )
      await takeSnapshots(rows)
      const time = pick(['taken', null])
      const aggregate = pick(['last', 'last', 'first'] as const)
      const by = pick([[], ['day'], ['kind'], ['day', 'kind']] as const)
      const told = JSON.stringify({ rows, time, aggregate, by })
      const figure = (own: Snapshot[]) =>
        balanceOf(
          own,
          ({ day, hour }) => (time === null ? day : `${day} ${String(hour).padStart(2, '0')}`),
          aggregate === 'first',
        )
      const groups = Map.groupBy(rows, (row) => JSON.stringify(by.map((dim) => row[dim])))
      const expected = new Map([...groups].map(([key, own]) => [key, figure(own)]))
      const whole = figure(rows)
      const isUnclear = [whole, ...expected.values()].includes(null)
      const found = await answer(null, {
        info: { dims: by.map((dim) => snapshotDims[dim]), points: [1] },
        model: snapshotModel(time, aggregate),
      }).catch((error: Error) => statementFailure(error.message).message)
      if (typeof found === 'string') {
        // Refused only where some day or moment of a server has two rows.
        expect(found, told).toContain('不知道取哪一行')
        const moments = rows.flatMap(({ day, hour, server, held }) =>
          held === null ? [] : [`${server} ${day} ${time === null ? '' : hour}`],
        )
        expect(new Set(moments).size, told).toBeLessThan(moments.length)
        outcomes.refused += 1
        continue
      }
      expect(isUnclear, told).toBe(false)
      outcomes.told += 1
      expect(found.total.at(-1) ?? undefined, told).toBe(whole)
      if (by.length > 0)
        expect(
          new Map(found.rows.map((row) => [JSON.stringify(row.slice(0, -1)), row.at(-1) ?? undefined])),
          told,
        ).toEqual(expected)
    }
    expect(outcomes.told).toBeGreaterThan(8)
    expect(outcomes.refused).toBeGreaterThan(4)
  })
})
