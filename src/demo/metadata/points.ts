// The demo's points: what the business counts, and figures computed from that.
import type { Kysely } from 'kysely'
import type { NumberFormat, PointInfo, PointType } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { PointCategory, PointTableName, TableIds } from './tables.ts'

interface DemoPoint {
  name: string
  category: PointCategory
  types: PointType
  /** Absent for computed points. */
  table?: PointTableName
  sql: string
  aggregate?: PointInfo['aggregate']
  event?: string
  filter?: string
  format: NumberFormat
  unit: string
  describe: string
  note?: string
  /** Synonyms. */
  also?: readonly string[]
}

const paid = "status = 'paid'"
const table = (name: PointTableName) => ({ table: name })
const logins = table('玩家登录')
const registrations = table('玩家注册')
const orders = table('充值订单')
const ads = table('广告投放')
const events = table('游戏事件')
const balances = table('货币余额')
const samples = table('在线采样')
const sum = { types: 'additive', aggregate: 'sum' } as const
const count = { types: 'additive', aggregate: 'count', sql: '' } as const
const median = { types: 'statistic', aggregate: 'median' } as const
const last = { types: 'semiAdditive' } as const
const highest = { types: 'additive', aggregate: 'max' } as const
const distinct = { types: 'distinct', sql: 'player_id' } as const
const computed = { types: 'computed' } as const
const whole = (unit: string) => ({ format: 'integer', unit }) as const
const money = { format: 'decimal', unit: '元' } as const
const percent = { format: 'percent', unit: '%' } as const
const rate = (unit = '') => ({ format: 'decimal', unit }) as const

const points = [
  {
    name: '活跃用户',
    also: ['DAU', '日活', '活跃人数'],
    category: '活跃',
    ...logins,
    ...distinct,
    ...whole('人'),
    describe: '有登录的玩家，按人去重',
    note: '跨日期、区服不可相加，合计行按整个范围去重',
  },
  {
    name: '登录次数',
    category: '活跃',
    ...logins,
    ...sum,
    sql: 'login_count',
    ...whole('次'),
    describe: '登录的总次数',
  },
  {
    name: '在线时长',
    also: ['时长'],
    category: '活跃',
    ...logins,
    ...sum,
    sql: 'online_minutes',
    ...whole('分钟'),
    describe: '在线的总分钟数',
  },
  {
    name: '重度活跃用户',
    category: '活跃',
    ...logins,
    ...distinct,
    event: 'online_minutes >= 120',
    ...whole('人'),
    describe: '单日在线不少于 2 小时的玩家，按人去重',
  },
  {
    name: '最高等级',
    category: '活跃',
    ...logins,
    ...highest,
    sql: 'level',
    ...whole('级'),
    describe: '登录玩家的最高等级',
  },
  {
    name: '人均在线时长',
    category: '活跃',
    ...computed,
    sql: '[在线时长] / [活跃用户]',
    ...rate('分钟'),
    describe: '在线时长除以活跃用户',
  },
  {
    name: '人均登录次数',
    category: '活跃',
    ...computed,
    sql: '[登录次数] / [活跃用户]',
    ...rate('次'),
    describe: '登录次数除以活跃用户',
  },
  {
    name: '重度活跃占比',
    category: '活跃',
    ...computed,
    sql: '[重度活跃用户] / [活跃用户]',
    ...percent,
    describe: '重度活跃用户占活跃用户的比例',
  },
  {
    name: '新增用户',
    also: ['DNU', '新增', '新用户', '注册数'],
    category: '新增',
    ...registrations,
    ...distinct,
    ...whole('人'),
    describe: '注册的玩家，按人去重',
  },
  {
    name: '海外新增用户',
    category: '新增',
    ...registrations,
    ...count,
    filter: "country <> '中国' and country <> ''",
    ...whole('人'),
    describe: '注册时在中国大陆以外的玩家数',
    note: '国家和地区为空的玩家不计入',
  },
  {
    name: '新增占比',
    category: '新增',
    ...computed,
    sql: '[新增用户] / [活跃用户]',
    ...percent,
    describe: '新增用户占活跃用户的比例',
  },
  {
    name: '充值金额',
    also: ['充值', '流水', '收入', 'GMV', '营收'],
    category: '付费',
    ...orders,
    ...sum,
    sql: 'amount',
    filter: paid,
    ...money,
    describe: '已支付订单的金额',
    note: '不含已退款和欺诈订单；迟到订单补入后数值会上升',
  },
  {
    name: '充值订单数',
    category: '付费',
    ...orders,
    ...count,
    filter: paid,
    ...whole('单'),
    describe: '已支付的订单数',
  },
  {
    name: '付费用户',
    also: ['PU', '充值人数', '付费人数'],
    category: '付费',
    ...orders,
    ...distinct,
    filter: paid,
    ...whole('人'),
    describe: '有已支付订单的玩家，按人去重',
  },
  {
    name: '首充用户',
    also: ['首付用户'],
    category: '付费',
    ...orders,
    ...distinct,
    event: 'is_first',
    filter: paid,
    ...whole('人'),
    describe: '完成第一笔充值的玩家',
  },
  {
    name: '首充金额',
    category: '付费',
    ...orders,
    ...sum,
    sql: 'amount',
    event: 'is_first',
    filter: paid,
    ...money,
    describe: '玩家第一笔充值的金额',
  },
  {
    name: '最大单笔',
    category: '付费',
    ...orders,
    ...highest,
    sql: 'amount',
    filter: paid,
    ...money,
    describe: '金额最大的一笔已支付订单',
  },
  {
    name: '退款金额',
    category: '付费',
    ...orders,
    ...sum,
    sql: 'amount',
    filter: "status = 'refunded'",
    ...money,
    describe: '已退款订单的金额',
  },
  {
    name: '欺诈金额',
    category: '付费',
    ...orders,
    ...sum,
    sql: 'amount',
    filter: "status = 'fraud'",
    ...money,
    describe: '判为欺诈的订单金额',
    note: '突增时请联系风控核对渠道',
  },
  { name: '订单总数', category: '付费', ...orders, ...count, ...whole('单'), describe: '所有状态的订单数' },
  {
    name: '迟到订单数',
    category: '付费',
    ...orders,
    ...count,
    filter: "date_diff('hour', pay_time, load_time) >= 20",
    ...whole('单'),
    describe: '支付后 20 小时以上才入库的订单数',
  },
  {
    name: 'ARPU',
    also: ['人均收入'],
    category: '付费',
    ...computed,
    sql: '[充值金额] / [活跃用户]',
    ...money,
    describe: '每个活跃用户的充值金额',
  },
  {
    name: 'ARPPU',
    also: ['付费人均'],
    category: '付费',
    ...computed,
    sql: '[充值金额] / [付费用户]',
    ...money,
    describe: '每个付费用户的充值金额',
  },
  {
    name: '付费率',
    also: ['付费渗透率'],
    category: '付费',
    ...computed,
    sql: '[付费用户] / [活跃用户]',
    ...percent,
    describe: '付费用户占活跃用户的比例',
  },
  {
    name: '客单价',
    also: ['AOV'],
    category: '付费',
    ...computed,
    sql: '[充值金额] / [充值订单数]',
    ...money,
    describe: '每笔已支付订单的金额',
  },
  {
    name: '退款率',
    category: '付费',
    ...computed,
    sql: '[退款金额] / ([充值金额] + [退款金额])',
    ...percent,
    describe: '退款金额占支付过的金额的比例',
  },
  {
    name: '首充占比',
    category: '付费',
    ...computed,
    sql: '[首充金额] / [充值金额]',
    ...percent,
    describe: '首充金额占充值金额的比例',
  },
  {
    name: '新增付费转化率',
    also: ['转化率'],
    category: '付费',
    ...computed,
    sql: '[首充用户] / [新增用户]',
    ...percent,
    describe: '首充用户与新增用户之比',
    note: '首充用户不限当日注册',
  },
  {
    name: '广告消耗',
    also: ['投放花费', '买量成本'],
    category: '买量',
    ...ads,
    ...sum,
    sql: 'cost',
    ...money,
    describe: '投放花费',
    note: '当日账单次日到齐',
  },
  {
    name: '曝光',
    also: ['展示', 'PV'],
    category: '买量',
    ...ads,
    ...sum,
    sql: 'impressions',
    ...whole('次'),
    describe: '广告曝光次数',
  },
  { name: '点击', category: '买量', ...ads, ...sum, sql: 'clicks', ...whole('次'), describe: '广告点击次数' },
  {
    name: '安装',
    category: '买量',
    ...ads,
    ...sum,
    sql: 'installs',
    ...whole('次'),
    describe: '广告带来的安装次数',
  },
  {
    name: '点击率',
    also: ['CTR'],
    category: '买量',
    ...computed,
    sql: '[点击] / [曝光]',
    ...percent,
    describe: '点击占曝光的比例',
  },
  {
    name: '安装率',
    category: '买量',
    ...computed,
    sql: '[安装] / [点击]',
    ...percent,
    describe: '安装占点击的比例',
  },
  {
    name: 'CPC',
    category: '买量',
    ...computed,
    sql: '[广告消耗] / [点击]',
    ...money,
    describe: '每次点击的花费',
  },
  {
    name: 'CPI',
    category: '买量',
    ...computed,
    sql: '[广告消耗] / [安装]',
    ...money,
    describe: '每次安装的花费',
  },
  {
    name: 'ROI',
    also: ['投产比'],
    category: '买量',
    ...computed,
    sql: '[充值金额] / [广告消耗]',
    ...percent,
    describe: '同期充值金额与广告消耗之比',
  },
  {
    name: '事件次数',
    category: '行为与在线',
    ...events,
    ...count,
    ...whole('次'),
    describe: '玩家行为的总次数',
  },
  {
    name: '参与用户',
    category: '行为与在线',
    ...events,
    ...distinct,
    ...whole('人'),
    describe: '有行为的玩家，按人去重',
  },
  {
    name: '抽卡次数',
    category: '行为与在线',
    ...events,
    ...count,
    event: "event_name = '抽卡'",
    ...whole('次'),
    describe: '抽卡的次数',
  },
  {
    name: '副本通关次数',
    category: '行为与在线',
    ...events,
    ...count,
    event: "event_name = '副本通关'",
    ...whole('次'),
    describe: '副本通关的次数',
  },
  {
    name: '人均事件次数',
    category: '行为与在线',
    ...computed,
    sql: '[事件次数] / [参与用户]',
    ...rate('次'),
    describe: '事件次数除以参与用户',
  },
  {
    name: '货币余额',
    category: '货币',
    ...balances,
    ...last,
    sql: 'balance',
    ...whole('个'),
    describe: '日终余额：各区服按最后一日计，再相加',
    note: '不同货币不可相加，请按货币查看',
  },
  {
    name: '单服最高在线',
    category: '行为与在线',
    ...samples,
    ...highest,
    sql: 'players',
    ...whole('人'),
    describe: '单个区服的最高同时在线人数',
  },
  {
    name: '在线采样合计',
    category: '行为与在线',
    ...samples,
    ...sum,
    sql: 'players',
    ...whole('人次'),
    describe: '各次采样的在线人数之和',
    note: '用于计算平均在线',
  },
  {
    name: '在线采样次数',
    category: '行为与在线',
    ...samples,
    ...count,
    ...whole('次'),
    describe: '采样的次数',
  },
  {
    name: '单服平均在线',
    also: ['ACU'],
    category: '行为与在线',
    ...computed,
    sql: '[在线采样合计] / [在线采样次数]',
    ...rate('人'),
    describe: '各区服各次采样的平均在线人数',
  },
  {
    name: '单笔中位数',
    also: ['充值中位数'],
    category: '付费',
    ...orders,
    ...median,
    sql: 'amount',
    filter: paid,
    ...money,
    describe: '已支付订单金额的中位数：一半的订单不大于它',
  },
] as const satisfies DemoPoint[]

export type PointName = (typeof points)[number]['name']

export async function makePoints(
  db: Kysely<Database>,
  tables: TableIds,
  createTime: string,
): Promise<Record<PointName, number>> {
  const ids = {} as Record<PointName, number>
  for (const point of points as readonly (DemoPoint & { name: PointName })[]) {
    const { aggregate, format, unit, also } = point
    const row = {
      table_id: point.table ? tables.pointTables[point.table] : null,
      point_type_id: tables.pointCategories[point.category],
      name_sql: point.sql,
      event_filter: point.event ?? '',
      filter: point.filter ?? '',
      types: point.types,
      name: point.name,
      describe: point.describe,
      info: JSON.stringify({
        ...(aggregate && { aggregate }),
        format,
        unit,
        ...(also && { synonyms: [...also] }),
      } satisfies PointInfo),
      note: point.note ?? '',
      create_time: createTime,
    }
    const { id } = await db.insertInto('point').values(row).returning('id').executeTakeFirstOrThrow()
    ids[point.name] = id
  }
  return ids
}
