// The demo's saved queries, with parameters, folders, tags, and versions of one.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { claimNames } from '#server/objects/names.ts'
import { momentText } from '#shared/moment.ts'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { savedQueries } from '#features/code/server/index.ts'
import type { DictionaryName } from './dictionaries.ts'
import type { UserIds } from './people.ts'

interface DemoParameter {
  name: string
  type: ParameterType
  label: string
  default: ParameterValue
  dictionary?: DictionaryName
}

interface DemoQuery {
  name: string
  folder: string
  tags: string[]
  params: DemoParameter[]
  /** Newest last. */
  versions: string[]
  share?: 'query'
}

const dayMs = 86_400_000
/** The business day, as the facts count it. */
const dayAt = (at: number): string => momentText(at, 'Asia/Shanghai', 'day')

const queriesOf = (now: number): DemoQuery[] => {
  const daysAgo = (days: number): string => dayAt(now - days * dayMs)
  const from = (days: number): DemoParameter => {
    return { name: 'start', type: 'date', label: '开始日期', default: daysAgo(days) }
  }
  const to: DemoParameter = { name: 'end', type: 'date', label: '结束日期', default: daysAgo(1) }
  const game: DemoParameter = {
    name: 'game',
    type: 'dictionary',
    label: '游戏',
    default: 'yhxt',
    dictionary: '游戏',
  }
  return [
    {
      name: '每日活跃与新增',
      folder: '运营/日报',
      tags: ['日报', '活跃'],
      params: [from(30), to],
      versions: [dailyPlayersFirst, dailyPlayers],
    },
    {
      name: '渠道 ROI',
      folder: '投放',
      tags: ['周报', 'ROI'],
      params: [
        from(37),
        { ...to, default: daysAgo(8) },
        { name: 'minCost', type: 'number', label: '最低消耗（元）', default: 1000 },
      ],
      versions: [channelReturnFirst, channelReturnSecond, channelReturn],
      share: 'query',
    },
    {
      name: '新增留存（次日、3 日、7 日）',
      folder: '运营/留存',
      tags: ['留存', '周报'],
      params: [game, from(21), { ...to, default: daysAgo(8) }],
      versions: [retention],
    },
    {
      name: '高额充值玩家',
      folder: '付费',
      tags: ['付费'],
      params: [game, from(30), { name: 'top', type: 'number', label: '前几名', default: 50 }],
      versions: [topPayers],
    },
    {
      name: '商品销售结构',
      folder: '付费',
      tags: ['付费', '日报'],
      params: [
        from(7),
        to,
        { name: 'types', type: 'list', label: '商品类型', default: ['月卡', '礼包', '充值'] },
      ],
      versions: [itemSales],
    },
    {
      name: '可疑订单：单日多笔大额',
      folder: '风控',
      tags: ['排查'],
      params: [
        from(180),
        { name: 'minOrders', type: 'number', label: '单日最少笔数', default: 8 },
        { name: 'minAmount', type: 'number', label: '单日最低金额（元）', default: 3000 },
      ],
      versions: [suspiciousOrders],
    },
    {
      name: '各区服在线峰值',
      folder: '运营/日报',
      tags: ['在线'],
      params: [game, { name: 'day', type: 'date', label: '日期', default: daysAgo(1) }],
      versions: [onlinePeaks],
    },
  ]
}

const dailyPlayersFirst = `select login_date, count(distinct player_id) as 活跃人数
from login_day
where login_date between :start and :end
group by login_date
order by login_date desc`

const dailyPlayers = `-- 每个游戏每天的活跃、新增与人均在线
with active as (
  select login_date as day, cgi, count(*) as players, avg(online_minutes) as minutes
  from login_day
  where login_date between :start and :end
  group by all
), fresh as (
  select register_date as day, cgi, count(*) as players
  from register
  where register_date between :start and :end
  group by all
)
select
  active.day as 日期,
  active.cgi as 游戏,
  active.players as 活跃人数,
  coalesce(fresh.players, 0) as 新增人数,
  round(active.minutes, 1) as 人均在线分钟
from active
left join fresh on fresh.day = active.day and fresh.cgi = active.cgi
order by 日期 desc, 活跃人数 desc`

const channelReturnFirst = `select channel, sum(cost) as 消耗
from ad_cost
where cost_date between :start and :end
group by channel
order by 消耗 desc`

const channelReturnSecond = `with spent as (
  select channel, sum(cost) as cost, sum(installs) as installs
  from ad_cost
  where cost_date between :start and :end
  group by channel
)
select channel as 渠道, cost as 消耗, installs as 安装, cost / installs as 安装单价
from spent
order by 消耗 desc`

const channelReturn = `-- 投放渠道的消耗、新增与新增玩家首 7 日充值
with spent as (
  select channel, sum(cost) as cost, sum(installs) as installs
  from ad_cost
  where cost_date between :start and :end
  group by channel
  having sum(cost) >= :minCost
), joined as (
  select cgi, player_id, channel, register_date
  from register
  where register_date between :start and :end
), paid as (
  select joined.channel, sum(pay_order.amount) as amount
  from joined
  join pay_order
    on pay_order.cgi = joined.cgi
    and pay_order.player_id = joined.player_id
    and pay_order.status = 'paid'
    and pay_order.pay_date < joined.register_date + interval 7 day
  group by joined.channel
)
select
  coalesce(dim_channel.channel_name, spent.channel) as 渠道,
  spent.cost as 消耗,
  spent.installs as 安装,
  round(spent.cost / nullif(spent.installs, 0), 2) as 安装单价,
  coalesce(paid.amount, 0) as 首7日充值,
  round(coalesce(paid.amount, 0) / spent.cost, 4) as ROI
from spent
left join paid on paid.channel = spent.channel
left join dim_channel on dim_channel.channel = spent.channel
order by ROI desc`

const retention = `-- 按注册日看次日、3 日、7 日留存
with fresh as (
  select player_id, register_date
  from register
  where cgi = :game and register_date between :start and :end
), back as (
  select
    fresh.register_date,
    fresh.player_id,
    login_day.login_date - fresh.register_date as age
  from fresh
  join login_day on login_day.player_id = fresh.player_id
  where login_day.cgi = :game and login_day.login_date >= :start
)
select
  register_date as 注册日期,
  count(distinct player_id) as 新增人数,
  round(count(distinct player_id) filter (age = 1) / count(distinct player_id), 4) as 次日留存,
  round(count(distinct player_id) filter (age = 3) / count(distinct player_id), 4) as "3 日留存",
  round(count(distinct player_id) filter (age = 7) / count(distinct player_id), 4) as "7 日留存"
from back
group by register_date
order by register_date desc`

const topPayers = `select
  pay_order.player_id as 玩家编号,
  any_value(register.player_name) as 玩家昵称,
  any_value(dim_server.server_name) as 区服,
  count(*) as 订单数,
  sum(pay_order.amount) as 充值金额,
  max(pay_order.pay_time) as 最近充值
from pay_order
left join register on register.cgi = pay_order.cgi and register.player_id = pay_order.player_id
left join dim_server on dim_server.server_id = pay_order.server_id
where pay_order.cgi = :game and pay_order.status = 'paid' and pay_order.pay_date >= :start
group by pay_order.player_id
order by 充值金额 desc
limit :top`

const itemSales = `select
  dim_item.item_type as 商品类型,
  dim_item.item_name as 商品,
  count(*) as 订单数,
  count(distinct pay_order.player_id) as 购买人数,
  sum(pay_order.amount) as 金额,
  round(sum(pay_order.amount) / sum(sum(pay_order.amount)) over (), 4) as 金额占比
from pay_order
join dim_item on dim_item.item_id = pay_order.item_id
where pay_order.status = 'paid'
  and pay_order.pay_date between :start and :end
  and list_contains(:types, dim_item.item_type)
group by all
order by 金额 desc`

const suspiciousOrders = `-- 同一玩家一天内多笔大额，常见于盗刷
select
  pay_date as 日期,
  cgi as 游戏,
  channel as 渠道,
  player_id as 玩家编号,
  count(*) as 订单数,
  sum(amount) as 金额,
  min(pay_time) as 首笔,
  max(pay_time) as 末笔,
  string_agg(distinct status, '、') as 状态
from pay_order
where pay_date >= :start
group by all
having count(*) >= :minOrders and sum(amount) >= :minAmount
order by 日期 desc, 金额 desc`

const onlinePeaks = `select
  dim_server.server_name as 区服,
  max(online_5min.players) as 峰值,
  arg_max(online_5min.sample_time, online_5min.players) as 峰值时间,
  round(avg(online_5min.players)) as 平均
from online_5min
join dim_server on dim_server.server_id = online_5min.server_id
where online_5min.cgi = :game and online_5min.sample_date = :day
group by dim_server.server_name
order by 峰值 desc`

export async function makeQueries(
  db: Kysely<Database>,
  users: UserIds,
  dictionaries: Record<DictionaryName, number>,
): Promise<void> {
  const now = Date.now()
  for (const [index, query] of queriesOf(now).entries()) {
    // Saved on successive days, so that the list shows different times.
    await addQuery(db, users.sql, query, dictionaries, now - (index * 1.3 + 0.1) * dayMs)
  }
}

async function addQuery(
  db: Kysely<Database>,
  owner_id: number,
  query: DemoQuery,
  dictionaries: Record<DictionaryName, number>,
  savedAt: number,
): Promise<void> {
  const id = randomBytes(16).toString('base64url')
  const { name, folder, versions, share = 'off' } = query
  const params = JSON.stringify(
    query.params.map(({ dictionary, ...param }) => ({
      ...param,
      dictId: dictionary === undefined ? null : dictionaries[dictionary],
    })),
  )
  const texts = versions.map((sql, index) => ({
    version: index + 1,
    name,
    sql,
    params,
    saved_at: new Date(savedAt - (versions.length - 1 - index) * dayMs).toISOString(),
  }))
  const [first, last] = [texts[0], texts.at(-1)]
  if (!first || !last) return
  const row = await db
    .insertInto('saved_query')
    .values({
      id,
      owner_id,
      name,
      folder,
      tags: JSON.stringify(query.tags),
      sql: last.sql,
      params,
      version: last.version,
      share,
      created_at: first.saved_at,
      modified_at: last.saved_at,
      deleted_at: null,
      modified_by: owner_id,
      revision: last.version,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await claimNames(db, savedQueries, row)
  await db
    .insertInto('saved_query_version')
    .values(texts.map((text) => ({ ...text, query_id: id })))
    .execute()
}
