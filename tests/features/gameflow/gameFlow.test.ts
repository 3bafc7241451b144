// The game flow through the calls, on both stores: figures equal plain sums over the same rows, missing data is
// reported, closed months stay unchanged, and games limit everything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { House, Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/gameflow/contract.ts'
import { definition, facts, makeFlowHouse } from './flowHouse.ts'

describeStores('the game flow', (store) => {
  let house: House
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await makeFlowHouse(store)
    all = await house.person({ keys: ['search_gameFlow', 'search_config'] })
    some = await house.person({ keys: ['search_gameFlow', 'search_config'], games: ['a'] })
  })
  afterAll(() => house?.dispose())

  const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
  const flow = (by: Person, query: calls.FlowQuery, params = january) =>
    by.call<calls.FlowReport>(calls.getGameFlow, { params, query })
  const statement = { kind: 'statement', period: '2026-01', cgi: 'a', channel: 'hw', currency: 'CNY' }
  const record = (by: Person, body: Record<string, unknown>) =>
    by.call<calls.FlowRecord>(calls.addGameFlowRecord, { body: { ...statement, ...body } })
  const close = (by: Person, cgi: string, month = '2026-01') =>
    by.call<calls.ClosedMonths>(calls.closeGameFlowMonth, { body: { month, cgi } })

  /** In hundredths, by plain whole numbers. */
  const expected = (cgi: string | null, currency: string, kind: string) =>
    facts
      .filter((fact) => fact.day.startsWith('2026-01') && fact.kind === kind && fact.currency === currency)
      .filter((fact) => cgi === null || fact.cgi === cgi)
      .reduce((sum, { cents }) => sum + cents, 0)
  const told = (cents: number, currency = 'CNY') =>
    currency === 'JPY' ? String(cents / 100) : (cents / 100).toFixed(2)

  it('says what to do while nothing is set, and who may set it', async () => {
    const { data } = await flow(all, {})
    expect(data.source).toMatchObject({ ready: false, problem: expect.stringContaining('数据来源') })
    const body = { definition, tolerance: { amount: '1', percent: '0.1' }, revision: 0 }
    expect((await some.call(calls.saveGameFlowSource, { body })).envelope?.msg).toContain('全部游戏')
    const gone = { ...body, definition: { ...definition, orders: { ...definition.orders, amount: 'no' } } }
    expect((await all.call(calls.saveGameFlowSource, { body: gone })).envelope?.msg).toContain('没有列「no」')
    expect((await all.call(calls.saveGameFlowSource, { body })).envelope?.isSuccess).toBe(true)
    expect((await all.call(calls.saveGameFlowSource, { body })).status).toBe(409)
  })

  it('adds up exactly, each currency by itself, in the reader’s games', async () => {
    for (const [by, cgi] of [
      [all, null],
      [some, 'a'],
    ] as const) {
      const { data } = await flow(by, { group: 'month' })
      expect(data.totals.map(({ currency }) => currency)).toEqual(['CNY', 'JPY', 'USD'])
      for (const { currency, booked, refunded, net } of data.totals) {
        const [paid, back] = [expected(cgi, currency, 'pay'), expected(cgi, currency, 'refund')]
        expect([booked, refunded, net]).toEqual([
          told(paid, currency),
          told(back, currency),
          told(paid - back, currency),
        ])
      }
    }
    expect((await flow(some, { group: 'game' })).text).not.toContain('"b"')
  })

  it('says that a rate is missing, and counts by it once it is there', async () => {
    const before = (await flow(all, { group: 'month', converted: true })).data
    expect(before.totals[0]).toMatchObject({ net: null, share: null })
    expect(before.missing.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
      expect.arrayContaining(['rate USD', 'rate JPY', 'share hw', 'share ios', 'share ']),
    )
    const lines = ['2026-01', '2026-02'].flatMap((period) => [
      { currency: 'usd', period, rate: '7.1234', source: '人行' },
      { currency: 'JPY', period, rate: '0.04567891', source: '人行' },
    ])
    const wrong = { currency: 'XXQ', period: '2026-01', rate: '0', source: '' }
    const pasted = await all.call<calls.PastedRecords>(calls.pasteGameFlowRates, {
      body: { lines: [...lines, wrong] },
    })
    expect(pasted.data.refused.map(({ at }) => at)).toEqual([4])
    for (const [channel, percent] of [
      ['hw', '33.3333'],
      ['ios', '30'],
      ['–', '0'],
    ])
      await all.call(calls.saveGameFlowShare, { body: { channel, cgi: '*', percent, from: '2026-01-01' } })
    const { totals } = (await flow(all, { group: 'month', converted: true })).data
    const rates = { CNY: 100_000_000n, USD: 712_340_000n, JPY: 4_567_891n }
    // In 10^-10, rounded once at the end, half away from zero.
    const exact = Object.entries(rates).reduce(
      (sum, [currency, rate]) =>
        sum + BigInt(expected(null, currency, 'pay') - expected(null, currency, 'refund')) * rate,
      0n,
    )
    const cents = (exact + 50_000_000n) / 100_000_000n
    expect(totals[0]?.net).toBe(told(Number(cents)))
  })

  it('refuses two shares on one day, and what is no share', async () => {
    const share = { channel: 'hw', cgi: '*', percent: '10', from: '2026-06-01' }
    expect((await all.call(calls.saveGameFlowShare, { body: share })).envelope?.msg).toContain('重叠')
    expect((await some.call(calls.saveGameFlowShare, { body: share })).envelope?.isSuccess).toBe(false)
    const other = { ...share, channel: 'x', percent: '101' }
    expect((await all.call(calls.saveGameFlowShare, { body: other })).envelope?.msg).toContain('0 到 100')
  })

  it.each([
    ['2026-02-30', '2026-03-01', '不是有效的日期'],
    ['2026-03-01', '2026-02-01', '早于'],
    ['昨天', '2026-02-01', '不是有效的日期'],
    ['2020-01-01', '2026-02-01', '最多看 366 天'],
  ])('answers the days %s to %s in Chinese', async (startDate, endDate, words) => {
    for (const call of [calls.getGameFlow, calls.getGameFlowBak])
      expect((await all.call(call, { params: { startDate, endDate } })).envelope?.msg).toContain(words)
  })

  it('compares a statement with ours, explains and settles the difference', async () => {
    // In January game a has rows of this channel.
    const channel = 'ios'
    const zero = (await record(all, { channel, amount: '0' })).data
    const ours = zero.match?.ours as string
    expect((await record(all, { channel, amount: '0' })).envelope?.code).toBe('name_taken')
    const amount = (Number(ours) - 9).toFixed(2)
    const { data } = await record(all, { channel, id: zero.id, amount, revision: zero.revision })
    expect(data.match).toMatchObject({ state: 'differs', difference: '-9.00' })
    // By days it is marked once, not on each day of its month.
    for (const group of ['day,channel', 'month', 'day']) {
      const { rows } = (await flow(all, { group, cgi: 'a', channel })).data
      expect(
        rows.reduce((sum, { unreconciled }) => sum + unreconciled, 0),
        group,
      ).toBe(1)
    }
    const settle = (reason: string) =>
      all.call<calls.FlowRecord>(calls.settleGameFlowRecord, {
        params: { id: zero.id },
        body: { reason, settled: true },
      })
    expect((await settle(' ')).envelope?.msg).toContain('原因')
    expect((await settle('对方少算一笔')).data).toMatchObject({
      match: { state: 'settled' },
      settledBy: all.user.username,
    })
    expect((await record(all, { channel, id: zero.id, amount: '1' })).data.match?.state).toBe('changed')
    const checked = await all.call<calls.RecordCheck>(calls.checkGameFlowRecord, { params: { id: zero.id } })
    expect(checked.data.figures[0]).toEqual({ title: '净额', value: ours })
  })

  it.each([
    [{ amount: '1e3' }, '不是数'],
    [{ amount: '0.001' }, '最多 2 位小数'],
    [{ amount: '1', currency: 'ABC' }, '没有币种'],
    [{ amount: '1', period: '2026-13' }, '不是有效的月份'],
    [{ amount: '1', period: '2999-01' }, '不在'],
    [{ amount: '1', kind: 'adjust' }, '写到哪一天'],
    [{ amount: '-1', kind: 'refund', period: '2026-02-01' }, '大于 0'],
    [{ amount: '1', cgi: 'zz' }, '没有游戏'],
  ])('refuses the record %o', async (body, words) => {
    expect((await record(all, body)).envelope?.msg).toContain(words)
  })

  it('keeps a closed month as it was, whatever changes, and opens it for a reason alone', async () => {
    const before = (await flow(all, { group: 'game,channel', converted: true })).data.rows
    const twice = await Promise.all([close(all, '*'), close(all, '*')])
    expect(twice.map(({ data }) => data.closed.length).sort()).toEqual([0, 2])
    expect((await close(all, 'a', '2999-12')).envelope?.isSuccess).toBe(false)
    const refused = await record(all, { amount: '5', kind: 'adjust', period: '2026-01-05' })
    expect(refused.envelope).toMatchObject({
      code: 'month_closed',
      msg: expect.stringContaining('2026 年 1 月已月结'),
    })
    const rate = (await all.call<calls.FlowRate[]>(calls.listGameFlowRates)).data.find(
      ({ currency, period }) => currency === 'USD' && period === '2026-01',
    ) as calls.FlowRate
    await all.call(calls.saveGameFlowRate, { body: { ...pick(rate), rate: '9' } })
    const after = (await flow(all, { group: 'game,channel', converted: true })).data.rows
    expect(after).toEqual(before.map((row) => ({ ...row, closed: 'all' })))
    const reopen = (by: Person, cgi: string, reason: string) =>
      by.call(calls.reopenGameFlowMonth, { body: { month: '2026-01', cgi, reason } })
    expect((await reopen(all, 'a', '')).envelope?.msg).toContain('为什么')
    expect((await reopen(some, 'b', '补记')).envelope?.isSuccess).toBe(false)
    expect((await reopen(all, 'a', '补记退款')).data).toMatchObject({ state: 'reopened', reason: '补记退款' })
    expect(
      (await record(all, { amount: '5', kind: 'adjust', period: '2026-01-05' })).envelope?.isSuccess,
    ).toBe(true)
    const audit = await house.deps.metadata.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'gameFlow.reopen')
      .execute()
    expect(audit).toHaveLength(1)
    expect(audit[0]?.detail).toContain('补记退款')
  })

  it('are told in the audit by what they are, not by their number', async () => {
    const { data } = await record(all, { amount: '5', kind: 'adjust', period: '2026-03-05' })
    await all.call(calls.deleteGameFlowRecord, { params: { id: data.id }, body: {} })
    const [last] = await house.deps.metadata.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'gameFlowRecord.delete')
      .orderBy('id', 'desc')
      .execute()
    const told = { count: 1, ids: [data.id], kind: 'adjust', period: '2026-03-05', cgi: data.cgi }
    expect(JSON.parse(last?.detail ?? '')).toEqual({ ...told, channel: data.channel })
  })

  it('hides other games’ records and months, and exports no formula', async () => {
    const foreign = (await record(all, { cgi: 'b', period: '2026-02', channel: '=1+1', amount: '3' })).data
    const listed = (await some.call<calls.RecordList>(calls.getGameFlowRecords)).data.rows
    expect(listed.some(({ cgi }) => cgi === 'b')).toBe(false)
    expect((await some.call(calls.checkGameFlowRecord, { params: { id: foreign.id } })).status).toBe(404)
    const months = (await some.call<calls.FlowMonth[]>(calls.listGameFlowMonths)).data
    expect(new Set(months.map(({ cgi }) => cgi))).toEqual(new Set(['a']))
    await record(all, { kind: 'adjust', period: '2026-02-01', channel: '=1+1', amount: '3' })
    const february = { startDate: '2026-02-01', endDate: '2026-02-28' }
    const file = await some.call(calls.exportGameFlow, {
      params: february,
      body: { format: 'csv', group: 'game,channel' },
    })
    expect(file.text).not.toMatch(/(^|[\n,])=1/)
    expect(file.text).not.toContain('游戏 b')
  })
})

const pick = ({ id, currency, period, source, revision }: calls.FlowRate) => ({
  id,
  currency,
  period,
  source,
  revision,
})

describe.skipIf(!hasClickHouse)('beside a ClickHouse', () => {
  it('every cell is what it is beside DuckDB, in the reader’s games', async () => {
    const cells = []
    for (const options of [{}, { clickhouse: await shareClickHouse() }]) {
      const house = await makeFlowHouse(null, options)
      try {
        const keys = ['search_gameFlow', 'search_config'] as const
        const [all, some] = [await house.person({ keys }), await house.person({ keys, games: ['a'] })]
        const body = { definition, tolerance: { amount: '1', percent: '0.1' }, revision: 0 }
        expect((await all.call(calls.saveGameFlowSource, { body })).envelope?.isSuccess).toBe(true)
        const params = { startDate: '2026-01-01', endDate: '2026-02-28' }
        const query = { group: 'day,game,channel,server' }
        const answers = [all, some].map((by) =>
          by.call<calls.FlowReport>(calls.getGameFlow, { params, query }),
        )
        cells.push((await Promise.all(answers)).map(({ data }) => [data.rows, data.totals]))
      } finally {
        await house.dispose()
      }
    }
    expect(cells[1]).toEqual(cells[0])
    expect(cells[0]?.[0]?.[0]?.length).toBeGreaterThan(20)
  })
})
