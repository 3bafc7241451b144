// Alarms find, announce and store values by label where the dimension's table has a name column.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/alarm/contract.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { type AlarmHouse, makeAlarmHouse } from './alarmHouse.ts'

let house: AlarmHouse
let all: Person
let shop: number
beforeAll(async () => {
  house = await makeAlarmHouse(null, [
    { cgi: 'a', channel: 'ios', count: 4 },
    { cgi: 'a', channel: 'and', count: 5 },
    { cgi: 'b', channel: 'ios', count: 3 },
  ])
  await house.warehouse.publish([
    "CREATE TABLE channels AS FROM (VALUES ('ios', '苹果商店'), ('and', '安卓'), ('other', '别处')) AS c(code, name)",
  ])
  const { metadata } = house.deps
  const now = '2026-01-01T00:00:00.000Z'
  const table = { name: '渠道表', table_truename: 'channels', key_column: 'code', game_column: null }
  const { id } = await metadata.db
    .insertInto('dimension_table')
    .values({ ...table, describe: '', create_time: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await metadata.db
    .updateTable('point_table')
    .set({ joins: JSON.stringify([{ dimTableId: id, column: 'channel' }]) })
    .execute()
  const dimension = await metadata.db
    .selectFrom('dimension')
    .selectAll()
    .where('id', '=', house.dims.channel)
    .executeTakeFirstOrThrow()
  const { id: _, ...rest } = dimension
  const info = JSON.stringify({ expression: 'code', labelColumn: 'name' })
  const added = await metadata.db
    .insertInto('dimension')
    .values({ ...rest, name: '商店', table_id: id, info })
    .returning('id')
    .executeTakeFirstOrThrow()
  shop = added.id
  forgetModel(metadata)
  all = await house.editor()
})
afterAll(() => house?.dispose())

const watched = () => ({
  games: ['a', 'b'],
  watch: { points: [house.points.orders], dims: [shop], grain: 'day' as const },
  conditions: [{ kind: 'threshold' as const, point: house.points.orders, op: 'lt' as const, value: 50 }],
  userIds: [all.id],
})

it('names them in a run by hand, in its message and its chart', async () => {
  const { data } = await all.call<calls.AlarmRun>(calls.runAlarmRule, {
    body: { rule: house.rule(watched()) },
  })
  expect(data.values.map(({ label }) => label).sort()).toEqual(['安卓', '苹果商店'])
  expect(data.text).toContain('苹果商店')
  expect(data.text).not.toContain('ios')
})

it('names them in what fired, and in the note that tells it', async () => {
  await house.save(all, watched())
  await house.pass()
  await house.work()
  expect((await house.fires(all)).map(({ label }) => label).sort()).toEqual(['安卓', '苹果商店'])
  const notes = await house.deps.metadata.db.selectFrom('inbox_note').select('text').execute()
  expect(notes.map(({ text }) => text).join()).toContain('苹果商店')
})

it('names those that a rule is limited to, in its words wherever they are told', async () => {
  const rule = house.rule({
    ...watched(),
    name: '限于商店',
    text: '{{监控内容}}',
    watch: {
      points: [house.points.orders],
      dims: [],
      grain: 'day' as const,
      filters: [{ dim: shop, op: 'in' as const, values: ['ios', 'gone'] }],
    },
  })
  const words = '商店为 苹果商店、gone'
  const { data: run } = await all.call<calls.AlarmRun>(calls.runAlarmRule, { body: { rule } })
  const { data: saved } = await all.call<calls.Alarm>(calls.addOrUpdateAlarm, { body: rule })
  const { data: list } = await all.call<calls.AlarmList>(calls.getAlarmByFilter, { body: {} })
  expect(run?.text).toContain(words)
  expect(saved?.watchText).toContain(words)
  expect(list?.rows.find(({ id }) => id === saved?.id)?.watchText).toContain(words)
  await house.pass()
  await house.work()
  const fire = (await house.fires(all)).find(({ alarmName }) => alarmName === '限于商店')
  const { data: kept } = await all.call<calls.AlarmFireDetail>(calls.getAlarmFire, {
    params: { id: fire?.id },
  })
  expect(kept.watchText).toContain(words)
})

it('says the value where its name can’t be read', async () => {
  await house.warehouse.publish([
    "CREATE OR REPLACE TABLE channels AS FROM (VALUES ('ios'), ('and')) AS c(code)",
  ])
  const { data } = await all.call<calls.AlarmRun>(calls.runAlarmRule, {
    body: { rule: house.rule(watched()) },
  })
  expect(data.values.map(({ label }) => label).sort()).toEqual(['and', 'ios'])
})
