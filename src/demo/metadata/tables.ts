// The demo's dimension tables and point tables over the demo warehouse, and the categories.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'

interface DemoDimensionTable {
  name: string
  table: string
  key: string
  game: string | null
  describe: string
  /** Joins to tables listed before it. */
  joins?: [table: string, column: string][]
}

const dimensionTables = [
  {
    name: '地区表',
    table: 'dim_region',
    key: 'region',
    game: null,
    describe: '每个地区一行：属于哪个大区',
  },
  {
    name: '区服表',
    table: 'dim_server',
    key: 'server_id',
    game: 'cgi',
    describe: '每个区服一行：名称、游戏、开服日期、地区',
    joins: [['地区表', 'region']],
  },
  {
    name: '渠道表',
    table: 'dim_channel',
    key: 'channel',
    game: null,
    describe: '每个渠道一行：名称、类型、分成比例',
  },
  {
    name: '道具表',
    table: 'dim_item',
    key: 'item_id',
    game: null,
    describe: '每个道具一行：名称、类型、标价',
  },
] as const satisfies DemoDimensionTable[]

type DimensionTableName = (typeof dimensionTables)[number]['name']

interface DemoPointTable {
  name: string
  table: string
  date: string
  time: string | null
  grainKey: string[]
  frequency: string
  describe: string
  joins: [DimensionTableName, column: string, role?: string][]
}

const toServer: [DimensionTableName, string] = ['区服表', 'server_id']
const toChannel: [DimensionTableName, string] = ['渠道表', 'channel']
const toPayChannel: [DimensionTableName, string, string] = ['渠道表', 'pay_channel', '付费渠道']
const toItem: [DimensionTableName, string] = ['道具表', 'item_id']

const pointTables = [
  {
    name: '玩家登录',
    table: 'login_day',
    date: 'login_date',
    time: null,
    grainKey: ['login_date', 'cgi', 'player_id'],
    frequency: 'hour',
    describe: '每个玩家在每个游戏每天一行',
    joins: [toServer, toChannel],
  },
  {
    name: '玩家注册',
    table: 'register',
    date: 'register_date',
    time: 'register_time',
    grainKey: ['cgi', 'player_id'],
    frequency: 'hour',
    describe: '每个玩家在每个游戏一行；少数编号在两个游戏里',
    joins: [toServer, toChannel],
  },
  {
    name: '充值订单',
    table: 'pay_order',
    date: 'pay_date',
    time: 'pay_time',
    grainKey: ['order_id'],
    frequency: 'minute',
    describe: '每个订单一行；迟到的订单最多晚数日入库',
    joins: [toServer, toChannel, toPayChannel, toItem],
  },
  {
    name: '广告投放',
    table: 'ad_cost',
    date: 'cost_date',
    time: null,
    grainKey: ['cost_date', 'cgi', 'channel', 'campaign'],
    frequency: 'day',
    describe: '每天每个渠道的每个计划一行',
    joins: [toChannel],
  },
  {
    name: '游戏事件',
    table: 'game_event',
    date: 'event_date',
    time: 'event_time',
    grainKey: [],
    frequency: 'hour',
    describe: '玩家每次行为一行',
    joins: [toServer, toChannel],
  },
  {
    name: '货币余额',
    table: 'currency_balance',
    date: 'balance_date',
    time: null,
    grainKey: ['balance_date', 'server_id', 'currency'],
    frequency: 'day',
    describe: '每个区服每种货币每天日终一行',
    joins: [toServer],
  },
  {
    name: '在线采样',
    table: 'online_5min',
    date: 'sample_date',
    time: 'sample_time',
    grainKey: ['sample_time', 'server_id'],
    frequency: 'minute',
    describe: '每个区服每 5 分钟一行，保留 90 天',
    joins: [toServer],
  },
] as const satisfies DemoPointTable[]

export type PointTableName = (typeof pointTables)[number]['name']

const categories = {
  dimension: ['时间', '游戏与区服', '渠道与投放', '玩家', '订单与道具', '行为'],
  point: ['活跃', '新增', '付费', '买量', '行为与在线', '货币'],
} as const

export type DimensionCategory = (typeof categories.dimension)[number]
export type PointCategory = (typeof categories.point)[number]

export interface TableIds {
  dimensionTables: Record<DimensionTableName, number>
  pointTables: Record<PointTableName, number>
  dimensionCategories: Record<DimensionCategory, number>
  pointCategories: Record<PointCategory, number>
}

/** The name for an object whose own name is taken: names are unique per kind. */
export type Naming = (kind: 'dimension_table' | 'point_table' | 'dimension' | 'point', name: string) => string

const asTheyAre: Naming = (_kind, name) => name

export async function makeTables(
  db: Kysely<Database>,
  createTime: string,
  named: Naming = asTheyAre,
): Promise<TableIds> {
  const ids = {
    dimensionTables: {},
    pointTables: {},
    dimensionCategories: {},
    pointCategories: {},
  } as TableIds
  const joinsOf = (joins: readonly (readonly [string, string, string?])[]) =>
    JSON.stringify(
      joins.map(([name, column, role]) => ({
        dimTableId: ids.dimensionTables[name as DimensionTableName],
        column,
        ...(role !== undefined && { role }),
      })),
    )
  for (const { name, table, key, game, describe, joins = [] } of dimensionTables as DemoDimensionTable[]) {
    const row = {
      name: named('dimension_table', name),
      table_truename: table,
      key_column: key,
      game_column: game,
      joins: joinsOf(joins),
      describe,
      create_time: createTime,
    }
    const { id } = await db
      .insertInto('dimension_table')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.dimensionTables[name as DimensionTableName] = id
  }
  for (const table of pointTables) {
    const row = {
      name: named('point_table', table.name),
      table_truename: table.table,
      date_column: table.date,
      time_column: table.time,
      game_column: 'cgi',
      grain_key: JSON.stringify(table.grainKey),
      update_frequency: table.frequency,
      describe: table.describe,
      joins: joinsOf(table.joins),
      create_time: createTime,
    }
    const { id } = await db.insertInto('point_table').values(row).returning('id').executeTakeFirstOrThrow()
    ids.pointTables[table.name] = id
  }
  const addCategory = async (kind: 'dimension' | 'point', name: string, position: number) =>
    (
      await db
        .insertInto('category')
        .values({ kind, name: named(kind, name), position })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  for (const [index, name] of categories.dimension.entries()) {
    ids.dimensionCategories[name] = await addCategory('dimension', name, index + 1)
  }
  for (const [index, name] of categories.point.entries()) {
    ids.pointCategories[name] = await addCategory('point', name, index + 1)
  }
  return ids
}
