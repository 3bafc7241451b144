// Users' SQL on a ClickHouse, from the call to the rows: games, parameters, places of mistakes, what tells of tables, and
// cancel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import { makeOffice, type Office } from '#tests/features/statement/office.ts'
import * as code from '#features/code/contract.ts'

describe.skipIf(!hasClickHouse)('users’ SQL on a ClickHouse', () => {
  let engine: ClickHouse
  let office: Office
  let all: Person
  let some: Person
  beforeAll(async () => {
    engine = await shareClickHouse()
    office = await makeOffice({ clickhouse: engine, sql: true })
    all = await office.person({ keys: ['search_sqlQuery'] })
    some = await office.person({ keys: ['search_sqlQuery'], games: ['b'] })
  })
  afterAll(() => office?.dispose())

  const ask = (sql: string, more: Partial<code.RunBody> = {}, by = all) =>
    by.call<code.Run>(code.querySql, { body: { sql, ...more } })
  const cells = async (...given: Parameters<typeof ask>) => (await ask(...given)).data.data

  it('gives all rows to who sees all games, and only their own to others', async () => {
    const sql = 'SELECT cgi, sum(minutes) AS 分钟 FROM visit GROUP BY cgi ORDER BY cgi'
    expect(await cells(sql)).toEqual([
      ['a', 'b'],
      [80, 80],
    ])
    expect(await cells(sql, {}, some)).toEqual([['b'], [80]])
  })

  it('takes parameters of each kind as values, whatever they hold', async () => {
    const sql =
      'SELECT count() AS n FROM visit WHERE day = :day AND channel IN (:channels) AND minutes > :least'
    const params = {
      day: { type: 'date' as const, value: '2026-10-01' },
      channels: { type: 'list' as const, value: ['web', "x') OR 1 --"] },
      least: { type: 'number' as const, value: 15 },
    }
    expect(await cells(sql, { params })).toEqual([[1]])
  })

  it.each([
    ['SELECT cgi,\n  nosuch FROM visit', [2, 3, 'nosuch']],
    ['SELECT cgi FROM visit\nWHERE minutes >', [2, 15, '>']],
    ['SELECT\n\n 中文(cgi) FROM visit', [3, 2, '中文']],
    ['SELECT a.cgi FROM visit a\n JOIN nowhere b ON 1', [2, 7, 'nowhere']],
  ])('says where the mistake in %j is', async (sql, [line, column, near]) => {
    const { envelope } = await ask(sql)
    expect(envelope?.code).toBe('sql_error')
    expect(envelope?.data).toMatchObject({ line, column, near })
  })

  it('tells of tables and columns that the reader sees, and plans', async () => {
    expect((await cells('SHOW TABLES'))[0]).toEqual(expect.arrayContaining(['visit', 'orders']))
    expect((await cells('DESCRIBE visit'))[0]).toEqual(['day', 'cgi', 'channel', 'player_id', 'minutes'])
    expect((await cells('DESCRIBE SELECT cgi AS 游戏, minutes / 2 AS half FROM visit'))[0]).toEqual([
      '游戏',
      'half',
    ])
    expect(JSON.stringify(await cells('EXPLAIN SELECT cgi FROM visit'))).toContain('visit')
    const listed = (await all.call<code.SqlFunction[]>(code.getSqlFunctions)).data.map(({ name }) => name)
    expect(listed).toEqual(expect.arrayContaining(['uniqExact', 'toStartOfMonth', 'arrayMap']))
    expect(listed.filter((name) => ['url', 'file', 'sleep', 'getSetting', 'dictGet'].includes(name))).toEqual(
      [],
    )
  })

  it('makes temp tables by a statement, and reads them and dictionaries beside its tables', async () => {
    const made = await ask(
      'CREATE TEMP TABLE long AS SELECT channel, sum(minutes) AS minutes FROM visit GROUP BY channel',
    )
    expect(made.envelope?.msg).toBe('')
    const joined = `SELECT d."名称" AS name, l.minutes FROM tmp.long AS l
      JOIN dict.channel AS d ON d."代码" = l.channel ORDER BY l.minutes`
    expect(await cells(joined)).toEqual([
      ['官网', '应用商店'],
      [70, 80],
    ])
    expect((await ask(joined, {}, some)).envelope?.code).toBe('sql_error')
  })

  it('cuts at the limit and says so', async () => {
    const { data } = await ask('SELECT number FROM numbers(1000) ORDER BY number', { limit: 3 })
    expect([data.data, data.truncated]).toEqual([[[0, 1, 2]], true])
  })

  it('ends there what is canceled', async () => {
    const mark = `m${process.hrtime.bigint()}`
    const sql = `SELECT sum(sipHash64(number, '${mark}')) AS n FROM numbers(10000000000)`
    const begun = await ask(sql, { async: true, waitMs: 0 })
    const running = async () => {
      const { rows } = await engine.run(
        "SELECT count() FROM system.processes WHERE position(query, {p1:String}) > 0 AND query NOT LIKE '%processes%'",
        { params: { p1: mark } },
      )
      return Number(rows[0]?.[0])
    }
    await expect.poll(running).toBe(1)
    const params = { id: begun.data.queryId }
    await all.call(code.cancelQuery, { params, body: {} })
    await expect.poll(running).toBe(0)
    const { data } = await all.call<code.Run>(code.queryById, { params, query: { count: '0' } })
    expect([data.status, data.problem?.message]).toEqual(['canceled', expect.stringContaining('你取消了')])
  })
})
