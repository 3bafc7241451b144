// Reports and users' SQL convert the engine's values separately. Each type's value is the same in both, except that
// reports show NaN and infinity as empty, and times in UTC.
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { cellReader } from '#server/warehouse/duckdb/cells.ts'
import { columnCells } from '#server/warehouse/sandbox/output/cells.ts'
import { TextBuffer } from '#server/warehouse/sandbox/output/textBuffer.ts'

/** In a report; in users' SQL where that differs. */
const values: [sql: string, report: unknown, users?: unknown][] = [
  ["TIMESTAMP_NS '2026-01-31 23:59:59.123456789'", '2026-01-31 23:59:59.123456789'],
  ["TIMESTAMP_NS '2026-01-31 23:59:59.123456000'", '2026-01-31 23:59:59.123456'],
  ["TIMESTAMP_NS '2026-01-31 23:59:59.120'", '2026-01-31 23:59:59.120'],
  ["TIMESTAMP_NS '1969-12-31 23:59:59.000000001'", '1969-12-31 23:59:59.000000001'],
  ["TIMESTAMP_NS 'infinity'", null, 'infinity'],
  ["TIMESTAMP '2026-01-31 23:59:59.000001'", '2026-01-31 23:59:59.000001'],
  ["TIMESTAMP '1969-12-31 23:59:59.5'", '1969-12-31 23:59:59.500'],
  ["TIMESTAMP '-infinity'", null, '-infinity'],
  ["TIMESTAMP_MS '2026-01-31 23:59:59.007'", '2026-01-31 23:59:59.007'],
  ["TIMESTAMP_S '2026-01-31 23:59:59'", '2026-01-31 23:59:59'],
  ["TIMESTAMP_S 'infinity'", null, 'infinity'],
  ["TIMESTAMPTZ '2026-01-31 23:59:59+08'", '2026-01-31 15:59:59+00'],
  ["DATE '0044-03-15 (BC)'", '0044-03-15 (BC)'],
  ["DATE '12345-01-01'", '12345-01-01'],
  ["DATE 'infinity'", null, 'infinity'],
  ["TIME '23:59:59.000001'", '23:59:59.000001'],
  ['true', true],
  ['(-128)::TINYINT', -128],
  ['255::UTINYINT', 255],
  ['(-32768)::SMALLINT', -32768],
  ['65535::USMALLINT', 65535],
  ['(-2147483648)::INTEGER', -2147483648],
  ['4294967295::UINTEGER', 4294967295],
  ['9007199254740991::BIGINT', 9007199254740991],
  ['(-9007199254740993)::BIGINT', '-9007199254740993'],
  ['18446744073709551615::UBIGINT', '18446744073709551615'],
  ['(-170141183460469231731687303715884105728)::HUGEINT', '-170141183460469231731687303715884105728'],
  ['340282366920938463463374607431768211455::UHUGEINT', '340282366920938463463374607431768211455'],
  ['0.1::FLOAT', 0.1],
  ['1e300::DOUBLE', 1e300],
  ["'nan'::DOUBLE", null, 'NaN'],
  ["'-infinity'::FLOAT", null, '-Infinity'],
  ['(-0.05)::DECIMAL(4,2)', -0.05],
  ['123456789012345.678::DECIMAL(18,3)', '123456789012345.678'],
  ['1.00000000000000000001::DECIMAL(38,20)', '1.00000000000000000001'],
  ["'一\"\\'", '一"\\'],
  ["'00000000-0000-0000-0000-000000000001'::UUID", '00000000-0000-0000-0000-000000000001'],
  ["'on'::ENUM('on', 'off')", 'on'],
  ["INTERVAL '1 day 2 hours'", '1 day 02:00:00'],
  ["'ab'::BLOB", 'ab'],
  ["'101'::BIT", '101'],
  ['[1, NULL, 3]', '[1,null,3]'],
  ["{'a': 'x', 'b': NULL}", '{"a":"x","b":null}'],
  ['NULL::TIMESTAMP_NS', null],
]

it('gives each value of each type', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run("SET TimeZone = 'UTC'")
  const result = await connection.stream(`SELECT ${values.map(([sql]) => sql).join(', ')}`)
  const types = result.columnTypes()
  const chunk = await result.fetchChunk()
  if (!chunk) throw new Error('no rows')
  const read = values.map(([sql], column) => {
    const type = types[column] as (typeof types)[number]
    const report: string[] = []
    cellReader(type)(chunk, column, 1, report)
    const cells = columnCells(type, () => 0)
    const out = new TextBuffer(1024)
    cells.load(chunk, column, 1)
    cells.json(0, out)
    return [sql, JSON.parse(report[0] as string), JSON.parse(out.take().toString())]
  })
  expect(read).toEqual(values.map(([sql, report, users = report]) => [sql, report, users]))
  connection.closeSync()
})
