// Typical statements of analysts at a games company, and the tables they query.

export const analystTables = [
  `CREATE TABLE role AS SELECT i AS role_id, i % 7 AS server_id, '角色' || i AS role_name,
     ['ios', 'android', 'pc'][i % 3 + 1] AS platform, DATE '2026-01-01' + (i % 20)::INTEGER AS register_date,
     TIMESTAMP '2026-01-01 08:00:00' + INTERVAL (i * 37) MINUTE AS register_time, (i % 11 = 0) AS is_vip,
     '{"level":' || i % 60 || ',"tags":["a","b"],"guild":{"id":' || i % 9 || '}}' AS extra
   FROM range(300) t(i)`,
  `CREATE TABLE login AS SELECT i % 300 AS role_id, i % 7 AS server_id, DATE '2026-01-01' + (i % 31)::INTEGER AS ds,
     TIMESTAMP '2026-01-01 00:00:00' + INTERVAL (i * 13) MINUTE AS login_time, (i * 7) % 3600 AS online_seconds,
     '10.0.' || i % 255 || '.1' AS ip FROM range(3000) t(i)`,
  `CREATE TABLE pay AS SELECT 'o' || i AS order_id, (i * 3) % 300 AS role_id, i % 7 AS server_id,
     DATE '2026-01-01' + (i % 31)::INTEGER AS ds, TIMESTAMP '2026-01-01 00:00:00' + INTERVAL (i * 71) MINUTE AS pay_time,
     (i % 13 * 6 + 0.99)::DECIMAL(18, 2) AS amount, ['CNY', 'USD'][i % 2 + 1] AS currency, i % 5 AS product_id
   FROM range(600) t(i)`,
  `CREATE TABLE product AS SELECT i AS product_id, '礼包' || i AS product_name, (i * 6 + 6)::DECIMAL(18, 2) AS price
   FROM range(5) t(i)`,
  `CREATE TABLE event AS SELECT i % 300 AS role_id, ['enter', 'tutorial', 'battle', 'pay'][i % 4 + 1] AS event_name,
     TIMESTAMP '2026-01-01 00:00:00' + INTERVAL (i * 3) MINUTE AS event_time,
     MAP {'stage': (i % 30)::VARCHAR, 'result': ['win', 'lose'][i % 2 + 1]} AS props,
     {'x': i % 100, 'y': i % 50} AS place, [i % 5, i % 7, i % 9] AS items FROM range(4000) t(i)`,
  `CREATE TABLE rate AS SELECT DATE '2026-01-01' + (i * 5)::INTEGER AS day, 'USD' AS currency, 7.1 + i / 100.0 AS rate FROM range(6) t(i)`,
  `CREATE TABLE "游戏服" AS SELECT i AS "服 ID", '服务器' || i AS "服名", i % 2 = 0 AS "已合服" FROM range(7) t(i)`,
]

export const analystSql: [subject: string, sql: string][] = [
  ['one constant', 'select 1'],
  ['a few rows', 'select * from login limit 10'],
  ['FROM first', 'from pay'],
  [
    'FROM first with SELECT',
    'from pay select order_id, amount where amount > 10 order by amount desc limit 5',
  ],
  ['TABLE', 'table product'],
  ['VALUES', "values (1, 'a'), (2, 'b')"],
  ['VALUES as a table', "select * from (values (1, '新手'), (2, '老手')) as t(id, name)"],
  ['a semicolon at the end', 'select count(*) from login;'],
  [
    'comments',
    '-- 每日活跃\nselect ds, /* 去重 */ count(distinct role_id) as dau from login group by ds -- 完',
  ],
  ['Chinese names', 'select "服 ID" as 服, "服名" from 游戏服 where not "已合服" order by 服'],
  ['quoted Chinese names', 'select t."服名" from "游戏服" t'],
  ['upper case', "SELECT COUNT(*) AS N FROM LOGIN WHERE DS >= DATE '2026-01-10'"],
  ['daily active', 'select ds, count(distinct role_id) dau from login group by ds order by ds'],
  [
    'daily active by server',
    'select ds, server_id, count(distinct role_id) dau from login group by all order by all',
  ],
  [
    'weekly active',
    "select date_trunc('week', ds) wk, count(distinct role_id) wau from login group by 1 order by 1",
  ],
  [
    'monthly revenue',
    "select strftime(ds, '%Y-%m') m, sum(amount) revenue from pay group by m having sum(amount) > 0",
  ],
  [
    'between',
    "select * from pay where ds between date '2026-01-05' and date '2026-01-07' and amount not between 1 and 2",
  ],
  ['in', "select * from role where platform in ('ios', 'pc') and server_id not in (1, 2)"],
  ['in a subquery', 'select * from role where role_id in (select role_id from pay where amount > 50)'],
  ['exists', 'select count(*) from role r where exists (select 1 from pay p where p.role_id = r.role_id)'],
  ['not exists', 'select count(*) from role r where not exists (from pay p where p.role_id = r.role_id)'],
  [
    'scalar subquery',
    'select role_id, (select max(amount) from pay p where p.role_id = r.role_id) top from role r limit 5',
  ],
  [
    'any and all',
    'select * from pay where amount >= all (select price from product) or product_id = any (select 1)',
  ],
  [
    'case',
    "select case when amount < 6 then '小 R' when amount < 50 then '中 R' else '大 R' end tier, count(*) from pay group by 1",
  ],
  ['simple case', "select case platform when 'ios' then 1 else 2 end from role"],
  ['coalesce and nullif', "select coalesce(nullif(role_name, ''), '无名'), ifnull(extra, '') from role"],
  ['if', "select if(is_vip, '是', '否') vip, ifnull(is_vip, false) from role limit 3"],
  [
    'left join',
    'select p.product_name, sum(y.amount) from product p left join pay y using (product_id) group by 1 order by 2 desc nulls last',
  ],
  [
    'inner join on',
    'select r.platform, sum(p.amount) from pay p join role r on r.role_id = p.role_id group by r.platform',
  ],
  ['full join', 'select * from product p full outer join rate r on p.product_id = day(r.day)'],
  ['cross join', 'select * from product cross join rate'],
  ['natural join', 'select count(*) from pay natural join product'],
  [
    'semi and anti join',
    'select (select count(*) from role semi join pay using (role_id)), (select count(*) from role anti join pay using (role_id))',
  ],
  ['positional join', 'select * from product positional join rate'],
  [
    'asof join',
    'select p.order_id, p.amount * r.rate cny from pay p asof join rate r on p.currency = r.currency and p.ds >= r.day',
  ],
  [
    'asof left join',
    'select p.order_id, r.rate from pay p asof left join rate r on p.currency = r.currency and p.ds >= r.day',
  ],
  [
    'self join',
    'select a.role_id from login a, login b where a.role_id = b.role_id and a.ds = b.ds - 1 limit 5',
  ],
  [
    'lateral join',
    'select r.role_id, t.amount from role r, lateral (select amount from pay p where p.role_id = r.role_id order by amount desc limit 2) t',
  ],
  [
    'left join lateral',
    'select r.role_id, t.n from role r left join lateral (select count(*) n from login l where l.role_id = r.role_id) t on true limit 3',
  ],
  [
    'retention of the next day',
    `select r.register_date, count(distinct r.role_id) 新增, count(distinct l.role_id) 次留,
      round(count(distinct l.role_id) / count(distinct r.role_id), 4) 次留率
    from role r left join login l on l.role_id = r.role_id and l.ds = r.register_date + 1 group by 1 order by 1`,
  ],
  [
    'retention by days',
    `with cohort as (select role_id, register_date d0 from role), back as (
      select c.d0, l.ds - c.d0 as n, l.role_id from cohort c join login l using (role_id) where l.ds >= c.d0)
    select d0, n, count(distinct role_id) from back where n in (1, 3, 7, 14, 30) group by all order by all`,
  ],
  [
    'retention as columns',
    `select register_date, count(distinct role_id) filter (where gap = 1) d1, count(distinct role_id) filter (where gap = 7) d7
    from (select r.role_id, register_date, date_diff('day', register_date, ds) gap from role r join login using (role_id)) group by 1`,
  ],
  [
    'lifetime value',
    `with p as (select role_id, ds, sum(amount) a from pay group by 1, 2)
    select r.register_date, p.ds - r.register_date n, sum(sum(p.a)) over (partition by r.register_date order by p.ds - r.register_date) ltv
    from role r join p using (role_id) group by 1, 2 order by 1, 2`,
  ],
  [
    'funnel',
    `with steps as (select role_id, min(event_time) filter (where event_name = 'enter') t1,
      min(event_time) filter (where event_name = 'tutorial') t2, min(event_time) filter (where event_name = 'battle') t3 from event group by 1)
    select count(t1) 进入, count(*) filter (where t2 > t1) 教学, count(*) filter (where t3 > t2 and t2 > t1) 战斗 from steps`,
  ],
  [
    'funnel in order with lists',
    `select len(list_filter(list(event_name order by event_time), lambda x: x = 'pay')) pays from event group by role_id limit 4`,
  ],
  ['old arrow lambda in words', 'select list_transform([1, 2, 3], lambda x, i: x * i)'],
  [
    'sessions',
    `select role_id, sum(fresh) over (partition by role_id order by event_time) session_no from (
      select role_id, event_time, case when event_time - lag(event_time) over (partition by role_id order by event_time) < interval 30 minute then 0 else 1 end fresh from event)`,
  ],
  [
    'days in a row',
    `select role_id, min(ds), count(*) n from (select distinct role_id, ds, ds - (dense_rank() over (partition by role_id order by ds))::integer grp from login)
    group by role_id, grp having count(*) >= 2 order by n desc limit 10`,
  ],
  [
    'churned roles',
    "select role_id from login group by role_id having max(ds) < date '2026-02-28' - interval 7 day",
  ],
  [
    'first pay',
    'select role_id, min_by(amount, pay_time) first_amount, arg_max(order_id, pay_time) last_order from pay group by role_id',
  ],
  [
    'row_number',
    'select * from (select *, row_number() over (partition by role_id order by pay_time desc) rn from pay) where rn = 1',
  ],
  [
    'qualify',
    'select * from pay qualify row_number() over (partition by role_id order by pay_time desc) = 1',
  ],
  [
    'named window',
    'select role_id, sum(amount) over w, avg(amount) over w from pay window w as (partition by role_id order by pay_time rows unbounded preceding)',
  ],
  [
    'moving mean',
    'select ds, avg(sum(amount)) over (order by ds rows between 6 preceding and current row) from pay group by ds',
  ],
  [
    'range frame',
    'select ds, sum(amount) over (order by ds range between interval 6 days preceding and current row) from pay',
  ],
  [
    'groups frame',
    'select ds, count(*) over (order by ds groups between 1 preceding and 1 following exclude current row) from login',
  ],
  [
    'lag and lead',
    'select ds, n, n - lag(n, 1, 0) over (order by ds) d, lead(n) over (order by ds) from (select ds, count(*) n from login group by 1)',
  ],
  [
    'growth',
    `with d as (select ds, sum(amount) a from pay group by 1) select ds, a, a / nullif(lag(a) over (order by ds), 0) - 1 环比 from d order by ds`,
  ],
  [
    'ranks',
    'select role_id, rank() over (order by s desc), dense_rank() over (order by s desc), ntile(10) over (order by s desc), percent_rank() over (order by s), cume_dist() over (order by s) from (select role_id, sum(amount) s from pay group by 1)',
  ],
  [
    'first and last value',
    'select role_id, first_value(amount) over w, last_value(amount ignore nulls) over w, nth_value(amount, 2) over w from pay window w as (partition by role_id order by pay_time)',
  ],
  [
    'aggregate with filter over a window',
    "select ds, count(*) filter (where currency = 'USD') over (order by ds) from pay",
  ],
  ['distinct on', 'select distinct on (role_id) role_id, amount from pay order by role_id, amount desc'],
  ['distinct', 'select distinct platform, server_id from role'],
  [
    'grouping sets',
    'select server_id, currency, grouping(server_id, currency) g, sum(amount) from pay group by grouping sets ((server_id, currency), (server_id), ())',
  ],
  ['rollup', "select coalesce(server_id::varchar, '合计'), sum(amount) from pay group by rollup (server_id)"],
  [
    'cube',
    'select server_id, currency, grouping_id(server_id, currency), count(*) from pay group by cube (server_id, currency)',
  ],
  [
    'group by an expression',
    'select year(ds) y, month(ds) m, dayofweek(ds) w, count(*) from login group by year(ds), month(ds), dayofweek(ds)',
  ],
  [
    'percentiles',
    'select quantile_cont(amount, 0.5), quantile_disc(amount, [0.25, 0.75]), median(amount), approx_quantile(amount, 0.9), percentile_cont(0.9) within group (order by amount) from pay',
  ],
  ['mode', 'select mode(platform), mode() within group (order by platform) from role'],
  [
    'spread',
    'select stddev(amount), stddev_pop(amount), variance(amount), var_pop(amount), skewness(amount), kurtosis(amount), corr(amount, product_id) from pay',
  ],
  ['histogram', 'select histogram(product_id), histogram(amount, [10, 20, 50]) from pay'],
  ['approximate', 'select approx_count_distinct(role_id), approx_top_k(server_id, 3) from login'],
  [
    'string_agg',
    "select server_id, string_agg(distinct platform, ',' order by platform) from role group by 1",
  ],
  ['listagg and group_concat', "select listagg(product_name, '、'), group_concat(product_name) from product"],
  [
    'lists',
    'select server_id, list(role_id order by role_id)[1:3], array_agg(distinct platform) from role group by 1',
  ],
  [
    'bool aggregates',
    'select bool_or(is_vip), bool_and(is_vip), count_if(is_vip), any_value(platform), first(platform), last(platform), product(0.5) from role',
  ],
  ['max of several', 'select max(amount, 3), min(amount, 2), arg_max(order_id, amount, 3) from pay'],
  ['unnest in FROM', 'select role_id, item from event, unnest(items) as t(item) limit 10'],
  ['unnest in SELECT', 'select role_id, unnest(items) item from event limit 10'],
  ['unnest of constants', "select * from unnest(['a', 'b', 'c']) as t(name)"],
  ['unnest with ordinality', "select * from unnest(['a', 'b']) with ordinality as t(name, n)"],
  ['recursive unnest', "select unnest({'a': 1, 'b': {'c': 2}}, recursive := true)"],
  ['max_depth of unnest', 'select unnest([[1, 2], [3]], max_depth := 2)'],
  [
    'date series',
    "select d::date from generate_series(date '2026-01-01', date '2026-01-31', interval 1 day) t(d)",
  ],
  ['range in FROM', 'select i, i * i from range(10) t(i)'],
  ['range with steps', 'select * from range(0, 100, 10)'],
  [
    'range of times',
    "select * from range(timestamp '2026-01-01', timestamp '2026-01-02', interval 1 hour) t(h)",
  ],
  ['range as a list', 'select unnest(range(1, 5)) n, generate_series(1, 3) l'],
  [
    'days without gaps',
    `with days as (select unnest(generate_series(date '2026-01-01', date '2026-02-05', interval 1 day))::date ds)
    select days.ds, count(l.role_id) from days left join login l using (ds) group by 1 order by 1`,
  ],
  ['hours of the day', 'select hour(login_time) h, count(*) from login group by h order by h'],
  [
    'extract',
    "select extract(year from pay_time), extract('dow' from pay_time), date_part('hour', pay_time), date_part(['year', 'month'], pay_time) from pay limit 1",
  ],
  [
    'date arithmetic',
    "select ds + 1, ds - interval 1 month, ds + interval '3 days', ds - date '2026-01-01', age(pay_time, timestamp '2025-12-01') from pay limit 1",
  ],
  [
    'date functions',
    'select last_day(ds), dayname(ds), monthname(ds), week(ds), weekofyear(ds), quarter(ds), isodow(ds), yearweek(ds), epoch(pay_time), epoch_ms(pay_time) from pay limit 1',
  ],
  [
    'making dates',
    "select make_date(2026, 1, 31), make_timestamp(2026, 1, 2, 3, 4, 5.6), to_timestamp(1767225600), strptime('2026/01/02', '%Y/%m/%d'), try_strptime('x', '%Y')",
  ],
  [
    'current date',
    'select current_date, current_timestamp, now(), today(), current_date - 7, localtimestamp',
  ],
  ['relative days', 'select count(*) from login where ds >= current_date - interval 30 day'],
  [
    'time zones',
    "select pay_time at time zone 'UTC' at time zone 'Asia/Shanghai', timezone('Asia/Tokyo', pay_time) from pay limit 2",
  ],
  [
    'time buckets',
    "select time_bucket(interval '15 minutes', login_time) b, count(*) from login group by 1 order by 1",
  ],
  [
    'date_diff',
    "select date_diff('day', register_date, current_date), datediff('hour', register_time, now()::timestamp), date_sub('month', register_date, current_date) from role limit 1",
  ],
  [
    'intervals',
    "select to_days(3), to_minutes(5), interval (server_id) hour, interval '1' year from role limit 2",
  ],
  [
    'formats',
    "select strftime(pay_time, '%Y 年 %m 月 %d 日'), format('{:,} 元', amount::bigint), printf('%05d', product_id), format_bytes(123456) from pay limit 1",
  ],
  [
    'texts',
    "select upper(platform), lower(platform), length(role_name), substring(role_name, 1, 2), role_name[1], left(role_name, 2), right(role_name, 1), trim('  a '), replace(role_name, '角', 'J'), concat(platform, '-', server_id), concat_ws('/', 1, 2), reverse('abc'), lpad('7', 3, '0'), repeat('=', 10) from role limit 1",
  ],
  [
    'text operators',
    "select platform || '_' || server_id, role_name like '角%', role_name not like '%1_', platform ilike 'IOS', platform similar to 'i.*', platform ~ '^i', platform !~ 'x', platform glob 'i*', 'a' like 'b' escape '!' from role limit 1",
  ],
  [
    'splitting',
    "select split_part(ip, '.', 1), string_split(ip, '.')[2], str_split(ip, '.'), regexp_split_to_array(ip, '[.]') from login limit 1",
  ],
  [
    'regexes',
    "select regexp_matches(ip, '^10'), regexp_extract(ip, '(\\d+)\\.(\\d+)', 2), regexp_extract(ip, '(\\d+)\\.(\\d+)', ['a', 'b']), regexp_extract_all(ip, '\\d+'), regexp_replace(ip, '\\d', 'x', 'g'), regexp_full_match('a', 'a') from login limit 1",
  ],
  [
    'contains',
    "select contains(role_name, '1'), starts_with(role_name, '角'), suffix(role_name, '2'), role_name ^@ '角', instr(role_name, '1'), strpos('abc', 'c'), position('b' in 'abc') from role limit 1",
  ],
  [
    'masking',
    "select regexp_replace(ip, '\\.\\d+$', '.*') masked, md5(ip), sha256(ip), hash(role_id) % 100 from login limit 2",
  ],
  ['sampling by hash', 'select count(*) from role where hash(role_id) % 10 < 3'],
  ['samples', 'select * from login using sample 10'],
  ['samples by percent', 'select count(*) from login tablesample reservoir(20%) repeatable (42)'],
  ['bernoulli', 'select count(*) from login using sample 10 percent (bernoulli)'],
  ['random order', 'select * from role order by random() limit 3'],
  [
    'json paths',
    "select extra->'level', extra->>'$.guild.id', json_extract(extra, '$.tags[0]'), json_extract_string(extra, '$.tags[*]'), (extra->>'level')::int from role limit 2",
  ],
  [
    'json parts',
    "select json_keys(extra), json_array_length(extra, '$.tags'), json_valid(extra), json_type(extra, '$.level'), extra::json from role limit 1",
  ],
  ['json_each', 'select r.role_id, e.key, e.value from role r, json_each(r.extra) e limit 5'],
  [
    'json transform',
    `select from_json(extra, '{"level":"INTEGER","tags":["VARCHAR"]}').level, json_transform(extra, '{"level":"INTEGER"}') from role limit 1`,
  ],
  [
    'making json',
    "select to_json({'a': 1}), json_object('k', server_id), json_group_array(role_id), json_array(1, 2) from role group by server_id",
  ],
  [
    'structs',
    "select place.x, place['y'], struct_extract(place, 'x'), {'名': 1}.名, struct_pack(a := 1, b := 2).a, row(1, 2) from event limit 1",
  ],
  ['struct star', 'select place.* from event limit 2'],
  [
    'maps',
    "select props['stage'], map_keys(props), map_values(props), element_at(props, 'result'), map_extract(props, 'x'), cardinality(props), map([1, 2], ['a', 'b'])[1] from event limit 1",
  ],
  [
    'list functions',
    'select list_sum(items), list_max(items), list_sort(items), list_distinct(items), list_contains(items, 3), len(items), items[-1], list_slice(items, 1, 2), flatten([[1], [2]]), list_zip([1], [2]) from event limit 1',
  ],
  [
    'list operators',
    'select 3 in items, items && [1, 2], items @> [1], items || [9], [1, 2] <@ [1, 2, 3] from event limit 1',
  ],
  ['list comprehension', 'select [x * 2 for x in items if x > 2] from event limit 3'],
  [
    'list lambdas',
    'select list_filter(items, lambda x: x > 2), list_reduce(items, lambda a, b: a + b), list_transform(items, lambda x: x + 1) from event limit 2',
  ],
  ['chained functions', "select role_name.upper().replace('角', 'J').length() from role limit 1"],
  [
    'casts',
    "select '1'::int, cast('2026-01-01' as date), try_cast('x' as double), 1::decimal(10, 2), amount::varchar, cast([1] as varchar[]), '5 days'::interval, 1::bool, 'a'::text, 1::hugeint, 1.5::float8 from pay limit 1",
  ],
  [
    'nested casts',
    "select {'a': '1'}::struct(a int), map {'a': '1'}::map(varchar, int), [1, 2]::int[2], '[1]'::json::int[], 'x'::enum('x', 'y')",
  ],
  [
    'numbers',
    'select 1_000_000, 0x1F, 1e3, .5, 5 // 2, 5 % 2, 2 ** 10, 2 ^ 3, -7, 5 / 2, 9999999999999999999999, 1 & 3, 1 << 4, ~1, @ -5, 5!',
  ],
  [
    'mathematics',
    'select round(1.256, 2), floor(1.5), ceil(1.5), abs(-1), power(2, 3), sqrt(2), ln(2), log(10), exp(1), greatest(1, 2, 3), least(1, 2), mod(7, 3), sign(-2), trunc(1.9), pi(), isnan(1.0::double)',
  ],
  [
    'comparisons',
    'select * from pay where amount <> 1 and amount != 2 and not (amount is null) and amount is distinct from 3 and (amount > 1) is true and product_id is not distinct from 2',
  ],
  ['exclude', 'select * exclude (ip, online_seconds) from login limit 1'],
  ['replace', 'select * replace (online_seconds / 60 as online_seconds) from login limit 1'],
  ['rename', 'select * rename (ds as 日期) from login limit 1'],
  ['columns', 'select min(columns(*)) from product'],
  ['columns by pattern', "select columns('.*_id') from pay limit 1"],
  ['columns by lambda', "select columns(lambda c: c like '%time%') from login limit 1"],
  ['columns in a condition', 'select * from role where columns(* exclude (extra)) is not null limit 1'],
  ['star like', "select * like '%_id' from pay limit 1"],
  ['spread columns', "select coalesce(*columns(['role_id', 'server_id'])) from pay limit 2"],
  [
    'pivot of SQL',
    "select * from (select server_id, currency, amount from pay) pivot (sum(amount) for currency in ('CNY', 'USD') group by server_id)",
  ],
  ['pivot of the engine', "pivot pay on currency in ('CNY', 'USD') using sum(amount) group by server_id"],
  [
    'pivot within WITH',
    "with p as (select ds, currency, amount from pay) select * from (pivot p on currency in ('CNY', 'USD') using sum(amount) as s, count(*) as n group by ds) order by ds",
  ],
  [
    'unpivot',
    'select * from (select server_id, sum(amount) a, count(*)::decimal(18, 2) n from pay group by 1) unpivot (value for name in (a, n))',
  ],
  ['unpivot of the engine', 'unpivot (select 1 as jan, 2 as feb) on jan, feb into name month value sales'],
  ['unpivot columns', 'unpivot product on columns(* exclude (product_id))::varchar into name k value v'],
  ['union all', "select 'pay' k, count(*) from pay union all select 'login', count(*) from login order by 2"],
  ['union by name', 'select 1 as a, 2 as b union all by name select 3 as b, 4 as c'],
  [
    'union, except, intersect',
    'select role_id from login union select role_id from role except select role_id from pay intersect all select role_id from pay',
  ],
  [
    'sorted sets in brackets',
    '(select role_id from pay order by amount desc limit 3) union all (select role_id from login limit 2) limit 4 offset 1',
  ],
  [
    'several WITH',
    'with a as (select 1 x), b as (select x + 1 y from a), c as materialized (select * from a, b) select * from c join a using (x)',
  ],
  ['WITH column names', 'with t(k, n) as (select platform, count(*) from role group by 1) select * from t'],
  [
    'WITH inside a subquery',
    'select * from (with t as (select 1 as one) select * from t) join (with t as (select 2 as two) select * from t) on true',
  ],
  ['a WITH name over a table', 'with pay as (select * from pay where amount > 10) select count(*) from pay'],
  [
    'recursion with an end',
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) select sum(i) from n',
  ],
  [
    'a tree by recursion',
    `with recursive tree as (select role_id, role_id // 2 as boss, 0 as depth from role where role_id = 1
      union all select r.role_id, r.role_id // 2, depth + 1 from role r join tree t on r.role_id // 2 = t.role_id where depth < 4 and r.role_id > 1) select depth, count(*) from tree group by 1`,
  ],
  [
    'recursion with a key',
    'with recursive r(a, b) using key (a) as (select 1, 1 union select a, b + 1 from r where b < 3) select * from r',
  ],
  [
    'order and limit',
    'select * from pay order by ds desc nulls last, amount asc nulls first, 1 limit 10 offset 20',
  ],
  ['limit by percent', 'select * from role limit 10%'],
  ['limit by expression', 'select * from role order by #1 limit (select 3)'],
  ['order by all', 'select server_id, platform from role group by all order by all desc'],
  ['collation', 'select role_name from role order by role_name collate nocase limit 3'],
  [
    'aliases used at once',
    'select amount * 2 as double_amount, double_amount + 1 as more from pay where double_amount > 20 limit 3',
  ],
  ['prefix aliases', 'select 总额: sum(amount), 次数: count(*) from pay'],
  ['dollar quotes', "select $$it's$$ as t, $q$a$q$, E'a\\nb'"],
  ['a column of a table function', 'select t.generate_series from generate_series(1, 3) t'],
  [
    'paying rate',
    `select l.ds, count(distinct p.role_id)::double / count(distinct l.role_id) 付费率, sum(p.amount) / nullif(count(distinct p.role_id), 0) arppu
    from login l left join (select role_id, ds, sum(amount) amount from pay group by all) p using (role_id, ds) group by 1 order by 1`,
  ],
  [
    'whales',
    `with s as (select role_id, sum(amount) a from pay group by 1), t as (select *, sum(a) over (order by a desc) / sum(a) over () as 占比 from s)
    select count(*) filter (where 占比 <= 0.8) 头部人数, count(*) 总人数 from t`,
  ],
  [
    'days since the last pay',
    "select bucket, count(*) from (select role_id, case when max(ds) >= date '2026-01-25' then '7 日内' when max(ds) >= date '2026-01-01' then '30 日内' else '更早' end bucket from pay group by 1) group by 1",
  ],
  ['try', 'select try(error_free) from (select 1 as error_free)'],
  [
    'bits and bytes',
    "select bit_count(5), bin(5), hex(255), encode('中'), to_base64('a'::blob), chr(65), ascii('a'), unicode('中')",
  ],
  [
    'similarity',
    "select levenshtein('kitten', 'sitting'), jaccard('ab', 'bc'), jaro_winkler_similarity('a', 'b'), hamming('ab', 'ac')",
  ],
  [
    'regression',
    'select regr_slope(amount, product_id), regr_intercept(amount, product_id), regr_r2(amount, product_id), covar_samp(amount, product_id) from pay',
  ],
  ['uuid', 'select uuid() is not null, gen_random_uuid() is not null'],
  ['typeof', 'select typeof(amount), typeof([1]) from pay limit 1'],
]
