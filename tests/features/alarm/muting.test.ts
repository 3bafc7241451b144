// Maintenance windows: what fires meanwhile is recorded, and told in one message when they end, or never.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/alarm/contract.ts'
import { isOver, muteAt, mutedUntil, tellingIn } from '#features/alarm/server/checking/mutes.ts'
import { type AlarmHouse, makeAlarmHouse, yesterday } from './alarmHouse.ts'

const zone = { zone: 'Asia/Shanghai' }
const at = (text: string) => new Date(`${text}+08:00`)
const made = (from: string, until: string, given: Partial<calls.AlarmMute> = {}): calls.AlarmMute => ({
  id: 'one',
  from: at(from).toISOString(),
  until: at(until).toISOString(),
  weekly: false,
  lastDay: null,
  reason: '停机维护',
  meanwhile: 'hold',
  ...given,
})

describe('a maintenance window', () => {
  it('covers its moments and no others; a weekly one comes back by the business’s clocks until its last day', () => {
    const once = made('2026-11-26T22:00', '2026-11-27T02:00')
    const ends = (mute: calls.AlarmMute, moment: string) => muteAt([mute], at(moment), zone)?.until
    expect(ends(once, '2026-11-26T21:59')).toBeUndefined()
    expect(ends(once, '2026-11-26T22:00')).toEqual(at('2026-11-27T02:00'))
    expect(ends(once, '2026-11-27T02:00')).toBeUndefined()
    expect([isOver(once, at('2026-11-27T01:59'), zone), isOver(once, at('2026-11-27T02:00'), zone)]).toEqual([
      false,
      true,
    ])
    const weekly = { ...once, weekly: true, lastDay: '2026-12-10' }
    expect(ends(weekly, '2026-11-19T23:00')).toBeUndefined()
    expect(ends(weekly, '2026-12-04T01:59')).toEqual(at('2026-12-04T02:00'))
    expect(ends(weekly, '2026-12-10T23:00')).toEqual(at('2026-12-11T02:00'))
    expect(ends(weekly, '2026-12-17T23:00')).toBeUndefined()
    expect([
      isOver(weekly, at('2026-12-11T01:59'), zone),
      isOver(weekly, at('2026-12-11T02:00'), zone),
    ]).toEqual([false, true])
    // Where clocks are put back, it stays at its times of day.
    const berlin = { zone: 'Europe/Berlin' }
    const inSummer = { ...weekly, from: '2026-10-19T00:00:00.000Z', until: '2026-10-19T01:00:00.000Z' }
    expect(muteAt([inSummer], new Date('2026-10-26T01:30:00Z'), berlin)?.until.toISOString()).toBe(
      '2026-10-26T02:00:00.000Z',
    )
  })

  it('holds until windows and quiet hours that follow each other are over, and keeps silent where one says so', () => {
    const first = made('2026-11-26T20:00', '2026-11-26T23:00')
    const second = made('2026-11-26T22:00', '2026-11-27T01:00', { id: 'two' })
    const quiet = { from: '00:30', to: '08:00', meanwhile: 'hold' as const }
    const rule = { quiet, rearmMinutes: 0 }
    const told = (mutes: calls.AlarmMute[], moment: string, given = rule) =>
      tellingIn({ rule: given, mutes }, 'warning', null, at(moment), zone)
    expect(told([first, second], '2026-11-26T20:30')).toEqual({
      silence: null,
      heldUntil: at('2026-11-27T08:00'),
      mute: 'two',
    })
    expect(mutedUntil([first, second], at('2026-11-26T20:30'), zone)).toEqual(at('2026-11-27T01:00'))
    expect(told([first], '2026-11-26T23:30')).toEqual({ silence: null, heldUntil: null, mute: null })
    const silent = { ...second, meanwhile: 'skip' as const }
    expect(told([first, silent], '2026-11-26T20:30')).toEqual({
      silence: 'muted',
      heldUntil: null,
      mute: 'two',
    })
  })
})

const fallen = [
  { cgi: 'a', channel: 'ios', count: 4 },
  { cgi: 'a', channel: 'and', count: 20 },
  { cgi: 'b', channel: 'ios', count: 9 },
]

describeStores('alarms in a maintenance window', (store) => {
  let house: AlarmHouse
  let all: Person
  beforeAll(async () => {
    house = await makeAlarmHouse(store, fallen)
    all = await house.editor()
  })
  afterAll(() => house.dispose())
  afterEach(async () => {
    await house.work()
    const { db } = house.deps.metadata
    const alive = await db.selectFrom('alarm').select('id').where('deleted_at', 'is', null).execute()
    if (alive.length > 0) await all.call(calls.deleteAlarms, { body: { ids: alive.map(({ id }) => id) } })
    await db.deleteFrom('alarm_fire').execute()
    await db.deleteFrom('inbox_note').execute()
  })

  const below = (name: string, cgi: string, given: Partial<calls.AlarmChange> = {}) =>
    house.save(all, { name, games: [cgi], userIds: [all.id], ...given })
  const hour = 3_600_000
  const window = (given: Partial<calls.MuteBody> = {}): calls.MuteBody => ({
    from: new Date(Date.now() - hour).toISOString(),
    until: new Date(Date.now() + hour).toISOString(),
    weekly: false,
    lastDay: null,
    reason: '换数据库',
    meanwhile: 'hold',
    ...given,
  })
  const mute = (by: Person, given: Partial<calls.MuteBody>) =>
    by.call<calls.MuteDone>(calls.muteAlarms, { body: window(given) })
  const shown = async (id: number) =>
    (await all.call<calls.AlarmList>(calls.getAlarmByFilter, { body: { ids: [id] } })).data.rows[0]
  const notes = () =>
    house.deps.metadata.db.selectFrom('inbox_note').select(['title', 'text']).orderBy('id').execute()

  it('are all those of a game, record what they find, and tell it in one message when the window is canceled', async () => {
    const one = (await below('充值太少', 'a')).data
    const two = (await below('人数太少', 'a', { level: 'critical' })).data
    const other = (await below('别的游戏', 'b')).data
    const done = (await mute(all, { game: 'a' })).data
    expect(done.ids.toSorted()).toEqual([one.id, two.id])
    expect(await shown(one.id)).toMatchObject({ mutes: [{ id: done.id, reason: '换数据库' }] })
    expect((await shown(one.id))?.mutedUntil).toBe((await shown(one.id))?.mutes[0]?.until)
    expect((await shown(other.id))?.mutes).toEqual([])

    await house.pass()
    await house.work()
    const held = (await house.fires(all)).filter(({ alarmId }) => alarmId !== other.id)
    expect(held.map(({ silence, muted }) => [silence, muted])).toEqual([
      [null, true],
      [null, true],
    ])
    // Only the alarm outside of the window is told.
    expect((await notes()).map(({ title }) => title)).toEqual([expect.stringContaining('别的游戏')])

    await all.call(calls.unmuteAlarms, { body: { ids: done.ids, mute: done.id } })
    await house.work()
    const [, summary, ...more] = await notes()
    expect(more).toEqual([])
    expect(summary?.title).toContain('维护窗口结束：期间有 2 个告警触发')
    for (const name of ['充值太少', '人数太少'])
      expect(summary?.text).toContain(`「${name}」触发 1 次，现在仍有 1 项`)
    expect((await shown(one.id))?.mutes).toEqual([])
    const rows = await house.deps.metadata.db
      .selectFrom('alarm_fire')
      .select('told_with')
      .where('mute', '=', done.id)
      .execute()
    expect(new Set(rows.map(({ told_with }) => told_with)).size).toBe(1)

    const { data: history } = await all.call<{ changes: { field: string; from: string; to: string }[] }[]>(
      calls.alarmChanges,
      { params: { id: one.id } },
    )
    const told = history.flatMap(({ changes }) => changes).filter(({ field }) => field === 'mutes')
    expect(told.map(({ from, to }) => [from, to])).toEqual([
      [expect.stringMatching(/至 .*结束后汇总（换数据库）$/), '–'],
      ['–', expect.stringMatching(/至 .*结束后汇总（换数据库）$/)],
    ])
  })

  it('are told by themselves at its end, once though several passes found something', async () => {
    const { id } = (
      await below('一会儿就好', 'a', {
        watch: { points: [house.points.orders], dims: [house.dims.channel], grain: 'day' },
      })
    ).data
    await mute(all, { ids: [id] })
    await house.pass()
    await house.sell(yesterday, [
      { cgi: 'a', channel: 'ios', count: 4 },
      { cgi: 'a', channel: 'web', count: 3 },
      { cgi: 'b', channel: 'ios', count: 9 },
    ])
    await house.pass()
    await house.work()
    expect(await notes()).toEqual([])
    // The window's hour is over.
    const { db } = house.deps.metadata
    const before = new Date(Date.now() - 1_000).toISOString()
    const row = await db.selectFrom('alarm').select('mutes').where('id', '=', id).executeTakeFirstOrThrow()
    const mutes = (JSON.parse(row.mutes ?? '[]') as calls.AlarmMute[]).map((one) => ({
      ...one,
      until: before,
    }))
    await db
      .updateTable('alarm')
      .set({ mutes: JSON.stringify(mutes) })
      .where('id', '=', id)
      .execute()
    await db.updateTable('alarm_fire').set({ held_until: before }).where('mute', 'is not', null).execute()
    await db.updateTable('job').set({ run_at: before }).where('kind', '=', 'alarm.tellMuted').execute()
    await house.work()
    expect(await notes()).toHaveLength(1)
    const fires = await house.fires(all)
    expect(fires.length).toBeGreaterThan(2)
    await house.work()
    expect((await notes()).map(({ text }) => text)).toEqual([
      expect.stringContaining(`触发 ${fires.length} 次`),
    ])
    expect((await shown(id))?.mutes).toEqual([])
    await house.sell(yesterday, fallen)
  })

  it('are not told at all where the window keeps silent, nor that they recovered', async () => {
    const { id } = (await below('不用说', 'a', { recovery: true })).data
    await mute(all, { ids: [id], meanwhile: 'skip' })
    await house.pass()
    expect((await house.fires(all)).map(({ silence }) => silence)).toEqual(['muted'])
    await house.sell(yesterday, [{ cgi: 'a', channel: 'ios', count: 80 }, ...fallen.slice(1)])
    await house.pass()
    await house.work()
    expect((await house.fires(all)).map(({ state }) => state)).toEqual(['recovered'])
    expect(await notes()).toEqual([])
    await house.sell(yesterday, fallen)
  })

  it('are only those that one may change: others are left out of a group, and refused by name', async () => {
    const ofA = (await below('甲的', 'a')).data
    const ofB = (await below('乙的', 'b')).data
    const own = await house.editor(['a'])
    expect((await mute(own, { ids: [ofA.id, ofB.id] })).envelope?.isSuccess).toBe(false)
    expect((await shown(ofA.id))?.mutes).toEqual([])
    const targets = (await own.call<calls.MuteTargets>(calls.readMuteTargets, {})).data
    expect(targets.owners.map(({ count }) => count)).toEqual(targets.owners.length > 0 ? [1] : [])
    expect((await mute(own, { game: 'b' })).envelope?.msg).toContain('没有你能修改的告警')
    const before = await house.deps.metadata.db
      .selectFrom('alarm')
      .select('mutes')
      .where('id', '=', ofB.id)
      .execute()
    expect(before).toEqual([{ mutes: null }])
  })

  it('need a window that can come, and a reason', async () => {
    const { id } = (await below('检查输入', 'a')).data
    const past = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
    for (const [given, message] of [
      [{ reason: ' ' }, '请写明维护原因'],
      [{ from: past(2), until: past(1) }, '结束时间应晚于开始时间'],
      [{ from: past(-3), until: past(-2) }, '结束时间已经过去'],
      [{ from: '明天' }, '不是有效的时间'],
      [{ until: past(24 * 40) }, '最长 31 天'],
      [{ weekly: true, until: past(24 * 7) }, '最长 6 天'],
      [{ weekly: true, lastDay: '2020-01-01' }, '最后一天不能早于开始时间'],
      [{ ids: undefined }, '请选择要静默的告警'],
    ] as [Partial<calls.MuteBody>, string][]) {
      const answer = await mute(all, { ids: [id], ...given })
      expect([answer.envelope?.isSuccess, answer.envelope?.msg]).toEqual([
        false,
        expect.stringContaining(message),
      ])
    }
    expect((await shown(id))?.mutes).toEqual([])
  })
})
