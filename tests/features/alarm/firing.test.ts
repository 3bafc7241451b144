// Each fire occurs once, has a defined life, and is announced to the right users.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { RowRule } from '#semantic/model/rowScope.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/alarm/contract.ts'
import { forgetModel } from '#features/config/server/index.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { type AlarmHouse, dayFromToday, makeAlarmHouse, today, yesterday } from './alarmHouse.ts'

const fallen = [
  { cgi: 'a', channel: 'ios', count: 4 },
  { cgi: 'a', channel: 'and', count: 20 },
  { cgi: 'b', channel: 'ios', count: 40 },
]

describeStores('an alarm', (store) => {
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

  const drop = (given: Partial<calls.AlarmChange> = {}): Partial<calls.AlarmChange> => ({
    games: ['a'],
    watch: { points: [house.points.orders], dims: [house.dims.channel], grain: 'day' },
    conditions: [
      {
        kind: 'change',
        point: house.points.orders,
        against: 'yesterday',
        unit: 'percent',
        direction: 'down',
        value: 20,
      },
    ],
    userIds: [all.id],
    ...given,
  })
  const notes = () =>
    house.deps.metadata.db
      .selectFrom('inbox_note')
      .select(['user_id', 'title', 'link', 'text'])
      .orderBy('id')
      .execute()
  const shown = async (id: number) =>
    (await all.call<calls.AlarmList>(calls.getAlarmByFilter, { body: { ids: [id] } })).data.rows[0]

  it('runs in its owner’s rows, and what it finds is for those who see no fewer', async () => {
    const rule = (value: string): RowRule => ({
      dim: house.dims.channel,
      how: 'only',
      values: [value],
      open: false,
    })
    const keys = ['alert_config_edit'] as const
    const [ios, android] = [
      await house.person({ keys, rules: [rule('ios')] }),
      await house.person({ keys, rules: [rule('and')] }),
    ]
    const refused = await house.save(ios, drop({ userIds: [android.id] }))
    expect(JSON.stringify(refused.envelope)).toContain('的数据范围比告警的小，不能接收')
    const own = (await house.save(ios, drop({ name: '自己的', userIds: [ios.id, all.id] }))).data
    await house.save(android, drop({ name: '没有的', userIds: [android.id] }))
    await house.pass()
    await house.work()
    expect((await house.fires(ios)).map(({ label }) => label)).toEqual(['ios'])
    expect((await house.fires(all)).map(({ label }) => label)).toEqual(['ios'])
    expect(await house.fires(android)).toEqual([])
    expect((await notes()).map(({ user_id }) => user_id).sort()).toEqual([ios.id, all.id].sort())
    const listed = await android.call<calls.AlarmList>(calls.getAlarmByFilter, { body: {} })
    expect(listed.data.rows.map(({ name }) => name)).toEqual(['没有的'])
    // Whoever is limited further sees no more of what was found before.
    const { db } = house.deps.metadata
    await db
      .updateTable('user')
      .set({ row_rules: JSON.stringify([rule('and')]) })
      .where('id', '=', ios.id)
      .execute()
    expect(await house.fires(ios)).toEqual([])
    expect((await ios.call<{ rows: object[] }>(listInbox)).data.rows).toEqual([])
    expect(
      (await all.call<calls.AlarmList>(calls.getAlarmByFilter, { body: { ids: [own.id] } })).data.rows,
    ).toHaveLength(1)
  })

  it('fires once, however often it is looked at, with the data of its moment', async () => {
    const saved = await house.save(all, drop())
    expect(saved.data).toMatchObject({ state: 'unchecked', conditionText: '订单数比前一天下降 20% 以上' })
    expect(await house.pass()).toMatchObject({ evaluated: 1, fires: 1 })
    expect(await house.pass()).toMatchObject({ evaluated: 0, fires: 0 })
    const [fire] = await house.fires(all)
    expect(fire).toMatchObject({ label: 'ios', period: yesterday, level: 'warning', state: 'firing' })
    expect(fire?.reason).toBe('订单数 4 单，比前一天（10 单）下降 60%，阈值 20%')
    expect(await shown(saved.data.id)).toMatchObject({ state: 'firing', firing: 1, lastPeriod: yesterday })
    await house.work()
    const { data } = await all.call<calls.AlarmFireDetail>(calls.getAlarmFire, { params: { id: fire?.id } })
    expect(data.periods.at(-1)).toBe(yesterday)
    expect(data.series[0]?.figures.slice(-2)).toEqual([10, 4])
    expect(data.series[0]?.low.at(-1)).toBe(8)
    const [note, ...others] = await notes()
    expect(others).toEqual([])
    expect(note).toMatchObject({
      user_id: all.id,
      title: `订单太少（${yesterday}）`,
      link: `/alarm/fire?id=${fire?.id}`,
    })
    // Saved anew, or looked at by a server that knows nothing: what has fired stays fired.
    await house.save(all, { ...drop({ lasting: 2, rearmMinutes: 5 }), id: saved.data.id })
    await house.save(all, { ...drop(), id: saved.data.id })
    await house.pass()
    expect(await house.fires(all)).toHaveLength(1)
  })

  it('tells of many values in one message, and of each once', async () => {
    await house.save(all, {
      ...drop({ conditions: [{ kind: 'threshold', point: house.points.orders, op: 'gt', value: 0 }] }),
      games: '*',
    })
    await house.pass()
    await house.work()
    expect((await house.fires(all)).map(({ label }) => label).sort()).toEqual(['and', 'ios'])
    const told = await notes()
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('ios：订单数 44 单')
    const rows = await house.deps.metadata.db.selectFrom('alarm_fire').select('told_with').execute()
    expect(new Set(rows.map(({ told_with }) => told_with)).size).toBe(1)
  })

  it('never fires of a day that is not over, not loaded, or still being loaded', async () => {
    const { id } = (
      await house.save(all, drop({ conditions: [{ kind: 'noData', point: house.points.orders }] }))
    ).data
    const before = await house.pass()
    expect(before.fires).toBe(0)
    // Rows of today are there; it is not over.
    await house.sell(today, [{ cgi: 'a', channel: 'ios', count: 1 }])
    expect((await house.pass()).fires).toBe(0)
    expect((await shown(id))?.lastPeriod).toBe(yesterday)
    // Tomorrow: nothing was published since today ended, so of today only a part can be there.
    const tomorrow = new Date(Date.now() + 86_400_000)
    expect((await house.pass({ now: tomorrow })).fires).toBe(0)
    // A table that was published a moment ago may be published again.
    await house.save(all, drop({ name: '刚发布' }))
    const early = new Date(Date.parse(`${today}T00:20:00+08:00`))
    expect((await house.pass({ now: early, settleMs: Number.MAX_SAFE_INTEGER })).evaluated).toBe(0)
    expect((await house.pass()).evaluated).toBe(1)
    await house.sell(today, [])
  })

  it('is over when the figures are as they should be, says so once, and fires anew after that', async () => {
    await house.save(all, drop({ recovery: true }))
    await house.pass()
    await house.sell(yesterday, [{ cgi: 'a', channel: 'ios', count: 10 }, ...fallen.slice(1)])
    await house.pass()
    const [mended] = await house.fires(all)
    expect(mended).toMatchObject({ state: 'recovered' })
    await house.work()
    const [fired, over] = await notes()
    expect([fired?.title, over?.title]).toEqual([
      `订单太少（${yesterday}）`,
      `【恢复】订单太少（${yesterday}）`,
    ])
    // The figure of now, from which to which, and how long it lasted.
    expect(over?.text).toMatch(/^ios：订单数 4 单 → 10 单，持续 1 分钟$/m)
    expect(over?.text).not.toContain('变化来源')
    await house.sell(yesterday, fallen)
    await house.pass()
    expect((await house.fires(all)).map(({ state }) => state)).toEqual(['firing'])
  })

  it('rises to a higher level in spite of its re-arm time, and holds what is quiet', async () => {
    const condition = drop().conditions?.[0] as calls.AlarmCondition
    const levels = [condition, { ...condition, value: 50, level: 'critical' as const }]
    await house.save(all, drop({ conditions: levels, rearmMinutes: 60 * 48 }))
    await house.sell(yesterday, [{ cgi: 'a', channel: 'ios', count: 7 }, ...fallen.slice(1)])
    await house.pass()
    await house.sell(yesterday, fallen)
    await house.pass()
    const both = await house.fires(all)
    expect(both.map(({ level, silence }) => [level, silence])).toEqual([
      ['critical', null],
      ['warning', null],
    ])
    const quiet = { from: '00:00', to: '23:59', meanwhile: 'hold' as const }
    await house.save(all, drop({ name: '静默后发', quiet }))
    await house.save(all, drop({ name: '静默不发', quiet: { ...quiet, meanwhile: 'skip' } }))
    const noon = new Date(Date.parse(`${today}T12:00:00+08:00`))
    await house.pass({ now: noon })
    const fires = await house.fires(all)
    const held = fires.find(({ alarmName }) => alarmName === '静默后发')
    expect([held?.silence, held?.heldUntil]).toEqual([null, `${today}T15:59:00.000Z`])
    expect(fires.find(({ alarmName }) => alarmName === '静默不发')?.silence).toBe('quiet')
  })

  it('fires by a group that is met whole, says which conditions led to it, and is over when it is not', async () => {
    const { orders, amount } = house.points
    const below = (point: number, value: number, level?: calls.AlarmLevel): calls.AlarmCondition => ({
      kind: 'threshold',
      point,
      op: 'lt',
      value,
      ...(level && { level }),
    })
    const conditions = [
      { all: [below(orders, 5), below(amount, 9)] },
      { all: [below(orders, 30, 'critical'), below(amount, 1)] },
    ]
    const watch = { points: [orders, amount], dims: [house.dims.channel], grain: 'day' as const }
    const { id } = (await house.save(all, drop({ watch, conditions, recovery: true }))).data
    await house.pass()
    const fires = await house.fires(all)
    expect(fires.map(({ label, level, reason }) => [label, level, reason])).toEqual([
      ['ios', 'warning', '订单数 4 单，低于 5 单；充值金额 8 元，低于 9 元'],
    ])
    await house.work()
    const { data } = await all.call<calls.AlarmFireDetail>(calls.getAlarmFire, {
      params: { id: fires[0]?.id },
    })
    expect(data.findings.map(({ met, led }) => [met, led])).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ])
    expect(data.findings.map(({ groups }) => groups?.map(({ met }) => met))).toEqual([
      [true],
      undefined,
      [false],
      undefined,
    ])
    expect(data.series.map(({ point }) => point)).toEqual([orders, amount])
    expect((await notes())[0]?.text).toContain('订单数 4 单，低于 5 单；充值金额 8 元')
    // One of the two is as it should be again.
    await house.sell(yesterday, [{ cgi: 'a', channel: 'ios', count: 5 }, ...fallen.slice(1)])
    await house.pass()
    expect((await house.fires(all))[0]).toMatchObject({ alarmId: id, state: 'recovered' })
    await house.sell(yesterday, fallen)
  })

  it('waits until it has lasted, and counts each value by itself', async () => {
    const low = [{ kind: 'threshold' as const, point: house.points.orders, op: 'lte' as const, value: 10 }]
    await house.save(all, drop({ name: '三天', conditions: low, lasting: 3 }))
    await house.save(all, drop({ lasting: 2 }))
    await house.pass()
    expect((await house.fires(all)).map(({ alarmName, label }) => [alarmName, label])).toEqual([
      ['三天', 'ios'],
    ])
  })

  it('does not run without its owner’s rights, says so once, and goes on when they are back', async () => {
    const { db } = house.deps.metadata
    const owner = await house.editor(['a'])
    const { id } = (await house.save(owner, drop({ userIds: [] }))).data
    const setGames = (games: string) =>
      db.updateTable('user').set({ games }).where('id', '=', owner.id).execute()
    await setGames('["b"]')
    await house.pass()
    await house.pass()
    expect(await house.fires(all)).toEqual([])
    expect(await shown(id)).toMatchObject({
      state: 'fault',
      problem: '所有者已看不到告警的全部游戏，告警不运行；请修改告警的游戏',
    })
    expect((await notes()).map(({ user_id, title }) => [user_id, title])).toEqual([
      [owner.id, '告警「订单太少」无法运行'],
    ])
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', owner.id).execute()
    await house.pass()
    expect((await shown(id))?.problem).toContain('停用')
    await db.updateTable('user').set({ disabled: 0, games: '["a"]' }).where('id', '=', owner.id).execute()
    await house.pass()
    expect(await shown(id)).toMatchObject({ state: 'firing', problem: null })
    expect(await notes()).toHaveLength(1)
  })

  it('tells of a point that is gone, and of nothing else while others run', async () => {
    const { db } = house.deps.metadata
    const { id } = (await house.save(all, drop({ name: '坏的' }))).data
    await house.save(
      all,
      drop({
        watch: { points: [house.points.amount], dims: [], grain: 'day' },
        conditions: [{ kind: 'threshold', point: house.points.amount, op: 'gt', value: 0 }],
      }),
    )
    const gone = await db
      .updateTable('alarm')
      .set({ watch: JSON.stringify({ points: [99_999], dims: [], grain: 'day' }), revision: 2 })
      .where('id', '=', id)
      .execute()
    expect(gone).toHaveLength(1)
    forgetModel(house.deps.metadata)
    await house.pass()
    expect(await shown(id)).toMatchObject({ state: 'fault', problem: '监控的指标已被删除，请修改告警' })
    expect(await house.fires(all)).toHaveLength(1)
  })

  it('tells nothing once it is frozen or deleted, also of what waited to be told', async () => {
    const { id } = (await house.save(all, drop())).data
    await house.pass()
    await all.call(calls.freezeAlarm, { params: { id }, body: {} })
    await house.work()
    // The message may have been on its way: it is told, or said not to have been.
    const [fire] = await house.fires(all)
    expect(await notes()).toHaveLength(fire?.silence === 'frozen' ? 0 : 1)
    expect(await house.pass()).toMatchObject({ evaluated: 0 })
    expect((await shown(id))?.state).toBe('frozen')
    await all.call(calls.unFreezeAlarm, { params: { id }, body: {} })
    await all.call(calls.deleteAlarm, { params: { id }, body: {} })
    expect(await house.pass()).toMatchObject({ alarms: 0 })
    expect((await house.fires(all))[0]).toMatchObject({ alarmAlive: false })
  })

  it('says when data is late, by the clock, and that it came', async () => {
    const late = drop({
      watch: { points: [house.points.orders], dims: [], grain: 'day' },
      conditions: [{ kind: 'late', by: '10:00' }],
    })
    const { id } = (await house.save(all, late)).data
    const few = { kind: 'threshold' as const, point: house.points.orders, op: 'lt' as const, value: -1 }
    const later = { kind: 'late' as const, by: '10:01', level: 'critical' as const }
    const grouped = { any: [{ kind: 'late' as const, by: '10:01' }, { all: [later] }] }
    await house.save(all, { ...late, name: '成组', conditions: [{ all: [few] }, grouped] })
    const at = (time: string) => new Date(Date.parse(`${dayFromToday(1)}T${time}:00+08:00`))
    expect((await house.pass({ now: at('09:59') })).fires).toBe(0)
    expect((await house.pass({ now: at('10:00') })).fires).toBe(1)
    expect((await house.fires(all))[0]).toMatchObject({ period: today, reason: '数据在 10:00 前没有更新' })
    expect((await house.pass({ now: at('10:01') })).fires).toBe(1)
    expect((await house.fires(all))[0]).toMatchObject({
      alarmName: '成组',
      level: 'critical',
      reason: '数据在 10:01 前没有更新',
    })
    expect((await house.pass({ now: at('10:02') })).fires).toBe(0)
    // The clock goes back: what was told is not told again.
    await house.pass({ now: at('09:00') })
    await house.pass({ now: at('10:00') })
    expect(await house.fires(all)).toHaveLength(2)
    expect((await shown(id))?.firing).toBe(1)
  })
})
