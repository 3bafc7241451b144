// Sending pushes: the limit per minute, quiet hours, repeated tasks, the embedded gateway, missing gateways, and
// records of a long run.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/push/contract.ts'
import { isQuiet, momentOf, wallClock } from '#features/push/server/clock.ts'
import { secretOf } from '#features/push/server/gateway/apps.ts'
import { EmbeddedGateway } from '#features/push/server/gateway/embedded.ts'
import { beginPush } from '#features/push/server/running/jobs.ts'
import { makePushHouse, message, type PushHouse, today } from './pushHouse.ts'

let house: PushHouse
let all: Person
beforeAll(async () => {
  house = await makePushHouse(null)
  all = await house.pusher()
})
afterAll(() => house.dispose())
afterEach(() => {
  house.gateway.sent.length = 0
  house.gateway.answer = () => ({})
})

const add = (body: object, by = all) =>
  by.call<calls.PushTask>(calls.addPushTask, { body: { cgi: 'a', ...message, ...body } })
const test = (body: object, by = all) =>
  by.call<calls.TestAnswer>(calls.pushOne, { body: { cgi: 'a', ...message, ...body } })
const appA = () => house.deps.settings.installation.push.apps?.a as Record<string, unknown>
const targetsSent = () =>
  house.gateway.sent.flatMap(({ body }) => (JSON.parse(body) as { targets: string[] }).targets)

describe('a run', () => {
  it('keeps within its app’s minute, over test pushes too, and goes on in the next', async () => {
    const { db } = house.deps.metadata
    appA().perMinute = 3
    try {
      // A minute ends where it will: what is used up in one is used up in one that was just begun.
      const fill = async (used: number) =>
        db
          .updateTable('push_rate')
          .set({ minute: Math.floor(Date.now() / 60_000), used })
          .execute()
      await test({})
      const { id } = (await add({ segment: 'silent14' })).data
      await fill(1)
      await house.until(id, all, 'sending')
      await house.work()
      const used = await db.selectFrom('push_rate').select('used').executeTakeFirstOrThrow()
      expect(used.used).toBeLessThanOrEqual(3)
      const waiting = await db
        .selectFrom('job')
        .select('run_at')
        .where('kind', '=', 'push.send')
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      expect(Date.parse(waiting.run_at) % 60_000).toBe(0)
      expect(targetsSent().length).toBeLessThan(8)
      await fill(3)
      expect((await test({})).envelope?.msg).toContain('每分钟最多发 3 人')
      appA().perMinute = 100
      await db
        .updateTable('job')
        .set({ run_at: new Date(0).toISOString() })
        .where('status', '=', 'queued')
        .execute()
      expect(await house.until(id, all, 'done')).toMatchObject({ sent: 7 })
    } finally {
      delete appA().perMinute
    }
  })

  it('waits for the end of quiet hours, while test pushes go', async () => {
    const { db } = house.deps.metadata
    const now = wallClock(house.deps.settings.zone, Date.now()).slice(11, 13)
    const other = String((Number(now) + 2) % 24).padStart(2, '0')
    appA().quietHours = { from: `${now}:00`, to: `${other}:00` }
    try {
      const { id } = (await add({ segment: 'payers' })).data
      await house.until(id, all, 'sending')
      await house.work()
      expect(house.gateway.sent).toEqual([])
      expect((await test({})).data.outcome).toBe('sent')
      const { data } = await all.call<calls.PushApp[]>(calls.findPushApps)
      expect(data.find(({ cgi }) => cgi === 'a')).toMatchObject({ quiet: true, kind: 'http', delivers: true })
      delete appA().quietHours
      await db
        .updateTable('job')
        .set({ run_at: new Date(0).toISOString() })
        .where('status', '=', 'queued')
        .execute()
      expect(await house.until(id, all, 'done')).toMatchObject({ sent: 1 })
    } finally {
      delete appA().quietHours
    }
  })

  it('of a server that died in it is unknown, and goes on with those who were not tried', async () => {
    house.gateway.answer = () => 'hang'
    const { db } = house.deps.metadata
    const { id } = (await add({ segment: 'silent14' })).data
    await house.work().catch(() => undefined)
    await expect
      .poll(
        async () => {
          void house.app.jobs.tick()
          return house.gateway.sent.length
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    // As another server finds it whose beat has stopped.
    const run = await db
      .selectFrom('push_run')
      .selectAll()
      .where('task_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(run).toMatchObject({ state: 'sending', unknown: 4, sent: 0 })
    const job = await db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'push.send')
      .where('status', '=', 'running')
      .executeTakeFirstOrThrow()
    await house.app.jobs.cancel(job.id)
    const stopped = await house.until(id, all, 'stopped', 'unknown')
    expect(stopped).toMatchObject({ unknown: 4, sent: 0, failed: 0 })
    expect(targetsSent()).toHaveLength(4)
  })

  it('whose gateway is not there says so, and that nothing was sent', async () => {
    const url = appA().url
    appA().url = 'http://127.0.0.1:1/'
    try {
      const { id } = (await add({ segment: 'payers' })).data
      expect(await house.until(id, all, 'failed')).toMatchObject({ failed: 1, unknown: 0 })
      appA().url = 'http://10.1.2.3/'
      expect((await test({})).data).toMatchObject({
        outcome: 'failed',
        answer: expect.stringContaining('内网'),
      })
    } finally {
      appA().url = url
    }
  })
})

it('a repeated task waits for its next time, runs at each once, and ends with its last day', async () => {
  const { db } = house.deps.metadata
  const schedule = {
    kind: 'daily',
    time: '10:00',
    until: today.replace(/^\d{4}/, (year) => String(Number(year) + 1)),
  }
  const refused = await add({ segment: 'payers', schedule: { ...schedule, until: '2020-01-01' } })
  expect(refused.envelope?.msg).toContain('截止日期 2020-01-01 已过')
  const task = (await add({ segment: 'payers', schedule: { ...schedule, until: nextYear() } })).data
  expect(task).toMatchObject({ state: 'waiting', scheduleText: `每天 10:00，到 ${nextYear()}` })
  expect(wallClock(house.deps.settings.zone, Date.parse(String(task.nextAt))).slice(11)).toBe('10:00')
  const fire = (at: Date) =>
    house.app.jobs.enqueue({
      kind: beginPush,
      payload: { task: task.id, revision: 1, at: at.toISOString() },
      userId: all.id,
    })
  const first = new Date()
  await fire(first)
  await fire(first)
  const sent = async () => {
    await house.work()
    return (await house.task(task.id, all)).sent
  }
  await expect.poll(sent, { timeout: 60_000 }).toBe(1)
  expect(await house.until(task.id, all, 'waiting')).toMatchObject({ sent: 1 })
  await db
    .updateTable('push_task')
    .set({ schedule: JSON.stringify({ ...schedule, until: '2020-01-01' }) })
    .where('id', '=', task.id)
    .execute()
  await fire(new Date())
  expect(await house.until(task.id, all, 'done')).toMatchObject({ sent: 1, nextAt: null })
})

const nextYear = () =>
  `${Number(today.slice(0, 4)) + 1}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`

describe('the embedded gateway', () => {
  it('keeps what it gets, each key once, of whoever signs it, and says that it delivers nowhere', async () => {
    const told = (await test({ cgi: 'c', target: 'device-1', uri: 'mygame://shop' })).data
    expect(told).toMatchObject({
      outcome: 'sent',
      delivers: false,
      gateway: expect.stringContaining('不会真正送达'),
    })
    const kept = (await all.call<calls.EmbeddedPush[]>(calls.listEmbeddedPushes)).data
    expect(kept).toMatchObject([{ cgi: 'c', title: '周年庆', firstTarget: 'device-1', targets: 1 }])
    const other = new EmbeddedGateway(house.deps)
    const gateway = await other.address('x')
    const batch = {
      key: 'one',
      cgi: 'c',
      taskId: 1,
      message: { ...message, action: '', uri: '', media: '', icon: '' },
      targets: ['1'],
    }
    const opened = await other.open('x')
    const { signal } = new AbortController()
    await opened.deliver(batch, signal)
    await opened.deliver(batch, signal)
    const now = (await all.call<calls.EmbeddedPush[]>(calls.listEmbeddedPushes)).data
    expect(now).toHaveLength(2)
    const reply = await fetch(gateway.url, { method: 'POST', body: JSON.stringify(batch) })
    expect(reply.status).toBe(401)
    await other.stop()
    const foreign = await house.pusher(['a'])
    expect((await foreign.call(calls.listEmbeddedPushes)).data).toEqual([])
  })
})

it('segments count by the warehouse, and servers are those of the game', async () => {
  const count = async (body: object) =>
    (await all.call<calls.PushEstimate>(calls.estimatePush, { body: { cgi: 'a', ...body } })).data
  const counts: Record<string, number> = {}
  for (const key of [
    'all',
    'new1',
    'new7',
    'active7',
    'payers',
    'payers30',
    'unpaid7',
    'silent14',
    'lostPayers14',
  ])
    counts[key] = (await count({ segment: key })).count
  expect(counts).toEqual({
    all: 10,
    new1: 1,
    new7: 1,
    active7: 3,
    payers: 1,
    payers30: 1,
    unpaid7: 3,
    silent14: 7,
    lostPayers14: 1,
  })
  expect(await count({ segment: 'all' })).toMatchObject({ needsApproval: true, approvalAbove: 9, minutes: 1 })
  expect((await count({ segment: 'all', servers: ['2'] })).count).toBe(5)
  expect((await all.call(calls.findGameServers, { query: { cgi: 'a' } })).data).toEqual([
    { id: '1', name: '一服' },
    { id: '2', name: '二服' },
  ])
  const daily = await count({ schedule: { kind: 'cron', cron: '0 10 * * 1', until: nextYear() } })
  expect(daily.next).toHaveLength(3)
  expect((await count({ schedule: { kind: 'cron', cron: 'often', until: nextYear() } })).problem).toContain(
    '定时表达式',
  )
})

it('times are read by the business’s clocks, turned or not', () => {
  expect(new Date(momentOf('Asia/Shanghai', '2026-11-30T09:30')).toISOString()).toBe(
    '2026-11-30T01:30:00.000Z',
  )
  expect(new Date(momentOf('America/New_York', '2026-11-01T01:30')).toISOString()).toBe(
    '2026-11-01T05:30:00.000Z',
  )
  expect(() => momentOf('America/New_York', '2026-03-08T02:30')).toThrow('被跳过')
  const night = { from: '22:00', to: '08:00' }
  const at = (text: string) => Date.parse(`${text}+08:00`)
  expect(isQuiet(night, 'Asia/Shanghai', at('2026-11-30T23:00'))).toBe(true)
  expect(isQuiet(night, 'Asia/Shanghai', at('2026-11-30T07:59'))).toBe(true)
  expect(isQuiet(night, 'Asia/Shanghai', at('2026-11-30T08:00'))).toBe(false)
  expect(isQuiet({ from: '12:00', to: '14:00' }, 'Asia/Shanghai', at('2026-11-30T14:00'))).toBe(false)
})

it.each([
  [{ apps: { a: { kind: 'http', url: 'http://x.example.com', secretEnv: 'X' } } }, 'https://'],
  [{ apps: { a: { kind: 'http', url: 'https://x.example.com' } } }, 'secretEnv'],
  [{ apps: { a: { kind: 'embedded', quietHours: { from: '25:00', to: '08:00' } } } }, '00:00 到 23:59'],
  [{ apps: { a: { kind: 'http', url: 'https://u:p@x.example.com', secretEnv: 'X' } } }, '用户名'],
  [{ contact: 'me' }, 'mailto:'],
])('settings that would do harm stop the start: %o', (push, words) => {
  expect(() => readInstallation({ push })).toThrow(words)
})

it('a secret that is missing or short is told, and not repeated', () => {
  expect(() => secretOf({ kind: 'http', secretEnv: 'PUSH_TEST_NONE' })).toThrow('环境变量 PUSH_TEST_NONE')
  process.env.PUSH_TEST_SHORT = 'shortsecret'
  expect(() => secretOf({ kind: 'http', secretEnv: 'PUSH_TEST_SHORT' })).toThrow(/至少要有 24 个字符/)
  expect(() => secretOf({ kind: 'http', secretFile: '/nonexistent' })).toThrow('ENOENT')
})

/** A million in `npm run test:long`. */
const rowsOfRun = process.env.LONG ? 1_000_000 : 100_000

it('records of a long run are found as quickly on its last page as on its first', async () => {
  const { db } = house.deps.metadata
  const at = new Date().toISOString()
  const failed = rowsOfRun / 10
  const run = await db
    .insertInto('push_run')
    .values({
      task_id: null,
      revision: 1,
      user_id: all.id,
      cgi: 'a',
      title: '很长的一次',
      fire_at: at,
      started_at: at,
      ended_at: at,
      state: 'done',
      problem: '',
      total: rowsOfRun,
      sent: rowsOfRun - failed,
      failed,
      unknown: 0,
      turn: 1,
      refusals: 0,
      reached: '',
      day: today,
      kept: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into push_record(run_id, seq, target, at, outcome, answer)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rowsOfRun})
    select ${run.id}, i, 'p' || i, ${at}, case when i % 10 = 0 then 'failed' else 'sent' end, '' from n`.execute(
    db,
  )
  const find = async (query: object) => {
    const begun = performance.now()
    const { data } = await all.call<{ rows: calls.PushRecord[]; total: number }>(calls.findPushRecords, {
      query,
    })
    return { ...data, ms: performance.now() - begun }
  }
  const pages = rowsOfRun / 100
  const own = { query: '很长', size: 100 }
  const [first, last] = [await find({ ...own, page: 1 }), await find({ ...own, page: pages })]
  expect(first.rows[0]?.target).toBe(`p${rowsOfRun}`)
  expect(last.rows.at(-1)?.target).toBe('p1')
  expect(last.total).toBe(rowsOfRun)
  const refused = await find({ ...own, outcome: 'failed', page: pages / 10 })
  expect(refused.rows.at(-1)?.target).toBe('p10')
  expect(refused.total).toBe(failed)
  expect((await find({ query: 'p77777' })).rows).toMatchObject([{ target: 'p77777' }])
  expect((await find({ ...own, page: pages + 1 })).rows).toEqual([])
  if (process.env.LONG) console.log('ms of pages', first.ms, last.ms, refused.ms)
})
