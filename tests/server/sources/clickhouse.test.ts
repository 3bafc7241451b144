// ClickHouse as a source, on the real engine: values, increments, days, what is wrong, a cancel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickhouseConnector } from '#server/sources/clickhouse.ts'
import type { DatabaseSettings } from '#server/sources/database.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { problemOf, readBatches } from '#tests/factories/databases/reading.ts'

describe.skipIf(!hasClickHouse)('ClickHouse as a source', () => {
  let engine: ClickHouse
  const connector = clickhouseConnector(['127.0.0.0/8', '::1'])
  const { signal } = new AbortController()

  const settings = (more: Partial<DatabaseSettings> = {}): DatabaseSettings => {
    const { port, username } = new URL(engine.readerAddress)
    return {
      host: 'localhost',
      port: Number(port),
      database: 'source',
      user: username,
      tls: 'off',
      ca: '',
      table: '',
      query: '',
      column: '',
      overlap: 0,
      rows: 500_000,
      minutes: 5,
      ...more,
    }
  }
  const secret = () => ({ password: decodeURIComponent(new URL(engine.readerAddress).password) })
  const read = (more: Partial<DatabaseSettings>, asked = {}) =>
    readBatches(connector, settings(more), secret(), asked)
  const check = (more: Partial<DatabaseSettings>, password = secret().password) =>
    problemOf(connector.check(settings(more), { password }, signal))

  beforeAll(async () => {
    engine = await shareClickHouse()
    await engine.run('CREATE DATABASE source')
  })
  afterAll(async () => {
    await engine?.run('DROP DATABASE IF EXISTS source')
  })

  it('keeps every kind of value', async () => {
    await engine.run(`CREATE TABLE source.\`every "kind\` (id UInt8, big UInt64, least Int64, wide Int128,
      price Decimal(38, 10), ratio Float64, small Float32, yes Bool, day Date, far Date32, at DateTime('Asia/Shanghai'),
      exact DateTime64(6, 'UTC'), name Nullable(String), code LowCardinality(Nullable(String)), fixed FixedString(2),
      kind Enum8('a' = 1, 'b "' = 2), uid UUID, list Array(Nullable(Int32)), pairs Map(String, Int32))
      ENGINE = MergeTree ORDER BY id`)
    await engine.run(`INSERT INTO source.\`every "kind\` VALUES
      (1, 18446744073709551615, -9223372036854775808, 170141183460469231731687303715884105727,
       '1234567890123456789012345678.0123456789', 0.1, 1.1, true, '2026-01-31', '1925-01-01', '2026-01-01 08:00:00',
       '2026-01-01 00:00:00.123456', '好, "x"\\n', 'c', 'ab', 'b "', '0190f5a0-0000-7000-8000-000000000001', [1, NULL], map('k', 1)),
      (2, 0, 0, 0, 0, nan, inf, false, '1970-01-01', '2299-12-31', 0, 0, NULL, NULL, 'cd', 'a', generateUUIDv4(), [], map())`)
    const [batch] = await read({ table: 'every "kind' })
    expect(batch?.types).toEqual({
      id: 'UTINYINT',
      big: 'UBIGINT',
      least: 'BIGINT',
      wide: 'VARCHAR',
      price: 'DECIMAL(38,10)',
      ratio: 'DOUBLE',
      small: 'FLOAT',
      yes: 'BOOLEAN',
      day: 'DATE',
      far: 'DATE',
      at: 'TIMESTAMP WITH TIME ZONE',
      exact: 'TIMESTAMP WITH TIME ZONE',
      name: 'VARCHAR',
      code: 'VARCHAR',
      fixed: 'VARCHAR',
      kind: 'VARCHAR',
      uid: 'VARCHAR',
      list: 'VARCHAR',
      pairs: 'VARCHAR',
    })
    expect(batch?.rows[0]).toEqual([
      '1',
      '18446744073709551615',
      '-9223372036854775808',
      '170141183460469231731687303715884105727',
      '1234567890123456789012345678.0123456789',
      '0.1',
      '1.1',
      'true',
      '2026-01-31',
      '1925-01-01',
      '2026-01-01 00:00:00+00',
      '2026-01-01 00:00:00.123456+00',
      '好, "x"\n',
      'c',
      'ab',
      'b "',
      '0190f5a0-0000-7000-8000-000000000001',
      '[1,null]',
      '{"k":1}',
    ])
    // No number is told with its count; a missing text stays missing.
    expect(batch?.rows[1]?.slice(5, 7)).toEqual([null, null])
    expect(batch?.rows[1]?.slice(12, 14)).toEqual([null, null])
  })

  it('reads what is new, with neither a loss nor a double at equal values, and a day alone', async () => {
    await engine.run(`CREATE TABLE source.orders (at Nullable(DateTime64(3, 'Asia/Shanghai')), n UInt64)
      ENGINE = MergeTree ORDER BY n`)
    await engine.run(`INSERT INTO source.orders
      SELECT toDateTime64('2026-01-01 20:00:00', 3, 'UTC') + intDiv(number, 7) * 60, number FROM numbers(700)`)
    await engine.run('INSERT INTO source.orders VALUES (NULL, 1000)')
    const incremental = { table: 'orders', column: 'at', rows: 100 }
    const all = await read(incremental)
    expect(all.flatMap(({ rows }) => rows.map(([, n]) => Number(n))).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 700 }, (_, at) => at),
    )
    expect(all.length).toBeGreaterThan(5)
    const mark = all.at(-1)?.mark ?? ''
    expect(await read(incremental, { mark })).toEqual([])
    await engine.run(
      `INSERT INTO source.orders VALUES (toDateTime64('2026-01-05 00:00:00.5', 3, 'UTC'), 700)`,
    )
    const next = await read(incremental, { mark })
    expect(next.flatMap(({ rows }) => rows.map(([, n]) => n))).toEqual(['700'])
    const again = await read({ ...incremental, overlap: 60 }, { mark })
    expect(again.flatMap(({ rows }) => rows)).toHaveLength(8)
    const byNumber = await read({ table: 'orders', column: 'n' }, { mark: '698' })
    expect(byNumber.flatMap(({ rows }) => rows.map(([, n]) => n))).toEqual(['699', '700', '1000'])
    const days = connector.days?.(
      settings({ table: 'orders', column: 'at' }),
      secret(),
      { from: '2026-01-01', to: '2026-01-06', zone: 'Asia/Shanghai' },
      signal,
    )
    const names: string[] = []
    for await (const { name } of days ?? []) names.push(name)
    expect(names).toEqual(['orders：2026-01-02', 'orders：2026-01-05'])
  })

  it('says what is wrong, and where', async () => {
    expect(await check({ query: 'SELECT 1 AS n' })).toBe('no problem')
    expect(await check({ table: 'none' })).toMatch(/^table: 没有这张表/)
    expect(await check({ table: 'orders', column: 'none' })).toMatch(/^column: 没有列「none」/)
    expect(await check({ query: 'SELECT nothing FROM orders' })).toMatch(/^query: 没有这一列/)
    expect(await check({ query: 'SELEC 1' })).toMatch(/^query: 数据库不接受/)
    expect(await check({ table: 'orders', database: 'nowhere' })).toMatch(/^(database|table): /)
    expect(await check({ table: 'orders', port: 1 })).toMatch(/^port: 端口没有服务在听/)
    expect(await check({ table: 'orders' }, 'wrong')).toMatch(/^password: /)
    expect(
      await problemOf(clickhouseConnector([]).check(settings({ table: 'orders' }), secret(), signal)),
    ).toMatch(/^host: 「localhost」在内网/)
  })

  it('is canceled there, too', async () => {
    const ending = new AbortController()
    const underWay = async () => {
      const { rows } = await engine.run(
        "SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow%source%' AND query NOT LIKE '%processes%'",
      )
      return Number(rows[0]?.[0])
    }
    const query =
      'SELECT number AS id, sleepEachRow(0.05) AS s FROM numbers(100000) SETTINGS max_block_size = 20'
    const reading = read({ query }, { signal: ending.signal }).catch((error: unknown) => error)
    await expect.poll(underWay, { timeout: 60_000 }).toBeGreaterThan(0)
    ending.abort(new Error('canceled'))
    expect(await reading).toMatchObject({ message: 'canceled' })
    await expect.poll(underWay, { timeout: 60_000 }).toBe(0)
  })
})
