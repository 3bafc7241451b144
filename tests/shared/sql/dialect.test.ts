// What is written as other engines have it → this engine's form; what is right stays as it is.
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectFixes, inEngineForm } from '../../../src/shared/sql/dialect/fixes.ts'
import { analystSql } from '../../server/warehouse/sandbox/analystSql.ts'

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
      'select a，b from t where s in （‘x’，“y”） limit 1；',
      "select a,b from t where s in ('x','y') limit 1;",
    ],
  ])('%s', async (sql, wanted) => {
    expect(inEngineForm(sql)).toBe(wanted)
    // It runs.
    await (await instance.connect()).run(wanted)
  })
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
  ])('%s', (sql) => {
    expect(dialectFixes(sql)).toEqual([])
  })
})
