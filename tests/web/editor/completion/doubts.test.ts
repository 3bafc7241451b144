// Marks while typing: only certain errors.
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { analystSql, analystTables } from '#tests/server/warehouse/sandbox/analystSql.ts'
import { readStatement } from '#web/editor/completion/complete.ts'
import { doubtsOf } from '#web/editor/completion/doubts.ts'
import type { SqlCatalog } from '#web/editor/types.ts'
import { catalog as house } from '../fixture/catalog.ts'

const marked = (sql: string, catalog: SqlCatalog = house) =>
  doubtsOf(readStatement(sql, 0, sql.length, catalog), catalog).map(({ start, end, message }) => [
    sql.slice(start, end),
    message,
  ])

describe('what is surely wrong', () => {
  it.each<[string, string, string]>([
    ['select * from nosuch', 'nosuch', '没有表 nosuch'],
    ['select nosuch from dwd_user_login', 'nosuch', '没有列 nosuch'],
    ['select l.nosuch from dwd_user_login l', 'nosuch', 'l 里没有列 nosuch'],
    ['select user_id from dwd_user_login where nosuch = 1', 'nosuch', '没有列 nosuch'],
    [
      'select count(nosuch) from dwd_user_login l join dwd_pay_order o on l.user_id = o.user_id',
      'nosuch',
      '没有列 nosuch',
    ],
    [
      'with c as (select user_id as u from dwd_user_login) select user_id from c',
      'user_id',
      '没有列 user_id',
    ],
    ['with c as (select 1 as x) select user_id from dwd_user_login', 'c', 'WITH 里的 c 没有用到'],
    [
      'select * from (select user_id from dwd_user_login) t where t.channel = 1',
      'channel',
      't 里没有列 channel',
    ],
  ])('%s', (sql, near, message) => expect(marked(sql)).toEqual([[near, message]]))
})

describe('nothing of what is right', () => {
  let catalog: SqlCatalog
  beforeAll(async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    for (const sql of analystTables) await connection.run(sql)
    const reader = await connection.runAndReadAll(
      'select table_name, column_name, data_type from duckdb_columns() where not internal order by table_name, column_index',
    )
    const tables = new Map<string, { name: string; type: string }[]>()
    for (const [table, name, type] of reader.getRows() as [string, string, string][]) {
      tables.set(table, [...(tables.get(table) ?? []), { name, type }])
    }
    catalog = { ...house, tables: [...tables].map(([name, columns]) => ({ name, columns })), temporary: [] }
    instance.closeSync()
  })
  it.each(analystSql)('%s', (_, sql) => expect(marked(sql, catalog)).toEqual([]))

  it.each([
    'select user_id as u, u + 1 as v from dwd_user_login where u > 1 group by u order by v',
    'select user_id from dwd_user_login union all select user_id as w from dwd_pay_order order by user_id',
    'select a as x from (values (1)) t(a) union select b from (values (2)) s(b) order by x',
    "select extract(year from login_date), date '2026-01-01', interval 1 day from dwd_user_login l",
    'select * from dwd_user_login l where user_id is distinct from l.user_level',
    'select l from dwd_user_login l',
    'select count(*) n from dwd_user_login having n > 1',
    'select * exclude (user_id) from dwd_user_login',
    'select * replace (1 as user_id) from dwd_user_login',
    'select unnest([1, 2]) as x, x from dwd_user_login',
    'select list_transform([1], e -> e + 1) from dwd_user_login',
    'select [e + 1 for e in [1, 2]] from dwd_user_login',
    'select user_id from dwd_user_login l where exists (select 1 from dwd_pay_order where user_id = l.user_id and user_level > 1)',
    'select g.x from generate_series(1, 3) g(x)',
    'select sum(user_id) over w from dwd_user_login window w as (partition by channel)',
    'select case when user_id > 1 then 1 else 0 end from dwd_user_login group by all order by all',
    'with recursive r as (select 1 as n union all select n + 1 from r where n < 3) select n from r',
    'with c as (select sum(user_id) from dwd_user_login) select * from c',
    'select x.* from dwd_user_login x natural join dwd_pay_order',
    'select struct_pack(a := user_id).a from dwd_user_login',
    'select current_date, rowid from dwd_user_login',
    'from dwd_user_login select user_id',
    'pivot dwd_user_login on nosuch using count(*)',
    'describe nosuch',
    'select * from tmp.not_yet',
    'select us',
    'select user_id, from dwd_user_login where (',
    'select * from dwd_user_login where user_id = :id and channel in :channels',
    'select user_id::varchar, cast(user_id as bigint), try_cast(user_id as double) from dwd_user_login',
    'select max_by(user_id, login_date) filter (where user_level > 1) from dwd_user_login',
    'select s.a from (select {a: 1, b: 2} as s) t',
    'select grouping_id(channel) from dwd_user_login group by rollup (channel)',
  ])('%s', (sql) => expect(marked(sql)).toEqual([]))

  it('without a catalog', () => {
    expect(marked('select a from b', { ...house, tables: [], temporary: [] })).toEqual([])
  })
})

it('on a ClickHouse marks tables that are not there, and no name that only its SQL knows', () => {
  const given: SqlCatalog = {
    ...house,
    functions: [{ name: 'uniqExact', kind: 'aggregate', signatures: [], description: '' }],
  }
  expect(marked('select * from nosuch', given)).toEqual([['nosuch', '没有表 nosuch']])
  const right = 'with 3 as least select user_id as u, u + least as v from dwd_user_login where v > 1'
  expect(marked(right, given)).toEqual([])
})
