// Expressions of other SQL dialects → this engine's form; correct expressions stay unchanged.
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectFixes, inEngineForm } from '#shared/sql/dialect/fixes.ts'
import { otherMeanings } from '#shared/sql/dialect/meanings.ts'
import { misspeltAt } from '#shared/sql/dialect/misspelt.ts'
import { growth } from '#tests/factories/steps.ts'
import { analystSql } from '#tests/server/warehouse/sandbox/analystSql.ts'

const setup = `CREATE TABLE t AS SELECT 1 AS a, 2 AS b, 'x,y' AS s, DATE '2026-01-31' AS d, DATE '2026-01-01' AS e,
  '{"k": 1}' AS j, 'a' AS "名 称", '20260131' AS n`

let instance: DuckDBInstance
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  await (await instance.connect()).run(setup)
})
afterAll(() => instance.closeSync())

describe('the form of the engine', () => {
  it.each([
    ['select nvl(a, 0) from t', 'select coalesce(a, 0) from t'],
    ['select NVL(nvl(a, b), 0) from t', 'select coalesce(coalesce(a, b), 0) from t'],
    ['select nvl2(a, 1, 2) from t', 'select CASE WHEN a IS NOT NULL THEN 1 ELSE 2 END from t'],
    [
      "select decode(a, 1, 'x', 2, 'y', 'z') from t",
      "select CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE 'z' END from t",
    ],
    ['select isnull(a) from t', 'select (a IS NULL) from t'],
    ["select to_char(d, 'yyyymmdd') from t", "select strftime(d, '%Y%m%d') from t"],
    ["select to_char(d, 'yyyy-MM-dd hh:mi:ss') from t", "select strftime(d, '%Y-%m-%d %H:%M:%S') from t"],
    ["select date_format(d, '%Y-%m-%d %H:%i:%s') from t", "select strftime(d, '%Y-%m-%d %H:%M:%S') from t"],
    ["select to_date(n, 'yyyymmdd') from t", "select strptime(n, '%Y%m%d')::DATE from t"],
    ["select to_date('2026-01-01') from t", "select CAST('2026-01-01' AS DATE) from t"],
    ['select datediff(d, e) from t', "select date_diff('day', e, d) from t"],
    ["select datediff(d, '2026-01-02', 'dd') from t", "select date_diff('day', date '2026-01-02', d) from t"],
    ['select timestampdiff(hour, e, d) from t', "select date_diff('hour', e, d) from t"],
    ["select dateadd(d, -1, 'mm') from t", 'select (d + (-1) * interval 1 month) from t'],
    ['select date_sub(d, interval 1 day) from t', 'select (d - interval 1 day) from t'],
    ['select add_months(d, 1) from t', 'select (d + to_months(1)) from t'],
    [
      'select from_unixtime(1), unix_timestamp(), getdate(), curdate(), rand() from t',
      'select to_timestamp(1), epoch(now()), now(), current_date, random() from t',
    ],
    [
      "select locate(',', s), mid(s, 1, 2), size([1]), substring_index(s, ',', 1) from t",
      "select instr(s, ','), substring(s, 1, 2), len([1]), split_part(s, ',', 1) from t",
    ],
    [
      "select collect_set(a), wm_concat(',', s), group_concat(s separator ';') from t",
      "select list(DISTINCT a), string_agg(s, ','), string_agg(s, ';') from t",
    ],
    ["select get_json_object(j, '$.k') from t", "select json_extract_string(j, '$.k') from t"],
    ['select a from t limit 3, 5', 'select a from t limit 5 OFFSET 3'],
    ['select `a`, `名 称` from `t`', 'select "a", "名 称" from "t"'],
    [
      "select a from t where s rlike '^x' and t.s not regexp 'z'",
      "select a from t where regexp_matches(s, '^x') and NOT regexp_matches(t.s, 'z')",
    ],
    ['select a <=> b from t', 'select a IS NOT DISTINCT FROM b from t'],
    [
      "select x.v from t lateral view explode(split(s, ',')) x as v",
      "select x.v from t CROSS JOIN unnest(split(s, ',')) AS x(v)",
    ],
    [
      'select v from t lateral view outer explode([a]) x as v',
      'select v from t LEFT JOIN unnest([a]) AS x(v) ON true',
    ],
    ["select date_add('2026-01-01', interval 1 day)", "select (date '2026-01-01' + interval 1 day)"],
    ['select timestampadd(day, 1, d) from t', 'select (d + 1 * interval 1 day) from t'],
    [
      "select timestampdiff(day, '2026-01-01', '2026-01-05 10:00:00')",
      "select date_diff('day', date '2026-01-01', timestamp '2026-01-05 10:00:00')",
    ],
    [
      "select group_concat(distinct s order by s desc separator ';') from t",
      "select string_agg(distinct s, ';' order by s desc) from t",
    ],
    [
      "select a from t where lower(t.s) not rlike '^x' and s ~* 'Y'",
      "select a from t where NOT regexp_matches(lower(t.s), '^x') and regexp_matches(s, 'Y', 'i')",
    ],
    [
      'select convert(n, unsigned), cast(n as unsigned), convert(a, char), convert(s using utf8) from t',
      'select CAST(n AS UBIGINT), CAST(n AS UBIGINT), CAST(a AS VARCHAR), s from t',
    ],
    [
      "select unix_timestamp('2026-01-01 00:00:00'), unix_timestamp(n, 'yyyyMMdd') from t",
      "select epoch(CAST('2026-01-01 00:00:00' AS TIMESTAMPTZ)), epoch(CAST(strptime(n, '%Y%m%d') AS TIMESTAMPTZ)) from t",
    ],
    [
      "select from_unixtime(0, 'yyyy-MM-dd'), from_unixtime(a, '%Y-%m') from t",
      "select strftime(to_timestamp(0), '%Y-%m-%d'), strftime(to_timestamp(a), '%Y-%m') from t",
    ],
    ['select 1 # one\n', 'select 1 -- one\n'],
    [
      "select months_between(d, '2025-01-01'), trunc(d, 'MM'), date_trunc('MM', d) from t",
      "select date_diff('month', date '2025-01-01', d), date_trunc('month', d), date_trunc('month', d) from t",
    ],
    ["select concat_ws(',', collect_set(s)) from t", "select array_to_string(list(DISTINCT s), ',') from t"],
    [
      "select find_in_set('y', s), field(s, 'a', 'b'), elt(2, 'a', 'b') from t",
      "select coalesce(list_position(string_split(s, ','), 'y'), 0), coalesce(list_position(['a', 'b'], s), 0), ['a', 'b'][2] from t",
    ],
    [
      "select array_contains(array(1, 2), 1), map('a', 1), named_struct('k', a), sort_array(array(2, 1)) from t",
      "select array_contains([1, 2], 1), MAP {'a': 1}, {'k': a}, list_sort([2, 1]) from t",
    ],
    ['select isnull(a, 0), current_timestamp() from t', 'select coalesce(a, 0), now() from t'],
    ['select top 10 * from t order by a', 'select * from t order by a LIMIT 10'],
    ['select * from (select top 1 a from t) x', 'select * from (select a from t LIMIT 1) x'],
    ['select 1 from dual', 'select 1 '],
    ['select count(distinct a, b), div(5, 2) from t', 'select count(DISTINCT (a, b)), (5 // 2) from t'],
    ['select a from t distribute by s sort by a limit 1', 'select a from t  ORDER by a limit 1'],
    ['select a from t cluster by a', 'select a from t ORDER by a'],
    ['select x.a from t x left semi join t y on x.a = y.a', 'select x.a from t x SEMI join t y on x.a = y.a'],
    [
      'select a, b, count(*) from t group by a, b with rollup',
      'select a, b, count(*) from t group by ROLLUP(a, b)',
    ],
    [
      'select a, count(*) from t group by a grouping sets ((a), ())',
      'select a, count(*) from t group by GROUPING sets ((a), ())',
    ],
    [
      'select sql_calc_found_rows x.a from t x straight_join t y on x.a = y.a limit 1',
      'select  x.a from t x JOIN t y on x.a = y.a limit 1',
    ],
    ['select a from t for update', 'select a from t '],
    [
      'select 5 div 2, a mod b from t where ! (a = 1) && b = 2',
      'select 5 // 2, a % b from t where NOT  (a = 1) AND b = 2',
    ],
    ['select x.a from t x join t y using a', 'select x.a from t x join t y using (a)'],
    ['select * except (a) from t', 'select * EXCLUDE (a) from t'],
    [
      "select regexp_like(s, 'x'), regexp_substr(s, 'x'), sha2(s, 256), format(1234.5, 2) from t",
      "select regexp_matches(s, 'x'), regexp_extract(s, 'x'), sha256(s), format('{:,.2f}', 1234.5) from t",
    ],
    [
      "select to_timestamp('2026-01-01 10:00:00', 'YYYY-MM-DD HH24:MI:SS')",
      "select strptime('2026-01-01 10:00:00', '%Y-%m-%d %H:%M:%S')",
    ],
    [
      "select json_unquote(json_extract(j, '$.k')), json_extract_scalar(j, '$.k') from t",
      "select (json_extract(j, '$.k') ->> '$'), json_extract_string(j, '$.k') from t",
    ],
    [
      "select * from generate_series(date '2026-01-01', date '2026-01-03', '1 day')",
      "select * from generate_series(date '2026-01-01', date '2026-01-03', interval '1 day')",
    ],
    [
      'select sumIf(a, b > 1), uniq(a), countIf(a > 0), toString(a), toStartOfMonth(d) from t group by all',
      "select sum(a) FILTER (WHERE b > 1), count(DISTINCT a), count_if(a > 0), CAST(a AS VARCHAR), date_trunc('month', d) from t group by all",
    ],
    [
      "select to_char(a), datetrunc(d, 'mm'), datepart('2026-01-01', 'yyyy') from t",
      "select CAST(a AS VARCHAR), date_trunc('month', d), date_part('year', date '2026-01-01') from t",
    ],
    ['select datediff(day, e, d) from t', "select date_diff('day', e, d) from t"],
    ['select a from t where a≥1 and b ≤ 2 and a≠3', 'select a from t where a>=1 and b <= 2 and a<>3'],
    ['select a from t where a =< 1 or b =! 2 or a => 3', 'select a from t where a <= 1 or b != 2 or a >= 3'],
    [
      'select nvl(a，0) as 金额（元），b as 数（个） from t',
      'select coalesce(a, 0) as 金额（元）,b as 数（个） from t',
    ],
    [
      'select a，b from t where s in （‘x’，“y”） limit 1；',
      "select a,b from t where s in ('x','y') limit 1;",
    ],
  ])('%s', async (sql, wanted) => {
    expect(inEngineForm(sql)).toBe(wanted)
    // It runs.
    await (await instance.connect()).run(wanted)
  })
})

it('makes a parameter of what a scheduler would fill in', () => {
  expect(inEngineForm(`select a from t where d = '\${bizdate}' and n > \${start_day}`)).toBe(
    'select a from t where d = :bizdate and n > :start_day',
  )
})

it('writes a long text anew in a moment', () => {
  const columns = Array.from({ length: 2_000 }, (_, at) => `nvl(\`t\`.\`c${at}\`, 0) as \`名称${at}\``)
  const before = process.threadCpuUsage()
  const text = inEngineForm(`select ${columns.join(', ')} from \`t\` limit 3, 5`)
  // CPU time: on a busy machine the clock goes on while others work.
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2_000)
  expect(text).not.toContain('`')
  expect(text).toContain('coalesce("t"."c1999", 0) as "名称1999" from "t" limit 5 OFFSET 3')
})

describe('grows as the text does, however it was generated', () => {
  it.each<[string, (count: number) => string]>([
    ['GROUP BY', (n) => 'group by '.repeat(n)],
    ['GROUP BY of columns', (n) => 'select a from t group by a, b\n'.repeat(n)],
    ['TOP', (n) => 'select top 1 a '.repeat(n)],
    ['DISTRIBUTE BY', (n) => 'distribute by a '.repeat(n)],
    ['calls within calls', (n) => `select ${'nvl('.repeat(n)}a${', 0)'.repeat(n)}`],
    ['GROUP BY within brackets', (n) => `select ${'(select a from t group by '.repeat(n)}a${')'.repeat(n)}`],
    ['patterns', (n) => `select a ${"rlike 'x' ".repeat(n)}`],
    ['names in backquotes', (n) => `select ${'`a`.'.repeat(n)}b`],
    ['columns', (n) => `select ${'weekday(a), '.repeat(n)}1 from t`],
  ])('%s', (_, text) => {
    const grows = growth(500, (count) => {
      const sql = text(count)
      return () => {
        dialectFixes(sql)
        otherMeanings(sql)
      }
    })
    expect(grows).toBeLessThan(6)
  })
})

it('keeps TOP to the query that says it', () => {
  expect(inEngineForm('select top 3 a from t where a in (select b from t)')).toBe(
    'select a from t where a in (select b from t) LIMIT 3',
  )
  expect(dialectFixes('select top 3 a from t except select b from t')).toEqual([])
})

it('reads GROUP BY up to the next', () => {
  const other = '(select a from t group by a)'
  expect(inEngineForm(`select a from ${other} t group by a, coalesce(b, 1) with rollup`)).toBe(
    `select a from ${other} t group by ROLLUP(a, coalesce(b, 1))`,
  )
  expect(dialectFixes('select a from t group by a; select a from t order by a with rollup')).toEqual([])
})

describe('what is right stays', () => {
  it.each([
    ...analystSql.map(([, sql]): [string] => [sql]),
    ['select \'nvl(a，b)\' as "nvl(a)" -- nvl(a)，\n/* `a` limit 3, 5 */'],
    [
      "select datediff('day', e, d), date_diff('day', e, d), instr(s, ','), ifnull(a, b), if(a > 1, 1, 2) from t",
    ],
    ["select strftime(d, '%Y-%m-%d'), n.nvl(a) from t"],
    ["select to_char(d, f), date_format(d, 'lmn')"],
    ['select a from t limit 5 offset 3'],
    ['select sum(a) as 金额（元） from t'],
    ['select struct_pack(a => 1, b => 2), list_filter([1], x -> x >= 1) from t where a <= 1'],
  ])('%s', (sql) => {
    expect(dialectFixes(sql)).toEqual([])
  })
})

describe('a misspelt keyword, where the engine stopped reading (|)', () => {
  it.each([
    ['|selec 1', 'SELECT 1'],
    ['select 1 form |t', 'select 1 FROM t'],
    ['select * from t wher |a = 1', 'select * from t WHERE a = 1'],
    ['select * from t oder |by a', 'select * from t ORDER by a'],
    ['select * from t gruop |by a', 'select * from t GROUP by a'],
    ['select * from t order |a', 'select * from t order BY a'],
    ['select * from t limmit |3', 'select * from t LIMIT 3'],
  ])('%s', (marked, right) => {
    const sql = marked.replace('|', '')
    const fix = misspeltAt(sql, marked.indexOf('|'))
    expect(fix && sql.slice(0, fix.start) + fix.text + sql.slice(fix.end)).toBe(right)
  })

  it.each(['select a, |, b', 'select t.form |x', 'select 1 like |2', '|', 'select (1|'])(
    'none is found in %s',
    (marked) => expect(misspeltAt(marked.replace('|', ''), marked.indexOf('|'))).toBeNull(),
  )
})
