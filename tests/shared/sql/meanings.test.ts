// What runs here and elsewhere and means two things: told, with both meanings written out.
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectFixes } from '../../../src/shared/sql/dialect/fixes.ts'
import { type OtherMeaning, otherMeanings } from '../../../src/shared/sql/dialect/meanings.ts'
import { analystSql } from '../../server/warehouse/sandbox/analystSql.ts'

let instance: DuckDBInstance
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
})
afterAll(() => instance.closeSync())

const resultOf = async (expression: string) => {
  const reader = await (await instance.connect()).runAndReadAll(`select (${expression})::varchar from v`)
  return reader.getRows()[0]?.[0]
}
const written = (sql: string, fix: OtherMeaning['own']) =>
  fix && sql.slice(0, fix.start) + fix.text + sql.slice(fix.end)

beforeAll(async () => {
  // A Sunday, a Wednesday; the values of MySQL and Hive are from their manuals.
  const setup = `create table v as select date '2026-11-29' as sunday, date '2026-11-25' as wednesday,
    'a,b' as s, 100 as n, 'v1.10' as version`
  await (await instance.connect()).run(setup)
})

describe('both meanings, and what is written for them', () => {
  it.each([
    ['weekday(sunday)', '0', '6'],
    ['weekday( wednesday )', '3', '2'],
    ['dayofweek(sunday)', '0', '1'],
    ['DayOfWeek(wednesday)', '3', '4'],
    ['week(sunday)', '48', '48'],
    ["week(date '2026-01-02')", '1', '0'],
    ["week(date '2027-01-03')", '53', '1'],
    ['substr(version, 0, 4)', 'v1.', 'v1.1'],
    ["substring(s || 'x', 0, length(s))", 'a,', 'a,b'],
    ['round(log(n), 3)', '2.0', '4.605'],
    ["split(s, ',')[0]", null, 'a'],
    ["string_split(s, ',') [ 0 ]", null, 'a'],
    ["regexp_extract(version, 'v(\\d+)')", 'v1', '1'],
    ["regexp_extract(version, '(?P<major>\\d+)\\.')", '1.', '1'],
    ['(select stddev(x) from (values (1), (3)) t(x)) = 1', 'false', 'true'],
    ['(select variance(x) from (values (1), (3)) t(x))', '2.0', '1.0'],
    ['(select variance(x /* of */) over () from (values (1), (3)) t(x) limit 1)', '2.0', '1.0'],
  ])('%s', async (sql, here, elsewhere) => {
    const [found, ...more] = otherMeanings(sql)
    expect(more).toEqual([])
    expect(await resultOf(sql)).toBe(here)
    const there = written(sql, found?.elsewhere ?? null) as string
    expect(await resultOf(there)).toBe(elsewhere)
    const own = written(sql, found?.own ?? null)
    if (here !== null) expect(await resultOf(own as string)).toBe(here)
    // What is written says one thing, and nothing that other engines have.
    for (const text of [there, own ?? '1'])
      expect([otherMeanings(text), dialectFixes(text)]).toEqual([[], []])
  })
})

const said = /\b(log|stddev|variance|week|weekday|dayofweek)\(/

describe('nothing is told of', () => {
  it.each([
    ...analystSql.flatMap(([, sql]): [string][] => (said.test(sql) ? [] : [[sql]])),
    ["select split(s, ',')[1], split(s, ',')[-1], j[0], log(2, 8), log10(2), ln(2)"],
    ["select regexp_extract(s, 'v\\d+'), regexp_extract(s, '(?:v)\\(x[(]'), regexp_extract(s, '(v)', 1)"],
    ["select regexp_extract(s, p), t.log(1), weekday, log from t -- weekday(d)\n where s = 'log(1)'"],
    ['select "log"(1), log(), log(1, 2, 3), log( from t'],
    [
      'select substr(s, 0), substr(s, 1, 2), substring(s, n, 2), substr(s, -1, 1), weekofyear(d), week from t',
    ],
    ['select stddev_samp(a), stddev_pop(a), var_samp(a), isodow(d)'],
  ])('%s', (sql) => expect(otherMeanings(sql)).toEqual([]))
})

it('reads no further from one word than other forms do, however deep they stand within each other', () => {
  const nested = (depth: number) =>
    otherMeanings(`select ${'log('.repeat(depth)}1${')'.repeat(depth)}`).length
  expect(nested(100)).toBe(100)
  expect(nested(1_000)).toBe(nested(5_000))
})
