// Forecasts and the range search over known figures: 200 days of game a, 60 of game b, one outlier.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/prediction/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let all: Person
let onlyA: Person
let searcher: Person

const [from, to, odd] = ['2025-06-01', '2025-12-17', '2025-12-10']

beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      `INSERT INTO orders SELECT day::DATE, day, 'a', CASE WHEN part = 0 THEN 'web' ELSE 'store' END, 1,
        (CASE WHEN day::DATE = DATE '${odd}' AND part = 0 THEN 5 ELSE 1 END)
          * (1000 + 100 * sin(2 * pi() * epoch(day) / 86400 / 7) + (hash(day::VARCHAR || part) % 100)), 'paid'
        FROM range(TIMESTAMP '${from}', TIMESTAMP '2025-12-18', INTERVAL 1 DAY) t(day), range(2) p(part)`,
      `INSERT INTO orders SELECT day::DATE, day, 'b', 'web', 3, 50, 'paid'
        FROM range(TIMESTAMP '2025-10-19', TIMESTAMP '2025-12-18', INTERVAL 1 DAY) t(day)`,
    ],
  })
  await office.deps.metadata.db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  all = await office.person({ keys: ['search_turnoverPredict'] })
  onlyA = await office.person({ keys: ['search_turnoverPredict', 'search_rangeSearch'], games: ['a'] })
  searcher = await office.person({ keys: ['search_rangeSearch'] })
})
afterAll(() => office.dispose())

const ask = (who: Person, body: calls.IntervalQuestion) =>
  who.call<calls.Interval>(calls.queryConfidenceInterval, { body: { from, to, ...body } })
const filtersOf = (dim: number, value: string) => [{ dim, op: 'in' as const, values: [value] }]

describe('the interval', () => {
  it('is opened by either key, and by no other', async () => {
    expect((await ask(all, { horizon: 7 })).status).toBe(200)
    expect((await ask(searcher, { horizon: 7 })).status).toBe(200)
    const none = await office.person({ keys: ['search_gameFlow', 'search_config', 'search_log'] })
    expect((await ask(none, { horizon: 7 })).status).toBe(403)
    const refused = await searcher.call(calls.backtestForecast, { body: { lead: 7, count: 30 } })
    expect(refused.status).toBe(403)
    const rows = { points: [1], from, to, level: 95, side: 'either' }
    expect((await all.call(calls.findUnusual, { body: rows })).status).toBe(403)
  })

  it('tells figures as the report does, days and sums with their bands, in the reader’s games', async () => {
    const mine = (await ask(onlyA, { horizon: 30 })).data
    const whole = (await ask(all, { horizon: 30 })).data
    expect(mine.point.name).toBe('充值金额')
    const [one, other] = [mine.series[0], whole.series[0]] as const
    const [last, lastOfAll] = [one?.figures.at(-1) ?? 0, other?.figures.at(-1) ?? 0]
    expect(lastOfAll - last).toBeCloseTo(50, 2)
    expect(mine.ahead).toHaveLength(30)
    const month = one?.sums.find(({ grain }) => grain === 'month')
    expect(month).toMatchObject({ from: '2025-12-01', to: '2025-12-31', knownDays: 17 })
    const known = (one?.figures ?? []).slice(-17).reduce((sum: number, value) => sum + (value ?? 0), 0)
    expect(month?.known).toBeCloseTo(known, 4)
    for (const sum of one?.sums ?? [])
      for (const { low, high } of sum.bands) expect(low <= sum.expected && sum.expected <= high).toBe(true)
    expect((await ask(onlyA, { horizon: 7, games: ['b'] })).envelope?.msg).toContain('没有游戏「b」')
    expect((await ask(onlyA, { games: ['nope'] })).envelope?.msg).toContain('没有游戏「nope」')
  })

  it('stands on a day of the past and tells what came', async () => {
    const { data } = await ask(all, { horizon: 14, origin: '2025-11-30', past: 5 })
    const [one] = data.series
    expect(data.days.at(-1)).toBe('2025-11-30')
    expect(one?.actual.filter((value) => value !== null)).toHaveLength(14)
    expect(one?.sums.find(({ grain }) => grain === 'all')?.actual).toBeGreaterThan(1_000)
    expect(one?.past.expected).toHaveLength(5)
  })

  it('puts effects onto days, typed or learned', async () => {
    const { data } = await ask(all, {
      horizon: 14,
      scenarios: [
        { name: '加一半', effects: [{ from: '2025-12-20', to: '2025-12-21', percent: 50 }] },
        {
          name: '像国庆',
          effects: [{ from: '2025-12-20', to: '2025-12-21', like: { kind: 'holiday', name: '国庆节' } }],
        },
      ],
    })
    const [one] = data.series
    const [typed, learned] = one?.scenarios ?? []
    expect((typed?.expected[2] ?? 0) / (one?.expected[2] ?? 1)).toBeCloseTo(1.5, 6)
    expect(typed?.expected[5]).toBe(one?.expected[5])
    expect(learned?.effects[0]?.events).not.toHaveLength(0)
    // Nothing happened then.
    expect(Math.abs(learned?.effects[0]?.percent ?? 99)).toBeLessThan(10)
  })

  it.each([
    [{ from: '2025-12-15' }, /只有 3 天/],
    [{ from: '2025-12-17' }, /只有 1 天/],
    [{ from: '2025-12-08' }, /只有 10 天/],
  ])('of too few days says so: %j', async (body, warning) => {
    const { data } = await ask(all, body)
    expect(data.series[0]?.warnings.join()).toMatch(warning)
    expect(data.series[0]?.expected.every((value) => Number.isFinite(value))).toBe(true)
  })

  it.each([
    [{ horizon: 10_000 }, /预测天数应为 0 至 180/],
    [{ horizon: -3 }, /预测天数/],
    [{ horizon: 7.5 }, /预测天数/],
    [{ from: '2025-12-01', to: '2025-11-01' }, /早于开始日期/],
    [{ from: '2025-02-30' }, /不是有效的日期/],
    [{ from: '2099-01-01', to: '2099-02-01' }, /还没有完整的数据/],
    [{ point: 987654321 }, /没有这个指标/],
    [{ levels: [50] }, /置信度/],
    [{ split: { dim: 987654321, count: 3 } }, /没有这个维度/],
    [{ split: { dim: 1, count: 50 } }, /分开预测的个数/],
    [{ origin: '2026-01-01' }, /预测的起点/],
    [{ from: '2010-01-01', to: '2010-12-31' }, /没有数据/],
    [{ scenarios: [{ name: 'x', effects: [{ from: '2025-12-20', to: '2025-12-19', percent: 1 }] }] }, /早于/],
    [
      { scenarios: [{ name: 'x', effects: [{ from: '2027-12-20', to: '2027-12-21', percent: 1 }] }] },
      /不在预测/,
    ],
    [
      { scenarios: [{ name: 'x', effects: [{ from: '2025-12-20', to: '2025-12-21', percent: -100 }] }] },
      /-99%/,
    ],
    [{ scenarios: [{ name: 'x', effects: [{ from: '2025-12-20', to: '2025-12-21' }] }] }, /没有大小/],
  ] as [calls.IntervalQuestion, RegExp][])('refuses %j in Chinese', async (body, message) => {
    const { status, envelope } = await ask(all, body)
    expect(status).toBe(200)
    expect(envelope?.msg).toMatch(message)
  })
})

it('tells how past forecasts did', async () => {
  const { data } = await all.call<calls.PastForecasts>(calls.backtestForecast, {
    body: { lead: 7, count: 20, games: ['a'] },
  })
  // The office's own orders of a year later end the series: what lies between is zero.
  expect(data.days).toHaveLength(data.forecasts)
  expect(data.coverage.map(({ level }) => level)).toEqual([80, 95])
})

describe('what is unusual', () => {
  const body = () => ({
    points: [office.points.revenue],
    dim: office.dims.channel,
    games: ['a'],
    from: '2025-12-01',
    to,
    level: 99,
    side: 'either',
  })

  it('is found with its value, day and side, in parts or at once', async () => {
    // A busy machine answers in parts, as many as it takes.
    const found: calls.Found[] = []
    for (let after = 0; after < 2; after = found.at(-1)?.done ?? 2) {
      const { data } = await onlyA.call<calls.Found>(calls.findUnusual, { body: { ...body(), after } })
      expect(data).toMatchObject({ all: 2, untold: 0 })
      expect(data.done).toBeGreaterThan(after)
      found.push(data)
    }
    expect(found.at(-1)?.done).toBe(2)
    const [most] = found.flatMap(({ findings }) => findings).sort((one, other) => other.beyond - one.beyond)
    expect(most).toMatchObject({ day: odd, label: '官网', side: 'up' })
    const rest = await onlyA.call<calls.Found>(calls.findUnusual, { body: { ...body(), after: 1 } })
    expect(rest.data.done).toBe(2)
    const down = await onlyA.call<calls.Found>(calls.findUnusual, { body: { ...body(), side: 'down' } })
    expect(down.data.findings.some(({ day }) => day === odd)).toBe(false)
  })

  it('says what moved it', async () => {
    const { data } = await onlyA.call<calls.Mover[]>(calls.findMovers, {
      body: { point: office.points.revenue, games: ['a'], day: odd, against: 'week' },
    })
    const channels = data.find(({ dimName }) => dimName === '渠道')
    expect(channels).toMatchObject({ method: 'sum' })
    expect(channels?.rows[0]?.label).toBe('官网')
    expect(channels?.rows[0]?.share).toBeGreaterThan(0.9)
  })

  it.each([
    [{ points: [] }, /至少选择一个指标/],
    [{ from: '2024-01-01' }, /太多/, 12],
    [{ level: 50 }, /置信度/],
    [{ from: to, to: '2025-12-01' }, /早于/],
  ])('refuses %j', async (change, message, copies = 1) => {
    const points = Array.from({ length: copies }, (_, at) => office.points.revenue + at)
    const asked = { ...body(), ...(copies > 1 && { points, dim: undefined }), ...change }
    const { envelope } = await onlyA.call(calls.findUnusual, { body: asked })
    expect(envelope?.msg).toMatch(copies > 1 ? /最多查 10 个/ : message)
  })
})

describe('rows in a range', () => {
  const find = (body: Partial<calls.RowsQuestion>) =>
    searcher.call<calls.RowsFound>(calls.findRows, {
      body: {
        point: office.points.revenue,
        dims: [office.dims.channel],
        from: '2025-12-01',
        to: '2025-12-17',
        way: 'inside',
        ...body,
      },
    })

  it('are those whose figure lies in it, beyond it, or is greatest', async () => {
    const inside = (await find({ low: 2_000, high: 10_000, perDay: true })).data
    expect(inside.rows).toHaveLength(1)
    expect(inside.rows[0]).toMatchObject({ day: odd, labels: ['官网'] })
    expect((await find({ low: 500, high: 2_000, way: 'outside', perDay: true })).data.rows).toHaveLength(1)
    const top = (await find({ way: 'top', count: 3, perDay: true })).data
    expect(top.rows).toHaveLength(3)
    expect(top.truncated).toBe(false)
    const b = (await find({ way: 'bottom', count: 1, dims: [office.dims.game] })).data
    expect(b.rows[0]).toMatchObject({ cells: ['b'], value: 850 })
    expect((await find({ low: 2_000, filters: filtersOf(office.dims.game, 'b') })).data.rows).toEqual([])
  })

  it.each([
    [{}, /下限或上限/],
    [{ low: 5, high: 1 }, /大于上限/],
    [{ low: 1, dims: [] }, /1 至 3 个维度/],
    [{ low: 1, dims: [987654321] }, /没有这个维度/],
    [{ way: 'top' as const, count: 5_000 }, /行数应为/],
    [{ low: 1, from: '2001-01-01' }, /最多查 366 天/],
  ])('refuse %j', async (body, message) => {
    expect((await find(body)).envelope?.msg).toMatch(message)
  })
})

it('scenarios are their owner’s alone, unique by name, and come back after a deletion', async () => {
  const effects = [{ from: '2025-12-20', to: '2025-12-21', percent: 20, error: 5 }]
  const save = (who: Person, body: object) =>
    who.call<calls.KeptScenario>(calls.saveScenario, { body: { name: '开服', effects, ...body } })
  const { id, revision } = (await save(all, {})).data
  expect((await save(all, {})).envelope?.msg).toContain('同名')
  expect((await save(onlyA, {})).status).toBe(200)
  expect((await save(onlyA, { id, name: '别人的' })).status).toBe(404)
  expect((await save(all, { id, revision: revision + 5, name: '改名' })).status).toBe(409)
  expect((await save(all, { effects: [] })).envelope?.msg).toContain('还没有影响')
  await all.call(calls.deleteScenario, { params: { id }, body: {} })
  expect((await all.call<calls.KeptScenario[]>(calls.listScenarios)).data).toEqual([])
  expect((await onlyA.call(calls.restoreScenario, { params: { id }, body: {} })).status).toBe(404)
  await all.call(calls.restoreScenario, { params: { id }, body: {} })
  expect((await all.call<calls.KeptScenario[]>(calls.listScenarios)).data).toMatchObject([
    { name: '开服', effects },
  ])
})

it('exports leave an audit row', async () => {
  await all.call(calls.exportForecast, { body: { from, to, horizon: 7, format: 'csv', grain: 'day' } })
  const { db } = office.deps.metadata
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'user_id'])
    .where('action', '=', 'prediction.export')
    .execute()
  expect(rows).toEqual([{ action: 'prediction.export', user_id: all.id }])
})
