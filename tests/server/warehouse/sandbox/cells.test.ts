// Cells of users' SQL are exact for every type; wide rows and long texts stay within limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { makeSandbox, type TestSandbox } from '#tests/factories/sandbox.ts'

let bench: TestSandbox
beforeAll(async () => {
  bench = await makeSandbox({
    zone: 'Asia/Shanghai',
    spares: 2,
    sql: [
      'CREATE TABLE fact AS SELECT i::INTEGER AS id FROM range(20000) t(i)',
      `CREATE TABLE texts AS SELECT i::INTEGER AS id, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 11 = 0 THEN ''
        ELSE substr(repeat(md5(i::VARCHAR) || '中"' || chr(10), 40), 1, (i * 37 % 900)::INTEGER) END AS t
        FROM range(20000) r(i)`,
    ],
  })
})
afterAll(() => bench.dispose())

const cells: [expression: string, json: string][] = [
  ["'NaN'::DOUBLE", '"NaN"'],
  ["'inf'::DOUBLE", '"Infinity"'],
  ["'-inf'::FLOAT", '"-Infinity"'],
  ['0.1::FLOAT', '0.1'],
  ['0.1::DOUBLE + 0.2::DOUBLE', '0.30000000000000004'],
  ['1e300::DOUBLE', '1e+300'],
  ['-0.0::DOUBLE', '-0'],
  ['(-128)::TINYINT', '-128'],
  ['4294967295::UINTEGER', '4294967295'],
  ['9007199254740991::BIGINT', '9007199254740991'],
  ['9007199254740992::BIGINT', '"9007199254740992"'],
  ['(-9223372036854775808)::BIGINT', '"-9223372036854775808"'],
  ['9007199254740991::UBIGINT', '9007199254740991'],
  ['18446744073709551615::UBIGINT', '"18446744073709551615"'],
  ['(-5)::HUGEINT', '-5'],
  ['340282366920938463463374607431768211455::UHUGEINT', '"340282366920938463463374607431768211455"'],
  ['(-0.05)::DECIMAL(4,2)', '-0.05'],
  ['12::DECIMAL(9,0)', '12'],
  ['9999999999999.99::DECIMAL(18,2)', '9999999999999.99'],
  ['(-0.000000000005)::DECIMAL(18,12)', '-0.000000000005'],
  ['(-12345678901234567.89)::DECIMAL(38,2)', '"-12345678901234567.89"'],
  ["DATE '2024-02-29'", '"2024-02-29"'],
  ["DATE '0001-01-01'", '"0001-01-01"'],
  ["DATE '9999-12-31'", '"9999-12-31"'],
  ["DATE '20260-01-01'", '"20260-01-01"'],
  ["DATE '0044-03-15 (BC)'", '"0044-03-15 (BC)"'],
  ["DATE 'infinity'", '"infinity"'],
  ["DATE '-infinity'", '"-infinity"'],
  ["TIMESTAMP '1969-12-31 23:59:59.5'", '"1969-12-31 23:59:59.500"'],
  ["TIMESTAMP '2026-01-05 08:09:10.123456'", '"2026-01-05 08:09:10.123456"'],
  ["TIMESTAMP '290000-01-01 00:00:00'", '"290000-01-01 00:00:00"'],
  ["TIMESTAMP '-infinity'", '"-infinity"'],
  ["TIMESTAMP_S '2026-01-05 08:09:10'", '"2026-01-05 08:09:10"'],
  ["TIMESTAMP_NS '2026-01-02 03:04:05.123456789'", '"2026-01-02 03:04:05.123456789"'],
  ["TIMESTAMPTZ '2026-01-05 08:00:00+00'", '"2026-01-05 16:00:00+08"'],
  ["TIMESTAMPTZ '1988-07-05 00:00:00+00'", '"1988-07-05 09:00:00+09"'],
  ["TIME '08:09:10.5'", '"08:09:10.5"'],
  ["INTERVAL '1 year -2 days 3.5 seconds'", '"1 year -2 days 00:00:03.5"'],
  ["'95f54bde-d2b7-4647-a002-969e5d643a36'::UUID", '"95f54bde-d2b7-4647-a002-969e5d643a36"'],
  ["'\\xAA\\x00abc'::BLOB", JSON.stringify('\\xAA\\x00abc')],
  ["'0101'::BIT", '"0101"'],
  ["'a'::ENUM('b', 'a')", '"a"'],
  ['[1, NULL, 9007199254740993]', '"[1,null,9007199254740993]"'],
  ["{'甲': 'x', 'n': 'nan'::DOUBLE}", JSON.stringify('{"甲":"x","n":"NaN"}')],
  ["MAP {'a': 1.50}", JSON.stringify('{"a":1.50}')],
  ["[DATE '-infinity', DATE '2020-01-01']", JSON.stringify('["-infinity","2020-01-01"]')],
  ["'引\"号\\反斜杠' || chr(10) || '👨‍👩‍👧‍👦' || chr(27)", JSON.stringify('引"号\\反斜杠\n👨‍👩‍👧‍👦\u001b')],
  ["''", '""'],
  ['NULL', 'null'],
  ['true', 'true'],
]

describe('cells', () => {
  it('travel exactly', async () => {
    const found: string[] = []
    const list = cells.map(([expression], index) => `${expression} AS c${index}`).join(', ')
    await bench.run(`SELECT ${list}`, {
      onChunk: ({ columns }) => void found.push(...columns.map((text) => text.slice(1, -1))),
    })
    expect(Object.fromEntries(cells.map(([expression], index) => [expression, found[index]]))).toEqual(
      Object.fromEntries(cells),
    )
  })

  it('of long and short texts, none and empty ones, stay apart', async () => {
    const rows = await bench.rows('SELECT id, t, md5(t), length(t) FROM texts')
    const { createHash } = await import('node:crypto')
    expect(rows).toHaveLength(20_000)
    for (const [id, text, sum] of rows as [number, string | null, string][]) {
      expect(text === null).toBe(id % 7 === 0)
      if (text !== null) expect(createHash('md5').update(text).digest('hex')).toBe(sum)
    }
  })

  it('beyond 1 MiB are cut between letters and say so', async () => {
    const [[cell, short]] = (await bench.rows(
      "SELECT repeat('字', 500000) AS t, repeat('x', 1048576) AS u",
    )) as [[string, string]]
    expect(cell.startsWith('字'.repeat(349_525))).toBe(true)
    expect(cell.slice(349_525)).toBe('…（内容过长，此处只保留前 1 MiB，共 1500000 字节）')
    expect(short).toHaveLength(1_048_576)
  })
})

describe('chunks', () => {
  const chunksOf = async (sql: string) => {
    const chunks: ColumnChunk[] = []
    await bench.run(sql, { onChunk: (chunk) => void chunks.push(chunk) })
    return chunks.map(({ rowCount, columns }) => ({
      rowCount,
      bytes: columns.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      columns: columns.length,
    }))
  }

  it('stay about a megabyte, the first one small', async () => {
    const chunks = await chunksOf('SELECT id, t FROM texts')
    expect(chunks[0]?.rowCount).toBeLessThanOrEqual(2048)
    expect(chunks.length).toBeGreaterThan(5)
    for (const { bytes } of chunks) expect(bytes).toBeLessThan(1_500_000)
  })

  it('of 2,000 columns too', async () => {
    const list = Array.from({ length: 2000 }, (_, index) => `id + ${index} AS c${index}`).join(', ')
    const chunks = await chunksOf(`SELECT ${list} FROM fact LIMIT 1000`)
    expect(chunks.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(1000)
    for (const { bytes, columns } of chunks) {
      expect(columns).toBe(2000)
      expect(bytes).toBeLessThan(1_500_000)
    }
  })

  it('hold one row where a row is larger', async () => {
    const chunks = await chunksOf("SELECT repeat('x', 1000000) AS t FROM fact LIMIT 5")
    expect(chunks.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1, 1])
  })

  it('of a row that nobody could take are refused', async () => {
    const list = Array.from({ length: 80 }, (_, index) => `repeat('x', 1000000) AS c${index}`).join(', ')
    const run = bench.run(`SELECT ${list}`)
    await expect(run).rejects.toMatchObject({
      code: 'query_failed',
      message: expect.stringContaining('一行'),
    })
  })
})
