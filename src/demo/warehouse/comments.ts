// Descriptions of the demo's tables and columns, stored in the warehouse as comments.
import { ledgerComment } from './ledger.ts'
import { text } from './sql.ts'

const shared: Record<string, string> = {
  cgi: '游戏代码',
  server_id: '区服编号',
  channel: '渠道代码',
  player_id: '玩家编号',
  platform: '平台：iOS、Android、PC',
}

const tables: Record<string, [comment: string, columns: Record<string, string>]> = {
  login_day: [
    '玩家每日登录：每个玩家每天一行',
    { login_date: '登录日期', level: '当日等级', online_minutes: '在线分钟数', login_count: '登录次数' },
  ],
  register: [
    '玩家注册：每个玩家一行',
    { register_time: '注册时间', register_date: '注册日期', player_name: '玩家昵称', country: '国家或地区' },
  ],
  pay_order: [
    '充值订单：每个订单一行',
    {
      pay_time: '支付时间',
      pay_date: '支付日期',
      order_id: '订单号',
      item_id: '商品编号',
      amount: '金额（元）',
      status: '状态：paid 已支付、refunded 已退款、fraud 欺诈',
      is_first: '是否玩家首单',
      load_time: '入库时间，可能晚于支付时间数日',
      pay_channel: '付费渠道：在哪个渠道支付，与玩家来自的渠道不一定相同',
    },
  ],
  pay_ledger: ledgerComment,
  ad_cost: [
    '广告投放：每天每个渠道的每个计划一行',
    {
      cost_date: '消耗日期',
      campaign: '投放计划',
      cost: '消耗（元）',
      impressions: '曝光次数',
      clicks: '点击次数',
      installs: '安装次数',
    },
  ],
  game_event: [
    '游戏事件：每次行为一行',
    { event_time: '发生时间', event_date: '发生日期', event_name: '事件名称', value: '事件数值' },
  ],
  currency_balance: [
    '虚拟货币余额：每个区服每天日终的存量，不可按日期相加',
    { balance_date: '余额日期', currency: '货币', balance: '余额' },
  ],
  online_5min: [
    '同时在线人数：每个区服每 5 分钟采样一次，保留 90 天',
    { sample_time: '采样时间', sample_date: '采样日期', players: '在线人数' },
  ],
  dim_server: ['区服', { server_name: '区服名称', open_date: '开服日期', region: '地区' }],
  dim_region: ['地区', { region: '地区', area: '大区' }],
  dim_channel: ['渠道', { channel_name: '渠道名称', channel_type: '渠道类型', commission: '分成比例' }],
  dim_item: [
    '商品',
    { item_id: '商品编号', item_name: '商品名称', item_type: '商品类型', price: '标价（元）' },
  ],
}

/** All of the demo's tables. */
export const demoTableNames: readonly string[] = Object.keys(tables)

/** Statements that add comments to the tables whose columns are given. */
export function comments(columnsOf: Map<string, string[]>): string[] {
  return [...columnsOf].flatMap(([table, columns]) => {
    const [comment, own] = tables[table] ?? ['', {}]
    return [
      `COMMENT ON TABLE ${table} IS ${text(comment)}`,
      ...columns.map((column) => {
        const meaning = own[column] ?? shared[column] ?? ''
        return `COMMENT ON COLUMN ${table}.${column} IS ${text(meaning)}`
      }),
    ]
  })
}
