selec 1
select 1 +
select 1 from pay where
select from pay
select * from pay group ds
select * from pay order ds
select * from pay where and amount > 1
select case when 1 then 2
select case end
select (1, 2
select 1)
select [1, 2
select {'a': 1
select {'a' 1}
select {1: 2}
select 'abc
select "abc
select $$abc
select /* abc
select ""
select a..b from pay
select pay.* .* from pay
select * * from pay
select count(*)) from pay
select 1 as from pay
select 1 limit
select 1 limit a
select 1 limit 'a'
select 1 limit -1
select 1 offset -1
select * from pay limit 200%
select * from pay limit -5%
select * from pay limit 3, 5
select * from pay limit (select 1, 2)
select * from pay limit amount
select * from pay fetch first
select * from pay for update
select top 5 * from pay
select distinct on from pay
select distinct on (nosuch) * from pay
select 1 union
select 1 union select 1, 2
select 1 union by name select 1 as a, 2 as a
select [1] union select 1 union select {'a': 1}
select ds from pay union select ds from login order by role_id
select 1 except select 1, 2
select 1 intersect all select
select 1 order by 3
select 1 order by 0
select ds, sum(amount) from pay group by 5
select ds, sum(amount) from pay
select sum(amount), ds from pay
select ds, amount from pay group by ds
select * from pay group by ds
select ds + 1, sum(amount) from pay group by currency
select sum(sum(amount)) from pay
select sum(row_number() over ()) from pay
select row_number() over (order by row_number() over ()) from pay
select ds from pay where sum(amount) > 1
select ds from pay where row_number() over () = 1
select ds from pay group by row_number() over ()
select ds from pay group by sum(amount)
select ds from pay group by ds having row_number() over () > 1
select * from pay having amount > 1
select * from pay having count(*) > 1
select * from pay qualify ds > '2026-01-01'
select * from pay join role on sum(amount) > 1
select * from pay join role on row_number() over () = 1
select * from pay join role
select * from pay join role using (nosuch)
select * from pay join role using (amount)
select * from pay natural join (select 1 as q)
select * from pay left join role on
select * from pay asof join login on pay.role_id = login.role_id
select * from pay asof join login on pay.role_id > login.role_id and pay.ds > login.ds
select * from pay asof join login on pay.pay_time <> login.login_time
select * from pay positional join
select * from pay full semi join role using (role_id)
select * from pay cross join role on true
select * from pay, pay
select role_id from role, pay
select x.amount from pay
select pay.amout from pay
select amout from pay
select Amount1 from pay p
select p.nosuch from pay p
select nosuch.ds from pay p
select nosuch
select “文本”
select count（*） from pay
select * from nosuch
select * from tmp.nosuch
select * from dict.nosuch
select * from main.pay
select * from a.b.c.d
select * from 'file.csv'
select * from "a.parquet"
select * from pay at (version => 1)
select * from pay tablesample 200 percent
select * from pay tablesample nosuch(10%)
select * from pay tablesample bernoulli(10 rows)
select * from pay using sample -1 rows
select * from pay using sample (10 percent)(nosuch)
select * from (select 1, 2) t(a, b, c)
select * from (values (1, 2), (3)) t
values (1), (1, 2)
values (1), ('a'), (date '2026-01-01')
select * from unnest(1)
select * from unnest([1], [2], 3)
select unnest(1)
select unnest()
select unnest([1], 2)
select unnest([[1]], max_depth := 0)
select unnest([1], nosuch := true)
select unnest(unnest([[1]]))
select sum(unnest([1]))
select * from pay where unnest([true])
select unnest({'a': 1}) + 1
select 1 where unnest([1]) = 1
select unnest(distinct [1])
select * from range()
select * from range('a')
select * from range(1, 2, 0)
select * from range(1, 2, 3, 4)
select * from range(date '2026-01-01', date '2026-02-01')
select * from range(date '2026-01-01', date '2026-02-01', interval 0 day)
select * from range(timestamp '2026-01-01', timestamp '2026-02-01', interval '1 month -1 day')
select * from generate_series(timestamp '2026-01-01', 'a', interval 1 day)
select * from generate_series(1, null, 'x')
select range(1, 10000000000)
select generate_series(date '2026-01-01', date '2026-01-05', 1)
select * from read_csv('a.csv')
select * from glob('*')
select * from nosuch(1)
select * from sum(1)
select nosuch(1)
select sumx(amount) from pay
select range2(1)
select pay(1)
select sum() from pay
select sum(amount, 1) from pay
select sum(order_id) from pay
select avg(ds) from pay where false group by order_id having avg(order_id) > 1
select max() from pay
select max(amount, -1) from pay
select max(amount, null) from pay
select min(amount, 'a') from pay
select arg_max(amount) from pay
select arg_max(amount, currency, 0) from pay
select arg_max(amount, currency, null) from pay
select arg_min(amount, ds, -3) from pay
select approx_top_k(amount, 0) from pay
select approx_top_k(amount, null) from pay
select mode(amount, 1) from pay
select median(currency, 1) from pay
select quantile(amount) from pay
select quantile_cont(amount, 2) from pay
select quantile_cont(amount, -2) from pay
select quantile_cont(amount, null) from pay
select quantile_cont(amount, 'a') from pay
select quantile_cont(currency, 0.5) from pay
select quantile_cont(amount, [0.1, -0.2]) from pay
select quantile_disc(amount, amount) from pay
select quantile_disc(amount, [null]) from pay
select percentile_cont(0.5) from pay
select percentile_cont(2) within group (order by amount) from pay
select percentile_cont(0.5) within group (order by amount, ds) from pay
select percentile_cont(0.5, 0.2) within group (order by amount) from pay
select percentile_disc('a') within group (order by amount) from pay
select mode(1) within group (order by amount) from pay
select any_value(amount) within group (order by amount) from pay
select approx_quantile(amount, 2) from pay
select approx_quantile(amount, amount) from pay
select approx_quantile(amount, null) from pay
select approx_quantile(amount, [null]) from pay
select reservoir_quantile(amount, 2) from pay
select reservoir_quantile(amount, 0.5, 0) from pay
select reservoir_quantile(amount, null) from pay
select reservoir_quantile(amount, amount) from pay
select corr(currency, amount) from pay
select string_agg(currency, currency) from pay
select string_agg(distinct currency, ',' order by amount) from pay
select string_agg() from pay
select list() from pay
select list(distinct) from pay
select count(distinct *) from pay
select count(distinct amount, ds) from pay
select count(1, 2, 3) from pay
select abs(distinct amount) from pay
select abs(amount) filter (where true) from pay
select abs(amount order by ds) from pay
select sum(amount) filter (where sum(amount) > 1) from pay
select sum(amount) filter (where nosuch) from pay
select histogram(amount, 1) from pay
select histogram(amount, [null]) from pay
select histogram(amount, null) from pay
select histogram_exact(amount) from pay
select equi_width_bins(0, 10, 0, true)
select equi_width_bins(10, 0, 5, true)
select equi_width_bins(0, 10, 1000001, true)
select equi_width_bins('a', 'b', 5, true)
select bitstring_agg(product_id, 5, 1) from pay
select bitstring_agg(amount) from pay
select bitstring_agg(product_id, 1, 2) from pay
select bit_and(amount) from pay
select bool_and(amount, 1) from pay
select bool_or(currency) from pay
select grouping(amount) from pay
select grouping(ds) from pay group by cube(currency)
select grouping() from pay group by ds
select * from pay group by cube(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)
select count(*) from pay group by grouping sets
select count(*) from pay group by rollup()
select count(*) from pay group by cube(nosuch)
select row_number() from pay
select row_number(1) over () from pay
select row_number() over w from pay
select row_number() over (w) from pay window w as (partition by ds), w as (order by ds)
select sum(amount) over (w partition by currency) from pay window w as (partition by ds)
select sum(amount) over (w order by currency) from pay window w as (order by ds)
select sum(amount) over (w) from pay window w as (order by ds rows 1 preceding)
select rank(amount) over () from pay
select first_value() over () from pay
select nth_value(amount) over () from pay
select nth_value(amount, 'a') over () from pay
select lag() over () from pay
select lag(amount, 'a') over (order by ds) from pay
select lag(amount, 1, 'x') over (order by ds) from pay
select lead(amount, 1, 2, 3) over (order by ds) from pay
select ntile() over () from pay
select ntile(0) over () from pay
select ntile('a') over () from pay
select fill(currency) over (order by ds) from pay
select fill(amount) over (order by currency) from pay
select fill(amount) over (order by ds, amount) from pay
select abs(amount) over () from pay
select lower(currency) over (partition by ds) from pay
select sum(amount) over (partition) from pay
select sum(amount) over (order by ds rows between 1 following and 1 preceding) from pay
select sum(amount) over (rows between current row and unbounded preceding) from pay
select sum(amount) over (rows between current row and 1 preceding) from pay
select sum(amount) over (rows between unbounded following and current row) from pay
select sum(amount) over (rows between 1 following and current row) from pay
select sum(amount) over (order by role_id, ds range between 1 preceding and current row) from pay
select sum(amount) over (order by currency range between 1 preceding and current row) from pay
select sum(amount) over (order by ds range between 'a' preceding and current row) from pay
select sum(amount) over (order by ds range between interval '-1 day' preceding and current row) from pay
select sum(amount) over (order by ds range between null preceding and current row) from pay
select sum(amount) over (order by ds rows between amount preceding and current row exclude nosuch) from pay
select row_number() over (order by ds rows between 1 preceding and current row exclude ties) filter (where true) from pay
select count(distinct amount) over (order by nosuch) from pay
select row_number() filter (where true) over () from pay
select row_number(distinct) over () from pay
select rank(distinct ds) over () from pay
select lag(amount ignore nulls) from pay
select sum(amount ignore nulls) over () from pay
select abs(amount ignore nulls) from pay
select sum(amount) over (order by all) from pay
select (select sum(p.amount) over (order by r.role_id) from pay p) from role r
select (select ds, amount from pay)
select (select ds from pay)
select * from pay where ds = (select ds from login)
select * from pay where (ds, amount) in (select ds from login)
select * from pay where ds in (select ds, role_id from login)
select * from pay where ds in ()
select * from pay where ds in (1, 'a')
select * from pay where amount > all (select ds from pay)
select * from pay where amount + all (select 1)
select * from pay where exists pay
select exists(select)
select * from (select * from pay
select * from (select * from pay) as
select * from (pay)
select * from role r, (select * from pay where pay.role_id = r.role_id limit r.server_id) t
select (select max(amount) from pay p where p.role_id = r.nosuch) from role r
with a as (select 1)
with a as select 1 select * from a
with a as (select 1), a as (select 2) select * from a
with a as (select 1) select * from b
with a as (select 1) select x from a
with a as (select * from a) select * from a
with recursive a as (select 1 as x) select * from b
with recursive a as (select * from a) select * from a
with recursive a as (select 1 as x union all select x + 1, 2 from a) select * from a
with recursive a as (select 1 as x union all select 'a' from a where x < 3) select * from a
with recursive a as (select 1 as x union all select x + 1 from a order by x limit 3) select * from a
with recursive a as (select 1 as x union all select sum(x) from a where nosuch) select * from a
with recursive a as (select 1 as x union all (select x + 1 from a limit 1)) select y from a
with recursive a using key (z) as (select 1 as x union all select x from a) select * from a
with a as materialized (select nosuch from pay) select * from a
with a as (select ds from pay) select * from a where amount > 1
select ds as d, d2 + 1 from pay
select amount + 1 as b, b + c from pay
select sum(amount) as s, s / nosuch from pay
select count(*) as c from pay where c > 1
select count(*) as c, ds from pay group by c
select ds d from pay group by d + 1
select * exclude (nosuch) from pay
select * exclude (ds, ds) from pay
select * exclude (ds) replace (1 as ds) from pay
select * exclude (ds) rename (ds as d) from pay
select * replace (1 as nosuch) from pay
select * replace (1 as ds, 2 as ds) from pay
select * exclude (a) from (select 1 as a)
select * ilike 'zz%' from pay
select * like amount from pay
select columns('zz') from pay
select columns('[') from pay
select columns(null) from pay
select columns(1) from pay
select columns(c -> nosuch) from pay
select columns(c -> c like 'zz%') from pay
select columns(['nosuch']) from pay
select columns(columns(*)) from pay
select columns('a') + columns('b') from pay
select *columns(*) from pay
select coalesce(*columns('zz')) from pay
select sum(*) from pay
select abs(*) from pay
select * + 1 from pay
select ds from pay where * > 1
select pay.*.ds from pay
select nosuch.* from pay
select #0 from pay
select #99 from pay
select ds from pay order by #99
select 1::nosuch
select cast(1 as nosuch)
select cast(1 as)
select cast('abc' as integer)
select 'abc'::int
select ''::int
select '1.5.2'::double
select 'a'::decimal(10, 2)
select 99999::decimal(4, 2)
select '99999'::decimal(4, 2)
select 1e10::decimal(4, 2)
select 1::decimal(50, 2)
select 1::decimal(2, 5)
select 1::decimal(1, 2, 3)
select 1::decimal('a')
select 1::decimal(null)
select 1::varchar(1, 2)
select 1::integer(5)
select 300::tinyint
select (-1)::uinteger
select 1e300::int
select 'nan'::double::int
select 9223372036854775807 + 1
select 9223372036854775807 * 2
select (-9223372036854775808) - 1
select -(-9223372036854775808::bigint)
select abs(-9223372036854775808::bigint)
select 127::tinyint + 1::tinyint
select 200::utinyint * 2::utinyint
select 1::utinyint - 2::utinyint
select 99999999999999999999999999999999999999::decimal(38, 0) * 10
select 1::decimal(38, 38) * 2::decimal(38, 38)
select 170141183460469231731687303715884105727::hugeint + 1
select 170141183460469231731687303715884105727::hugeint * 2
select sum(9223372036854775807::hugeint * 9223372036854775807) from range(10)
select sum(170141183460469231731687303715884105727::hugeint) from range(3)
select factorial(-1)
select factorial(100)
select gamma(0)
select lgamma(0)
select sqrt(-1)
select ln(0)
select ln(-1)
select log(0, 1)
select log(1, 5)
select log10(-1)
select acos(2)
select asin(2)
select atanh(3)
select pow('a', 2)
select 'a' + 1
select 'a' - 'b'
select ds + ds from pay
select ds + 'a' from pay
select ds - amount from pay
select ds * 2 from pay
select ds + 1.5 from pay
select pay_time + 1 from pay
select currency + 1 from pay
select currency * amount from pay
select -currency from pay
select - ds from pay
select currency and true from pay
select amount and currency from pay
select amount or ds from pay
select 1 << 100
select 1 << -1
select -1 << 2
select 1 << 62 << 62
select 1 =< 2
select 1 == == 2
select 1 <=> 2
select 1 !> 2
select 1 % 'a'
select 1 // 'b'
select ds > 20260101 from pay
select ds = '' from pay
select ds = 'yesterday' from pay
select ds >= '2026-13-01' from pay
select ds between 1 and 2 from pay
select amount between 'a' and 'b' from pay
select ds in (20260101) from pay
select amount = 'a' from pay
select amount in ('a', 'b') from pay
select amount > currency from pay
select is_vip = 'maybe' from role
select is_vip > ds from role, pay
select [1] = 1
select [1] > {'a': 1}
select {'a': 1} = {'a': [1]}
select map {'a': 1} = [1]
select case when currency then 1 end from pay
select case amount when 'a' then 1 end from pay
select case when true then ds else amount end from pay
select case when true then 1 else [1] end
select coalesce(ds, 0) from pay
select coalesce()
select ifnull(ds, 1) from pay
select ifnull(1)
select nullif(1)
select nullif(ds, 5) from pay
select if(1)
select if('a', 1, 2)
select if(true, [1], 2)
select greatest(ds, 1) from pay
select greatest()
select least('a', date '2026-01-01', 5)
select try(sum(amount), 2) from pay
select try(sum(amount)) from pay
select try((select 1))
select try(random())
select substring('abc', 'a')
select substring('abc')
select left('abc')
select left(1, 2, 3)
select upper(1, 2)
select lower()
select length(1)
select length(1, 2)
select length([1], 5)
select strlen(5)
select repeat('a', 'b')
select repeat('a', 10000000000)
select lpad('a', 5, '')
select rpad('a', 5)
select lpad('a', 'b', 'c')
select split_part('a', 'b')
select string_split('a')
select str_split('a', 1)
select replace('a', 'b')
select concat()
select concat_ws()
select trim(1, 2, 3)
select position('a', 'b')
select strpos('a')
select chr(-1)
select chr(99999999)
select ascii()
select ord(1, 2)
select to_base(1, 100)
select to_base(-1, 2)
select to_base(1, 2, 100)
select hex()
select unhex('zz')
select from_hex('xyz')
select from_base64('abc')
select from_base64('****')
select from_binary('012')
select unbin('abc')
select url_decode('%ff')
select decode('\xff'::blob)
select decode('\xff'::blob, 'nosuch')
select '\xzz'::blob
select '\x'::blob
select '中'::blob
select 'x'::bit
select ''::bit
select '101'::bit & '1'::bit
select '101'::bit | '11'::bit
select xor('101'::bit, '1'::bit)
select get_bit('101'::bit, 9)
select set_bit('101'::bit, 1, 5)
select bitstring('101', 1)
select bar(1, 0, 10, 5000)
select bar(1, 0, 10, 0)
select hamming('a', 'abc')
select hamming('', '')
select jaccard('', 'a')
select levenshtein('a')
select format('{', 1)
select format('{1}', 1)
select format('{:d}', 'a')
select format('{:.2f}', 'a')
select format('{}', [1], 2) || format('{:q}', 1)
select format('{:>}}', 1)
select format('{a}', 1)
select format('}', 1)
select format()
select printf('%d', 'a')
select printf('%', 1)
select printf('%q', 1)
select printf('%d %d', 1)
select printf()
select 'a' like 'b' escape 'cc'
select 1 like 2
select amount like 5 from pay
select 'a' similar to '('
select 'a' ~ '['
select 'a' collate nosuch
select 1 collate nocase
select regexp_matches('a', '*')
select regexp_matches('a', '(')
select regexp_matches('a', '[')
select regexp_matches('a', '[b-a]')
select regexp_matches('a', '\q')
select regexp_matches('a', '(?<n>a)(?<n>b)')
select regexp_matches('a', 'a{5000}')
select regexp_matches('a', 'a**')
select regexp_matches('a', '(?=a)')
select regexp_matches('a', 'b', 'q')
select regexp_matches('a', 'b', null)
select regexp_matches('a', 'b', 'g')
select regexp_matches('a', 'b', currency) from pay
select regexp_matches(1, 'a')
select regexp_replace('a', 'a')
select regexp_replace('a', '(', 'b')
select regexp_replace('a', 'a', 'b', 'zz')
select regexp_extract('a', '(a)', -1)
select regexp_extract('a', '(a)', 'b')
select regexp_extract('a', '(a)', ['x', 'y'])
select regexp_extract('a', '(a)', ['x', 'x'])
select regexp_extract('a', '(a)', [])
select regexp_extract('a', '(a)', [null])
select regexp_extract(currency, currency, ['x']) from pay
select regexp_extract_all('a', '(')
select regexp_extract_all('a', '(a)', 9)
select regexp_split_to_array('a', '[')
select regexp_full_match('a', ')')
select date '2026-13-01'
select date '2026-02-30'
select date 'abc'
select date ''
select date '31/01/2026'
select date 20260101
select '20260101'::date
select timestamp '2026-01-01 25:00:00'
select timestamp 'abc'
select '2026/1/1 8点'::timestamp
select time '25:00'
select interval 'abc'
select interval '1 nosuch'
select interval 1 nosuch
select interval 1
select interval 99999999999 year
select interval 1 year to day
select interval '1' day to hour
select interval 99999999999999 hour
select date '2026-01-01' + interval 999999999 month
select timestamp '290000-01-01' + interval 100000 year
select date '2026-01-01' - interval 'x'
select timestamp 'infinity' - timestamp '2026-01-01'
select make_date(2026, 13, 1)
select make_date('a', 1, 1)
select make_timestamp(2026, 1, 1, 25, 0, 0)
select make_timestamp(2026, 1)
select make_time(25, 0, 0)
select to_timestamp(1e300)
select to_timestamp('a')
select epoch_ms('a')
select epoch_ms(9223372036854775807)
select epoch('a')
select date_trunc('nosuch', date '2026-01-01')
select date_trunc(1, date '2026-01-01')
select date_trunc('day', 1)
select date_trunc('day', '2026-01-01')
select date_trunc('day')
select date_part('nosuch', date '2026-01-01')
select date_part('year', 1)
select date_part([], date '2026-01-01')
select date_part(['nosuch'], date '2026-01-01')
select date_part(['year', null], date '2026-01-01')
select date_part(['hour'], ds) from pay group by currency
select extract(nosuch from date '2026-01-01')
select extract(year from 'abc')
select extract(year date '2026-01-01')
select extract(dow from interval 1 day)
select date_diff('day', date '2026-01-01')
select date_diff('nosuch', date '2026-01-01', date '2026-01-02')
select date_diff('day', 'a', 'b')
select date_diff(date '2026-01-01', date '2026-01-02')
select datediff('2026-01-01', '2026-01-02')
select date_add('day', 1, date '2026-01-01')
select date_add(date '2026-01-01', 'a')
select date_sub(date '2026-01-01', interval 1 day)
select date_sub('nosuch', date '2026-01-01', date '2026-01-02')
select year('abc')
select year(1)
select month()
select dayname('x')
select last_day(1)
select age(1)
select strftime('a', 'b')
select strftime(date '2026-01-01', '%Q')
select strftime(date '2026-01-01', '%')
select strftime(date '2026-01-01')
select strftime(1, '%Y')
select strptime('x', '%Y')
select strptime('2026-13-01', '%Y-%m-%d')
select strptime('2026-01-40', '%Y-%m-%d')
select strptime('25:00', '%H:%M')
select strptime('2026-01-01 x', '%Y-%m-%d')
select strptime('abc', '%b')
select strptime('abc', '%A')
select strptime('2026', '%Q')
select strptime('2026-01-01', ['%Y', '%d'])
select strptime('2026-01-01', [])
select strptime('2026', '%Y%Y%G')
select strptime(currency, currency) from pay
select time_bucket(interval 0 day, ds) from pay
select time_bucket(interval '1 month 1 day', ds) from pay
select time_bucket(interval '-1 day', ds) from pay
select time_bucket('a', ds) from pay
select time_bucket(interval 1 day, 'x')
select timezone('Foo/Bar', now())
select now() at time zone 'Foo/Bar'
select now() at time zone 5
select timezone('UTC', 'a')
select current_date + 'a'
select today(1)
select now() - 1
select [1, 'a', date '2026-01-01']
select [1, [2]]
select [1, {'a': 1}]
select ['a', 1] :: int[]
select [1, 2]['a']
select [1][1:2:0]
select 'abc'[1:2:2]
select ds[1] from pay
select amount[1:2] from pay
select array_slice(1, 2, 3)
select array_slice([1], 'a', 'b')
select list_extract(1, 2)
select list_value(1, 'a', [2])
select list_contains(1, 2)
select list_contains([1], 'a')
select list_contains([1], [1])
select list_position([1], date '2026-01-01')
select list_concat([1], ['a'])
select list_concat([1], 2)
select list_append(1, 2)
select list_append([1], 'a')
select list_prepend('a', [1])
select array_append([1], {'a': 1})
select list_sort([1], 'foo')
select list_sort([1], currency) from pay
select list_sort(1)
select list_sort([1], 'asc', 'nulls')
select list_reverse_sort([1], 'up')
select list_grade_up([1], 'zz')
select list_distinct(1)
select list_unique('a')
select list_aggregate([1], 'nosuch')
select list_aggregate([1], currency) from pay
select list_aggregate(1, 'sum')
select list_aggregate(['a'], 'sum')
select list_aggregate([1])
select list_sum(['a'])
select list_avg([[1]])
select list_string_agg([1], currency) from pay
select list_zip()
select list_zip(1)
select list_zip([1], 2)
select list_filter([1], 1)
select list_filter([1], x -> 'a')
select list_filter(1, x -> true)
select list_filter([1], x -> y)
select list_filter([1], (x, y, z) -> true)
select list_transform([1], lambda x, y, z: x)
select list_transform([1], x -> sum(x))
select list_transform([1], x -> nosuch(x))
select list_transform([1], x -> (select x))
select list_transform([1], x -> unnest([x]))
select list_transform([1])
select list_transform(x -> x, [1])
select list_reduce([], (x, y) -> x + y)
select list_reduce([1], x -> x)
select list_reduce([1, 2], (x, y) -> 'a')
select list_reduce(['a'], (x, y) -> x + y)
select list_reduce([1, 2], (x, y) -> x, 'b')
select list_resize([1], 'a')
select list_resize([1], -1)
select list_slice([1], 1)
select list_where([1], [1, 2])
select list_where([1, 2], [true, null])
select list_where([1], ['a'])
select list_select([1], ['a'])
select list_has_any([1], ['a'])
select list_intersect([1], 1)
select list_cosine_similarity([1, 2], [1])
select list_distance([1, 2], [1])
select list_distance([1, null], [1, 2])
select list_inner_product([1.0], ['a'])
select list_dot_product([1], [1, 2, 3])
select array_distance([1, 2]::float[2], [1, 2, 3]::float[3])
select array_cosine_similarity([1]::int[1], [1]::int[1])
select array_cross_product([1.0, 2], [1.0, 2])
select array_value()
select array_length([1], 3)
select array_length(1)
select flatten([1])
select flatten(1)
select generate_subscripts([1], 2)
select [x for x in 1]
select [x for y in [1]]
select [x + 'a' for x in [1] if x]
select lambda x: x
select x -> x
select (x -> x + 1)(2)
select list_transform([1, 2], x: x)
select [1]::int[2]
select [1, 2]::int[0]
select [1, 2]::int[-1]
select ['a']::int[]
select '[1, 2'::int[]
select 'abc'::int[]
select 1::int[]
select [1]::int
select [1]::struct(a int)
select {'a': 1, 'a': 2}
select {'a': 1}.b
select {'a': 1}['b']
select {'a': 1}[5]
select struct_extract({'a': 1}, 'b')
select struct_extract({'a': 1}, 1)
select struct_extract({'a': 1}, currency) from pay
select struct_extract(row(1, 2), 'a')
select struct_extract(row(1, 2), 5)
select struct_extract(1, 'a')
select struct_pack()
select struct_pack(1)
select struct_insert({'a': 1}, 2)
select struct_insert({'a': 1}, a := 2)
select struct_insert(1, a := 2)
select struct_insert({'a': 1})
select struct_update({'a': 1}, 5)
select struct_update({'a': 1})
select struct_concat({'a': 1}, {'a': 2})
select struct_concat({'a': 1}, row(2))
select struct_concat(1)
select struct_position({'a': 1}, 1)
select struct_contains(1, 2)
select struct_keys(1)
select struct_keys(row(1, 2))
select row(1, 2).a
select row(1, 2)::struct(a int)
select {'a': 1}::struct(b int)
select {'a': 'x'}::struct(a int)
select {'a': 1}::int
select '{a: 1'::struct(a int)
select place.z from event
select place.x.y from event
select event.place.z from event
select place['z'] from event
select items.x from event
select items['a'] from event
select amount.x from pay
select props.stage.x from event
select props[1] from event
select map([1], [2, 3])
select map([1, 1], [2, 3])
select map([null], [1])
select map(1, 2)
select map([1])
select map {'a': 1, 'b': 'x'}
select map {'a': 1, 2: 3}
select map {1: 2}['a']
select map_extract(1, 2)
select map_extract(map {'a': 1}, 1)
select map_extract_value(map {'a': 1}, 5)
select map_keys([1])
select map_keys(1)
select map_values('a')
select map_entries(1)
select map_concat(1, 2)
select map_concat(map {'a': 1}, map {1: 2})
select map_concat(map {'a': 1}, [1])
select map_concat()
select map_from_entries([1])
select map_from_entries(1)
select map_from_entries([(1, 2), (1, 3)])
select map_contains(1, 2)
select map_contains(map {'a': 1}, 5)
select cardinality(1)
select cardinality()
select element_at(1, 2)
select 'a'::map(int, int)
select '{a=1'::map(varchar, int)
select union_value(1)
select union_value()
select union_extract(union_value(a := 1), 'b')
select union_tag(1)
select union_extract(1, 'a')
select 1::union(a int, b varchar)::union(c int)
select [1]::union(a int, b varchar)
select enum_range(1)
select enum_first('a')
select enum_code('x')
select 'c'::enum('a', 'b')
select 'a'::enum(1)
select 'a'::enum()
select 'zz'::uuid
select json_extract('{', '$.a')
select json_extract('{}', '$.[')
select json_extract('{}', '$[')
select json_extract('{}', '$..')
select json_extract('{}')
select json_extract(1, 2, 3)
select json_extract('{}', ['$.*', '$.a'])
select json_extract('{}', null, 1)
select json_extract_string('[1', 0)
select '{"a":1'::json
select 'abc'::json
select '{a:1}'::json -> 'a'
select extra -> '$.[' from role
select extra ->> from role
select extra.level.x.y from role
select json_object('a')
select json_object(1, 2)
select json_object(null, 1)
select json_array_length('{', 1)
select json_array_length()
select json_keys('[')
select json_keys(1, 2, 3)
select json_type('{')
select json_valid()
select json_merge_patch('{', '{}')
select json_merge_patch('{}')
select json_contains('{')
select json_contains('{}', 1, 2)
select json_structure('[1')
select json_transform('{}', 'x')
select json_transform('{}', '{"a":"nosuch"}')
select json_transform('{}', currency) from pay
select json_transform('{"a":"x"}', '{"a":5}')
select json_transform_strict('{"a":1}', '{"b":"INTEGER"}')
select json_transform_strict('{"a":"x"}', '{"a":"INTEGER"}')
select json_group_object(currency, null, 1) from pay
select json_group_object(null, 1) from pay
select json_group_array() from pay
select to_json()
select to_json(1, 2)
select array_to_json(1)
select row_to_json(1)
select row_to_json(pay, 1) from pay
select json_quote()
select json_pretty('{')
select json_exists('{}', '$[')
select json_value('{}', 1.5)
select * from json_each('{')
select * from json_tree('{}', '$.*')
select json('{')
select cast('[1,2' as json)
pivot pay
pivot pay on
pivot pay on currency using amount
pivot pay on currency using nosuch(amount)
pivot pay on currency using sum(nosuch)
pivot pay on nosuch using sum(amount)
pivot pay on currency in ('a') using amount
pivot pay on currency in ('a') using sum(amount) + sum(amount)
pivot pay on currency in ('a') using sum(amount) over ()
pivot pay on currency in ('a') using (select 1)
pivot pay on currency in (pay.ds) using sum(amount)
pivot pay on currency in (select 1) using sum(amount)
pivot pay on currency in () using sum(amount)
pivot pay on currency in ('a', 'a') using sum(amount)
pivot pay on currency in ('a') using sum(amount) group by nosuch
pivot pay on 1 in (1) using sum(amount)
pivot pay on pay.currency in ('a') using sum(pay.amount)
pivot nosuch on currency using sum(amount)
select * from pay pivot (sum(amount) for currency in ('a'
select * from pay pivot (sum(amount) for nosuch in ('a'))
select * from pay pivot (amount for currency in ('a'))
select * from pay pivot (sum(amount) for (currency, ds) in ('a'))
select * from pay pivot (sum(amount) currency in ('a'))
unpivot pay on nosuch into name a value b
unpivot pay on currency, amount into name a value b
unpivot pay on columns('zz') into name a value b
unpivot pay on into name a value b
unpivot pay on (currency, amount) into name a value b
unpivot pay on (select 1) into name a value b
unpivot pay on 1 into name a value b
unpivot pay on amount into name a
unpivot pay on amount into name a value b, c
select * from pay unpivot (v for n in (nosuch))
select * from pay unpivot (v for n in (currency, amount))
select * from pay unpivot ((v, w) for n in (amount))
describe nosuch
describe select nosuch from pay
show nosuch
show columns from nosuch
summarize nosuch
summarize select nosuch from pay
explain select nosuch from pay
explain analyze select 'a'::int
explain
explain drop table pay
insert into pay values (1)
update pay set amount = 1
delete from pay
drop table pay
create table x (a int)
create view v as select 1
create macro f(x) as x + 1
create function f(x) as x
alter table pay add column x int
truncate pay
copy pay to 'a.csv'
attach 'a.db'
detach x
use main
set threads = 1
reset threads
pragma version
call pragma_version()
install json
load json
export database 'x'
vacuum
checkpoint
begin
commit
analyze
prepare p as select 1
execute p
deallocate p
merge into pay using role on true when matched then delete
grant select on pay to x
select 1; select 2
select current_setting('threads')
select getvariable('a')
select getenv('HOME')
select version()
select pg_sleep(1)
select nextval('s')
select error('own words')
select error(currency) from pay
select current_database()
select * from duckdb_settings()
select * from information_schema.tables
select * from sqlite_master
select * from pragma_table_info('pay')
select default
select * from (describe pay)
select ?
select $1
select $name
select @a
select @@version
select `a` from pay
select [a] from pay
select 'a' 'b' from pay
select 1 'a'
select 1.2.3
select .
select e'\uZZZZ'
select U&'\zzzz'
select nvl2(1)
select decode(1, 2, 3)
select to_char(ds, 'yyyy') from pay
select to_date('2026-01-01') from pay
select date_format(ds, '%Y') from pay
select from_unixtime(1)
select get_json_object(extra, '$.level') from role
select collect_set(ds) from pay
select group_concat(currency separator ';') from pay
select isnull(1, 2)
select instr('a')
select round(1.2, 'a')
select round(amount, product_id) from pay
select round('a')
select round(1.5, 1, 2)
select ceil('a')
select mod(1)
select mod('a', 'b')
select divide(1)
select trunc('a')
select sign('x')
select random(1)
select setseed(5)
select hash()
select md5()
select md5(1, 2)
select uuid(1)
select uuid_extract_timestamp('a')
select uuid_extract_timestamp(uuid())
select uuid_extract_version(1)
select bit_count('a')
select bit_count('中')
select greatest([1], 2)
select typeof()
select alias()
select in_search_path('a')
select to_years('a')
select to_days(99999999999)
select to_weeks(9999999999)
select to_centuries(999999999)
select justify_days('a')
select isfinite('a')
select isnan('a')
select nextafter('a', 1)
select even('a')
select gcd('a', 1)
select lcm(9223372036854775807, 2)
select bitwise_not(1)
select ~ 'a'
select !
select amount! from pay
select factorial('a')
select array_agg(amount order by nosuch) from pay
select array_agg(amount order by ds limit 1) from pay
select first(amount order by) from pay
select list(amount)[ from pay
select max_by(amount) from pay
select min(ds, ds) from pay
select sum(distinct) from pay
select sum(all) from pay
select sum(case when ds then amount end) from pay
select sum(if(currency = 'CNY', amount, 'x')) from pay
select avg(currency) from pay
select stddev(currency) from pay
select regr_slope(ds, amount) from pay
select entropy() from pay
select product(currency) from pay
select weighted_avg(currency, amount) from pay
select kahan_sum(currency) from pay
select count_if(currency) from pay
select bool_and('x')
select count(*) filter where amount > 1 from pay
select ds from pay where ds like
select ds from pay where ds not
select ds from pay where ds is
select ds from pay where between 1 and 2
select ds from pay where amount between 1
select ds from pay where amount > > 1
select ds from pay where ds in 1, 2
select ds from pay where (amount > 1
select ds, from pay where
select ds amount currency from pay
select all from pay
select distinct from pay
select * from pay as p where p.ds > :d
select * from
select * from pay where ds = '2026-01-01
from
from pay select
from pay where nosuch
table nosuch
values
values ()
