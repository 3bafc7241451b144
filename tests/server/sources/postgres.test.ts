// PostgreSQL as a source, against a real server: values, increments, what is wrong, a cancel, a server that dies.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseSettings } from '#server/sources/database.ts'
import { postgresConnector } from '#server/sources/postgres.ts'
import {
  type DatabaseServer,
  hasPostgres,
  ownerOf,
  ownerPassword,
  startDatabase,
} from '#tests/factories/databases/postgres.ts'
import { problemOf, readBatches } from '#tests/factories/databases/reading.ts'

if (!hasPostgres) console.warn('skipped: PostgreSQL was not found on this machine')

describe.skipIf(!hasPostgres)('PostgreSQL as a source', () => {
  let server: DatabaseServer
  let owner: pg.Client
  const connector = postgresConnector(['127.0.0.0/8', '::1'])
  const secret = { password: ownerPassword }
  const live = new AbortController().signal

  const settings = (more: Partial<DatabaseSettings> = {}): DatabaseSettings => ({
    host: 'localhost',
    port: server.port,
    database: 'postgres',
    user: 'owner',
    tls: 'on',
    ca: server.ca,
    table: '',
    query: '',
    column: '',
    overlap: 0,
    rows: 500_000,
    minutes: 5,
    ...more,
  })
  const read = (more: Partial<DatabaseSettings>, asked = {}) =>
    readBatches(connector, settings(more), secret, asked)
  const check = (more: Partial<DatabaseSettings>, password = ownerPassword) =>
    problemOf(connector.check(settings(more), { password }, live))

  beforeAll(async () => {
    server = await startDatabase()
    owner = ownerOf(server.port)
    owner.on('error', () => undefined)
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end().catch(() => undefined)
    await server.stop()
  })

  it('keeps every kind of value', async () => {
    await owner.query(`
      create schema "Über";
      create type mood as enum ('好', '坏');
      create domain cents as numeric(6, 2);
      create table "Über"."Every ""Kind" (
        id int primary key, small int2, big int8, exact numeric(38, 10), free numeric, wide numeric(60, 20), cents cents,
        single float4, double float8, yes bool, day date, clock time, wall timestamp, moment timestamptz(6),
        words text, padded char(4), letters varchar(9), bytes bytea, doc json, docb jsonb, list int8[], names text[],
        id16 uuid, mood mood, span interval, cash money, "Mixed 列" text);
      insert into "Über"."Every ""Kind" values
        (1, -32768, 9223372036854775807, 1234567890123456789012345678.0123456789, 1.5, 1234567890123456789012345678901234567890.00000000000000000001,
         -1234.56, 1.1, 0.1, true, '2026-01-05', '23:59:59.999999', '2026-01-05 08:30:00.123456', '2026-01-05 08:30:00.123456+08',
         E'a"b,\\n\\r\\tc''\\\\ \\u00e9 中文 😀', 'ab', '', '\\x00ff22', '{"a": 1.10, "b":[1,2]}', '{"a": 9007199254740993}', '{9007199254740993,NULL}', '{"a b",NULL,"NULL",""}',
         '0190f5a0-0000-7000-8000-000000000001', '好', '1 year 2 mons 3 days 04:05:06.7', '-1234.56', 'x'),
        (2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
        (3, 0, -9223372036854775808, -0.0000000001, 'NaN', 0, 0, 'NaN', '-Infinity', false, '0099-12-31', '00:00', '0001-01-01', '0044-03-15 12:00:00+00 BC',
         'NULL', '', ' 007 ', '', 'null', '""', '{}', '{}', null, '坏', '0', '0', ''),
        (4, 1, 1, 0, 100, 0, 0, 3.4028235e38, 5e-324, true, 'infinity', '24:00', '9999-12-31 23:59:59.999999', '-infinity',
         '=1+1', 'a  ', '合计', '\\x', '[]', '{}', '{{1,2},{3,4}}', '{中}', null, null, '-1 day', '92233720368547758.07', ',')`)
    expect(await check({ table: 'Über."Every ""Kind"' })).toBe('no problem')
    const [batch, ...others] = await read({
      query: 'select * from "Über"."Every ""Kind" order by id; -- all',
    })
    expect(others).toEqual([])
    expect(batch?.types).toMatchObject({
      id: 'INTEGER',
      small: 'SMALLINT',
      big: 'BIGINT',
      exact: 'DECIMAL(38,10)',
      free: 'DECIMAL(38,10)',
      wide: 'VARCHAR',
      cents: 'DECIMAL(6,2)',
      single: 'FLOAT',
      double: 'DOUBLE',
      yes: 'BOOLEAN',
      day: 'DATE',
      wall: 'TIMESTAMP',
      moment: 'TIMESTAMP WITH TIME ZONE',
      cash: 'DECIMAL(38,2)',
      words: 'VARCHAR',
      list: 'VARCHAR',
      'Mixed 列': 'VARCHAR',
    })
    expect(batch?.rows).toEqual([
      [
        '1',
        '-32768',
        '9223372036854775807',
        '1234567890123456789012345678.0123456789',
        '1.5000000000',
        '1234567890123456789012345678901234567890.00000000000000000001',
        '-1234.56',
        '1.1',
        '0.1',
        'true',
        '2026-01-05',
        '23:59:59.999999',
        '2026-01-05 08:30:00.123456',
        '2026-01-05 00:30:00.123456+00',
        'a"b,\n\r\tc\'\\ é 中文 😀',
        'ab  ',
        '',
        '\\x00ff22',
        '{"a": 1.10, "b":[1,2]}',
        '{"a": 9007199254740993}',
        '[9007199254740993,null]',
        '["a b",null,"NULL",""]',
        '0190f5a0-0000-7000-8000-000000000001',
        '好',
        'P1Y2M3DT4H5M6.7S',
        '-1234.56',
        'x',
      ],
      ['2', ...Array(26).fill(null)],
      [
        '3',
        '0',
        '-9223372036854775808',
        '-0.0000000001',
        null,
        '0.00000000000000000000',
        '0.00',
        null,
        null,
        'false',
        '0099-12-31',
        '00:00:00',
        '0001-01-01 00:00:00',
        '0044-03-15 (BC) 12:00:00+00',
        'NULL',
        '    ',
        ' 007 ',
        '\\x',
        'null',
        '""',
        '[]',
        '[]',
        null,
        '坏',
        'PT0S',
        '0.00',
        '',
      ],
      [
        '4',
        '1',
        '1',
        '0.0000000000',
        '100.0000000000',
        '0.00000000000000000000',
        '0.00',
        '3.4028235e+38',
        '5e-324',
        'true',
        'infinity',
        '24:00:00',
        '9999-12-31 23:59:59.999999',
        '-infinity',
        '=1+1',
        'a   ',
        '合计',
        '\\x',
        '[]',
        '{}',
        '[[1,2],[3,4]]',
        '["中"]',
        null,
        null,
        'P-1D',
        '92233720368547758.07',
        ',',
      ],
    ])
  })

  it('reads what is new, with neither a loss nor a double at equal values', async () => {
    await owner.query(`
      create table orders (id serial, at timestamptz, n int);
      insert into orders (at, n) select timestamptz '2026-01-01' + (i / 7) * interval '1.000001 s', i from generate_series(0, 9999) i;
      insert into orders (at, n) values (null, -1), ('infinity', -2)`)
    const whole = { table: 'orders', column: 'AT', rows: 4000 }
    const first = await read(whole)
    expect(first.length).toBe(3)
    const numbers = first.flatMap(({ rows }) => rows.map((row) => Number(row[2])))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10_000 }, (_, n) => n))
    expect(first.map(({ name }) => name)[0]).toBe('orders：从头开始')
    const mark = first.at(-1)?.mark as string
    expect(mark).toBe('2026-01-01 00:23:48.001428+00')
    expect(await read(whole, { mark })).toEqual([])
    await owner.query(
      `insert into orders (at, n) values ('2026-01-01 00:23:48.001428+00', 1), ('2026-01-01 00:23:48.001429+00', 2)`,
    )
    const next = await read(whole, { mark })
    expect(next.map(({ rows }) => rows.map((row) => row[2]))).toEqual([['2']])
    const again = await read({ ...whole, overlap: 2 }, { mark: next[0]?.mark })
    expect(again.flatMap(({ rows }) => rows).length).toBe(2 + 2 * 7 - 3)
    expect(again.at(-1)?.mark).toBe(next[0]?.mark)
  })

  it('goes on by numbers, days, codes and queries', async () => {
    await owner.query(`
      create table codes (code text collate "C", day date, free numeric, seen float8);
      insert into codes select 'c' || lpad(i::text, 4, '0'), date '2026-01-01' + i, i / 8.0, i / 8.0 from generate_series(1, 40) i;
      insert into codes values (null, 'infinity', 'NaN', 'NaN')`)
    for (const column of ['code', 'day', 'free', 'seen']) {
      const found = await read({ query: 'select * from codes -- all\n', column, rows: 15 })
      const name = `by ${column}`
      expect(
        found.map(({ rows }) => rows.length),
        name,
      ).toEqual([15, 15, 10])
      expect(new Set(found.flatMap(({ rows }) => rows.map(([code]) => code))).size, name).toBe(40)
      expect(await read({ table: 'codes', column }, { mark: found.at(-1)?.mark }), name).toEqual([])
    }
  })

  it('says what is wrong, and where', async () => {
    await owner.query(`create user reader password 'reader'; create table hidden (id int, doc json)`)
    expect(await check({ table: 'hidden' })).toBe('no problem')
    expect(await check({ host: 'nowhere.invalid', table: 'hidden' })).toBe(
      'host: 找不到主机「nowhere.invalid」',
    )
    expect(await check({ host: 'a b', table: 'hidden' })).toMatch(/^host: 「a b」不是主机名/)
    expect(await check({ port: 1, table: 'hidden' })).toBe('port: 端口没有服务在听（连接被拒绝）')
    expect(await check({ table: 'hidden' }, 'wrong')).toBe(
      'password: 用户「owner」的密码不对，或没有这个用户',
    )
    expect(await check({ table: 'hidden' }, '')).toBe('password: 要填密码')
    expect(await check({ database: 'none', table: 'hidden' })).toBe('database: 没有数据库「none」')
    expect(await check({ table: 'none' })).toMatch(/^table: 没有表「none」/)
    expect(await check({})).toBe('table: 请填写「表」，或写一条「查询」')
    expect(await check({ table: 'hidden', query: 'select 1' })).toBe('query: 「表」和「查询」只能填一个')
    expect(await check({ query: 'select id, 1 as "ID" from hidden' })).toBe(
      'query: 有两列都叫「ID」，请在查询里用 AS 改名',
    )
    expect(await check({ query: 'selec 1' })).toMatch(/^query: 数据库不接受：syntax error/)
    expect(await check({ query: 'select none from hidden' })).toMatch(/^query: 没有这一列/)
    expect(await check({ query: 'select 1; drop table hidden' })).toMatch(/^query: 数据库不接受/)
    expect(await check({ query: 'select 1) x; drop table hidden; select * from (select 1' })).toMatch(
      /^query: 数据库不接受：cannot insert multiple commands/,
    )
    expect(await check({ query: "select nextval('orders_id_seq')" })).toBe('query: 查询要写数据，只能读取')
    expect(
      await check({ query: 'with gone as (delete from hidden returning id) select * from gone' }),
    ).toMatch(/^query: 数据库不接受/)
    expect(await check({ table: 'hidden', column: 'none' })).toBe('column: 没有列「none」；有：id、doc')
    expect(await check({ table: 'hidden', column: 'doc' })).toMatch(
      /^column: 列「doc」的类型是 json，分不出先后/,
    )
    expect(await check({ table: 'hidden', ca: '' })).toMatch(/^tls: 对方的证书通不过检查/)
    expect(await check({ table: 'hidden', ca: '', tls: 'blind' })).toBe('no problem')
    expect(await check({ table: 'hidden', ca: '', host: '127.0.0.1' })).toMatch(/^tls: /)
    expect(await check({ table: 'hidden', tls: 'off' })).toBe('no problem')
    const asReader = connector.check(
      settings({ user: 'reader', table: 'hidden' }),
      { password: 'reader' },
      live,
    )
    expect(await problemOf(asReader)).toMatch(/^table: 账号没有读取的权限/)
    const elsewhere = postgresConnector(['10.0.0.0/8']).check(settings({ table: 'hidden' }), secret, live)
    expect(await problemOf(elsewhere)).toMatch(/^host: 「localhost」在内网/)
    expect(await problemOf(read({ table: 'hidden' }))).toBe('-: 没有数据行，没有载入')
  })

  it('is canceled there, too', async () => {
    const stop = new AbortController()
    const query = 'select i, pg_sleep(0.01) as s from generate_series(1, 100000) i'
    const reading = read({ query }, { signal: stop.signal })
    const running = async () => {
      const { rows } = await owner.query(
        "select pid from pg_stat_activity where query like '%pg_sleep(0.01)%' or query like 'FETCH%'",
      )
      return rows.length - 1
    }
    await expect.poll(running).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    await expect.poll(running).toBe(0)
  })

  it('tells a server that goes away half-way, and leaves no half batch', async () => {
    const query = 'select i, pg_sleep(0.001) as s from generate_series(1, 100000) i'
    const reading = problemOf(read({ query }))
    await expect
      .poll(
        async () =>
          (await owner.query("select pid from pg_stat_activity where query like 'FETCH%'")).rows.length,
      )
      .toBeGreaterThan(0)
    server.kill()
    expect(await reading).toBe('-: 数据库中途断开了，这一批没有载入，下次从头读这一批')
  })
})
