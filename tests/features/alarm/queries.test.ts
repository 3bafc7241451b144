// Alarms on saved queries: run in the sandbox with their owner's rights at that moment, judged and told like any other
// alarm's, and never silently idle.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import type { AlarmCondition, WatchedQuery } from '#features/alarm/contract.ts'
import * as calls from '#features/alarm/contract.ts'
import { orderRuns } from '#features/alarm/server/queries/ordering.ts'
import {
  deleteQuery,
  type QueryFolder,
  type QueryUse,
  queryUses,
  restoreQuery,
  type SavedQuery,
  saveQuery,
  saveQueryFolder,
} from '#features/code/contract.ts'
import { authorityOf } from '#features/session/server/index.ts'
import { type AlarmHouse, makeAlarmHouse, today, yesterday } from './alarmHouse.ts'

const usual = [
  { cgi: 'a', channel: 'ios', count: 10 },
  { cgi: 'a', channel: 'and', count: 20 },
  { cgi: 'b', channel: 'ios', count: 40 },
]
let house: AlarmHouse
let owner: Person
let names = 0
/** The clock of the passes, which are all after what is saved. */
let clock = Date.parse(`${today}T12:00:00+08:00`)

const day = { name: 'day', type: 'date' as const, label: '日期', default: '昨天', dictId: null }
const byChannel =
  'select channel, count(*) as orders, sum(amount) as money from orders where day = :day group by 1 order by 1'

beforeAll(async () => {
  // At noon: no day ends while the tests run, which sell yesterday and ask for yesterday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(clock) })
  house = await makeAlarmHouse(null)
  owner = await house.editor('all', ['alert_config_edit', 'search_sqlQuery'])
})
afterAll(() => house.dispose())

const query = async (sql: string, by = owner, given: object = {}) => {
  const body = { name: `查询 ${++names}`, sql, params: sql.includes(':day') ? [day] : [], ...given }
  const { data, envelope } = await by.call<SavedQuery>(saveQuery, { body })
  expect(envelope?.msg).toBe('')
  return data
}
const watch = (id: string, given: Partial<WatchedQuery> = {}) => ({
  points: [],
  dims: [],
  grain: 'day' as const,
  query: {
    id,
    columns: ['orders'],
    keys: ['channel'],
    params: {},
    timing: { kind: 'daily' as const, time: '09:00' },
    ...given,
  },
})
const below = (value: number, point = 1): AlarmCondition => ({ kind: 'threshold', point, op: 'lt', value })
const save = (
  id: string,
  change: Partial<calls.AlarmChange> = {},
  given: Partial<WatchedQuery> = {},
  by = owner,
) =>
  house.save(by, {
    name: `查询告警 ${++names}`,
    watch: watch(id, given),
    conditions: [below(30)],
    userIds: [by.id],
    ...change,
  })
/** A minute later each time; a run that is ordered is run. */
const pass = async () => {
  clock += 60_000
  await house.pass({ now: new Date(clock) })
  await house.work()
}
const listed = async (id: number, by = owner) =>
  (await by.call<calls.AlarmList>(calls.getAlarmByFilter, { body: { ids: [id] } })).data.rows[0]
const inbox = (person: Person) =>
  house.deps.metadata.db
    .selectFrom('inbox_note')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute()
/** Makes a rule due again, as its next moment would. */
const again = async (id: number) => {
  const asked_at = new Date(clock - 2 * 86_400_000).toISOString()
  await house.deps.metadata.db
    .updateTable('alarm_query')
    .set({ asked_at })
    .where('alarm_id', '=', id)
    .execute()
  await pass()
}

describe('an alarm on a saved query', () => {
  it('fires for the rows that meet it, is acknowledged, and tells when it is over from what to what', async () => {
    const saved = await save((await query(byChannel)).id, { recovery: true })
    expect(saved.envelope?.msg).toBe('')
    const { id, watchText, conditionText, timingText } = saved.data
    expect(watchText).toMatch(/^查询「查询 \d+」的 orders，按 channel$/)
    expect([conditionText, timingText]).toEqual(['orders小于 30', '每天 09:00'])
    await pass()
    // 10 and 40 of ios, 20 of and.
    const [fire, ...others] = await house.fires(owner, { alarm: id })
    expect(others).toEqual([])
    expect(fire).toMatchObject({ label: 'and', state: 'firing', reason: 'orders 20，低于 30' })
    expect(await listed(id)).toMatchObject({ state: 'firing', firing: 1, problem: null, notice: '' })
    expect((await inbox(owner)).at(-1)?.text).toContain('and：orders 20，低于 30')
    await owner.call(calls.acknowledgeAlarmFires, { body: { ids: [fire?.id], note: '在看' } })
    expect(await listed(id)).toMatchObject({ acknowledged: 1 })
    await house.sell(yesterday, [{ cgi: 'a', channel: 'and', count: 35 }])
    await again(id)
    expect((await house.fires(owner, { alarm: id }))[0]).toMatchObject({ state: 'recovered', note: '在看' })
    expect((await inbox(owner)).at(-1)?.text).toContain('orders 20 → 35')
    const detail = (await owner.call<calls.AlarmFireDetail>(calls.getAlarmFire, { params: { id: fire?.id } }))
      .data
    expect(detail.series[0]).toMatchObject({ pointName: 'orders', figures: [20] })
    await house.sell(yesterday, usual)
  })

  it('is judged by the run before, for as many runs as asked, and by rows that come and go', async () => {
    const { id: queryId } = await query('select count(*) as orders from orders where day = :day')
    const conditions: AlarmCondition[] = [
      { kind: 'change', point: 1, against: 'run', unit: 'percent', direction: 'down', value: 20 },
    ]
    const { id } = (await save(queryId, { conditions }, { keys: [] })).data
    await pass()
    expect(await house.fires(owner, { alarm: id })).toEqual([])
    // 70, then 50: less by 28.6 %.
    await house.sell(yesterday, [{ cgi: 'a', channel: 'and', count: 50 }])
    await again(id)
    const [fire] = await house.fires(owner, { alarm: id })
    expect(fire?.reason).toBe('orders 50，比上次运行（70）下降 28.6%，阈值 20%')
    // The same again is no change.
    await again(id)
    expect((await house.fires(owner, { alarm: id }))[0]?.state).toBe('recovered')

    const rows = await query("select channel from orders where day = :day and channel = 'web' group by 1")
    const some = await save(
      rows.id,
      { conditions: [{ kind: 'rows' }], lasting: 2 },
      { keys: [], columns: [] },
    )
    const none = await save(rows.id, { conditions: [{ kind: 'noData' }] }, { keys: [], columns: [] })
    await pass()
    const reasons = async (of: number) =>
      (await house.fires(owner, { alarm: of })).map(({ reason }) => reason)
    expect([await reasons(some.data.id), await reasons(none.data.id)]).toEqual([[], ['结果没有行']])
    await house.sell(yesterday, [{ cgi: 'a', channel: 'web', count: 3 }])
    await again(some.data.id)
    expect(await reasons(some.data.id)).toEqual([])
    await again(some.data.id)
    await again(none.data.id)
    expect(await reasons(some.data.id)).toEqual(['结果有 1 行'])
    expect((await house.fires(owner, { alarm: none.data.id }))[0]?.state).toBe('recovered')
    await house.sell(yesterday, usual)
  })
})

describe('whose rows', () => {
  it('are those of its owner and its games alone, counted a second way', async () => {
    const ofGame = await house.editor(['a'], ['alert_config_edit', 'search_sqlQuery'])
    const { id: queryId } = await query(byChannel, ofGame)
    const conditions = [{ kind: 'threshold', point: 1, op: 'gt', value: 0 } as const]
    const { id } = (await save(queryId, { conditions, games: ['a'] }, {}, ofGame)).data
    await pass()
    const told = (await house.fires(ofGame, { alarm: id })).map(({ label, reason }) => [label, reason])
    const counted = usual
      .filter(({ cgi }) => cgi === 'a')
      .map(({ channel, count }) => [channel, `orders ${count}，大于 0`])
    expect(told.toSorted()).toEqual(counted.toSorted())
    const refused = await save(queryId, { conditions, games: '*' }, {}, ofGame)
    expect(refused.envelope?.msg).toContain('游戏')
    // Whoever sees all rows limits the alarm to a game: it is run in that game.
    const own = (await save((await query(byChannel)).id, { conditions, games: ['b'] })).data
    await pass()
    expect((await house.fires(owner, { alarm: own.id })).map(({ reason }) => reason)).toEqual([
      'orders 40，大于 0',
    ])
    expect(await house.fires(ofGame, { alarm: own.id })).toEqual([])
  })

  it('can be watched only by those who may run the query, who are also the only ones to be told', async () => {
    const { id: queryId } = await query(byChannel)
    const stranger = await house.editor('all', ['alert_config_edit', 'search_sqlQuery'])
    const without = await house.editor()
    expect((await save(queryId, {}, {}, stranger)).envelope?.data).toMatchObject({
      fields: { query: '查询不存在或已被删除' },
    })
    expect((await save(queryId, {}, {}, without)).envelope?.msg).toContain('代码查询')
    const told = await save(queryId, { userIds: [owner.id, without.id] })
    expect(told.envelope?.msg).toContain('没有「代码查询」权限')
    const { id } = (await save(queryId)).data
    // It can be seen and frozen by whoever manages alarms of its games, and neither changed nor run.
    expect(await listed(id, stranger)).toMatchObject({ ownerId: owner.id })
    const tried = await stranger.call(calls.runAlarmRule, { body: { id } })
    expect(tried.envelope?.msg).toBe('查询不存在或已被删除')
    const result = await stranger.call(calls.readAlarmQuery, { body: { id: queryId, params: {} } })
    expect(result.envelope?.msg).toBe('查询不存在或已被删除')
  })
})

describe('a query that can no longer be watched', () => {
  const ofTrouble = async (id: number) => {
    const { state, problem } = (await listed(id)) ?? {}
    return [state, problem]
  }
  const told = async (id: number) =>
    (await inbox(owner)).filter(({ source_id, title }) => source_id === id && title.includes('无法运行'))

  it('is told in the list and once to its owner: deleted, without a column, or of many rows', async () => {
    const saved = await query(byChannel)
    const { id } = (await save(saved.id, { conditions: [below(5)] })).data
    await pass()
    expect(await ofTrouble(id)).toEqual(['normal', null])
    await owner.call(deleteQuery, { params: { id: saved.id }, body: {} })
    for (let turn = 0; turn < 2; turn += 1) await again(id)
    expect((await ofTrouble(id))[1]).toContain('已被删除')
    expect(await told(id)).toHaveLength(1)
    await owner.call(restoreQuery, { params: { id: saved.id }, body: {} })
    await again(id)
    expect(await ofTrouble(id)).toEqual(['normal', null])
    const changed = { id: saved.id, name: saved.name, params: saved.params }
    const sql = byChannel.replace('as orders', 'as bills')
    await owner.call(saveQuery, { body: { ...changed, sql } })
    await again(id)
    expect((await ofTrouble(id))[1]).toContain('没有「orders」列，有：channel、bills、money')
    expect(await listed(id)).toMatchObject({ notice: expect.stringContaining('修改过') })
    expect(await told(id)).toHaveLength(2)
    await owner.call(saveQuery, {
      body: { ...changed, sql: byChannel.replace('group by 1', 'group by 1, cgi') },
    })
    await again(id)
    expect((await ofTrouble(id))[1]).toContain('「ios」不止一行')
  })

  it.each([
    {
      of: 'a week from its Monday on',
      timing: { kind: 'weekly' as const, weekdays: [1, 0], time: '09:00' },
      // A Saturday until the Tuesday after.
      from: '2027-01-02',
      days: 4,
      runs: ['2027-01-03', '2027-01-04'],
    },
    {
      of: 'the end of a month',
      timing: { kind: 'monthly' as const, days: [0, 1], time: '09:00' },
      from: '2027-02-27',
      days: 3,
      runs: ['2027-02-28', '2027-03-01'],
    },
    {
      of: 'the 31st, which February has not',
      timing: { kind: 'monthly' as const, days: [31], time: '09:00' },
      from: '2027-01-31',
      days: 60,
      runs: ['2027-01-31', '2027-03-31'],
    },
  ])('runs once at each moment of $of', async ({ timing, from, days, runs }) => {
    const { id } = (await save((await query(byChannel)).id, {}, { timing })).data
    const { db } = house.deps.metadata
    const start = Date.parse(`${from}T00:00:00+08:00`)
    const set = (at: number) =>
      db
        .updateTable('alarm_query')
        .set({ asked_at: new Date(at).toISOString() })
        .where('alarm_id', '=', id)
        .execute()
    const askedAt = async () =>
      Date.parse(
        (
          await db
            .selectFrom('alarm_query')
            .select('asked_at')
            .where('alarm_id', '=', id)
            .executeTakeFirstOrThrow()
        ).asked_at,
      )
    await pass()
    await set(start)
    const watching = [
      { id, revision: 1, owner_id: owner.id, games: '"all"', query: watch('', { timing }).query },
    ]
    const found: string[] = []
    for (let day = 0; day < days; day++)
      for (const minutes of [539, 540, 541]) {
        const now = start + day * 86_400_000 + minutes * 60_000
        const before = await askedAt()
        await orderRuns({ ...house.deps, jobs: house.app.jobs }, watching, new Date(now))
        if ((await askedAt()) !== before) found.push(new Date(now + 8 * 3_600_000).toISOString().slice(0, 16))
      }
    expect(found).toEqual(runs.map((day) => `${day}T09:00`))
  })

  it('is named, with who owns it, before its query is deleted, to nobody who may not delete it', async () => {
    const { id: queryId } = await query(byChannel)
    const { name } = (await save(queryId)).data
    const uses = async (by: Person) =>
      (await by.call<QueryUse[]>(queryUses, { body: { ids: [queryId] } })).data
    expect(await uses(owner)).toEqual([{ kind: 'alarm', name, owner: owner.user.username }])
    expect(await uses(await house.editor('all', ['search_sqlQuery']))).toEqual([])
  })

  it('is named before its query moves to where its owner may not run it, or the folder withdraws that', async () => {
    const other = await house.editor('all', ['alert_config_edit', 'search_sqlQuery'])
    const grants = [{ kind: 'user' as const, id: other.id, right: 'run' as const }]
    const folder = async (given: object[]) =>
      (
        await owner.call<QueryFolder>(saveQueryFolder, {
          body: { name: `夹 ${++names}`, note: '', grants: given },
        })
      ).data.id
    const [shared, closed] = [await folder(grants), await folder([])]
    const { id: queryId } = await query(byChannel, owner, { folderId: shared })
    const { name } = (await save(queryId, {}, {}, other)).data
    const own = (await save(queryId)).data.name
    const uses = async (body: object) =>
      (await owner.call<QueryUse[]>(queryUses, { body })).data.map((use) => use.name)
    expect((await uses({ ids: [queryId] })).sort()).toEqual([name, own].sort())
    expect(await uses({ ids: [queryId], after: { folderId: closed } })).toEqual([name])
    expect(await uses({ ids: [queryId], after: { folderId: null } })).toEqual([name])
    expect(await uses({ ids: [queryId], after: { folderId: shared } })).toEqual([])
    expect(await uses({ folder: shared, after: { grants } })).toEqual([])
    const read = grants.map((grant) => ({ ...grant, right: 'read' }))
    expect(await uses({ folder: shared, after: { grants: read } })).toEqual([name])
    expect(await uses({ folder: closed, after: { grants: [] } })).toEqual([])
  })

  it('does not run once its owner lost the right, and says so', async () => {
    const leaver = await house.editor('all', ['alert_config_edit', 'search_sqlQuery'])
    const { id } = (await save((await query(byChannel, leaver)).id, {}, {}, leaver)).data
    await pass()
    expect(await house.fires(leaver, { alarm: id })).toHaveLength(1)
    const { db } = house.deps.metadata
    const { role_id } = await db
      .selectFrom('user')
      .select('role_id')
      .where('id', '=', leaver.id)
      .executeTakeFirstOrThrow()
    const authority_info = JSON.stringify(authorityOf(['alert_config_edit']))
    await db.updateTable('role').set({ authority_info }).where('id', '=', role_id).execute()
    await again(id)
    expect((await listed(id))?.problem).toBe('所有者没有「代码查询」权限，告警不运行')
    expect(await house.fires(owner, { alarm: id })).toHaveLength(1)
  })
})

describe('a rule on a query, as it is written', () => {
  it('is refused in words where it means nothing', async () => {
    const { id } = await query(byChannel)
    const message = async (change: Partial<calls.AlarmChange>, given: Partial<WatchedQuery> = {}) =>
      (await save(id, change, given)).envelope?.msg
    expect(await message({ conditions: [{ kind: 'late', by: '09:00' }] })).toContain('不能用于已存查询')
    expect(await message({ conditions: [{ ...below(1), point: 3 }] })).toContain('列不存在')
    const change = { kind: 'change', point: 1, unit: 'percent', direction: 'down', value: 5 } as const
    expect(await message({ conditions: [{ ...change, against: 'week' }] })).toContain('只能和上次运行比较')
    expect(await message({}, { keys: ['ORDERS'] })).toContain('只选一处')
    expect(await message({}, { timing: { kind: 'cron', cron: '* * * * *' } })).toContain('至少相隔 10 分钟')
    const open = await query('select 1 as n where :name <> :other', owner, {
      params: [{ name: 'name', type: 'text', label: '名字', default: '', dictId: null }],
    })
    const refused = await save(open.id, {}, { columns: ['n'], keys: [] })
    expect(refused.envelope?.data).toMatchObject({
      fields: { parameters: expect.stringContaining('参数「名字」、「other」没有值') },
    })
  })

  it('is rehearsed over the days that its parameters move through, figures counted a second way', async () => {
    const { id } = await query(byChannel)
    const rule = house.rule({
      name: '预演',
      watch: watch(id, { keys: ['channel'] }),
      conditions: [below(25)],
    })
    const { data } = await owner.call<calls.AlarmRehearsal>(calls.rehearseAlarm, { body: { rule, days: 3 } })
    expect(data.periods).toHaveLength(3)
    expect(data.method).toContain('过去 3 天')
    const figures = Object.fromEntries(data.values.map(({ label, series }) => [label, series[0]?.figures]))
    expect(figures).toEqual({ and: Array(3).fill(20), ios: Array(3).fill(50) })
    expect([data.fires, data.messages]).toEqual([3, 3])
    const still = await query('select count(*) as orders from orders')
    const fixed = house.rule({ name: '预演', watch: watch(still.id, { keys: [] }), conditions: [below(1)] })
    const other = await owner.call<calls.AlarmRehearsal>(calls.rehearseAlarm, { body: { rule: fixed } })
    expect(other.data.method).toContain('没有随日期移动的参数')
    expect(other.data.periods).toHaveLength(1)
  })
})
