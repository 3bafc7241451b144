// Alarms run by hand, rehearsed, by hours and over a forecast; the origin of a change; the number of statements used.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quotientOf } from '#semantic/contributions/quotient.ts'
import { rateParts, sumParts } from '#semantic/contributions/shares.ts'
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/alarm/contract.ts'
import { groupCount } from '#features/alarm/server/checking/reading.ts'
import { quietUntil } from '#features/alarm/server/checking/silence.ts'
import { readModel } from '#features/config/server/index.ts'
import { type AlarmHouse, dayFromToday, makeAlarmHouse, yesterday } from './alarmHouse.ts'

let house: AlarmHouse
let all: Person
beforeAll(async () => {
  house = await makeAlarmHouse(null, [
    { cgi: 'a', channel: 'ios', count: 2 },
    { cgi: 'a', channel: 'and', count: 20 },
    { cgi: 'b', channel: 'ios', count: 40 },
  ])
  all = await house.editor()
})
afterAll(() => house.dispose())

const run = async (given: Partial<calls.AlarmChange>, send = false) =>
  all.call<calls.AlarmRun>(calls.runAlarmRule, { body: { rule: house.rule(given), send } })
const by = (kind: calls.ConditionKind, given: Partial<calls.AlarmCondition> = {}): calls.AlarmCondition => ({
  kind,
  point: house.points.orders,
  ...given,
})

it('says what it finds, and records nothing', async () => {
  const { data } = await run({ conditions: [by('threshold', { op: 'lt', value: 100 })] })
  expect(data).toMatchObject({ period: yesterday, checked: 1, fires: 1, problem: '', sent: false })
  expect(data.values[0]).toMatchObject({ outcome: 'fire', level: 'warning', label: '' })
  // The preview is the message itself; what is sent as a test says that it is one.
  expect(data.title).toBe(`订单太少（${yesterday}）`)
  expect(data.text).toContain('订单数 62 单，低于 100 单')
  expect(await house.fires(all)).toEqual([])
  expect((await run({}, true)).envelope?.msg).toContain('无处可发')
  const sent = await run({ userIds: [all.id] }, true)
  expect(sent.data.sent).toBe(true)
  const notes = await house.deps.metadata.db.selectFrom('inbox_note').select('title').execute()
  expect(notes).toEqual([{ title: `【测试】订单太少（${yesterday}）` }])
})

it('compares with the days before, and with what was to be expected', async () => {
  const watch = { points: [house.points.orders], dims: [house.dims.channel], grain: 'day' as const }
  const forecast = await run({
    games: ['a'],
    watch,
    conditions: [by('forecast', { band: 95, direction: 'down' })],
  })
  const outcomes = new Map(forecast.data.values.map(({ label, outcome }) => [label, outcome]))
  expect([outcomes.get('ios'), outcomes.get('and')]).toEqual(['fire', 'clear'])
  const [found] = forecast.data.values.find(({ label }) => label === 'ios')?.findings ?? []
  expect(found?.expected).toBeCloseTo(10, 0)
  expect(found?.text).toContain('低于 95% 预测区间')
  const year = await run({
    conditions: [by('change', { against: 'year', unit: 'percent', direction: 'down', value: 5 })],
  })
  // Nothing was counted a year ago: of 0 there is no percentage.
  expect(year.data.values[0]).toMatchObject({ outcome: 'clear' })
  const week = await run({
    conditions: [by('change', { against: 'week', unit: 'absolute', direction: 'either', value: 8 })],
  })
  expect(week.data.values[0]?.findings[0]).toMatchObject({ met: true, previous: 70, value: 62 })
})

it('counts hours by the business’s clocks', async () => {
  const watch = { points: [house.points.orders], dims: [], grain: 'hour' as const }
  const { data } = await all.call<calls.AlarmReportData>(calls.getAlarmReportData, {
    body: { rule: house.rule({ watch }), days: 2 },
  })
  const at = data.periods.indexOf(`${yesterday} 12`)
  expect(data.values[0]?.figures[0]?.slice(at, at + 4)).toEqual([16, 16, 15, 15])
  // The last row is of 15 o'clock: of later hours nobody knows.
  const found = await run({ watch, conditions: [by('threshold', { op: 'lt', value: 16 })] })
  expect(found.data).toMatchObject({ period: `${yesterday} 15`, fires: 1 })
})

it('rehearses its last days, with the reasons for its silence', async () => {
  const rehearse = async (given: Partial<calls.AlarmChange>, days = 20) =>
    (await all.call<calls.AlarmRehearsal>(calls.rehearseAlarm, { body: { rule: house.rule(given), days } }))
      .data
  const always = [by('threshold', { op: 'gt', value: 1 })]
  expect(await rehearse({ conditions: always })).toMatchObject({ messages: 20, fires: 20, checked: 1 })
  const rearmed = await rehearse({ conditions: always, rearmMinutes: 1_440 * 3 })
  expect(rearmed.messages).toBe(7)
  expect(rearmed.values[0]?.outcomes.slice(0, 4)).toEqual(['fire', 'rearm', 'rearm', 'fire'])
  const quiet = { from: '00:00', to: '09:00', meanwhile: 'skip' as const }
  expect((await rehearse({ conditions: always, quiet })).messages).toBe(0)
  const low = [by('threshold', { op: 'lt', value: 65 })]
  const once = await rehearse({ conditions: low })
  expect(once.values[0]?.outcomes.at(-1)).toBe('fire')
  expect(once.values[0]?.reasons.at(-1)).toBe('订单数 62 单，低于 65 单')
  expect((await rehearse({ conditions: low, lasting: 2 })).values[0]?.outcomes.at(-1)).toBe('met')
  expect((await rehearse({ conditions: [by('forecast', { band: 80 })] })).method).toContain('根据')
})

it('says which values moved most', async () => {
  await house.save(all, {
    conditions: [by('change', { against: 'yesterday', unit: 'percent', direction: 'down', value: 5 })],
  })
  await house.pass()
  await house.work()
  const [fire] = await house.fires(all)
  const { data } = await all.call<calls.AlarmFireDetail>(calls.getAlarmFire, { params: { id: fire?.id } })
  const channels = data.movers?.find(({ dimName }) => dimName === '渠道')
  expect(channels).toMatchObject({ method: 'sum', before: 70, after: 62, against: '前一天' })
  expect(channels?.rows.map(({ label, change, share }) => [label, change, share])).toEqual([
    ['ios', -8, 1],
    ['and', 0, 0],
  ])
  await all.call(calls.acknowledgeAlarmFires, { body: { ids: [fire?.id], note: '在看' } })
  expect((await house.fires(all, { state: 'acknowledged' }))[0]).toMatchObject({
    acknowledgedBy: all.user.username,
    note: '在看',
  })
  const stranger = await house.editor(['b'])
  expect(await house.fires(stranger)).toEqual([])
  expect((await stranger.call(calls.getAlarmFire, { params: { id: fire?.id } })).status).toBe(404)
})

it('asks once for rules that differ in points and in one value of a filter', async () => {
  const model = await readModel(house.deps)
  const { points, dims } = house
  const asks = Array.from({ length: 200 }, (_, at) => ({
    scope: allRows,
    shape: {
      grain: 'day' as const,
      dims: [],
      filters: [{ dim: dims.channel, op: 'in' as const, values: [`channel ${at % 50}`] }],
    },
    points: [at % 2 === 0 ? points.orders : points.amount],
    from: 20_000,
    to: 20_007,
  }))
  expect(groupCount(model, asks)).toBe(1)
  // A group is no value of a column: rules share a statement beside it, or stand apart.
  const one = (channel: string) => ({ dim: dims.channel, op: 'in' as const, values: [channel] })
  const either = { any: [one('ios'), { all: [one('and')] }] }
  const within = asks.map((ask) => ({
    ...ask,
    shape: { ...ask.shape, filters: [either, ...ask.shape.filters] },
  }))
  expect(groupCount(model, within)).toBe(1)
  const others = within.map((ask, at) => ({
    ...ask,
    shape: { ...ask.shape, filters: [{ any: [one(`channel ${at % 3}`), one('x')] }] },
  }))
  expect(groupCount(model, others)).toBe(3)
  const filtered = house.rule().watch
  for (const channel of ['ios', 'and', 'x', 'y'])
    await house.save(all, {
      name: `一个渠道 ${channel}`,
      watch: { ...filtered, filters: [either, one(channel)] },
      conditions: [by('threshold', { op: 'eq', value: channel === 'ios' ? 42 : channel === 'and' ? 20 : 0 })],
    })
  expect(await house.pass()).toMatchObject({ evaluated: 4, fires: 4 })
  const { data } = await all.call<calls.AlarmRehearsal>(calls.rehearseAlarm, {
    body: { rule: house.rule({ watch: { ...filtered, filters: [either] } }), days: 3 },
  })
  expect(data.values).toHaveLength(1)
})

describe('what came of each value', () => {
  it('adds up to the whole', () => {
    const values = [
      { before: 100, after: 50 },
      { before: 50, after: 70 },
    ]
    expect(sumParts(values, { before: 150, after: 120 })?.map(({ share }) => share)).toEqual([
      50 / 30,
      -20 / 30,
    ])
    expect(sumParts(values, { before: 140, after: 120 })).toBeNull()
  })

  it('of a quotient holds its own rate and its weight', () => {
    // 10% of 100 and 50% of 100, then the first grows to 300: both rates stay, the whole falls from 30% to 20%.
    const values = [
      { top: { before: 10, after: 30 }, bottom: { before: 100, after: 300 } },
      { top: { before: 50, after: 50 }, bottom: { before: 100, after: 100 } },
    ]
    const whole = { top: { before: 60, after: 80 }, bottom: { before: 200, after: 400 } }
    const parts = rateParts(values, whole, 1) ?? []
    expect(parts.reduce((sum, { change }) => sum + (change ?? 0), 0)).toBeCloseTo(-0.1)
    expect(parts.map(({ before, after }) => [before, after])).toEqual([
      [0.1, 0.1],
      [0.5, 0.5],
    ])
  })

  it.each([
    ['[甲] / [乙]', { top: '甲', bottom: '乙', factor: 1 }],
    ['100 * [甲] / nullif([乙], 0)', { top: '甲', bottom: '乙', factor: 100 }],
    ['[甲] - [乙]', null],
    ['[甲] / ([乙] + 1)', null],
  ])('is a quotient or none: %s', (text, expected) => {
    expect(quotientOf(parseExpression(text))).toEqual(expected)
  })
})

it('is quiet over midnight, on the days on which the quiet begins', () => {
  const quiet = { from: '22:00', to: '08:00', meanwhile: 'hold' as const }
  const minute = (time: string) => Date.parse(`${dayFromToday(0)}T${time}:00Z`) / 60_000
  expect(quietUntil(quiet, minute('23:00'))).toBe(minute('08:00') + 1_440)
  expect(quietUntil(quiet, minute('07:59'))).toBe(minute('08:00'))
  expect(quietUntil(quiet, minute('08:00'))).toBeNull()
  const weekday = new Date(`${dayFromToday(0)}T00:00:00Z`).getUTCDay()
  expect(quietUntil({ ...quiet, weekdays: [weekday] }, minute('07:00'))).toBeNull()
  expect(quietUntil({ ...quiet, weekdays: [weekday] }, minute('23:00'))).not.toBeNull()
})

describe('a figure of activity', () => {
  const watching = (activity: calls.AlarmWatch['activity'], given: Partial<calls.AlarmWatch> = {}) => ({
    points: [house.points.players],
    dims: [],
    grain: 'day' as const,
    activity,
    ...given,
  })
  const below = (value: number): calls.AlarmCondition => ({
    kind: 'threshold',
    point: house.points.players,
    op: 'lt',
    value,
  })
  // Players 0 to 6 buy each day.
  it('is watched by the day, under its own name', async () => {
    const { data } = await run({ watch: watching({ figure: 'rolling', days: 30 }), conditions: [below(100)] })
    expect(data.values[0]?.findings[0]).toMatchObject({ met: true, value: 7 })
    expect(data.text).toContain('（MAU）')
    // Of players 0 to 6 of the channel, 0 and 1 came yesterday.
    const filters = [
      { dim: house.dims.game, op: 'in' as const, values: ['a'] },
      { dim: house.dims.channel, op: 'in' as const, values: ['ios'] },
    ]
    const sticky = await run({
      watch: watching({ figure: 'sticky', days: 30 }, { filters }),
      conditions: [below(1)],
    })
    expect(sticky.data.values[0]?.findings[0]?.value).toBeCloseTo(2 / 7, 9)
    expect(sticky.data.text).toContain('%')
    const lost = await run({ watch: watching({ figure: 'leaving', days: 7 }), conditions: [below(1)] })
    expect(lost.data.values[0]?.findings[0]).toMatchObject({ met: true, value: 0 })
  })

  it('is kept with the rule, shown over days, and each value by itself', async () => {
    const activity = { figure: 'rolling' as const, days: 7 }
    const watch = watching(activity, { dims: [house.dims.channel] })
    const { data: kept } = await house.save(all, { name: '各渠道周活', watch, conditions: [below(1)] })
    expect(kept.watch.activity).toEqual(activity)
    const { data } = await all.call<calls.AlarmReportData>(calls.getAlarmReportData, {
      body: { rule: house.rule({ watch, conditions: [below(1)] }), days: 2 },
    })
    expect(data.points[0]?.name).toContain('（WAU）')
    expect(data.values.map(({ label }) => label).sort()).toEqual(['and', 'ios'])
    expect(
      data.values.every(({ figures }) => figures[0]?.every((figure) => figure === 7 || figure === null)),
    ).toBe(true)
  })

  it('is refused of several points, of points that count nobody, and by the hour', async () => {
    const activity = { figure: 'rolling' as const, days: 7 }
    const problem = async (watch: Partial<calls.AlarmWatch>) =>
      (await run({ watch: watching(activity, watch), conditions: [below(1)] })).envelope?.msg ?? ''
    expect(await problem({ points: [house.points.orders] })).toContain('只能看一个按人去重的指标')
    expect(await problem({ points: [house.points.players, house.points.orders] })).toContain('只能看一个')
    expect(await problem({ grain: 'hour' })).toContain('请改为按天')
  })
})
