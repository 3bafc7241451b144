// MySQL's protocol as a source, against a real MariaDB: values, increments, what is wrong, a cancel, a server that dies.
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseSettings } from '#server/sources/database.ts'
import { mysqlConnector } from '#server/sources/mysql.ts'
import { hasMariadb, ownerOf, ownerPassword, startMariadb } from '#tests/factories/databases/mariadb.ts'
import type { DatabaseServer } from '#tests/factories/databases/postgres.ts'
import { problemOf, readBatches } from '#tests/factories/databases/reading.ts'

if (!hasMariadb) console.warn('skipped: MariaDB was not found on this machine')

describe.skipIf(!hasMariadb)('MySQL and MariaDB as sources', () => {
  let server: DatabaseServer
  let owner: Connection
  const connector = mysqlConnector(['127.0.0.0/8', '::1'])
  const secret = { password: ownerPassword }
  const live = new AbortController().signal

  const settings = (more: Partial<DatabaseSettings> = {}): DatabaseSettings => ({
    host: 'localhost',
    port: server.port,
    database: 'shop',
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
    server = await startMariadb()
    owner = await ownerOf(server.port)
  })
  afterAll(async () => {
    owner?.destroy()
    await server?.stop()
  })

  it('keeps every kind of value', async () => {
    await owner.query(`
      create table \`every \`\`kind\` (
        id int, t tinyint, tu tinyint unsigned, s smallint, m mediumint unsigned, b bigint, bu bigint unsigned zerofill,
        exact decimal(38, 10), wide decimal(65, 30), f float, d double, yes bool, bits bit(10), day date, dt datetime(6),
        ts timestamp(6) null, clock time(3), y year, c char(4), v varchar(40), words longtext, gb varchar(20) character set gbk, bin varbinary(9), doc json,
        mood enum('好', '坏'), tags set('a', 'b'), \`混 合\` text);
      set time_zone = '+08:00';
      insert into \`every \`\`kind\` values
        (1, -128, 255, -32768, 16777215, -9223372036854775808, 18446744073709551615,
         1234567890123456789012345678.0123456789, 12345678901234567890123456789012345.000000000000000000000000000001, 16777217, 0.1, true, b'1000000001',
         '2026-01-05', '2026-01-05 08:30:00.123456', '2026-01-05 08:30:00.123456', '-838:59:59.999', 2026, 'ab', '', 'a"b,\\n\\r\\tc''\\\\ é 中文 😀', '订单', x'00ff22', '{"a": 1.10}', '好', 'a,b', 'x'),
        (2, ${Array(26).fill('null')}),
        (3, 0, 0, 0, 0, 9223372036854775807, 0, -0.0000000001, 0, 1.1, 5e-324, false, 0,
         '0000-00-00', '0000-00-00 00:00:00', 0, '00:00', 0, 'NULL', ' 007 ', '', '', '', 'null', '坏', '', ''),
        (4, 1, 1, 1, 1, 1, 1, 1, 1, 3.4e38, -1.7976931348623157e308, 2, 1, '2026-05-00', '0099-12-31 23:59:59', '2038-01-19 03:14:07', '1:2:3', 1901, '=1+1', '合计', 'NULL', '\\\\N', 'a', '[]', '', 'b', ',')`)
    expect(await check({ table: '`every ``kind`' })).toMatch(/^table: /)
    const [batch, ...others] = await read({ query: 'select * from `every ``kind` order by id; -- all' })
    expect(others).toEqual([])
    expect(batch?.types).toMatchObject({
      id: 'INTEGER',
      t: 'TINYINT',
      tu: 'UTINYINT',
      s: 'SMALLINT',
      m: 'UINTEGER',
      b: 'BIGINT',
      bu: 'UBIGINT',
      exact: 'DECIMAL(38,10)',
      wide: 'VARCHAR',
      f: 'FLOAT',
      d: 'DOUBLE',
      bits: 'UBIGINT',
      day: 'DATE',
      dt: 'TIMESTAMP',
      ts: 'TIMESTAMP WITH TIME ZONE',
      clock: 'VARCHAR',
      y: 'SMALLINT',
      words: 'VARCHAR',
    })
    expect(batch?.rows).toEqual([
      [
        '1',
        '-128',
        '255',
        '-32768',
        '16777215',
        '-9223372036854775808',
        '18446744073709551615',
        '1234567890123456789012345678.0123456789',
        '12345678901234567890123456789012345.000000000000000000000000000001',
        '16777216.0',
        '0.1',
        '1',
        '513',
        '2026-01-05',
        '2026-01-05 08:30:00.123456',
        '2026-01-05 00:30:00.123456+00',
        '-838:59:59.999',
        '2026',
        'ab',
        '',
        'a"b,\n\r\tc\'\\ é 中文 😀',
        '订单',
        '\\x00ff22',
        '{"a": 1.10}',
        '好',
        'a,b',
        'x',
      ],
      ['2', ...Array(26).fill(null)],
      [
        '3',
        '0',
        '0',
        '0',
        '0',
        '9223372036854775807',
        '0',
        '-0.0000000001',
        '0.000000000000000000000000000000',
        '1.1',
        '5e-324',
        '0',
        '0',
        null,
        null,
        null,
        '00:00:00.000',
        '0',
        'NULL',
        ' 007 ',
        '',
        '',
        '\\x',
        'null',
        '坏',
        '',
        '',
      ],
      [
        '4',
        '1',
        '1',
        '1',
        '1',
        '1',
        '1',
        '1.0000000000',
        '1.000000000000000000000000000000',
        '3.4e+38',
        '-1.7976931348623157e+308',
        '2',
        '1',
        null,
        '0099-12-31 23:59:59',
        '2038-01-18 19:14:07+00',
        '01:02:03.000',
        '1901',
        '=1+1',
        '合计',
        'NULL',
        '\\N',
        '\\x61',
        '[]',
        '',
        'b',
        ',',
      ],
    ])
  })

  it('reads what is new, with neither a loss nor a double at equal values', async () => {
    await owner.query(`
      create table orders (id bigint unsigned auto_increment primary key, at datetime(6), n int);
      insert into orders (at, n) select timestamp'2026-01-01 00:00:00' + interval (seq div 7) * 1000001 microsecond, seq from seq_0_to_9999;
      insert into orders (at, n) values (null, -1), ('0000-00-00', -2)`)
    const whole = { table: 'orders', column: 'AT', rows: 4000 }
    const first = await read(whole)
    expect(first.length).toBe(3)
    const numbers = first.flatMap(({ rows }) => rows.map((row) => Number(row[2])))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10_000 }, (_, n) => n))
    const mark = first.at(-1)?.mark as string
    expect(mark).toBe('2026-01-01 00:23:48.001428')
    expect(await read(whole, { mark })).toEqual([])
    await owner.query(
      `insert into orders (at, n) values ('2026-01-01 00:23:48.001428', 1), ('2026-01-01 00:23:48.001429', 2)`,
    )
    const next = await read(whole, { mark })
    expect(next.map(({ rows }) => rows.map((row) => row[2]))).toEqual([['2']])
    const again = await read({ ...whole, overlap: 2 }, { mark: next[0]?.mark })
    expect(again.flatMap(({ rows }) => rows).length).toBe(2 + 2 * 7 - 3)
  })

  it('goes on by numbers of 20 digits, days, and codes that differ by case alone', async () => {
    await owner.query(`
      create table codes (code varchar(20) collate utf8mb4_general_ci, day date, big bigint unsigned, money decimal(30, 2), seen double);
      insert into codes select concat(if(seq % 2, 'a', 'A'), seq div 8), date'2026-01-01' + interval seq day, 18446744073709551615 - seq, seq / 4, seq / 8 from seq_1_to_40;
      insert into codes (code) values (null)`)
    for (const column of ['code', 'day', 'big', 'money', 'seen']) {
      const found = await read({ query: 'select * from codes -- all\n', column, rows: 15 })
      const name = `by ${column}`
      expect(new Set(found.flatMap(({ rows }) => rows.map((row) => row[2]))).size, name).toBe(40)
      expect(found.flatMap(({ rows }) => rows).length, name).toBe(40)
      expect(await read({ table: 'codes', column }, { mark: found.at(-1)?.mark }), name).toEqual([])
    }
  })

  it('says what is wrong, and where', async () => {
    await owner.query(
      `create user reader identified by 'reader'; create table hidden (id int, doc json); create table open (id int); grant select on shop.open to reader`,
    )
    expect(await check({ table: 'hidden' })).toBe('no problem')
    expect(await check({ table: 'shop.hidden' })).toBe('no problem')
    expect(await check({ host: 'nowhere.invalid', table: 'hidden' })).toBe(
      'host: 找不到主机「nowhere.invalid」',
    )
    expect(await check({ port: 1, table: 'hidden' })).toBe('port: 端口没有服务在听（连接被拒绝）')
    expect(await check({ table: 'hidden' }, 'wrong')).toBe(
      'password: 用户「owner」的密码不对，或不许从这台机器登录',
    )
    expect(await check({ database: 'none', table: 'hidden' })).toBe('database: 没有数据库「none」')
    expect(await check({ table: 'none' })).toMatch(/^table: 没有这张表/)
    expect(await check({ query: 'select id, 1 as `ID` from hidden' })).toMatch(/^query: 有两列同名/)
    expect(await check({ query: 'selec 1' })).toMatch(/^query: 数据库不接受：You have an error/)
    expect(await check({ query: 'select none from hidden' })).toMatch(/^query: 没有这一列/)
    expect(await check({ query: 'select 1) x; drop table hidden; select * from (select 1' })).toMatch(
      /^query: 数据库不接受/,
    )
    expect(await check({ query: 'select 1; drop table hidden' })).toMatch(/^query: 数据库不接受/)
    expect(await check({ query: 'delete from hidden' })).toMatch(/^query: 数据库不接受/)
    expect(await check({ query: "select 1 into outfile '/tmp/never'" })).toMatch(/^query: 数据库不接受/)
    expect(await check({ table: 'hidden', column: 'none' })).toBe('column: 没有列「none」；有：id、doc')
    expect(await check({ table: 'codes', column: 'code', overlap: 1 })).toMatch(/^overlap: 文字列不能回看/)
    expect(await check({ table: 'hidden', ca: '' })).toMatch(/^tls: 对方的证书通不过检查/)
    expect(await check({ table: 'hidden', ca: '', tls: 'blind' })).toBe('no problem')
    expect(await check({ table: 'hidden', tls: 'off' })).toBe('no problem')
    const asReader = connector.check(
      settings({ user: 'reader', table: 'hidden' }),
      { password: 'reader' },
      live,
    )
    expect(await problemOf(asReader)).toMatch(/^table: 账号没有读取的权限/)
    expect(await problemOf(read({ table: 'hidden' }))).toBe('-: 没有数据行，没有载入')
  })

  const running = async () => {
    const [rows] = await owner.query<RowDataPacket[]>(
      "select 1 from information_schema.processlist where info like 'SELECT%SLEEP(0.0%' and command = 'Query' and id <> connection_id()",
    )
    return rows.length
  }
  const slow = 'select seq, SLEEP(0.01) as s from seq_1_to_100000'

  it('is canceled there, too', async () => {
    const stop = new AbortController()
    const reading = read({ query: slow }, { signal: stop.signal })
    await expect.poll(running).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    await expect.poll(running).toBe(0)
  })

  it('tells a server that goes away half-way, and leaves no half batch', async () => {
    const reading = problemOf(read({ query: slow }))
    await expect.poll(running).toBeGreaterThan(0)
    server.kill()
    expect(await reading).toBe('-: 数据库中途断开了，这一批没有载入，下次从头读这一批')
  })
})
