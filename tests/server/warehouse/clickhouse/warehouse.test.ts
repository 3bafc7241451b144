// ClickHouse as the warehouse, on the real engine: types, limits, cancellation, failures, and information about
// tables.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAddress } from '#server/warehouse/clickhouse/address.ts'
import { ClickHouseWarehouse } from '#server/warehouse/clickhouse/warehouse.ts'
import type { ColumnChunk, RunRequest, WarehouseColumn } from '#server/warehouse/types.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'

const strange = 'a "b` c\\d'

describe.skipIf(!hasClickHouse)('a ClickHouse', () => {
  let engine: ClickHouse
  let warehouse: ClickHouseWarehouse
  const openAt = async (address: string, options: { pollMs?: number } = {}) => {
    const found = readAddress(address)
    if (!found) throw new Error(`no address: ${address}`)
    const made = new ClickHouseWarehouse({
      address: found,
      zone: 'Asia/Shanghai',
      log: silentLog,
      ...options,
    })
    await made.open()
    return made
  }
  beforeAll(async () => {
    engine = await shareClickHouse()
    for (const statement of [
      'CREATE DATABASE game',
      "CREATE TABLE game.login (day Date COMMENT '日期', cgi LowCardinality(String), n Nullable(Int64), gone UInt8 EPHEMERAL) ENGINE = MergeTree PARTITION BY day ORDER BY day COMMENT '登录'",
      "INSERT INTO game.login (day, cgi, n) VALUES ('2026-10-01', 'a', 1), ('2026-10-02', 'b', NULL)",
      'CREATE VIEW game.seen AS SELECT day, cgi FROM game.login',
      `CREATE TABLE game.\`${strange.replace('\\', '\\\\').replace('`', '\\`')}\` (\`x"y\` Int32) ENGINE = MergeTree ORDER BY tuple()`,
      'CREATE TABLE elsewhere (secret Int32) ENGINE = MergeTree ORDER BY tuple()',
    ]) {
      await engine.run(statement)
    }
    warehouse = await openAt(`${engine.readerAddress}/game`, { pollMs: 50 })
  })
  afterAll(async () => {
    await warehouse?.stop()
  })

  const run = (sql: string, request: Partial<RunRequest> = {}) =>
    warehouse.run({ sql, pool: 'report', ...request })
  const rows = async (sql: string, request: Partial<RunRequest> = {}) =>
    rowsOf((await run(sql, request)).chunks)
  const texts = async (sql: string) =>
    (await run(sql)).chunks[0]?.columns.map((column) => column.slice(1, -1))
  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (const end = Date.now() + 60_000; !(await holds()); await sleep(20)) {
      if (Date.now() > end) throw new Error('it did not come about')
    }
  }
  const underWay = async () =>
    (
      await engine.run(
        "SELECT query_id FROM system.processes WHERE startsWith(query_id, 'analytics-') AND current_database = 'game'",
      )
    ).rows.length
  const endless = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1'

  it('gives cells as every warehouse does', async () => {
    const cases: [sql: string, type: WarehouseColumn['type'], cell: string][] = [
      ['true', 'boolean', 'true'],
      ['toInt8(-5)', 'integer', '-5'],
      ['toUInt64(9007199254740991)', 'integer', '9007199254740991'],
      ['toUInt64(9007199254740993)', 'integer', '"9007199254740993"'],
      ["toInt256('-123456789012345678901234567890')", 'integer', '"-123456789012345678901234567890"'],
      ["toDecimal64('10.5', 2)", 'number', '10.50'],
      ["toDecimal128('1234567890123.45', 2)", 'number', '1234567890123.45'],
      ["toDecimal128('12345678901234.56', 2)", 'number', '"12345678901234.56"'],
      ["toDecimal256('-0.05', 2)", 'number', '-0.05'],
      ['toFloat32(0.1)', 'number', '0.1'],
      ['1e300', 'number', '1e+300'],
      ['nan', 'number', 'null'],
      ['-inf', 'number', 'null'],
      ["toDate32('1900-01-01')", 'date', '"1900-01-01"'],
      ["toDateTime64('2026-01-01 08:00:00.120', 6, 'UTC')", 'datetime', '"2026-01-01 08:00:00.120"'],
      ["toDateTime('2026-01-01 00:00:00', 'Asia/Shanghai')", 'datetime', '"2026-01-01 00:00:00"'],
      [
        "toDateTime64('2026-07-01 00:00:00.000001', 6, 'America/New_York')",
        'datetime',
        '"2026-07-01 12:00:00.000001"',
      ],
      ['toDateTime(0)', 'datetime', '"1970-01-01 08:00:00"'],
      ["'O''Brien \\\\ \"x\" 全角\\n'", 'string', JSON.stringify('O\'Brien \\ "x" 全角\n')],
      ["toFixedString('ab', 4)", 'string', '"ab"'],
      ["toLowCardinality('q')", 'string', '"q"'],
      ["CAST('x' AS Enum('x' = 1, 'y' = 2))", 'string', '"x"'],
      ["toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')", 'string', '"61f0c404-5cb3-11e7-907b-a6006ad3dba0"'],
      ["toIPv4('1.2.3.4')", 'string', '"1.2.3.4"'],
      ['CAST(NULL AS Nullable(UInt64))', 'integer', 'null'],
      ["CAST('q' AS LowCardinality(Nullable(String)))", 'string', '"q"'],
      ['[1.5, 2]', 'json', '"[1.5,2]"'],
      ["map('a', 1.5)", 'json', '"{\\"a\\":1.5}"'],
      ["CAST((1, 'x') AS Tuple(n Int8, t String))", 'json', '"{\\"n\\":1,\\"t\\":\\"x\\"}"'],
    ]
    const sql = `SELECT ${cases.map(([text], index) => `${text} AS c${index}`).join(', ')}`
    const { columns, chunks } = await run(sql)
    expect(columns.map(({ type }) => type)).toEqual(cases.map(([, type]) => type))
    expect(chunks[0]?.columns).toEqual(cases.map(([, , cell]) => `[${cell}]`))
  })

  it('binds values, long lists of them too', async () => {
    const list = Array.from({ length: 50_000 }, (_, index) => `v'${index}\\`)
    const params = ["O'Brien\t\\ {p2:Int64}\n全角", 5, list, null, true]
    const sql = `SELECT {p1:String}, {p2:Int64}, length({p3:Array(String)}), '{p3:Array(String)}', {p4:Nullable(String)}, {p5:Bool}, {p1:String} IN {p3:Array(String)}, 'v''49999\\\\' IN {p3:Array(String)}`
    expect(await rows(sql, { params })).toEqual([
      [params[0], 5, 50_000, '{p3:Array(String)}', null, true, 0, 1],
    ])
  })

  it('cuts at the limit and says so, and is whole below it', async () => {
    const cut = await run('SELECT number FROM numbers(1000000)', { limit: 7 })
    expect([cut.rowCount, cut.truncated, rowsOf(cut.chunks).length]).toEqual([7, true, 7])
    expect(await run('SELECT number FROM numbers(7)', { limit: 7 })).toMatchObject({
      rowCount: 7,
      truncated: false,
    })
    expect(await run('SELECT number FROM numbers(0)', { limit: 7 })).toMatchObject({
      columns: [{ name: 'number', type: 'integer' }],
      rowCount: 0,
    })
    await until(async () => (await underWay()) === 0)
  })

  it('gives chunks at the pace of who takes them', async () => {
    const taken: ColumnChunk[] = []
    let columns: WarehouseColumn[] = []
    const { rowCount, chunks } = await run('SELECT number FROM numbers(200000)', {
      onColumns: (found) => {
        columns = found
      },
      onChunk: async (chunk) => {
        expect(columns).toHaveLength(1)
        await sleep(1)
        taken.push(chunk)
      },
    })
    expect([rowCount, chunks]).toEqual([200_000, []])
    expect(rowsOf(taken).every(([value], row) => value === row)).toBe(true)
    const failing = run('SELECT number FROM numbers(100000000)', {
      onChunk: () => {
        throw new Error('the disk is full')
      },
    })
    await expect(failing).rejects.toThrow('the disk is full')
    await until(async () => (await underWay()) === 0)
  })

  it('ends a statement on the server when it is cancelled or takes too long', async () => {
    const leaving = new AbortController()
    const canceled = run(endless, { signal: leaving.signal })
    await until(async () => (await underWay()) === 1)
    leaving.abort()
    await expect(canceled).rejects.toMatchObject({ code: 'query_canceled' })
    await until(async () => (await underWay()) === 0)
    await expect(run(endless, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'query_timeout' })
    await until(async () => (await underWay()) === 0)
    await expect(run('SELECT 1', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'query_canceled',
    })
  })

  it.each([
    ['SELECT nothing FROM login', 'query_failed', '没有所用的列'],
    ['SELECT * FROM nothing', 'query_failed', '数据表不存在'],
    ['SELEC 1', 'query_failed', '错误 62'],
    [`SELECT accurateCast(toInt128(${'9'.repeat(18)}) * 100, 'Int64')`, 'report_invalid', '超出可表示的范围'],
    [`SELECT toDecimal128(toDecimal256('${'9'.repeat(39)}', 0), 0)`, 'report_invalid', '请缩小范围'],
    ["SELECT throwIf(number = 2, '数值过大') FROM numbers(3)", 'query_failed', '查询失败：数值过大'],
    // In its own words, or in ours where the network parts them: never as a whole answer.
    ["SELECT throwIf(number = 199999, '途中') FROM numbers(200000)", 'query_failed', '途中'],
    [
      'SELECT groupArray(number) FROM numbers(100000000) SETTINGS max_memory_usage = 1000000',
      'query_failed',
      '内存',
    ],
    ['SELECT count() FROM numbers(1000000) SETTINGS max_rows_to_read = 1000', 'query_failed', '限制'],
    ["INSERT INTO login (day) VALUES ('2026-01-01')", 'query_failed', '164'],
    ['DROP TABLE login', 'query_failed', '164'],
  ])('says of %s what is wrong', async (sql, code, message) => {
    await expect(run(sql)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it("refuses users' SQL", async () => {
    await expect(run('SELECT 1', { pool: 'sandbox' })).rejects.toMatchObject({ code: 'sql_unavailable' })
  })

  it('knows the tables and views of its database, and no others', async () => {
    const tables = warehouse.tables()
    expect(tables.map(({ name }) => name)).toEqual([strange, 'login', 'seen'])
    expect(tables[1]).toEqual({
      name: 'login',
      comment: '登录',
      rowCount: 2,
      columns: [
        { name: 'day', type: 'Date', comment: '日期' },
        { name: 'cgi', type: 'LowCardinality(String)', comment: '' },
        { name: 'n', type: 'Nullable(Int64)', comment: '' },
      ],
      updatedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
    })
  })

  it('tells when rows or columns of a table change, and of which', async () => {
    const look = () => ({
      all: warehouse.version(),
      login: warehouse.tableVersion('LOGIN'),
      list: warehouse.tables(),
    })
    let before = look()
    // The engine reports rows and times of what the fixture inserted a little late: several looks without a change.
    await until(async () => {
      const former = before
      await sleep(200)
      before = look()
      return before.list === former.list
    })
    const counted = () => warehouse.tables().find(({ name }) => name === 'login')?.rowCount
    let told = 0
    const stop = warehouse.onPublished(() => {
      told += 1
    })
    await engine.run("INSERT INTO game.login (day, cgi, n) VALUES ('2026-10-01', 'c', 3)")
    // A look between the two halves of the insert's trace sees the parts first, and the rows by the next.
    await until(() => told > 0 && counted() === 3)
    stop()
    expect(warehouse.version() > before.all).toBe(true)
    expect(warehouse.tableVersion('login')).not.toBe(before.login)
    const inserted = warehouse.tableVersion('login')
    await engine.run('OPTIMIZE TABLE game.login FINAL')
    await sleep(300)
    // A merge rewrites the parts and changes no row.
    expect(warehouse.tableVersion('login')).toBe(inserted)
    await engine.run("ALTER TABLE game.login UPDATE n = 9 WHERE cgi = 'c' SETTINGS mutations_sync = 1")
    await until(() => warehouse.tableVersion('login') !== inserted)
    expect(warehouse.tableVersion('nothing')).toBe('')
  })

  it.each([
    ['/game', 'default@', '可以写入数据'],
    ['/nothing', null, '没有库「nothing」'],
    ['/game', 'reader:wrong@', '用户名或密码有误'],
    ['/game', 'strict:strict@', 'readonly 由 1 改为 2'],
  ])('is refused at the start: %s as %s', async (database, user, message) => {
    const address = user === null ? engine.readerAddress : engine.address.replace('default@', user)
    const opening = openAt(address + database)
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.not.toThrow(/wrong|strict@|let:me/)
  })

  it('says that nobody answers, and whether it is ready', async () => {
    await expect(openAt('http://reader:secret@127.0.0.1:1/game')).rejects.toThrow('连接不上')
    await expect(warehouse.ready()).resolves.toBeUndefined()
    expect(await texts('SELECT 1')).toEqual(['1'])
  })
})
