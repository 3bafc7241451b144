// A small model for the engine's tests: log-ins, orders and ad costs, with servers and channels.
import type {
  CompileContext,
  Dimension,
  DimensionTable,
  Model,
  PhysicalTable,
  Point,
  PointTable,
} from '#semantic/model/types.ts'

const tables: Record<string, string> = {
  login_day:
    'login_date DATE, cgi VARCHAR, server_id INTEGER, channel VARCHAR, player_id BIGINT, minutes INTEGER',
  pay_order:
    'pay_time TIMESTAMP, pay_date DATE, cgi VARCHAR, server_id INTEGER, channel VARCHAR, player_id BIGINT, amount DECIMAL(12,2), status VARCHAR, is_first BOOLEAN',
  ad_cost: 'cost_date DATE, cgi VARCHAR, channel VARCHAR, cost DECIMAL(14,2), clicks BIGINT',
  note_fact: 'note VARCHAR, amount INTEGER',
  event_log: 'event_time TIMESTAMP, server_id INTEGER, value DOUBLE',
  balance_day: 'balance_date DATE, cgi VARCHAR, server_id INTEGER, currency VARCHAR, balance DECIMAL(14,2)',
  dim_server: 'server_id INTEGER, server_name VARCHAR, cgi VARCHAR, open_date DATE, region VARCHAR',
  dim_channel: 'channel VARCHAR, channel_name VARCHAR, channel_type VARCHAR',
  dim_repeated: 'channel VARCHAR, kind VARCHAR',
}

export function columnsOf(table: string): string {
  return tables[table] as string
}

export const tableNames = Object.keys(tables)

function physical(name: string): PhysicalTable {
  const columns = columnsOf(name)
    .split(/, (?=\w+ [A-Z])/)
    .map((column) => {
      const [columnName = '', type = ''] = column.split(' ')
      return { name: columnName, type, comment: '' }
    })
  return { name, comment: '', rowCount: 0, columns, updatedAt: '2026-01-01T00:00:00Z' }
}

export function makeDimension(
  given: Partial<Dimension> & Pick<Dimension, 'id' | 'name' | 'types'>,
): Dimension {
  return {
    table_id: null,
    table_truename: null,
    count_quantum: null,
    update_frequency: '',
    cgi_filter: false,
    form_type: 'select',
    describe: '',
    info: {},
    create_time: '',
    dim_typeId: null,
    ...given,
  }
}

export function makePoint(given: Partial<Point> & Pick<Point, 'id' | 'name'>): Point {
  return {
    table_id: null,
    point_typeId: null,
    name_sql: '',
    event_filter: '',
    filter: '',
    types: 'additive',
    describe: '',
    info: {},
    note: '',
    create_time: '',
    ...given,
  }
}

export function makePointTable(
  given: Partial<PointTable> & Pick<PointTable, 'id' | 'name' | 'table_truename'>,
): PointTable {
  return {
    date_column: null,
    time_column: null,
    game_column: null,
    grain_key: [],
    update_frequency: '',
    describe: '',
    joins: [],
    create_time: '',
    ...given,
  }
}

export function makeDimensionTable(
  given: Partial<DimensionTable> & Pick<DimensionTable, 'id' | 'name' | 'table_truename' | 'key_column'>,
): DimensionTable {
  return { game_column: null, describe: '', create_time: '', ...given }
}

export const tableIds = { login: 1, pay: 2, cost: 3, note: 4, event: 5, balance: 6 }

export const dims = {
  day: 1,
  time: 2,
  game: 3,
  channel: 4,
  status: 5,
  serverName: 6,
  region: 7,
  openDate: 8,
  channelType: 9,
  note: 10,
  player: 11,
  serverId: 12,
  repeated: 13,
  first: 14,
  amountBand: 15,
  month: 16,
  currency: 17,
}

export const points = {
  users: 1,
  minutes: 2,
  loginRows: 3,
  revenue: 11,
  orders: 12,
  payers: 13,
  paidRevenue: 14,
  largest: 15,
  earliest: 16,
  refunds: 17,
  cost: 21,
  clicks: 22,
  notes: 31,
  noteAmount: 32,
  events: 41,
  arpu: 51,
  payRate: 52,
  clickCost: 53,
  profit: 54,
  margin: 55,
  balance: 61,
  held: 62,
  heldGold: 63,
}

export function makeModel(changes: Partial<Model> = {}): Model {
  return {
    dimensions: [
      makeDimension({ id: dims.day, name: '日期', types: 'date', count_quantum: 'hour' }),
      makeDimension({ id: dims.time, name: '时间', types: 'time', count_quantum: 'hour' }),
      makeDimension({ id: dims.game, name: '游戏', types: 'game', cgi_filter: true }),
      makeDimension({ id: dims.channel, name: '渠道', types: 'string', info: { expression: 'channel' } }),
      makeDimension({
        id: dims.status,
        name: '状态',
        types: 'string',
        table_truename: 'pay_order',
        info: { expression: 'status', valueOrder: ['paid', 'refunded', 'fraud'] },
      }),
      makeDimension({
        id: dims.serverName,
        name: '区服',
        types: 'string',
        table_id: 1,
        cgi_filter: true,
        info: { expression: 'server_name', labelColumn: 'region' },
      }),
      makeDimension({
        id: dims.region,
        name: '地区',
        types: 'string',
        table_id: 1,
        cgi_filter: true,
        info: { expression: 'region' },
      }),
      makeDimension({
        id: dims.openDate,
        name: '开服日期',
        types: 'date',
        count_quantum: 'day',
        table_id: 1,
        info: { expression: 'open_date' },
      }),
      makeDimension({
        id: dims.channelType,
        name: '渠道类型',
        types: 'string',
        table_id: 2,
        info: { expression: 'channel_type' },
      }),
      makeDimension({ id: dims.note, name: '备注', types: 'string', info: { expression: 'note' } }),
      makeDimension({ id: dims.player, name: '玩家', types: 'number', info: { expression: 'player_id' } }),
      makeDimension({
        id: dims.serverId,
        name: '区服编号',
        types: 'number',
        info: { expression: 'server_id' },
      }),
      makeDimension({
        id: dims.repeated,
        name: '渠道标签',
        types: 'string',
        table_id: 3,
        info: { expression: 'kind' },
      }),
      makeDimension({ id: dims.first, name: '首单', types: 'string', info: { expression: 'is_first' } }),
      makeDimension({
        id: dims.amountBand,
        name: '档位',
        types: 'string',
        info: { expression: "if(amount < 10, '小', '大')" },
      }),
      makeDimension({ id: dims.month, name: '月份', types: 'date', count_quantum: 'month' }),
      makeDimension({ id: dims.currency, name: '货币', types: 'string', info: { expression: 'currency' } }),
    ],
    points: [
      makePoint({
        id: points.users,
        name: '活跃用户',
        table_id: 1,
        types: 'distinct',
        name_sql: 'player_id',
      }),
      makePoint({ id: points.minutes, name: '在线时长', table_id: 1, name_sql: 'minutes' }),
      makePoint({ id: points.loginRows, name: '登录行数', table_id: 1, info: { aggregate: 'count' } }),
      makePoint({
        id: points.revenue,
        name: '充值金额',
        table_id: 2,
        name_sql: 'amount',
        info: { unit: '元' },
      }),
      makePoint({ id: points.orders, name: '订单数', table_id: 2, info: { aggregate: 'count' } }),
      makePoint({
        id: points.payers,
        name: '付费用户',
        table_id: 2,
        types: 'distinct',
        name_sql: 'player_id',
      }),
      makePoint({
        id: points.paidRevenue,
        name: '实收',
        table_id: 2,
        name_sql: 'amount',
        filter: "status = 'paid'",
      }),
      makePoint({
        id: points.largest,
        name: '最大单笔',
        table_id: 2,
        name_sql: 'amount',
        info: { aggregate: 'max' },
      }),
      makePoint({
        id: points.earliest,
        name: '最早日期',
        table_id: 2,
        name_sql: 'pay_date',
        info: { aggregate: 'min' },
      }),
      makePoint({
        id: points.refunds,
        name: '退款单数',
        table_id: 2,
        event_filter: "status in ('refunded', 'fraud')",
        filter: 'amount > 4',
        info: { aggregate: 'count' },
      }),
      makePoint({ id: points.cost, name: '消耗', table_id: 3, name_sql: 'cost' }),
      makePoint({ id: points.clicks, name: '点击', table_id: 3, name_sql: 'clicks' }),
      makePoint({ id: points.notes, name: '备注数', table_id: 4, info: { aggregate: 'count' } }),
      makePoint({ id: points.noteAmount, name: '备注金额', table_id: 4, name_sql: 'amount' }),
      makePoint({ id: points.events, name: '事件数', table_id: 5, info: { aggregate: 'count' } }),
      makePoint({ id: points.arpu, name: 'ARPU', types: 'computed', name_sql: '[充值金额] / [活跃用户]' }),
      makePoint({
        id: points.payRate,
        name: '付费率',
        types: 'computed',
        name_sql: '[付费用户] / [活跃用户]',
        info: { format: 'percent', unit: '%' },
      }),
      makePoint({ id: points.clickCost, name: '点击单价', types: 'computed', name_sql: '[消耗] / [点击]' }),
      makePoint({
        id: points.profit,
        name: '毛利',
        types: 'computed',
        name_sql: '[充值金额] - coalesce([消耗], 0)',
      }),
      makePoint({ id: points.margin, name: '毛利率', types: 'computed', name_sql: '[毛利] / [充值金额]' }),
      makePoint({
        id: points.balance,
        name: '余额',
        table_id: 1,
        types: 'semiAdditive',
        name_sql: 'minutes',
      }),
      makePoint({
        id: points.held,
        name: '存量',
        table_id: 6,
        types: 'semiAdditive',
        name_sql: 'balance',
      }),
      makePoint({
        id: points.heldGold,
        name: '金币存量',
        table_id: 6,
        types: 'semiAdditive',
        name_sql: 'balance',
        filter: "currency = 'gold'",
      }),
    ],
    pointTables: [
      makePointTable({
        id: 1,
        name: '登录',
        table_truename: 'login_day',
        date_column: 'login_date',
        game_column: 'cgi',
        joins: [
          { dimTableId: 1, column: 'server_id' },
          { dimTableId: 2, column: 'channel' },
          { dimTableId: 3, column: 'channel' },
        ],
      }),
      makePointTable({
        id: 2,
        name: '订单',
        table_truename: 'pay_order',
        date_column: 'pay_date',
        time_column: 'pay_time',
        game_column: 'cgi',
        joins: [
          { dimTableId: 1, column: 'server_id' },
          { dimTableId: 2, column: 'channel' },
        ],
      }),
      makePointTable({
        id: 3,
        name: '投放',
        table_truename: 'ad_cost',
        date_column: 'cost_date',
        game_column: 'cgi',
        joins: [{ dimTableId: 2, column: 'channel' }],
      }),
      makePointTable({ id: 4, name: '备注表', table_truename: 'note_fact' }),
      makePointTable({
        id: 5,
        name: '事件',
        table_truename: 'event_log',
        time_column: 'event_time',
        joins: [{ dimTableId: 1, column: 'server_id' }],
      }),
      makePointTable({
        id: 6,
        name: '货币余额',
        table_truename: 'balance_day',
        date_column: 'balance_date',
        game_column: 'cgi',
        grain_key: ['balance_date', 'server_id', 'currency'],
        joins: [{ dimTableId: 1, column: 'server_id' }],
      }),
    ],
    dimensionTables: [
      makeDimensionTable({
        id: 1,
        name: '区服表',
        table_truename: 'dim_server',
        key_column: 'server_id',
        game_column: 'cgi',
      }),
      makeDimensionTable({ id: 2, name: '渠道表', table_truename: 'dim_channel', key_column: 'channel' }),
      makeDimensionTable({ id: 3, name: '标签表', table_truename: 'dim_repeated', key_column: 'channel' }),
    ],
    tables: tableNames.map(physical),
    ...changes,
  }
}

/** The model with further points. */
export function modelWith(...added: Point[]): Model {
  const model = makeModel()
  return { ...model, points: [...model.points, ...added] }
}

export function makeContext(changes: Partial<CompileContext> = {}): CompileContext {
  return {
    games: 'all',
    rules: [],
    now: new Date('2026-01-02T04:00:00Z'),
    zone: 'Asia/Shanghai',
    cutoffHour: 0,
    dialect: 'duckdb',
    ...changes,
  }
}
