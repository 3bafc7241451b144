// A test server with a small warehouse, whose figures are computed by hand, and definitions over it.
//
// Visits (day, game, channel, player, minutes):        Orders (day, game, channel, player, amount, state):
//   10-01 a web   1 10   10-01 a web   2 20              10-01 a web   1 100 paid
//   10-01 b store 3 30                                   10-02 a store 1  50 paid   10-02 a web 2 30 refunded
//   10-02 a web   1 40   10-02 a ''    4  5              10-02 b store 3 900 paid   10-03 c gold 9 7 paid
//   10-02 b store 3 50   10-02 a NULL  5  5
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { type House, type HouseOptions, makeHouse } from '#tests/factories/house.ts'

export const officeSql = [
  'CREATE TABLE visit(day DATE, cgi VARCHAR, channel VARCHAR, player_id BIGINT, minutes INTEGER)',
  `INSERT INTO visit VALUES
    ('2026-10-01', 'a', 'web', 1, 10), ('2026-10-01', 'a', 'web', 2, 20), ('2026-10-01', 'b', 'store', 3, 30),
    ('2026-10-02', 'a', 'web', 1, 40), ('2026-10-02', 'a', '', 4, 5), ('2026-10-02', 'b', 'store', 3, 50),
    ('2026-10-02', 'a', NULL, 5, 5)`,
  'CREATE TABLE orders(day DATE, paid_at TIMESTAMP, cgi VARCHAR, channel VARCHAR, player_id BIGINT, amount DECIMAL(12,2), state VARCHAR)',
  `INSERT INTO orders VALUES
    ('2026-10-01', '2026-10-01 09:30:00', 'a', 'web', 1, 100, 'paid'),
    ('2026-10-02', '2026-10-02 10:00:00', 'a', 'store', 1, 50, 'paid'),
    ('2026-10-02', '2026-10-02 11:00:00', 'a', 'web', 2, 30, 'refunded'),
    ('2026-10-02', '2026-10-02 12:00:00', 'b', 'store', 3, 900, 'paid'),
    ('2026-10-03', '2026-10-03 12:00:00', 'c', 'gold', 9, 7, 'paid')`,
  "CREATE TABLE channels(code VARCHAR, kind VARCHAR); INSERT INTO channels VALUES ('web', '自有'), ('store', '商店')",
  "COMMENT ON TABLE visit IS '访问'",
  "CREATE TABLE letters(code VARCHAR, note VARCHAR); INSERT INTO letters VALUES ('x', 'y')",
]

export interface Office extends House {
  dims: Record<'date' | 'game' | 'channel' | 'kind' | 'state', number>
  points: Record<'players' | 'minutes' | 'revenue' | 'arpu' | 'orders', number>
  tables: Record<'visit' | 'orders' | 'channels', number>
  dictionary: number
  /** A folder with a shared view of `admin`'s, which has one report: minutes by date. */
  folder: number
  view: number
  report: number
  admin: Awaited<ReturnType<House['person']>>
  info(change?: Partial<ReportInfo>): ReportInfo
}

const now = '2026-10-04T00:00:00.000Z'

export async function makeOffice(
  options: Omit<HouseOptions, 'warehouseSql'> & { extraSql?: string[] } = {},
): Promise<Office> {
  const { extraSql = [], ...rest } = options
  const house = await makeHouse({ ...rest, warehouseSql: [...officeSql, ...extraSql] })
  const admin = await house.person({ keys: ['search_config'] })
  const definitions = await define(house.deps)
  const { db } = house.deps.metadata
  const folder = await idOf(
    db
      .insertInto('view_type')
      .values({ name: '经营', parent_id: null, position: 1, owner_id: admin.id })
      .returning('id'),
  )
  const view = await idOf(
    db
      .insertInto('view_meta')
      .values({ name: '日报', type_id: folder, position: 1, owner_id: admin.id, shared: 1 })
      .returning('id'),
  )
  const info: Office['info'] = (change = {}) => ({
    dims: [definitions.dims.date],
    points: [definitions.points.minutes],
    dateRange: { from: '2026-10-01', to: '2026-10-03' },
    ...change,
  })
  const report = await idOf(
    db
      .insertInto('report')
      .values({
        view_meta_id: view,
        report_name: '访问',
        remark: '',
        position: 1,
        owner_id: admin.id,
        info: JSON.stringify(info()),
        modified_at: now,
      })
      .returning('id'),
  )
  return { ...house, ...definitions, admin, folder, view, report, info }
}

interface Returning {
  executeTakeFirstOrThrow(): Promise<{ id: number }>
}
const idOf = async (insert: Returning): Promise<number> => (await insert.executeTakeFirstOrThrow()).id

async function define({ metadata: { db } }: Deps) {
  const dictionary = await idOf(
    db
      .insertInto('dictionary')
      .values({ name: '渠道', form_name: 'channel', attributes: '["代码","名称"]', update_time: now })
      .returning('id'),
  )
  const rows = [
    ['web', '官网'],
    ['store', '应用商店'],
    ['gold', '=金矿'],
  ]
  await db
    .insertInto('dictionary_data')
    .values(
      rows.map((row, position) => ({
        dict_id: dictionary,
        data: JSON.stringify(row),
        code: row[0] ?? '',
        position,
      })),
    )
    .execute()
  const channels = await idOf(
    db
      .insertInto('dimension_table')
      .values({
        name: '渠道表',
        table_truename: 'channels',
        key_column: 'code',
        game_column: null,
        describe: '',
        create_time: now,
      })
      .returning('id'),
  )
  const joins = JSON.stringify([{ dimTableId: channels, column: 'channel' }])
  const pointTable = (name: string, table_truename: string, time_column: string | null) =>
    idOf(
      db
        .insertInto('point_table')
        .values({
          name,
          table_truename,
          date_column: 'day',
          time_column,
          game_column: 'cgi',
          grain_key: '[]',
          update_frequency: 'day',
          describe: '',
          joins,
          create_time: now,
        })
        .returning('id'),
    )
  const tables = {
    visit: await pointTable('访问', 'visit', null),
    orders: await pointTable('订单', 'orders', 'paid_at'),
    channels,
  }
  const dimension = (name: string, types: string, info: object, rest: object = {}) =>
    idOf(
      db
        .insertInto('dimension')
        .values({
          table_id: null,
          count_quantum: types === 'date' ? 'day' : null,
          update_frequency: 'day',
          cgi_filter: 0,
          types,
          name,
          form_type: types === 'date' ? 'dateRange' : 'multiSelect',
          describe: '',
          info: JSON.stringify(info),
          create_time: now,
          dim_type_id: null,
          ...rest,
        })
        .returning('id'),
    )
  const dims = {
    date: await dimension('日期', 'date', {}),
    game: await dimension('游戏', 'game', {}, { cgi_filter: 1 }),
    channel: await dimension('渠道', 'dictionary', { expression: 'channel', dictId: dictionary }),
    kind: await dimension('渠道类型', 'string', { expression: 'kind' }, { table_id: channels }),
    state: await dimension('状态', 'string', { expression: 'state' }),
  }
  const point = (name: string, types: string, name_sql: string, rest: object = {}, info: object = {}) =>
    idOf(
      db
        .insertInto('point')
        .values({
          table_id: null,
          point_type_id: null,
          name_sql,
          event_filter: '',
          filter: '',
          types,
          name,
          describe: `${name}的说明`,
          info: JSON.stringify(info),
          note: '',
          create_time: now,
          ...rest,
        })
        .returning('id'),
    )
  const paid = { table_id: tables.orders, filter: "state = 'paid'" }
  const points = {
    players: await point(
      '活跃用户',
      'distinct',
      'player_id',
      { table_id: tables.visit },
      { format: 'integer', unit: '人' },
    ),
    minutes: await point(
      '在线时长',
      'additive',
      'minutes',
      { table_id: tables.visit },
      { aggregate: 'sum', format: 'integer' },
    ),
    revenue: await point('充值金额', 'additive', 'amount', paid, {
      aggregate: 'sum',
      format: 'decimal',
      unit: '元',
    }),
    arpu: await point('ARPU', 'computed', '[充值金额] / [活跃用户]', {}, { format: 'decimal', unit: '元' }),
    orders: await point(
      '订单数',
      'additive',
      '',
      { table_id: tables.orders },
      { aggregate: 'count', format: 'integer' },
    ),
  }
  return { dims, points, tables, dictionary }
}
