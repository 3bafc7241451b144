// Every failure has a Chinese message: rare ones of the engine, and unknown ones.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rarer, unknownSentence } from '#server/warehouse/sandbox/check/rarer.ts'
import { type Gate, openGate } from './gate.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it.each([
  "select regexp_matches('a','*')",
  "select regexp_matches('a','(')",
  "select regexp_matches('a','[')",
  "select regexp_matches('a','\\q')",
  'select row_number() over w from pay',
  'select * from range(1,2,0)',
  "select decimal '1.2.3'",
  'select list_reduce([], (x,y)->x+y)',
  'select map([1],[2,3])',
  'select make_date(2026,13,1)',
  'select approx_quantile(amount, 2) from pay',
  'select * from pay asof join login on pay.role_id=login.role_id',
  'select grouping(amount) from pay',
  'select * from pay group by cube(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)',
  'select array_slice(1,2,3)',
  'select [1,2,3][1:2:0]',
  "select 'a' like 'b' escape 'cc'",
  "select 'a' collate nosuch",
  'select * from pay having amount>1',
  'select sum(amount) over (rows between 1 following and 1 preceding) from pay',
  'select sum(amount) over (order by role_id, ds range between 1 preceding and current row) from pay',
  'select ntile(0) over () from pay',
  "pivot pay on currency in ('a') using amount",
  'unpivot pay on nosuch into name a value b',
  'unpivot pay on currency, amount into name a value b',
  'select enum_range(1)',
  "select format('{', 1)",
  "select format('{1}', 1)",
  "select printf('%d', 'a')",
  "select '\\xzz'::blob",
  "select 'x'::bit",
  'select [1]::int[2]',
  "select {'a':1}::struct(b int)",
  "select {'a':1, 'a':2}",
  'select row(1,2)::struct(a int)',
  "select split_part('a','b')",
  'select if(1)',
  'select ifnull(1)',
  'select * from pay limit 200%',
  'select * from pay limit 3, 5',
  "select e'\\uZZZZ'",
  'select sum(9223372036854775807::hugeint * 9223372036854775807) from range(10)',
  'select * from a.b.c.d',
  'select sum(amount) over (rows between current row and unbounded preceding) from pay',
  "select string_agg(distinct currency, ',' order by amount) from pay",
  'select max(amount, -1) from pay',
  'select #99 from pay',
  'select list_transform([1], lambda x, y, z: x)',
  'select lambda x: x',
  'select ds from pay union select ds from login order by role_id',
  "select round(1.2, 'a')",
  'select to_timestamp(1e300)',
  'select make_timestamp(2026, 1, 1, 25, 0, 0)',
  'select 1 << 100',
  'select 1 << -1',
  "select list_sum(['a'])",
  'select list_zip()',
  "select list_sort([1], 'foo')",
  'select string_agg(currency, currency) from pay',
  "select json_object('a')",
  'select first_value() over () from pay',
  'select rank(amount) over () from pay',
  'select grouping(ds) from pay group by cube(currency)',
  "select json_extract('{}', '$.[')",
  "select regexp_matches('a', 'b', 'q')",
  'select time_bucket(interval 0 day, ds) from pay',
  'select count(distinct *) from pay',
  'select quantile_cont(amount, null) from pay',
  'select quantile_disc(amount, amount) from pay',
  'select arg_max(amount, currency, 0) from pay',
  "select decode('\\xff'::blob)",
  'select abs(amount) over () from pay',
  'select abs(distinct amount) from pay',
  'select any_value(amount) within group (order by amount) from pay',
  "select * ilike 'zz%' from pay",
  'select * exclude (ds, ds) from pay',
  'select amount from pay where amount =< 6',
  'select ds > 20260101 from pay',
  'select coalesce(ds, 0) from pay',
])('%s', async (sql) => {
  const { message } = await gate.failure(sql)
  expect(message).toMatch(/[\u4e00-\u9fff]/)
  expect(message).not.toMatch(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/i)
  expect(message).not.toMatch('有关')
})

it('keeps what an unknown sentence names', () => {
  expect(unknownSentence('语句有误', 'Some thing "x" is not \'y\' here\nLINE 1')).toBe(
    '语句有误，与 「x」、「y」 有关',
  )
  expect(unknownSentence('语句有误', 'Whatever')).toBe('语句有误，请检查这里的写法与类型')
  expect(rarer.length).toBeGreaterThan(30)
})
