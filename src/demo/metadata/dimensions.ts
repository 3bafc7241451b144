// The demo's dimensions.
import type { Kysely } from 'kysely'
import type { DimensionInfo, DimensionType, FormType, Grain } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { DictionaryName } from './dictionaries.ts'
import type { DimensionCategory, TableIds } from './tables.ts'

interface DemoDimension {
  name: string
  category: DimensionCategory
  types: DimensionType
  form: FormType
  describe: string
  /** Absent: a column of the facts. */
  table?: '地区表' | '区服表' | '渠道表' | '道具表'
  /** Role of the table's join; absent: the join without a role. */
  role?: string
  expression?: string
  grain?: Grain
  dictionary?: DictionaryName
  valueOrder?: string[]
  byGame?: true
}

const levels = ['1–19 级', '20–39 级', '40–59 级', '60 级以上']
const spends = ['30 元以下', '30–99 元', '100–499 元', '500 元以上']

const dimensions = [
  {
    name: '日期',
    category: '时间',
    types: 'date',
    form: 'dateRange',
    grain: 'day',
    describe: '业务日期，可按日、周、月、季度、年汇总',
  },
  {
    name: '时间',
    category: '时间',
    types: 'time',
    form: 'dateRange',
    grain: 'hour',
    describe: '到小时的业务时间，只有记录了时刻的数据可用',
  },
  {
    name: '游戏',
    category: '游戏与区服',
    types: 'game',
    form: 'multiSelect',
    dictionary: '游戏',
    byGame: true,
    describe: '只列出有权限的游戏',
  },
  {
    name: '区服',
    category: '游戏与区服',
    types: 'dictionary',
    form: 'multiSelect',
    expression: 'server_id',
    dictionary: '区服',
    byGame: true,
    describe: '玩家所在区服',
  },
  {
    name: '地区',
    category: '游戏与区服',
    types: 'string',
    form: 'multiSelect',
    table: '区服表',
    expression: 'region',
    byGame: true,
    describe: '区服面向的地区',
  },
  {
    name: '大区',
    category: '游戏与区服',
    types: 'string',
    form: 'multiSelect',
    table: '地区表',
    expression: 'area',
    byGame: true,
    describe: '区服面向的地区所在的大区',
  },
  {
    name: '开服日期',
    category: '游戏与区服',
    types: 'date',
    form: 'dateRange',
    table: '区服表',
    expression: 'open_date',
    grain: 'day',
    byGame: true,
    describe: '区服开服的日期',
  },
  {
    name: '渠道',
    category: '渠道与投放',
    types: 'dictionary',
    form: 'multiSelect',
    expression: 'channel',
    dictionary: '渠道',
    describe: '玩家来自的渠道；少数玩家没有渠道',
  },
  {
    name: '渠道类型',
    category: '渠道与投放',
    types: 'string',
    form: 'multiSelect',
    table: '渠道表',
    expression: 'channel_type',
    valueOrder: ['应用商店', '广告投放', '社区', '官方'],
    describe: '应用商店、广告投放、社区、官方',
  },
  {
    name: '付费渠道',
    category: '渠道与投放',
    types: 'dictionary',
    form: 'multiSelect',
    table: '渠道表',
    expression: 'channel',
    role: '付费渠道',
    dictionary: '渠道',
    describe: '订单在哪个渠道支付，与玩家来自的渠道不一定相同',
  },
  {
    name: '付费渠道类型',
    category: '渠道与投放',
    types: 'string',
    form: 'multiSelect',
    table: '渠道表',
    expression: 'channel_type',
    role: '付费渠道',
    valueOrder: ['应用商店', '广告投放', '社区', '官方'],
    describe: '付费渠道的类型',
  },
  {
    name: '投放计划',
    category: '渠道与投放',
    types: 'string',
    form: 'multiSelect',
    expression: 'campaign',
    describe: '广告投放计划',
  },
  {
    name: '平台',
    category: '玩家',
    types: 'dictionary',
    form: 'multiSelect',
    expression: 'platform',
    dictionary: '平台',
    valueOrder: ['iOS', 'Android', 'PC'],
    describe: '玩家使用的设备平台',
  },
  {
    name: '国家和地区',
    category: '玩家',
    types: 'dictionary',
    form: 'multiSelect',
    expression: 'country',
    dictionary: '国家和地区',
    describe: '注册时所在的国家或地区',
  },
  {
    name: '等级',
    category: '玩家',
    types: 'number',
    form: 'numberRange',
    expression: 'level',
    describe: '登录当日的等级',
  },
  {
    name: '等级段',
    category: '玩家',
    types: 'string',
    form: 'multiSelect',
    expression: `if(level < 20, '${levels[0]}', if(level < 40, '${levels[1]}', if(level < 60, '${levels[2]}', '${levels[3]}')))`,
    valueOrder: levels,
    describe: '登录当日等级所在的段',
  },
  {
    name: '玩家昵称',
    category: '玩家',
    types: 'string',
    form: 'text',
    expression: 'player_name',
    describe: '注册时的昵称',
  },
  {
    name: '玩家编号',
    category: '玩家',
    types: 'string',
    form: 'text',
    expression: 'player_id',
    describe: '玩家的唯一编号',
  },
  {
    name: '订单状态',
    category: '订单与道具',
    types: 'dictionary',
    form: 'select',
    expression: 'status',
    dictionary: '订单状态',
    valueOrder: ['paid', 'refunded', 'fraud'],
    describe: '已支付、已退款、欺诈',
  },
  {
    name: '付费档位',
    category: '订单与道具',
    types: 'string',
    form: 'multiSelect',
    expression: `if(amount < 30, '${spends[0]}', if(amount < 100, '${spends[1]}', if(amount < 500, '${spends[2]}', '${spends[3]}')))`,
    valueOrder: spends,
    describe: '单笔金额所在的档位',
  },
  {
    name: '首单复购',
    category: '订单与道具',
    types: 'string',
    form: 'select',
    expression: "if(is_first, '首单', '复购')",
    valueOrder: ['首单', '复购'],
    describe: '是否玩家的第一笔订单',
  },
  {
    name: '道具',
    category: '订单与道具',
    types: 'string',
    form: 'multiSelect',
    table: '道具表',
    expression: 'item_name',
    describe: '订单购买的道具',
  },
  {
    name: '道具类型',
    category: '订单与道具',
    types: 'dictionary',
    form: 'multiSelect',
    table: '道具表',
    expression: 'item_type',
    dictionary: '道具类型',
    describe: '月卡、礼包、充值',
  },
  {
    name: '订单号',
    category: '订单与道具',
    types: 'string',
    form: 'text',
    expression: 'order_id',
    describe: '订单的唯一编号',
  },
  {
    name: '事件',
    category: '行为',
    types: 'string',
    form: 'multiSelect',
    expression: 'event_name',
    describe: '玩家在游戏中的行为',
  },
  {
    name: '货币',
    category: '行为',
    types: 'string',
    form: 'select',
    expression: 'currency',
    describe: '虚拟货币',
  },
] as const satisfies DemoDimension[]

export type DimensionName = (typeof dimensions)[number]['name']

export async function makeDimensions(
  db: Kysely<Database>,
  tables: TableIds,
  dictionaries: Record<DictionaryName, number>,
  createTime: string,
): Promise<Record<DimensionName, number>> {
  const ids = {} as Record<DimensionName, number>
  for (const dimension of dimensions as readonly (DemoDimension & { name: DimensionName })[]) {
    const { dictionary, expression, valueOrder, role } = dimension
    const info: DimensionInfo = {
      ...(expression && { expression }),
      ...(dictionary && { dictId: dictionaries[dictionary] }),
      ...(valueOrder && { valueOrder }),
      ...(role && { role }),
    }
    const row = {
      table_id: dimension.table ? tables.dimensionTables[dimension.table] : null,
      count_quantum: dimension.grain ?? null,
      update_frequency: 'day',
      cgi_filter: dimension.byGame ? 1 : 0,
      types: dimension.types,
      name: dimension.name,
      form_type: dimension.form,
      describe: dimension.describe,
      info: JSON.stringify(info),
      create_time: createTime,
      dim_type_id: tables.dimensionCategories[dimension.category],
    }
    const { id } = await db.insertInto('dimension').values(row).returning('id').executeTakeFirstOrThrow()
    ids[dimension.name] = id
  }
  return ids
}
