import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { makeWarehouse, rowsOf, type TestWarehouse } from '#tests/factories/warehouse.ts'

let house: TestWarehouse
beforeAll(async () => {
  house = await makeWarehouse({
    sql: [
      `CREATE TABLE fact AS SELECT i::INTEGER AS id, 'name ' || i AS name FROM range(30000) t(i)`,
      `COMMENT ON TABLE fact IS '事实'`,
      `COMMENT ON COLUMN fact.id IS '编号'`,
    ],
  })
})
afterAll(() => house.dispose())

/** One cell as the JSON text that travels. */
async function cellText(expression: string): Promise<string> {
  const { chunks } = await house.warehouse.run({ sql: `SELECT ${expression} AS cell`, pool: 'report' })
  return (chunks[0]?.columns[0] ?? '').slice(1, -1)
}

describe('cells', () => {
  it.each([
    ['9007199254740991::BIGINT', '9007199254740991'],
    ['9007199254740992::BIGINT', '"9007199254740992"'],
    ['(-9007199254740991)::BIGINT', '-9007199254740991'],
    ['(-9223372036854775808)::BIGINT', '"-9223372036854775808"'],
    ['18446744073709551615::UBIGINT', '"18446744073709551615"'],
    ['170141183460469231731687303715884105727::HUGEINT', '"170141183460469231731687303715884105727"'],
    ['(-5)::HUGEINT', '-5'],
    ['(SELECT sum(x) FROM (VALUES (2147483647), (2147483647)) t(x))', '4294967294'],
    ['0.1::DECIMAL(4,1)', '0.1'],
    ['(-0.05)::DECIMAL(4,2)', '-0.05'],
    ['12::DECIMAL(9,0)', '12'],
    ['9999999999999.99::DECIMAL(18,2)', '9999999999999.99'],
    ['12345678901234567.89::DECIMAL(38,2)', '"12345678901234567.89"'],
    ['(-12345678901234567.89)::DECIMAL(38,2)', '"-12345678901234567.89"'],
    ["'NaN'::DOUBLE", 'null'],
    ["'-Infinity'::DOUBLE", 'null'],
    ['0.1::DOUBLE + 0.2::DOUBLE', '0.30000000000000004'],
    ['0.1::FLOAT', '0.1'],
    ['1e300::DOUBLE', '1e+300'],
    ["DATE '2024-02-29'", '"2024-02-29"'],
    ["DATE '0099-12-31'", '"0099-12-31"'],
    ["DATE '1582-10-15'", '"1582-10-15"'],
    ["DATE 'infinity'", 'null'],
    ["TIMESTAMP '1969-12-31 23:59:59.5'", '"1969-12-31 23:59:59.500"'],
    ["TIMESTAMP '2026-01-05 08:09:10'", '"2026-01-05 08:09:10"'],
    ["TIMESTAMP '2026-01-05 08:09:10.123456'", '"2026-01-05 08:09:10.123456"'],
    ["TIMESTAMP_S '2026-01-05 08:09:10'", '"2026-01-05 08:09:10"'],
    ["TIMESTAMPTZ '2026-01-05 08:00:00+08'", '"2026-01-05 00:00:00+00"'],
    ["TIME '08:09:10'", '"08:09:10"'],
    ["'引\"号\\反斜杠' || chr(10) || '👨‍👩‍👧‍👦' || chr(0)", JSON.stringify('引"号\\反斜杠\n👨‍👩‍👧‍👦\0')],
    ["''", '""'],
    ['NULL', 'null'],
    ['true', 'true'],
    ["'a'::ENUM('b', 'a')", '"a"'],
    ['[1, NULL]', '"[1,null]"'],
    ["{'甲': 'x'}", JSON.stringify('{"甲":"x"}')],
  ])('%s travels as %s', async (expression, text) => {
    expect(await cellText(expression)).toBe(text)
  })

  it('fails where a row in the middle fails, after thousands have come', async () => {
    const sql = "SELECT CAST(CASE WHEN i = $1 THEN 'x' ELSE '1' END AS INTEGER) FROM range(1000000) t(i)"
    const failing = house.warehouse.run({ sql, params: [900_000], pool: 'report' })
    await expect(failing).rejects.toMatchObject({
      code: 'query_failed',
      message: expect.stringContaining('x'),
    })
    expect(await house.rows('SELECT count(*) FROM fact')).toEqual([[30_000]])
  })

  it('says in words that a figure is too large', async () => {
    const sum =
      "SELECT sum(x) FROM (VALUES ('9e37'::DECIMAL(38,0)), ('9e37'::DECIMAL(38,0)), ('9e37'::DECIMAL(38,0))) t(x)"
    const product = 'SELECT (i + 9223372036854775000) * 2 FROM range(9) t(i)'
    for (const sql of [sum, product]) {
      const failing = house.warehouse.run({ sql, pool: 'report' })
      await expect(failing).rejects.toMatchObject({
        code: 'report_invalid',
        message: expect.stringMatching(/结果超出.*请缩小范围/),
      })
    }
  })

  it('keeps nulls apart from values over many rows', async () => {
    const rows = await house.rows('SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i END, i FROM range(5000) t(i)')
    expect(rows).toHaveLength(5000)
    for (const [value, index] of rows) expect(value).toBe(Number(index) % 3 === 0 ? null : index)
  })

  it('names the types of columns', async () => {
    const { columns } = await house.warehouse.run({
      sql: `SELECT 1 AS a, 1.5 AS b, 'x' AS c, DATE '2024-01-01' AS d, now()::TIMESTAMP AS e, true AS f, [1] AS g`,
      pool: 'report',
    })
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'a integer',
      'b number',
      'c string',
      'd date',
      'e datetime',
      'f boolean',
      'g json',
    ])
    expect(columns[1]?.databaseType).toBe('DECIMAL(2,1)')
  })

  it('gives the columns of an empty result', async () => {
    const result = await house.warehouse.run({ sql: 'SELECT id FROM fact WHERE id < 0', pool: 'report' })
    expect(result).toMatchObject({ rowCount: 0, truncated: false, chunks: [] })
    expect(result.columns).toHaveLength(1)
  })
})

describe('parameters', () => {
  it('binds each kind, and quotes in values mean nothing', async () => {
    const value = `'; DROP TABLE fact; -- " \\ % 全角'`
    const params = [value, 7, 2.5, 9_000_000_000, true, null, ['name 1', `name ' 2`, 'name 3']]
    const [row] = await house.rows(
      'SELECT $1, $2 + 1, $3, $4, $5, $6, (SELECT count(*) FROM fact WHERE name = ANY($7))',
      { params },
    )
    expect(row).toEqual([value, 8, 2.5, 9_000_000_000, true, null, 2])
  })

  it('binds an empty list', async () => {
    expect(await house.rows('SELECT count(*) FROM fact WHERE name = ANY($1)', { params: [[]] })).toEqual([
      [0],
    ])
  })

  it('refuses a statement whose parameters are missing', async () => {
    await expect(house.rows('SELECT $1, $2', { params: ['a'] })).rejects.toMatchObject({
      code: 'query_failed',
    })
  })
})

describe('limits', () => {
  it.each([
    [10, 10, true],
    [2048, 2048, true],
    [29_999, 29_999, true],
    [30_000, 30_000, false],
    [40_000, 30_000, false],
  ])('cuts at %i rows', async (limit, rowCount, truncated) => {
    const result = await house.warehouse.run({
      sql: 'SELECT id FROM fact ORDER BY id',
      pool: 'report',
      limit,
    })
    expect({ rowCount: result.rowCount, truncated: result.truncated }).toEqual({ rowCount, truncated })
    expect(rowsOf(result.chunks)).toHaveLength(rowCount)
    expect(await house.rows('SELECT 1')).toEqual([[1]])
  })
})

describe('streams', () => {
  it('waits for a slow consumer', async () => {
    let [inFlight, most, rows] = [0, 0, 0]
    const onChunk = async (chunk: ColumnChunk) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await new Promise((resolve) => setTimeout(resolve, 5))
      rows += chunk.rowCount
      inFlight -= 1
    }
    const result = await house.warehouse.run({
      sql: 'SELECT i, repeat(i::VARCHAR, 20) FROM range(200000) t(i)',
      pool: 'report',
      onChunk,
    })
    expect({ most, rows, chunks: result.chunks }).toEqual({ most: 1, rows: 200_000, chunks: [] })
  })

  it('keeps memory flat while nobody reads', async () => {
    const consumer = Promise.withResolvers<void>()
    const controller = new AbortController()
    let chunks = 0
    const running = house.warehouse.run({
      sql: 'SELECT i, repeat(i::VARCHAR, 50) FROM range(20000000) t(i)',
      pool: 'report',
      signal: controller.signal,
      onChunk: () => {
        chunks += 1
        return consumer.promise
      },
    })
    const before = process.memoryUsage.rss()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(chunks).toBe(1)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'query_canceled' })
    consumer.resolve()
  })

  it('gives the columns before the first chunk', async () => {
    const seen: string[] = []
    await house.warehouse.run({
      sql: 'SELECT id FROM fact',
      pool: 'report',
      onColumns: (columns) => seen.push(columns.map(({ name }) => name).join()),
      onChunk: () => void seen.push('chunk'),
    })
    expect(seen[0]).toBe('id')
    expect(seen[1]).toBe('chunk')
  })

  it('fails with the error that its consumer throws, and goes on', async () => {
    const running = house.warehouse.run({
      sql: 'SELECT i FROM range(10000000) t(i)',
      pool: 'report',
      onChunk: () => {
        throw new Error('the response is gone')
      },
    })
    await expect(running).rejects.toThrow('the response is gone')
    expect(await house.rows('SELECT 1')).toEqual([[1]])
  })
})

describe('errors', () => {
  it('tells what the engine refused without naming files', async () => {
    await expect(house.rows('SELECT missing FROM fact')).rejects.toMatchObject({
      code: 'query_failed',
      message: expect.stringContaining('missing'),
    })
    const reading = house.rows(`SELECT * FROM read_text('${house.dataDir}/warehouse/current.json')`)
    await expect(reading).rejects.toMatchObject({ code: 'query_failed' })
    const message = await reading.catch((error: Error) => error.message)
    expect(message).not.toContain(house.dataDir)
  })

  it.each([
    `COPY fact TO '/tmp/stolen.csv'`,
    `ATTACH '/tmp/other.duckdb'`,
    'CREATE TABLE mine (a INTEGER)',
    'INSERT INTO fact VALUES (1, NULL)',
    "SET memory_limit = '100GB'",
    'SELECT 1; SELECT 2',
    '',
  ])('refuses %j', async (sql) => {
    await expect(house.rows(sql)).rejects.toMatchObject({ code: 'query_failed' })
    expect(await house.rows('SELECT count(*) FROM fact')).toEqual([[30_000]])
  })

  it('refuses users’ SQL until its sandbox is there', async () => {
    await expect(house.warehouse.run({ sql: 'SELECT 1', pool: 'sandbox' })).rejects.toMatchObject({
      code: 'warehouse_unavailable',
      message: '沙箱尚未启用',
    })
  })
})

it('describes its tables with comments', () => {
  expect(house.warehouse.tables()).toMatchObject([
    {
      name: 'fact',
      comment: '事实',
      rowCount: 30_000,
      columns: [
        { name: 'id', type: 'INTEGER', comment: '编号' },
        { name: 'name', type: 'VARCHAR', comment: '' },
      ],
    },
  ])
})
