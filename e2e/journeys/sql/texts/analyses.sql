-- 各渠道昨日活跃
select channel, count(distinct player_id) as dau
from login_day
where login_date = today() - 1
group by channel
order by dau desc

with first_pay as (
  select player_id, min(pay_date) as day
  from pay_order
  where status = 'paid'
  group by player_id
)
select day, count(*) as payers
from first_pay
group by day
order by day

select date_trunc('week', register_date) as wk,
  count(*) as players
from register
where register_date >= today() - 60
group by wk
order by wk

select r.channel,
  count(distinct r.player_id) as registered,
  count(distinct p.player_id) as payers,
  round(count(distinct p.player_id) * 100.0 / count(distinct r.player_id), 2) as rate
from register r
left join pay_order p on p.player_id = r.player_id
  and p.status = 'paid'
group by r.channel
order by rate desc

with days as (
  select player_id, login_date,
    row_number() over (
      partition by player_id
      order by login_date
    ) as n
  from login_day
)
select n, count(*) as players
from days
where n <= 7
group by n
order by n

select login_date,
  count(*) filter (where level >= 30) as high,
  count(*) filter (where level < 30) as low
from login_day
group by login_date
order by login_date desc
limit 14

select server_id, max(players) as pcu, avg(players) as acu
from online_5min
where sample_date = today() - 1
group by server_id
having max(players) > 10
order by pcu desc

with cohort as (
  select player_id, register_date
  from register
  where register_date between today() - 30 and today() - 8
), seen as (
  select c.register_date, l.player_id, l.login_date - c.register_date as day
  from cohort c
  join login_day l using (player_id)
)
select register_date,
  count(distinct player_id) filter (where day = 1) as d1,
  count(distinct player_id) filter (where day = 7) as d7
from seen
group by register_date
order by register_date

select campaign, sum(cost) as cost, sum(installs) as installs,
  sum(cost) / nullif(sum(installs), 0) as cpi
from ad_cost
where cost_date >= date '2024-01-01'
group by campaign
order by cpi

pivot pay_order
on status
using sum(amount)
group by channel

select *
from (
  pivot login_day
  on platform in ('iOS', 'Android', 'PC')
  using count(*)
  group by login_date
) t
order by login_date desc
limit 30

select player_id, sum(amount) as total
from pay_order
where player_id in (
  select player_id
  from register
  where channel = 'appstore'
)
group by player_id
order by total desc
limit 100

select d.server_name, sum(p.amount) as amount
from pay_order p
join dim_server d using (server_id)
where p.pay_date >= today() - 7
  and (
    p.status = 'paid'
    or p.status = 'refunded'
  )
group by d.server_name
order by amount desc

with recursive days(d) as (
  select date '2024-01-01'
  union all
  select d + 1
  from days
  where d < date '2024-01-31'
)
select d, coalesce(sum(amount), 0) as amount
from days
left join pay_order on pay_date = d
group by d
order by d

select case
    when total >= 1000 then '大R'
    when total >= 100 then '中R'
    else '小R'
  end as size,
  count(*) as players
from (
  select player_id, sum(amount) as total
  from pay_order
  group by player_id
) t
group by size

select item_name, count(*) as orders, sum(amount) as amount
from pay_order o
join dim_item i on i.item_id = o.item_id
where o.is_first
group by item_name
order by orders desc

select quantile_cont(online_minutes, 0.5) as p50,
  quantile_cont(online_minutes, 0.9) as p90,
  max(online_minutes) as most
from login_day
where login_date = today() - 1

select event_name, count(*) as n, count(distinct player_id) as players
from game_event
where event_date = today() - 1
group by event_name
order by n desc

select l.login_date, count(distinct l.player_id) as dau,
  sum(p.amount) as amount,
  sum(p.amount) / count(distinct l.player_id) as arpu
from login_day l
left join (
  select player_id, pay_date, sum(amount) as amount
  from pay_order
  group by player_id, pay_date
) p on p.player_id = l.player_id and p.pay_date = l.login_date
group by l.login_date
order by l.login_date

select channel, pay_date, amount,
  sum(amount) over (
    partition by channel
    order by pay_date
    rows between 6 preceding and current row
  ) as week
from (
  select channel, pay_date, sum(amount) as amount
  from pay_order
  group by all
) t
order by channel, pay_date

select r.region, d.area, count(*) as servers
from dim_server r
join dim_region d on d.region = r.region
group by r.region, d.area
order by servers desc

with a as (
  select player_id, lag(login_date) over (
      partition by player_id
      order by login_date
  ) as before, login_date
  from login_day
)
select login_date - before as gap, count(*) as n
from a
where before is not null
group by gap
order by gap

select extract(hour from pay_time) as h, sum(amount) as amount
from pay_order
where pay_date = today() - 1
group by h
order by h

select strftime(register_time, '%H:%M') as t, count(*) as n
from register
where register_date = today() - 1
group by t
order by n desc
limit 20

select player_name
from register
where player_name like '%(GM)%'
  or player_name ilike '%test''s%'
limit 50

select cgi, currency, balance
from currency_balance
qualify row_number() over (
    partition by cgi, currency
    order by balance_date desc
) = 1

select list(distinct platform) as platforms,
  [min(level), max(level)] as levels,
  {'n': count(*), 'p': count(distinct player_id)} as both
from login_day
where login_date = today() - 1

select t.day, t.amount, t.amount - lag(t.amount) over (order by t.day) as diff
from (
  select pay_date as day, sum(amount) as amount
  from pay_order
  where status = 'paid'
  group by pay_date
) t
order by t.day desc
limit 15

select count(*) as whales
from (
  select player_id
  from pay_order
  group by player_id
  having sum(amount) > (
    select avg(total) * 10
    from (
      select sum(amount) as total
      from pay_order
      group by player_id
    ) x
  )
) y

select channel, channel_name, commission
from dim_channel
where not exists (
  select 1
  from ad_cost a
  where a.channel = dim_channel.channel
)

select pay_channel, status, count(*) as n
from pay_order
group by grouping sets (
    (pay_channel, status),
    (pay_channel),
    ()
)
order by pay_channel, status

select c.channel_type, sum(a.cost) as cost, sum(p.amount) as amount,
  sum(p.amount) / sum(a.cost) as roi
from ad_cost a
join dim_channel c using (channel)
left join pay_order p on p.channel = a.channel
  and p.pay_date = a.cost_date
group by c.channel_type

select try_cast(value as integer) as v, count(*)
from game_event
where event_name = 'level_up'
group by 1
order by 1

select *
from register
where player_id in (1, 2, 3)
   or country is null
order by register_time desc

from login_day
select login_date, count(*) as n
where platform = 'iOS'
group by login_date

select distinct on (player_id) player_id, pay_date, amount
from pay_order
order by player_id, pay_date

with mau as (
  select date_trunc('month', login_date) as mon,
    count(distinct player_id) as n
  from login_day
  group by mon
)
select mon, n, n * 1.0 / lag(n) over (order by mon) - 1 as grows
from mau
order by mon

select order_id, pay_time, load_time,
  date_diff('day', pay_time, load_time) as late
from pay_order
where load_time > pay_time + interval 1 day
order by late desc
limit 100

select s.server_name,
  (
    select count(*)
    from register r
    where r.server_id = s.server_id
  ) as players
from dim_server s
order by players desc

select unnest(['a', 'b']) as x, "level"
from login_day
limit 3

/* 退款率 (按渠道) */
select channel,
  sum(amount) filter (where status = 'refunded') / sum(amount) as share
from pay_order
group by channel
order by share desc

select n, count(*) as players
from (
  select player_id, count(*) as n
  from pay_order
  where status = 'paid'
  group by player_id
) t
group by n
union all
select 0, count(*)
from register
where player_id not in (
  select player_id
  from pay_order
)
order by n

select coalesce(country, '未知') as country,
  count(*) as players,
  100.0 * count(*) / sum(count(*)) over () as pct
from register
group by country
order by players desc

unpivot (
  select impressions, clicks, installs
  from ad_cost
  limit 1
)
on impressions, clicks, installs
into
  name step
  value n

select b.bucket * 10 as level, count(*) as players
from (
  select level // 10 as bucket
  from login_day
  where login_date = today() - 1
) b
group by all
order by all

with x as (
  select player_id, max(login_date) as last
  from login_day
  group by player_id
)
select count(*) filter (where last < today() - 14) as lost,
  count(*) as players
from x

select a.player_id
from pay_order a
semi join login_day b on a.player_id = b.player_id
where a.amount::integer % 2 = 1
  and a.pay_date <> '2024-02-29'
limit 10

select sample_time, players,
  avg(players) over w as smooth
from online_5min
where server_id = 1
window w as (
  order by sample_time
  rows between 5 preceding and current row
)
order by sample_time desc
limit 288

select string_agg(channel_name, ', ' order by channel_name) as names
from dim_channel
where channel_type != 'ad'
  and lower(channel) not in ('web', 'other')

select cgi, count(*) as n
from login_day
where login_date = today() - 1
group by cgi;

select cgi, sum(amount) as amount
from pay_order
where pay_date = today() - 1
group by cgi;
