// Stored alarms: refused saves, visibility, freezing, the list, and what prevents a deletion.
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { ChangeHistory } from '#shared/changeHistory.ts'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/alarm/contract.ts'
import { checkAlarms } from '#features/alarm/server/telling/declaring.ts'
import {
  type DefinitionUses,
  definitionUses,
  deleteAnaPoint,
  type PointReplacement,
  replaceReportPoint,
} from '#features/config/contract.ts'
import { type AlarmHouse, makeAlarmHouse, today } from './alarmHouse.ts'

let house: AlarmHouse
let all: Person
let some: Person
beforeAll(async () => {
  house = await makeAlarmHouse(null)
  all = await house.editor('all', ['alert_config_edit', 'search_config'])
  some = await house.editor(['a'])
})
afterAll(() => house.dispose())

let names = 0
const save = (given: Partial<calls.AlarmChange> = {}, by = all) => {
  names += 1
  return house.save(by, { name: `告警 ${names}`, ...given })
}
const list = async (body: calls.AlarmQuestion = {}, by = all) =>
  (await by.call<calls.AlarmList>(calls.getAlarmByFilter, { body })).data
const fields = async (given: Partial<calls.AlarmChange>) =>
  ((await save(given)).envelope?.data as { fields?: Record<string, string> } | null)?.fields ?? {}

it('refuses at each field what means nothing', async () => {
  const { points, dims } = house
  const watch = (given: Partial<calls.AlarmWatch>): calls.AlarmWatch => ({
    points: [points.orders],
    dims: [],
    grain: 'day',
    ...given,
  })
  const threshold = { kind: 'threshold' as const, point: points.orders }
  const told = await fields({
    name: ' ',
    games: ['x'],
    conditions: [],
    quiet: { from: '25:00', to: '08:00', meanwhile: 'hold' },
    receiverIds: [77],
    userIds: [9_999],
    title: '{{没有的}}',
    text: '{{级别',
    note: 'x'.repeat(2_001),
  })
  expect(Object.keys(told).sort()).toEqual(
    ['conditions', 'games', 'name', 'note', 'quiet', 'receiverIds', 'text', 'title', 'userIds'].sort(),
  )
  expect(told.text).toContain('「{{」没有用「}}」结束')
  expect(await fields({ watch: watch({ points: [] }), conditions: [{ kind: 'late', by: '10:00' }] })).toEqual(
    {
      points: '请至少选择一个指标',
    },
  )
  expect((await fields({ watch: watch({ dims: [dims.date] }) })).dims).toContain('日期或时间')
  expect((await fields({ watch: watch({ dims: [999] }) })).dims).toContain('已被删除')
  const unknown = { watch: watch({ filters: [{ dim: 999, op: 'in', values: ['x'] }] }) }
  expect((await fields(unknown)).filters).toBeTruthy()
  const wrong: [Partial<calls.AlarmChange>, string][] = [
    [{ conditions: [{ ...threshold, op: 'between', value: 5, upper: 1 }] }, '小于下限'],
    [
      {
        conditions: [
          { kind: 'change', point: points.orders, unit: 'percent', direction: 'down', value: 120 },
        ],
      },
      '不会超过 100%',
    ],
    [{ conditions: [{ kind: 'late', by: '24:00' }] }, '00:00 到 23:59'],
    [
      {
        join: 'and',
        conditions: [
          { ...threshold, op: 'gt', value: 10 },
          { ...threshold, op: 'lt', value: 5 },
        ],
      },
      '互相矛盾',
    ],
    [
      {
        join: 'and',
        conditions: [
          { ...threshold, op: 'gt', value: 10 },
          { kind: 'late', by: '10:00' },
        ],
      },
      '数据没到就没有数值',
    ],
    [
      {
        join: 'and',
        conditions: [
          { ...threshold, op: 'gt', value: 10 },
          { kind: 'noData', point: points.orders },
        ],
      },
      '没有数值可比',
    ],
    [
      { watch: watch({ grain: 'hour' }), conditions: [{ kind: 'forecast', point: points.orders }] },
      '只用于按天',
    ],
  ]
  for (const [given, message] of wrong) expect((await fields(given)).conditions).toContain(message)
  const huge = await save({ text: 'x'.repeat(1_000_000) })
  expect([huge.status, huge.envelope?.isSuccess]).toEqual([400, false])
  expect((await list()).total).toBe(0)
})

it('says what rows it watches by the names of their values', async () => {
  const { points, dims } = house
  const either = {
    any: [
      { dim: dims.game, op: 'in' as const, values: ['a', 'x'] },
      // Parts of texts are no values.
      { dim: dims.game, op: 'contains' as const, values: ['a'] },
    ],
  }
  const watch: calls.AlarmWatch = { points: [points.orders], dims: [], grain: 'day', filters: [either] }
  expect((await save({ watch })).data.watchText).toBe('订单数，游戏为 游戏 a、x 或 游戏包含 a')
})

it('is theirs alone who have all its games', async () => {
  const own = (await save({ games: ['a'] }, some)).data
  const other = (await save({ name: 'canary-b', games: ['a', 'b'] })).data
  expect((await list({}, some)).rows.map(({ id }) => id)).toEqual([own.id])
  const calling: [string, Promise<{ status: number; text: string }>][] = [
    ['freeze', some.call(calls.freezeAlarm, { params: { id: other.id }, body: {} })],
    ['delete', some.call(calls.deleteAlarm, { params: { id: other.id }, body: {} })],
    ['run', some.call(calls.runAlarmRule, { body: { id: other.id } })],
    ['data', some.call(calls.getAlarmReportData, { body: { id: other.id } })],
    ['rehearse', some.call(calls.rehearseAlarm, { body: { id: other.id } })],
    ['changes', some.call(calls.alarmChanges, { params: { id: other.id } })],
    ['save', save({ id: other.id, games: ['a'] }, some)],
  ]
  for (const [what, answer] of calling) {
    const { status, text } = await answer
    expect([what, status, text.includes('canary')]).toEqual([what, 404, false])
  }
  expect((await save({ games: '*' }, some)).envelope?.code).toBe('permission_missing')
  // A user who does not see its games gets no figures of them.
  expect((await fields({ userIds: [some.id] })).userIds).toContain('看不到告警的全部游戏')
  expect((await save({ games: ['a'], userIds: [some.id] })).data.userIds).toEqual([some.id])
})

it('tells of two editors, keeps what changed, and comes back after a deletion', async () => {
  const first = (await save({ name: '两人' })).data
  await save({ id: first.id, name: '两人', level: 'critical', revision: first.revision })
  const late = await save({ id: first.id, name: '两人', note: '晚', revision: first.revision })
  expect([late.status, late.envelope?.code]).toEqual([409, 'object_conflict'])
  expect(late.envelope?.data).toMatchObject({ present: { level: 'critical' } })
  expect((await save({ name: '两 人' })).envelope?.isSuccess).toBe(true)
  expect((await save({ name: '两人' })).envelope?.code).toBe('name_taken')
  await all.call(calls.deleteAlarm, { params: { id: first.id }, body: {} })
  expect((await list({ ids: [first.id] })).total).toBe(0)
  await all.call(calls.restoreAlarms, { body: { ids: [first.id] } })
  const { data: history } = await all.call<ChangeHistory>(calls.alarmChanges, {
    params: { id: first.id },
  })
  expect(history.map(({ action }) => action)).toEqual(['restore', 'delete', 'change', 'add'])
  expect(history[2]?.changes).toEqual([{ field: 'level', title: '级别', from: '警告', to: '严重' }])
})

it('keeps groups of conditions, says at the field what is wrong with one, and tells what changed in words', async () => {
  const { points } = house
  const few = { kind: 'threshold' as const, point: points.orders, op: 'lt' as const, value: 50 }
  const little = { ...few, point: points.amount, value: 100 }
  const late = { kind: 'late' as const, by: '10:00' }
  const told = async (conditions: calls.AlarmPart[]) => (await fields({ conditions })).conditions
  expect(await told([few, { all: [] }])).toBe('条件组 1：里面没有条件，请添加条件，或删除这个组')
  expect(await told([few, { any: [{ ...few, op: undefined }, late] }])).toContain('第 2 个条件（条件组 1）')
  const deep = { any: [{ any: [{ any: [{ any: [few] }] }] }] }
  expect(await told([deep])).toContain('条件组 4：条件组最多套 3 层')
  const malformed = [{ any: [few], all: [late] }] as unknown as calls.AlarmPart[]
  expect((await save({ conditions: malformed })).envelope?.msg).toContain('不能一起给出')
  const conditions = [{ all: [few, little] }, late]
  const { data } = await save({ name: '成组', conditions, userIds: [all.id] })
  expect(data.conditions).toEqual(conditions)
  expect(data.watch.points).toEqual([points.orders, points.amount])
  expect(data.conditionText).toBe(
    '（订单数小于 50 单 且 充值金额小于 100 元） 或 前一天的数据在 10:00 前没有更新',
  )
  const changed = { id: data.id, name: '成组', userIds: [all.id] }
  await save({ ...changed, conditions: [few, { any: [little, { ...few, op: 'gt' }] }], join: 'or' })
  const byChannel = { ...data.watch, dims: [house.dims.channel] }
  await save({ ...changed, conditions: [few, little], join: 'and', watch: byChannel })
  const { data: history } = await all.call<ChangeHistory>(calls.alarmChanges, { params: { id: data.id } })
  const texts = history.map(({ changes }) =>
    changes.filter(({ field }) => field !== 'join_by').map(({ from, to }) => [from, to]),
  )
  const second = '订单数小于 50 单 或 充值金额小于 100 元 或 订单数大于 50 单'
  expect(texts).toEqual([
    [
      ['订单数、充值金额', '订单数、充值金额，按渠道'],
      [second, '订单数小于 50 单 且 充值金额小于 100 元'],
    ],
    [[data.conditionText, second]],
    [],
  ])
})

it('is frozen for a time, one or many, all or none', async () => {
  const [one, two] = [(await save()).data.id, (await save()).data.id]
  const freeze = (body: object) => all.call(calls.freezeAlarms, { body })
  expect((await freeze({ ids: [one], until: '2020-01-01T00:00:00Z' })).envelope?.msg).toContain('已经过去')
  expect((await freeze({ ids: [one], until: '不是' })).envelope?.msg).toContain('不是有效的时间')
  expect((await freeze({ ids: [one, 999_999] })).status).toBe(404)
  expect((await list({ ids: [one, two], state: 'frozen' })).total).toBe(0)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await freeze({ ids: [one, two], until })
  expect(
    (await list({ ids: [one, two] })).rows.map(({ state, frozenUntil }) => [state, frozenUntil]),
  ).toEqual([
    ['frozen', until],
    ['frozen', until],
  ])
  const later = await house.pass({ now: new Date(Date.parse(until) + 1) })
  expect(later.evaluated).toBeGreaterThanOrEqual(2)
  await all.call(calls.unFreezeAlarms, { body: { ids: [one, two] } })
  expect((await list({ ids: [one, two], state: 'frozen' })).total).toBe(0)
})

it('is found by its words, its state and what it watches', async () => {
  const { id } = (await save({ name: '单独 Ａ', note: '特别的备注', level: 'critical' })).data
  const found = async (body: calls.AlarmQuestion) => (await list(body)).rows.map((row) => row.id)
  expect(await found({ search: '特别的' })).toEqual([id])
  expect(await found({ search: 'dd' })).toEqual([id])
  expect(await found({ level: 'critical', mine: true, point: house.points.orders, search: '单独' })).toEqual([
    id,
  ])
  expect(await found({ point: 424_242 })).toEqual([])
  const page = await list({ limit: 1, sort: 'name' })
  expect([page.rows.length, page.total > 1]).toEqual([1, true])
})

it('says what it may be made of', async () => {
  const { data } = await some.call<calls.AlarmOptions>(calls.alarmOptions)
  const orders = data.points.find(({ id }) => id === house.points.orders)
  expect(orders).toMatchObject({ hourly: true })
  expect(data.reaches[orders?.reach ?? -1]).toEqual([house.dims.game, house.dims.channel])
  expect(data.games.map(({ cgi }) => cgi)).toEqual(['a'])
  const ran = await all.call<calls.AlarmRun>(calls.runAlarmRule, {
    body: { rule: house.rule({ title: '{{级别}}：{{指标}}' }) },
  })
  expect(ran.data.title).toBe('警告：订单数')
  // What each kind of receiver makes of it is read from what would be posted.
  const shown = new Map(ran.data.shown.map((one) => [one.kind, one]))
  expect([...shown.keys()]).toEqual(['dingtalk', 'feishu', 'wecom', 'mail', 'url'])
  for (const { title } of shown.values()) expect(title).toContain('警告：订单数')
  expect(shown.get('mail')?.text).toBe(ran.data.text)
  expect(JSON.parse(shown.get('url')?.text ?? '')).toMatchObject({
    source: { kind: 'alarm' },
    title: ran.data.title,
  })
})

it('keeps its points from being deleted, and takes another in their place', async () => {
  const { points } = house
  const { id } = (
    await save({
      name: '人均告警',
      watch: { points: [points.average], dims: [], grain: 'day' },
      conditions: [{ any: [{ kind: 'threshold', point: points.average, op: 'lt', value: 1 }] }],
    })
  ).data
  const uses = async (point: number) =>
    (await all.call<DefinitionUses>(definitionUses, { params: { kind: 'point', id: point } })).data.uses
  expect((await uses(points.average)).map(({ kind, name }) => [kind, name])).toEqual([['alarm', '人均告警']])
  // Also through the formula that stands between them.
  expect(await uses(points.players)).toContainEqual(
    expect.objectContaining({ kind: 'alarm', id: String(id), through: '人均' }),
  )
  const refused = await all.call(deleteAnaPoint, { params: { id: points.average }, body: {} })
  expect(refused.envelope?.code).toBe('object_in_use')
  const replace = (dryRun: boolean) =>
    all.call<PointReplacement>(replaceReportPoint, {
      body: { from: points.average, to: points.amount, dryRun },
    })
  expect((await replace(true)).data.alarms.map(({ name, problem }) => [name, problem])).toEqual([
    ['人均告警', ''],
  ])
  expect((await list({ ids: [id] })).rows[0]?.watch.points).toEqual([points.average])
  await replace(false)
  const [row] = (await list({ ids: [id] })).rows
  expect([row?.watch.points, row?.conditions, row?.revision]).toEqual([
    [points.amount],
    [{ any: [{ kind: 'threshold', point: points.amount, op: 'lt', value: 1 }] }],
    2,
  ])
  expect(await uses(points.average)).toEqual([])
})

it('orders one pass for all changes that wait for it', async () => {
  // In the first hours of a day tables that were published just now are waited for.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00+08:00`) })
  onTestFinished(() => void vi.useRealTimers())
  const { jobs } = house.app
  const checks = () => jobs.list({ kind: checkAlarms })
  for (const { id } of await checks()) await jobs.cancel(id)
  const { data } = await save()
  const ordered = (await checks()).filter(({ status }) => status !== 'canceled')
  expect(ordered).toHaveLength(1)
  await vi.waitFor(async () => expect((await jobs.find(ordered[0]?.id ?? ''))?.status).toBe('done'))
  expect((await list({ ids: [data.id] })).rows[0]?.lastCheckedAt).not.toBeNull()
  // Tomorrow, as the jobs' own clock does not stand still here: by it noon may be over.
  const runAt = new Date(Date.now() + 24 * 3_600_000)
  await jobs.enqueue({ kind: checkAlarms, payload: {}, userId: null, runAt })
  const before = (await checks()).length
  await save()
  expect(await checks()).toHaveLength(before)
})
