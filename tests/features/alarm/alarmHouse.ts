// A test server with games a and b, the last days' orders by channel, and helpers for alarms.
//
// Orders per day: game a, channel ios 10 and channel and 20, 2 yuan each; game b, channel ios 40. `yesterday`
// replaces yesterday's.

import type { SessionUser } from '#server/http/session.ts'
import { readSettings } from '#server/settings.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { PermissionKey } from '#shared/permissions.ts'
import { type Answer, type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import type { Store } from '#tests/factories/stores.ts'
import { exampleRule } from '#features/alarm/contract/rule.ts'
import * as calls from '#features/alarm/contract.ts'
import { Checker, type PassFigures, type PassOptions } from '#features/alarm/server/checking/pass.ts'
import { checkAlarms } from '#features/alarm/server/telling/declaring.ts'

export const today = businessDay(readSettings({}))
export const dayFromToday = (days: number): string => shiftDay(today, days)
export const yesterday = dayFromToday(-1)

export interface Sold {
  cgi: string
  channel: string
  count: number
}

const usual: Sold[] = [
  { cgi: 'a', channel: 'ios', count: 10 },
  { cgi: 'a', channel: 'and', count: 20 },
  { cgi: 'b', channel: 'ios', count: 40 },
]

const ordersOf = (days: ReadonlyMap<string, readonly Sold[]>): string => {
  const rows = [...days].flatMap(([day, sold]) =>
    sold.map(({ cgi, channel, count }) => `(DATE '${day}', '${cgi}', '${channel}', ${count})`),
  )
  return `CREATE OR REPLACE TABLE orders AS
    SELECT day, CAST(day AS TIMESTAMP) + to_hours(12 + CAST(i % 4 AS INTEGER)) AS sold_at, cgi, channel,
      CAST(i % 7 AS BIGINT) AS player_id, CAST(2 AS DECIMAL(18,2)) AS amount
    FROM (VALUES ${rows.join()}) AS s(day, cgi, channel, count), range(100) AS r(i) WHERE i < count`
}

export interface AlarmHouse extends House {
  dims: Record<'date' | 'time' | 'channel' | 'game', number>
  points: Record<'orders' | 'amount' | 'players' | 'average', number>
  /** A user with all rights over alarms, in these games (default: all). */
  editor(games?: SessionUser['games'], keys?: readonly PermissionKey[]): Promise<Person>
  save(by: Person, given?: Partial<calls.AlarmChange>): Promise<Answer<calls.Alarm>>
  rule(given?: Partial<calls.AlarmChange>): calls.AlarmChange
  /** Checks all alarms, as the server does every minute. */
  pass(options?: PassOptions): Promise<PassFigures>
  fires(by: Person, query?: calls.AlarmFireQuery): Promise<calls.AlarmFire[]>
  /** Runs the waiting jobs to their end. */
  work(): Promise<void>
  /** Publishes these orders in place of the day's. */
  sell(day: string, sold: readonly Sold[]): Promise<void>
  checker: Checker
}

const now = '2026-01-01T00:00:00.000Z'

export async function makeAlarmHouse(
  store: Store | null,
  sold: readonly Sold[] = usual,
  options: HouseOptions = {},
): Promise<AlarmHouse> {
  const made = store ? await store.make() : {}
  const days = new Map<string, readonly Sold[]>()
  for (let day = -40; day < -1; day += 1) days.set(dayFromToday(day), usual)
  days.set(yesterday, sold)
  const house = await makeHouse({ warehouseSql: [ordersOf(days)], ...made, ...options })
  const { db } = house.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  const table = {
    name: '订单',
    table_truename: 'orders',
    date_column: 'day',
    time_column: 'sold_at',
    game_column: 'cgi',
    grain_key: '[]',
    update_frequency: 'day',
    describe: '',
    joins: '[]',
    create_time: now,
  }
  const { id: table_id } = await db
    .insertInto('point_table')
    .values(table)
    .returning('id')
    .executeTakeFirstOrThrow()
  const dimension = async (name: string, types: string, expression?: string) => {
    const row = {
      table_id: null,
      count_quantum: types === 'date' ? 'day' : types === 'time' ? 'hour' : null,
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
  const point = async (
    name: string,
    given: { name_sql?: string; types?: string; info?: object; table?: null },
  ) => {
    const row = {
      table_id: given.table === null ? null : table_id,
      point_type_id: null,
      name_sql: given.name_sql ?? '',
      event_filter: '',
      filter: '',
      types: given.types ?? 'additive',
      name,
      describe: '',
      info: JSON.stringify(given.info ?? {}),
      note: '',
      create_time: now,
    }
    return (await db.insertInto('point').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const dims = {
    date: await dimension('日期', 'date'),
    time: await dimension('时间', 'time'),
    game: await dimension('游戏', 'game'),
    channel: await dimension('渠道', 'string', 'channel'),
  }
  const points = {
    orders: await point('订单数', { info: { aggregate: 'count', format: 'integer', unit: '单' } }),
    amount: await point('充值金额', { name_sql: 'amount', info: { aggregate: 'sum', unit: '元' } }),
    players: await point('付费人数', {
      name_sql: 'player_id',
      types: 'distinct',
      info: { format: 'integer' },
    }),
    average: await point('人均', { name_sql: '[充值金额] / [付费人数]', types: 'computed', table: null }),
  }
  const { jobs } = house.app
  // Passes by the real clock would judge the tests' moments by the present, so the minute's pass is paused, and a
  // pass requested by a change counts as already ordered.
  const runAt = new Date(Date.now() + 3_600_000)
  await jobs.enqueue({ kind: checkAlarms, payload: {}, userId: null, runAt })
  const checker = new Checker({ ...house.deps, jobs })
  const rule: AlarmHouse['rule'] = (given = {}) => ({
    ...exampleRule,
    name: '订单太少',
    watch: { points: [points.orders], dims: [], grain: 'day' },
    conditions: [{ kind: 'threshold', point: points.orders, op: 'lt', value: 50 }],
    ...given,
  })
  return {
    ...house,
    dims,
    points,
    checker,
    rule,
    editor: (games = 'all', keys = ['alert_config_edit']) => house.person({ keys, games }),
    save: (by, given) => by.call<calls.Alarm>(calls.addOrUpdateAlarm, { body: rule(given) }),
    pass: (given) => checker.pass({ settleMs: 0, ...given }),
    fires: async (by, query = {}) =>
      (await by.call<calls.AlarmFireList>(calls.listAlarmFires, { query })).data.rows,
    work: async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await house.app.jobs.tick()
        await house.app.jobs.settled()
      }
    },
    sell: async (day, given) => {
      days.set(day, given)
      await house.warehouse.publish([ordersOf(days)])
    },
  }
}
