// Corrections of what alarms told, where a load has changed the day since.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { checkAlarms } from '#features/alarm/server/telling/declaring.ts'
import { confirmRestatement, noteRestatement } from '#features/restated/server/index.ts'
import { type AlarmHouse, makeAlarmHouse, yesterday } from './alarmHouse.ts'

const fallen = [
  { cgi: 'a', channel: 'ios', count: 4 },
  { cgi: 'a', channel: 'and', count: 20 },
  { cgi: 'b', channel: 'ios', count: 40 },
]

let house: AlarmHouse
let all: Person
beforeAll(async () => {
  house = await makeAlarmHouse(null, fallen)
  all = await house.editor()
})
afterAll(() => house.dispose())

const corrections = async (name: string) => {
  const rows = await house.deps.metadata.db
    .selectFrom('inbox_note')
    .select(['title', 'text'])
    .where('user_id', '=', all.id)
    .where('title', '=', `更正：${name}`)
    .execute()
  return rows.map(({ text }) => text)
}
const look = async () => {
  await house.app.jobs.enqueue({ kind: checkAlarms, payload: {}, userId: null })
  await house.work()
}

it('go once a load to those who were told, with both figures, and not for alarms that tell no end', async () => {
  const { orders } = house.points
  const given = (name: string, recovery: boolean) => ({
    name,
    recovery,
    games: ['a'],
    watch: { points: [orders], dims: [house.dims.channel], grain: 'day' as const },
    conditions: [
      {
        kind: 'change' as const,
        point: orders,
        against: 'yesterday' as const,
        unit: 'percent' as const,
        direction: 'down' as const,
        value: 20,
      },
    ],
    userIds: [all.id],
  })
  await house.save(all, given('跌了', true))
  await house.save(all, given('不说结束', false))
  await house.pass()
  await house.work()
  expect(await house.fires(all)).toHaveLength(2)
  await look()
  expect(await corrections('跌了')).toEqual([])
  await house.sell(yesterday, [{ cgi: 'a', channel: 'ios', count: 9 }, ...fallen.slice(1)])
  const { db } = house.deps.metadata
  const changed = { day: yesterday, point: orders, before: '4', after: '9' }
  const id = await noteRestatement(db, {
    table: 'orders',
    content: 'facts-000002.duckdb',
    how: 'days',
    source: '补数.csv',
    run: null,
    user: null,
    days: 1,
    from: yesterday,
    to: yesterday,
    rowsBefore: 64,
    rowsAfter: 69,
    hasFigures: true,
    byGame: 'kept',
    figures: [
      { ...changed, game: null },
      { ...changed, game: 'a' },
    ],
  })
  await confirmRestatement(db, id)
  await look()
  const [told, ...more] = await corrections('跌了')
  expect(more).toEqual([])
  expect(told).toContain(`${yesterday} ios 订单数 由 4 单 改为 9 单`)
  expect(await corrections('不说结束')).toEqual([])
  await look()
  expect(await corrections('跌了')).toHaveLength(1)
})
