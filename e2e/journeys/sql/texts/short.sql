select f
from register
limit 10

select share
from (
  select channel, sum(amount) as share
  from pay_order
  group by channel
) t

select count(*) as dau
from login_day
where login_date = today() - 1

select date_trunc('month', pay_date) mon
from pay_order p
order by mon

select x
from range(10) r(x)
where x in (
  1, 2, 3
)

with a as (
  select 1 as x
)
select x
from a

select max(level)
from login_day
where platform in ('iOS', 'PC')

select case
    when amount > 100 then 'big (a)'
    else 'it''s small'
  end as s
from pay_order

select sum(n) over (
    order by d
) as n
from t -- (all

pivot pay_order on status
using sum(amount)
group by cgi
