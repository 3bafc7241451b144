// Jobs and schedules for managers: searchable, limited to their games, without secrets; cancelled, retried after a
// warning about repeated effects, and paused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobTable } from '#server/jobs/tables.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/jobs/contract.ts'
import { ruleText } from '#features/jobs/server/ruleText.ts'
import { spanText, statusText, tellsOf } from '#features/jobs/web/words.ts'
import { addOrUpdateViewMeta } from '#features/statement/contract.ts'
import { saveSubscription } from '#features/subscription/contract.ts'

const day = (text: string) => `${text}T04:00:00.000Z`
const farOff = '2999-01-01T00:00:00.000Z'

describeStores('the jobs page', (store) => {
  let house: House
  let manager: Person
  let limited: Person
  let mei: Person
  let lin: Person

  const put = async (id: string, change: Partial<JobTable>) => {
    const row = {
      id,
      kind: 'statement.report',
      user_id: mei.id,
      lane: 'test',
      payload: '{}',
      key: null,
      priority: 1,
      turn: 1,
      status: 'done' as const,
      attempt: 1,
      fence: 0,
      server: null,
      home: null,
      run_at: farOff,
      enqueued_at: day('2025-03-01'),
      started_at: null,
      ended_at: null,
      cancel_asked: 0,
      progress: 0,
      step: '',
      result: null,
      problem: null,
      games: null,
      schedule_id: null,
      fire_at: null,
      expires_at: null,
      ...change,
    }
    await house.deps.metadata.db.insertInto('job').values(row).execute()
  }

  beforeAll(async () => {
    house = await makeHouse(await store.make())
    const { db } = house.deps.metadata
    await db
      .insertInto('game')
      .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
      .execute()
    manager = await house.person({ keys: ['manage_authority'] })
    limited = await house.person({ keys: ['manage_authority'], games: ['a'] })
    mei = await house.person({ games: ['a'] })
    lin = await house.person({ games: ['b'] })
    const problem = JSON.stringify({ code: 'query_failed', message: '仓库 50%_ 不可用' })
    await put('done', { enqueued_at: day('2025-03-01') })
    await put('failed', { enqueued_at: day('2025-03-02'), status: 'failed', problem })
    await put('unknown', { enqueued_at: day('2025-03-03'), status: 'unknown', started_at: day('2025-03-03') })
    // It was never tried: the queue's first pass lets what waits for another try begin, as after a clock set back.
    await put('waits', { enqueued_at: day('2025-03-04'), status: 'queued', attempt: 0, user_id: lin.id })
    await put('ours', { enqueued_at: day('2025-03-05'), kind: 'objects.purge', user_id: null })
    await put('fired', { enqueued_at: day('2025-03-06'), kind: 'imports.load', schedule_id: 'a schedule' })
  })
  afterAll(() => house.dispose())

  const ask = async (query: object = {}, by = manager) =>
    (await by.call<calls.JobList>(calls.listJobs, { query: { to: '2025-12-31', ...query } })).data
  const ids = async (query: object = {}, by?: Person) => (await ask(query, by)).rows.map(({ id }) => id)

  it('shows all, newest first, and what they ask for', async () => {
    const all = ['fired', 'ours', 'waits', 'unknown', 'failed', 'done']
    expect(await ids()).toEqual(all)
    expect(await ids({ oldestFirst: true })).toEqual(all.toReversed())
    expect(await ids({ offset: 1, limit: 2 })).toEqual(['ours', 'waits'])
    expect(await ids({ status: 'failed,unknown' })).toEqual(['unknown', 'failed'])
    expect(await ids({ status: 'queued' })).toEqual(['waits'])
    expect(await ids({ kind: 'objects.purge' })).toEqual(['ours'])
    expect(await ids({ kind: 'statement.report', status: 'failed' })).toEqual(['failed'])
    expect(await ids({ who: '-' })).toEqual(['ours'])
    expect(await ids({ who: lin.user.username })).toEqual(['waits'])
    expect(await ids({ who: 'nobody like this' })).toEqual([])
    expect(await ids({ schedule: 'a schedule' })).toEqual(['fired'])
    expect(await ids({ from: '2025-03-02', to: '2025-03-03' })).toEqual(['unknown', 'failed'])
    expect(await ids({ search: '清理已' })).toEqual(['ours'])
    expect(await ids({ search: '50%_' })).toEqual(['failed'])
    expect(await ids({ search: '5_%' })).toEqual([])
    expect((await ask({ status: 'failed' })).total).toBe(1)
    const wrong = await manager.call(calls.listJobs, { query: { from: '2025-02-30' } })
    expect(wrong.envelope?.code).toBe('parameter_wrong')
  })

  it('shows a manager of some games those of people who have no others', async () => {
    expect(await ids({}, limited)).toEqual(['fired', 'unknown', 'failed', 'done'])
    expect((await ask({}, limited)).people).not.toContain(lin.user.username)
    for (const id of ['waits', 'ours']) {
      const gone = await limited.call(calls.getJob, { query: { id } })
      expect(gone.envelope?.code).toBe('object_missing')
      expect((await limited.call(calls.cancelJob, { body: { id } })).envelope?.code).toBe('object_missing')
    }
  })

  it('tells nothing of what it was sent with that may be secret', async () => {
    const payload = JSON.stringify({
      at: '2025-03-01',
      rule: 7,
      url: 'https://token@example.com',
      body: { key: 'k' },
    })
    await put('secret', { payload, enqueued_at: day('2024-01-01') })
    const told = await manager.call<calls.JobDetail>(calls.getJob, { query: { id: 'secret' } })
    expect(told.data.payload).toEqual([
      { name: 'at', value: '2025-03-01' },
      { name: 'rule', value: '7' },
      { name: 'url', value: null },
      { name: 'body', value: null },
    ])
    expect(told.text).not.toContain('token')
  })

  it('cancels what waits, once, and notes who did', async () => {
    const answer = await manager.call<calls.JobRow>(calls.cancelJob, { body: { id: 'waits' } })
    expect(answer.data).toMatchObject({ status: 'canceled', problem: '已取消' })
    const again = await manager.call(calls.cancelJob, { body: { id: 'waits' } })
    expect(again.envelope?.msg).toContain('已经结束')
    const { db } = house.deps.metadata
    const noted = await db.selectFrom('audit').selectAll().where('action', '=', 'job.cancel').execute()
    expect(noted.map(({ user_id, detail }) => [user_id, JSON.parse(detail).id])).toEqual([
      [manager.id, 'waits'],
    ])
  })

  it('sends what failed again; what may happen twice, after a yes alone; what is done, never', async () => {
    const retry = (body: object) => manager.call<calls.JobRow>(calls.retryJob, { body })
    const sent = await retry({ id: 'failed' })
    expect(sent.envelope?.isSuccess).toBe(true)
    expect(['queued', 'running', 'failed']).toContain(sent.data.status)
    const unasked = await retry({ id: 'unknown' })
    expect(unasked.envelope?.msg).toContain('可能重复')
    expect((await ask({ status: 'unknown' })).rows[0]?.twice).not.toBe('')
    expect((await retry({ id: 'unknown', confirmed: true })).envelope?.isSuccess).toBe(true)
    expect((await retry({ id: 'done' })).envelope?.msg).toContain('已经完成')
    await put('upload', { kind: 'imports.load', status: 'failed' })
    expect((await retry({ id: 'upload' })).envelope?.msg).toContain('导入页面')
    await put('foreign', { kind: 'future.kind', status: 'failed' })
    expect((await retry({ id: 'foreign' })).envelope?.msg).toContain('不支持这种任务')
    // Two who press at once send it once. It waits for a server on another folder, so that it can't fail between them.
    await put('twice', {
      kind: 'lists.findBlackEntries',
      status: 'failed',
      payload: '{"rule":1}',
      user_id: lin.id,
      home: 'elsewhere',
    })
    const both = await Promise.all([retry({ id: 'twice' }), retry({ id: 'twice' })])
    expect(both.filter(({ envelope }) => envelope?.isSuccess).length).toBe(1)
  })

  it('shows schedules with their next and last fires, pauses them and lets them go on', async () => {
    const of = async (query: object = {}) =>
      (await manager.call<calls.ScheduleList>(calls.listJobSchedules, { query })).data
    const purge = (await of({ search: '清理已删除' })).rows[0]
    expect(purge).toMatchObject({ rule: '每天 04:40', paused: false, lastState: '', missed: 0 })
    const id = purge?.id as string
    const { db } = house.deps.metadata
    const fire = (at: string, state: 'fired' | 'missed') => ({
      schedule_id: id,
      fire_at: at,
      state,
      recorded_at: at,
      late_ms: 5,
      job_id: null,
      missed_to: null,
    })
    await db
      .insertInto('job_fire')
      .values([fire(day('2025-03-01'), 'fired'), fire(day('2025-03-02'), 'missed')])
      .execute()
    expect((await of({ search: id })).rows).toMatchObject([
      { lastAt: day('2025-03-02'), lastState: 'missed', missed: 1 },
    ])
    const setPaused = (paused: boolean) =>
      manager.call<calls.ScheduleRow>(calls.pauseJobSchedule, { body: { id, paused } })
    expect((await setPaused(true)).data).toMatchObject({ paused: true, nextAt: null })
    expect((await of({ paused: true, search: id })).rows.map((row) => row.id)).toEqual([id])
    expect((await setPaused(false)).data).toMatchObject({
      paused: false,
      nextAt: expect.stringContaining('T'),
    })
    const told = await manager.call<calls.ScheduleFires>(calls.getJobSchedule, { query: { id } })
    expect(told.data.next.length).toBe(5)
    expect(told.data.fires.map(({ state }) => state)).toEqual(['missed', 'fired'])
    // The installation's own are for managers of all games.
    const theirs = await limited.call<calls.ScheduleList>(calls.listJobSchedules, { query: {} })
    expect(theirs.data.total).toBe(0)
    expect((await limited.call(calls.pauseJobSchedule, { body: { id, paused: true } })).envelope?.code).toBe(
      'object_missing',
    )
  })

  it('tells what runs by the clock by its name, and finds it so', async () => {
    const owner = await house.person({ keys: ['search_push'] })
    const view = await owner.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '我的视图' } })
    const body = {
      viewId: view.data.id,
      link: '/statement',
      name: '早间播报',
      info: JSON.stringify({ dims: [], points: [] }),
      timing: { kind: 'daily' as const, time: '09:00' },
      content: { picture: false, table: true, file: false },
      toInbox: true,
      toMail: false,
      people: [],
      receivers: [],
    }
    const { data: made } = await owner.call<{ id: number }>(saveSubscription, { body })
    const found = async (search: string) =>
      (await manager.call<calls.ScheduleList>(calls.listJobSchedules, { query: { search } })).data.rows
    const [row] = await found('早间')
    expect(row).toMatchObject({ id: `subscription ${made.id}`, title: '发送订阅', name: '早间播报' })
    expect((await found('清理已删除'))[0]).toMatchObject({ name: '' })
    const told = await manager.call<calls.ScheduleFires>(calls.getJobSchedule, { query: { id: row?.id } })
    expect(told.data.schedule.name).toBe('早间播报')
    await put('by clock', { kind: 'subscription.send', user_id: owner.id, schedule_id: row?.id ?? '' })
    const job = await manager.call<calls.JobDetail>(calls.getJob, { query: { id: 'by clock' } })
    expect(job.data.job).toMatchObject({ schedule: row?.id, scheduleName: '早间播报' })
  })

  it('pages through more than are counted, by index and by looking', async () => {
    const { db } = house.deps.metadata
    const kept = { kind: 'objects.purge', user_id: null, lane: '', payload: '{}', priority: 1, turn: 1 }
    const rest = {
      status: 'done' as const,
      attempt: 1,
      fence: 0,
      run_at: '',
      cancel_asked: 0,
      progress: 1,
      step: '',
    }
    for (let at = 0; at < 11_000; at += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, one) => ({
        ...kept,
        ...rest,
        id: `many ${at + one}`,
        enqueued_at: new Date(Date.UTC(2020, 0, 1) + (at + one) * 1_000).toISOString(),
      }))
      await db.insertInto('job').values(rows).execute()
    }
    const byIndex = await ask({ to: '2021-01-01', kind: 'objects.purge', offset: 9_998, limit: 5 })
    expect(byIndex).toMatchObject({ total: 10_000, isMore: true })
    expect(byIndex.rows[0]?.id).toBe('many 1001')
    const byLooking = await ask({ to: '2021-01-01', search: '清理', offset: 9_998, limit: 5 })
    expect(byLooking.rows[0]?.id).toBe('many 1001')
    expect(byLooking.isMore).toBe(true)
  })
})

describe('jobs and schedules read', () => {
  it('as people say them', () => {
    expect(ruleText({ cron: '30 9 * * 1-5' })).toBe('周一至周五 09:30')
    expect(ruleText({ cron: '0 9 * * 1' })).toBe('每周一 09:00')
    expect(ruleText({ cron: '*/15 * * * *' })).toBe('每 15 分钟')
    expect(ruleText({ cron: '0 9 1 * *' })).toBe('每月 1 日 09:00')
    expect(ruleText({ cron: '0 9 1 1-3 *' })).toBe('0 9 1 1-3 *')
    expect(ruleText({ everyMs: 7_200_000, from: '' })).toBe('每 2 小时')
    expect(ruleText({ afterDay: 30 })).toBe('每天日结后 30 分钟')
    expect([950, 61_000, 7_260_000].map(spanText)).toEqual(['950 毫秒', '1 分 1 秒', '2 小时 1 分'])
    const row = {
      status: 'running',
      progress: 0.456,
      cancelAsked: false,
      attempt: 1,
      step: '写入',
      problem: '旧',
    }
    expect(statusText(row as calls.JobRow)).toBe('运行中 45%')
    expect(tellsOf(row as calls.JobRow)).toBe('写入')
  })
})
