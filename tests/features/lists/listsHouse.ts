// A test server with games a, b and c, the last days' orders, and helpers for the lists.
//
// Orders today: player 11 of game a 5, player 12 of game a 2, player 21 of game b 6, player 31 of game c 9; three
// days ago: player 13 of game a 4. Each game's rows contain a canary text. Events today: a draw 3, a login 2, b draw
// 1, c secret 1.

import type { SessionUser } from '#server/http/session.ts'
import { readSettings } from '#server/settings.ts'
import { businessDay } from '#shared/businessDay.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'

export const today = businessDay(readSettings({}))
export const dayFromToday = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const orders = (cgi: string, player: number, count: number, daysAgo = 0) =>
  `SELECT DATE '${dayFromToday(-daysAgo)}', '${cgi}', ${player}, 'paid', 'canary-${cgi}', 1 FROM range(${count})`
const happened = (cgi: string, code: string, count: number) =>
  `SELECT DATE '${today}', '${cgi}', 1, '${code}' FROM range(${count})`

const listsSql = [
  'CREATE TABLE orders(day DATE, cgi VARCHAR, player_id BIGINT, state VARCHAR, note VARCHAR, level INTEGER)',
  `INSERT INTO orders ${[orders('a', 11, 5), orders('a', 12, 2), orders('b', 21, 6), orders('c', 31, 9), orders('a', 13, 4, 3)].join(' UNION ALL ')}`,
  'CREATE TABLE happening(day DATE, cgi VARCHAR, player_id BIGINT, event_name VARCHAR)',
  `INSERT INTO happening ${[happened('a', 'draw', 3), happened('a', 'login', 2), happened('b', 'draw', 1), happened('c', 'canary-c-event', 1)].join(' UNION ALL ')}`,
]

export interface ListsHouse extends House {
  dims: Record<'date' | 'game' | 'player' | 'event' | 'level', number>
  points: Record<'orders' | 'draws', number>
  /** A user with all rights over the four lists, in these games (default: all). */
  editor(games?: SessionUser['games'], keys?: readonly PermissionKey[]): Promise<Person>
  /** Runs the waiting jobs to their end. */
  work(): Promise<void>
}

export const listKeys = [
  'search_blackList',
  'search_whiteList',
  'search_eventList',
  'search_adUserList',
] as const

const now = '2026-01-01T00:00:00.000Z'

export async function makeListsHouse(store: Store | null, options: HouseOptions = {}): Promise<ListsHouse> {
  const made = store ? await store.make() : {}
  const house = await makeHouse({ warehouseSql: listsSql, ...made, ...options })
  const { db } = house.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b', 'c'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  const pointTable = async (name: string, table_truename: string) => {
    const row = {
      name,
      table_truename,
      date_column: 'day',
      time_column: null,
      game_column: 'cgi',
      grain_key: '[]',
      update_frequency: 'day',
      describe: '',
      joins: '[]',
      create_time: now,
    }
    return (await db.insertInto('point_table').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const [orderTable, eventTable] = [await pointTable('订单', 'orders'), await pointTable('行为', 'happening')]
  const dimension = async (name: string, types: string, expression?: string) => {
    const row = {
      table_id: null,
      count_quantum: types === 'date' ? 'day' : null,
      update_frequency: 'day',
      cgi_filter: 0,
      types,
      name,
      form_type: types === 'date' ? 'dateRange' : 'multiSelect',
      describe: '',
      info: JSON.stringify(expression ? { expression } : {}),
      create_time: now,
      dim_type_id: null,
    }
    return (await db.insertInto('dimension').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const point = async (name: string, table_id: number, event_filter = '') => {
    const row = {
      table_id,
      point_type_id: null,
      name_sql: '',
      event_filter,
      filter: '',
      types: 'additive',
      name,
      describe: '',
      info: JSON.stringify({ aggregate: 'count', format: 'integer', unit: '次' }),
      note: '',
      create_time: now,
    }
    return (await db.insertInto('point').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const dims = {
    date: await dimension('日期', 'date'),
    game: await dimension('游戏', 'game'),
    player: await dimension('玩家', 'string', 'player_id'),
    event: await dimension('事件', 'string', 'event_name'),
    level: await dimension('等级', 'number', 'level'),
  }
  const points = {
    orders: await point('订单数', orderTable),
    draws: await point('抽卡次数', eventTable, "event_name = 'draw'"),
  }
  return {
    ...house,
    dims,
    points,
    editor: (games = 'all', keys = listKeys) => house.person({ keys, games }),
    work: async () => {
      await house.app.jobs.tick()
      await house.app.jobs.settled()
      await house.app.jobs.tick()
    },
  }
}
