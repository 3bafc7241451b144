// Players for the golden tests of retention, funnels, distributions and players' value: few enough to follow by hand, and random ones
// from a seed, to be followed in a second, naive way.
import type { Model, PointTable } from '#semantic/model/types.ts'
import { dims, makeModel, makePoint, makePointTable } from '../semantic/model.ts'
import { run } from './golden.ts'

export const facts = { enrol: 101, visit: 102, buy: 103, mail: 104, tip: 105, ad: 106, plainAd: 107 }

export const followed = {
  enrolled: 201,
  visitors: 202,
  buyers: 203,
  firstBuyers: 204,
  amount: 205,
  buys: 206,
  largest: 207,
  refunded: 208,
  mailed: 209,
  tippers: 210,
  tips: 211,
  visits: 212,
  average: 213,
  earliest: 214,
  net: 215,
  cost: 216,
  plainCost: 217,
}

const tables = {
  enrol: 'enrol_date DATE, cgi VARCHAR, server_id INTEGER, channel VARCHAR, player_id BIGINT',
  visit:
    'visit_time TIMESTAMP, visit_date DATE, cgi VARCHAR, server_id INTEGER, channel VARCHAR, player_id BIGINT',
  buy: 'buy_time TIMESTAMP, buy_date DATE, cgi VARCHAR, server_id INTEGER, channel VARCHAR, player_id BIGINT, amount DECIMAL(12,2), status VARCHAR',
  mail: 'mail_date DATE, cgi VARCHAR, player_id VARCHAR',
  tip: 'channel VARCHAR, player_id BIGINT, amount INTEGER',
  ad: 'ad_date DATE, cgi VARCHAR, channel VARCHAR, cost DECIMAL(12,2)',
  // A cost that knows nothing but its day.
  plainAd: 'ad_date DATE, cost DOUBLE',
}
type TableName = keyof typeof tables

const pointTables: Record<TableName, Partial<PointTable> & { name: string }> = {
  enrol: { name: '注册', date_column: 'enrol_date', game_column: 'cgi', grain_key: ['player_id', 'cgi'] },
  visit: { name: '访问', date_column: 'visit_date', time_column: 'visit_time', game_column: 'cgi' },
  buy: { name: '购买', date_column: 'buy_date', time_column: 'buy_time', game_column: 'cgi' },
  mail: { name: '邮件', date_column: 'mail_date', game_column: 'cgi' },
  tip: { name: '打赏' },
  ad: { name: '投放', date_column: 'ad_date', game_column: 'cgi' },
  plainAd: { name: '总投放', date_column: 'ad_date' },
}

/** The usual model, with the players' facts under physical names ending in `suffix`. */
export function playersModel(
  suffix = '',
  changes: Partial<Record<TableName, Partial<PointTable>>> = {},
): Model {
  const model = makeModel()
  const names = Object.keys(tables) as TableName[]
  const distinct = { types: 'distinct', name_sql: 'player_id', info: { unit: '人' } } as const
  return {
    ...model,
    points: [
      ...model.points,
      makePoint({ id: followed.enrolled, name: '新增用户', table_id: facts.enrol, ...distinct }),
      makePoint({ id: followed.visitors, name: '访问用户', table_id: facts.visit, ...distinct }),
      makePoint({
        id: followed.buyers,
        name: '购买用户',
        table_id: facts.buy,
        ...distinct,
        filter: "status = 'paid'",
      }),
      makePoint({
        id: followed.firstBuyers,
        name: '大额用户',
        table_id: facts.buy,
        ...distinct,
        filter: "status = 'paid' and amount >= 50",
      }),
      makePoint({
        id: followed.amount,
        name: '购买金额',
        table_id: facts.buy,
        name_sql: 'amount',
        filter: "status = 'paid'",
        info: { unit: '元' },
      }),
      makePoint({
        id: followed.buys,
        name: '购买次数',
        table_id: facts.buy,
        info: { aggregate: 'count', unit: '次' },
      }),
      makePoint({
        id: followed.largest,
        name: '最大一笔',
        table_id: facts.buy,
        name_sql: 'amount',
        info: { aggregate: 'max' },
      }),
      makePoint({
        id: followed.refunded,
        name: '退款',
        table_id: facts.buy,
        name_sql: 'amount',
        filter: "status = 'refunded'",
      }),
      makePoint({ id: followed.mailed, name: '收信用户', table_id: facts.mail, ...distinct }),
      makePoint({ id: followed.tippers, name: '打赏用户', table_id: facts.tip, ...distinct }),
      makePoint({ id: followed.tips, name: '打赏', table_id: facts.tip, name_sql: 'amount' }),
      makePoint({
        id: followed.visits,
        name: '访问次数',
        table_id: facts.visit,
        info: { aggregate: 'count' },
      }),
      makePoint({
        id: followed.average,
        name: '人均购买',
        types: 'computed',
        name_sql: '[购买金额] / [购买用户]',
      }),
      makePoint({
        id: followed.earliest,
        name: '最早购买',
        table_id: facts.buy,
        name_sql: 'buy_date',
        info: { aggregate: 'min' },
      }),
      makePoint({
        id: followed.net,
        name: '净收入',
        table_id: facts.buy,
        name_sql: "case when status = 'refunded' then 0 - amount else amount end",
        info: { unit: '元' },
      }),
      makePoint({
        id: followed.cost,
        name: '投放花费',
        table_id: facts.ad,
        name_sql: 'cost',
        info: { unit: '元' },
      }),
      makePoint({ id: followed.plainCost, name: '总花费', table_id: facts.plainAd, name_sql: 'cost' }),
    ],
    pointTables: [
      ...model.pointTables,
      ...names.map((name) =>
        makePointTable({
          id: facts[name],
          table_truename: `${name}${suffix}`,
          joins: /server_id/.test(tables[name]) ? [{ dimTableId: 1, column: 'server_id' }] : [],
          ...pointTables[name],
          ...changes[name],
        }),
      ),
    ],
    tables: [
      ...model.tables,
      ...names.map((name) => ({
        name: `${name}${suffix}`,
        comment: '',
        rowCount: 0,
        updatedAt: '2026-01-01T00:00:00Z',
        columns: tables[name].split(/, (?=\w+ [A-Z])/).map((column) => {
          const [columnName = '', type = ''] = column.split(' ')
          return { name: columnName, type, comment: '' }
        }),
      })),
    ],
  }
}

/** Noon in Shanghai on 10 January 2026. */
export const tenth = { now: new Date('2026-01-10T04:00:00Z') }
export const january = { from: '2026-01-01', to: '2026-01-10' }
export { dims }

type PlayerRows = Omit<Record<TableName, string[]>, 'ad' | 'plainAd'> &
  Partial<Record<'ad' | 'plainAd', string[]>>

export async function makePlayerTables(given: PlayerRows, suffix = ''): Promise<void> {
  const rows = { ad: [], plainAd: [], ...given }
  for (const name of Object.keys(tables) as TableName[]) {
    await run(`CREATE OR REPLACE TABLE ${name}${suffix} (${tables[name]})`)
    if (rows[name].length > 0)
      await run(`INSERT INTO ${name}${suffix} VALUES ${rows[name].map((row) => `(${row})`).join(', ')}`)
  }
}

const visit = (day: string, time: string, game: string, player: string, server = 1, channel = "'x'") =>
  `'2026-01-${day} ${time}', '2026-01-${day}', '${game}', ${server}, ${channel}, ${player}`

/** Rows for the answers computed by hand. */
export const byHand: PlayerRows = {
  enrol: [
    "'2026-01-01', 'a', 1, 'x', 1",
    "'2026-01-01', 'a', 1, 'x', 2",
    "'2026-01-01', 'a', 1, 'y', 3",
    "'2026-01-02', 'a', 1, 'x', 4",
    // Player 1 in another game.
    "'2026-01-02', 'b', 2, 'y', 1",
    "'2026-01-01', 'a', 1, 'x', NULL",
    "'2026-01-09', 'a', 1, 'y', 5",
    "'2026-01-10', 'a', 9, NULL, 6",
  ],
  visit: [
    visit('01', '10:00:00', 'a', '1'),
    visit('02', '09:00:00', 'a', '1'),
    visit('04', '12:00:00', 'a', '1'),
    visit('03', '08:00:00', 'b', '1', 2, "'y'"),
    visit('01', '11:00:00', 'a', '2'),
    visit('08', '23:59:59', 'a', '2'),
    // Before five o'clock, so it belongs to the day before where the business's day starts at five.
    visit('02', '04:30:00', 'a', '3', 1, "'y'"),
    // Two rows on the first day, the later one with another channel.
    visit('03', '20:00:00', 'a', '4', 1, "'y'"),
    visit('03', '07:00:00', 'a', '4', 2),
    visit('05', '07:00:00', 'a', '4'),
    visit('10', '09:00:00', 'a', '5', 1, "'y'"),
    visit('02', '09:00:00', 'a', 'NULL'),
    // Long before any range, so not a new player.
    "'2025-12-20 09:00:00', '2025-12-20', 'a', 1, 'x', 7",
    visit('03', '09:00:00', 'a', '7'),
  ],
  buy: [
    // Before the visit of the same day.
    `${visit('01', '09:59:59', 'a', '1')}, 10, 'paid'`,
    `${visit('08', '09:00:00', 'a', '1')}, 60, 'paid'`,
    `${visit('03', '08:00:00', 'b', '1', 2, "'y'")}, 5, 'refunded'`,
    // Eight days after the first day.
    `${visit('09', '00:00:00', 'a', '2')}, 98, 'paid'`,
    // Two rows in the same second as the visit.
    `${visit('03', '07:00:00', 'a', '4')}, 30, 'paid'`,
    `${visit('03', '07:00:00', 'a', '4')}, 30, 'paid'`,
    `${visit('04', '07:00:00', 'a', 'NULL')}, 30, 'paid'`,
    `${visit('10', '09:30:00', 'a', '5', 1, "'y'")}, 6, 'paid'`,
  ],
  mail: ["'2026-01-02', 'a', '1'"],
  ad: [
    "'2026-01-01', 'a', 'x', 40",
    "'2026-01-01', 'a', 'x', 20",
    "'2026-01-01', 'a', 'y', 6",
    // Another game, and a day with a cost and nobody new.
    "'2026-01-02', 'b', 'y', 5",
    "'2026-01-05', 'a', 'x', 8",
    // A channel that was paid nothing has no cost.
    "'2026-01-09', 'a', 'y', 0",
    "'2025-12-31', 'a', 'x', 1000",
  ],
  plainAd: ["'2026-01-01', 66", "'2026-01-05', 8"],
  tip: ["'x', 1, 5", "'x', 2, NULL", "'y', 2, 7", "'y', 3, -1"],
}
