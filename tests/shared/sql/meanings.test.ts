// Expressions that run in several dialects with different meanings: reported with both meanings spelled out.
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectFixes } from '#shared/sql/dialect/fixes.ts'
import { type OtherMeaning, otherMeanings } from '#shared/sql/dialect/meanings.ts'
import { analystSql } from '#tests/server/warehouse/sandbox/analystSql.ts'

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
    'a,b' as s, 100 as n, 'v1.10' as version, null::integer as missing, null::varchar as untold`
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
    ['greatest(n, missing)', '100', null],
    ['Least(missing, n + 1, 5)', '5', null],
    ['greatest(missing, 0)', '0', null],
    ['least(n, coalesce(missing, 7), missing)', '7', null],
    ['greatest(n, 5)', '100', '100'],
    ['least(missing, untold::integer)', null, null],
    ["greatest(sunday, date '2030-01-01')", '2030-01-01', '2030-01-01'],
    ["concat(s, '-', untold)", 'a,b-', null],
    ["concat(s, '-', n + 1, sunday)", 'a,b-1012026-11-29', 'a,b-1012026-11-29'],
    ["CONCAT(untold, case when n > 1 then 'x' end)", 'x', null],
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

const said = /\b(log|stddev|variance|week|weekday|dayofweek|concat)\(/

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
    ["select greatest(1, -2.5), least('a', 'b''c'), greatest(date '2026-01-01', current_date), greatest(a)"],
    ["select greatest(coalesce(a, 0), ifnull(b, 1), count(*)), concat(coalesce(s, ''), '-'), concat('a', 1)"],
    [
      "select concat(s), concat_ws('', s, t), s || t, concat([1], l), greatest(*columns(['a', 'b'])), concat()",
    ],
    ['select greatest(a, /* of */ b), concat(a, -- c\n b), list_max([a, b]), max(a)'],
    ["select * from t where s like 'Abc%' and s = 'Abc'"],
  ])('%s', (sql) => expect(otherMeanings(sql)).toEqual([]))
})

it('tells of a concat without catching the eye: it is written often, and differs where something is empty', () => {
  const told = otherMeanings('select concat(a, b), greatest(a, b) from t')
  expect(told.map(({ isSlight }) => isSlight)).toEqual([true, undefined])
})

it('reads no further from one word than other forms do, however deep they stand within each other', () => {
  const nested = (depth: number) =>
    otherMeanings(`select ${'log('.repeat(depth)}1${')'.repeat(depth)}`).length
  expect(nested(100)).toBe(100)
  expect(nested(1_000)).toBe(nested(5_000))
})
