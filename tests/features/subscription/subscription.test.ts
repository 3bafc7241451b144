// Subscriptions through the calls: each reader's own figures, nothing after rights were lost, one record per fire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endDrawing } from '#server/picture/index.ts'
import type { Timing } from '#shared/timing.ts'
import type { Person } from '#tests/factories/house.ts'
import { decodePng } from '#tests/factories/picture/png.ts'
import { readPicture } from '#tests/factories/picture/read.ts'
import { setDisabled } from '#features/session/server/index.ts'
import { addOrUpdateViewMeta, deleteViewMeta } from '#features/statement/contract.ts'
import * as calls from '#features/subscription/contract.ts'
import { sendOne, watchData } from '#features/subscription/server/scheduling.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let all: Person
let some: Person
let names = 0

beforeAll(async () => {
  office = await makeOffice()
  const { db } = office.deps.metadata
  await db
    .insertInto('game')
    .values([
      { cgi: 'a', name: '云海仙途' },
      { cgi: 'b', name: '烽火三国' },
    ])
    .execute()
  all = await office.person({ keys: ['alert_config_edit', 'manage_authority'] })
  some = await office.person({ games: ['a'] })
})
afterAll(async () => {
  await office.dispose()
  endDrawing()
})

const text = { picture: false, table: true, file: false }
const changeOf = (change: Partial<calls.SubscriptionChange> = {}): calls.SubscriptionChange => ({
  viewId: office.view,
  reportId: office.report,
  link: `/statement/detail?id=${office.view}`,
  name: `订阅 ${++names}`,
  timing: { kind: 'weekly', weekdays: [1], time: '09:00' },
  content: text,
  toInbox: true,
  toMail: false,
  people: [],
  receivers: [],
  ...change,
})
const save = (change: Partial<calls.SubscriptionChange> = {}, by = all) =>
  by.call<calls.Subscription>(calls.saveSubscription, { body: changeOf(change) })
const listed = async (id: number, by = all) =>
  (await by.call<calls.Subscription[]>(calls.listSubscriptions)).data.find((one) => one.id === id)
const runs = async (id: number, by = all) =>
  (await by.call<calls.SubscriptionRun[]>(calls.subscriptionRuns, { params: { id } })).data
const pngIn = (address: string | null) => Buffer.from(address?.split('base64,')[1] ?? '', 'base64')
const inbox = (person: Person) =>
  office.deps.metadata.db
    .selectFrom('inbox_note')
    .selectAll()
    .where('user_id', '=', person.id)
    .where('source_kind', '=', 'subscription')
    .orderBy('id')
    .execute()
const work = async () => {
  const { jobs } = office.app
  for (let round = 0; round < 5; round++) {
    await jobs.tick()
    await jobs.settled()
  }
}
const send = async (id: number, by = all) => {
  expect((await by.call(calls.sendSubscription, { params: { id }, body: {} })).envelope?.isSuccess).toBe(true)
  await work()
}

describe('what is sent', () => {
  it('holds each reader’s own figures in their own games, and tells nobody of the others’', async () => {
    const { id } = (await save({ people: [some.email] })).data
    await send(id)
    const [mine] = (await inbox(all)).slice(-1)
    const [theirs] = (await inbox(some)).slice(-1)
    expect(mine).toMatchObject({ games: '"*"', source_kind: 'subscription', source_id: id })
    expect(mine?.text).toContain('2026-10-01 至 2026-10-03；全部游戏')
    expect(theirs).toMatchObject({ games: '["a"]' })
    expect(theirs?.text).toContain('云海仙途')
    expect(theirs?.text).not.toContain('烽火三国')
    const told = (await runs(id))[0]
    expect(told).toMatchObject({ state: 'done', reason: 'now' })
    expect(told?.told.map(({ kind }) => kind)).toEqual(['user', 'user'])
    // Whoever gets it sees their own place alone.
    expect((await runs(id, some))[0]?.told).toHaveLength(1)
    expect((await listed(id, some))?.recipients).toHaveLength(1)
  })

  it('is shown before: table, words, a picture, an audited file', async () => {
    const { name, viewId, reportId, link } = changeOf({ name: '预览' })
    const body = { name, viewId, reportId, link, note: '早上好，{{视图}} {{日期}}' }
    const content = { picture: true, table: true, file: true }
    const { data } = await some.call<calls.Preview>(calls.previewSubscription, { body: { ...body, content } })
    expect(data.text).toContain('早上好，日报 2026-10-01 至 2026-10-03')
    expect(data.tables[0]).toMatchObject({
      columns: ['日期', '在线时长'],
      rows: [
        ['合计', '80'],
        ['2026-10-02 周五', '50'],
        ['2026-10-01 周四', '30'],
      ],
    })
    const png = pngIn(data.picture)
    const { height } = decodePng(png)
    // The chart comes first, the table with the same figures under it.
    const chart = readPicture(png, '访问：在线时长', { bottom: 60 })
    const table = readPicture(png, '访问在线时长日期合计周四五', { top: height - 360, bottom: height - 70 })
    expect(chart).toEqual([['访问：在线时长']])
    expect(table).toEqual([['访问'], data.tables[0]?.columns, ...(data.tables[0]?.rows ?? [])])
    expect(data.files).toHaveLength(1)
    const audited = office.deps.metadata.db.selectFrom('audit').selectAll()
    expect(
      await audited.where('action', '=', 'report.export').where('user_id', '=', some.id).execute(),
    ).toHaveLength(1)
  })

  it('is shown as each receiver gets it: words alone, a picture or a short table, never without a figure', async () => {
    const { name, viewId, reportId, link } = changeOf({ name: '日报' })
    const content = { picture: true, table: false, file: true }
    const shown = async (as: string) => {
      const body = { name, viewId, reportId, link, note: '', content, as }
      return (await some.call<calls.Preview>(calls.previewSubscription, { body })).data
    }
    const parts = ({ picture, tables, files }: calls.Preview) => [
      picture !== null,
      tables.length,
      files.length,
    ]
    expect(parts(await shown('mail'))).toEqual([true, 0, 1])
    expect(parts(await shown('wecom'))).toEqual([true, 0, 0])
    const inbox = await shown('inbox')
    expect(parts(inbox)).toEqual([false, 0, 0])
    expect(inbox.text).toContain('访问：在线时长 80')
    for (const kind of ['dingtalk', 'feishu']) {
      const robot = await shown(kind)
      expect([robot.title, ...parts(robot)]).toEqual(['日报', false, 0, 0])
      const lines = robot.text.split('\n')
      expect(lines).toContain('2026-10-02 周五 ｜ 50')
      expect(lines).toContain('合计 ｜ 80')
      expect(lines).toContain('图表请打开查看')
    }
    const body = { name, viewId, reportId, link, note: '', content, as: 'fax' }
    expect((await some.call(calls.previewSubscription, { body })).envelope).toMatchObject({
      isSuccess: false,
    })
  })

  it('comes with its table where its picture could not be drawn, and says so', async () => {
    const { name, viewId, reportId, link } = changeOf({ name: '没有图' })
    const body = { name, viewId, reportId, link, note: '', content: { ...text, picture: true, table: false } }
    // Whatever draws is ended each time that it begins.
    const ending = setInterval(endDrawing, 5)
    const { data } = await some.call<calls.Preview>(calls.previewSubscription, { body })
    const { id } = (await save({ people: [some.email], content: body.content })).data
    await send(id)
    clearInterval(ending)
    expect(data.picture).toBeNull()
    expect(data.text).toContain('图片绘制失败，请打开查看')
    expect((await runs(id))[0]).toMatchObject({ state: 'done' })
    const told = (await inbox(some)).at(-1)
    expect(told?.text).toContain('图片绘制失败，请打开查看')
  })

  it('goes nowhere twice when its run is taken up again, and not to who came after', async () => {
    const { id } = (await save({ people: [some.email] })).data
    await send(id)
    const before = (await inbox(some)).length
    const [job] = await office.app.jobs.list({ kind: sendOne, most: 1 })
    const { db } = office.deps.metadata
    await db.updateTable('subscription_run').set({ told: '[]' }).where('id', '=', String(job?.id)).execute()
    await db.updateTable('job').set({ status: 'queued' }).where('id', '=', String(job?.id)).execute()
    await work()
    expect(await inbox(some)).toHaveLength(before)
  })
})

describe('who lost the right', () => {
  it('gets nothing, and the owner’s own loss pauses it with the reason', async () => {
    const own = (await office.person({ keys: [] })) as Person
    const view = (
      await own.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '私有', shared: true } })
    ).data.id
    const { db } = office.deps.metadata
    const info = JSON.stringify(office.info())
    const { id } = (await save({ viewId: view, reportId: null, info, people: [some.email] }, own)).data
    await own.call(addOrUpdateViewMeta, { body: { id: view, shared: false } })
    const before = (await inbox(some)).length
    await send(id, own)
    expect(await inbox(some)).toHaveLength(before)
    expect((await runs(id, own))[0]).toMatchObject({ state: 'partly', told: [{}, { state: 'skipped' }] })
    await own.call(deleteViewMeta, { params: { id: view }, body: {} })
    await office.app.jobs.enqueue({
      kind: sendOne,
      payload: { subscription: id, reason: 'schedule' },
      userId: own.id,
    })
    await work()
    expect(await listed(id, own)).toMatchObject({ paused: { by: 'system' }, nextAt: null })
    expect((await inbox(own)).at(-1)?.title).toMatch(/已暂停/)
    const stored = await db
      .selectFrom('job_schedule')
      .selectAll()
      .where('id', '=', `subscription ${id}`)
      .execute()
    expect(stored).toEqual([])
  })

  it('includes an owner who was disabled', async () => {
    const own = await office.person()
    const { id } = (await save({}, own)).data
    await setDisabled(office.deps.metadata.db, own.id, true)
    await office.app.jobs.enqueue({
      kind: sendOne,
      payload: { subscription: id, reason: 'schedule' },
      userId: own.id,
    })
    await work()
    const managed = (await all.call<calls.Subscription[]>(calls.managedSubscriptions)).data
    expect(managed.find((one) => one.id === id)?.paused).toMatchObject({
      by: 'system',
      why: '订阅者的账号已停用',
    })
    expect(await inbox(own)).toEqual([])
  })
})

describe('a timing', () => {
  it.each<[Timing, RegExp]>([
    [{ kind: 'cron', cron: '* * * * *' }, /相隔 10 分钟/],
    [{ kind: 'cron', cron: '0,5 9 * * 1' }, /相隔 10 分钟/],
    [{ kind: 'cron', cron: '* * * * * *' }, /五段/],
    [{ kind: 'cron', cron: '0 0 31 2 *' }, /不会到来/],
    [{ kind: 'cron', cron: 'now()' }, /五段/],
    [{ kind: 'daily', time: '24:00' }, /00:00 到 23:59/],
    [{ kind: 'weekly', weekdays: [], time: '09:00' }, /星期几/],
    [{ kind: 'monthly', days: [], time: '09:00' }, /日期/],
    [{ kind: 'fresh', latest: '9点' }, /00:00 到 23:59/],
  ])('%j is refused at its field', async (timing, why) => {
    const { envelope } = await save({ timing })
    expect(envelope?.isSuccess).toBe(false)
    expect(envelope?.data).toMatchObject({ fields: { timing: expect.stringMatching(why) } })
  })

  it('tells its next moments', async () => {
    const body = { timing: { kind: 'monthly', days: [0, 15], time: '08:30' } }
    expect((await all.call<string[]>(calls.timingMoments, { body })).data).toHaveLength(5)
  })

  it('of data waits for the day, says once that it is late, and goes once', async () => {
    const { id } = (await save({ timing: { kind: 'fresh', latest: '00:00' } })).data
    const watch = async () => {
      await office.app.jobs.enqueue({ kind: watchData, payload: {}, userId: null })
      await work()
    }
    await watch()
    await watch()
    expect((await runs(id)).map(({ reason, state }) => [reason, state])).toEqual([['late', 'late']])
    expect((await inbox(all)).at(-1)?.title).toMatch(/数据未到齐/)
  })
})

describe('receivers and addresses beyond the product', () => {
  it('are for those who may edit alarms', async () => {
    const { envelope, status } = await save({ people: ['boss@elsewhere.example'] }, some)
    expect([status, envelope?.msg]).toEqual([403, expect.stringContaining('告警管理')])
    expect((await save({ people: ['boss@elsewhere.example'] })).data.recipients).toMatchObject([
      {},
      { kind: 'mail', name: 'boss@elsewhere.example' },
    ])
    expect((await save({ receivers: [987_654] })).envelope?.msg).toContain('通知渠道不存在')
  })

  it('are 200 at most, and addresses are addresses', async () => {
    const people = Array.from({ length: 1_000 }, (_, at) => `p${at}@elsewhere.example`)
    expect((await save({ people })).envelope?.msg).toContain('最多 200 个')
    expect((await save({ people: ['a@b, c@d'] })).envelope?.msg).toContain('不是邮箱地址')
  })
})

describe('a link for unsubscribing', () => {
  it('works once and twice, without a session, and is of use for nothing else', async () => {
    const { id } = (await save({ people: ['boss@elsewhere.example'] })).data
    await send(id)
    const { db } = office.deps.metadata
    const mail = await db
      .selectFrom('delivery')
      .select('unsubscribe')
      .where('source_id', '=', id)
      .where('kind', '=', 'mail')
      .executeTakeFirstOrThrow()
    const token = String(mail.unsubscribe).split('/').at(-1) ?? ''
    const read = await office.send<calls.Leaving>(calls.readLeaving, { params: { token } })
    expect(read.data).toEqual({
      name: expect.any(String),
      owner: expect.any(String),
      address: 'b***@elsewhere.example',
      stopped: false,
    })
    for (let times = 0; times < 2; times++) {
      const { statusCode } = await office.app.inject({
        method: 'POST',
        url: `/unsubscribe/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
      expect(statusCode).toBe(200)
    }
    expect((await listed(id))?.recipients[1]?.stoppedAt).not.toBeNull()
    // Taken out and put in again, they are still one who wanted no more.
    const { revision } = (await listed(id)) as calls.Subscription
    const name = (await listed(id))?.name
    await save({ id, revision, ...(name && { name }) })
    const back = await save({ id, ...(name && { name }), people: ['boss@elsewhere.example'] })
    expect(back.data.recipients[1]?.stoppedAt).not.toBeNull()
    const [number = '', signature = ''] = token.split('.')
    const foreign = [
      `${Number(number) - 1}.${signature}`,
      `${number}.${signature.slice(0, -2)}AA`,
      '1',
      "' or 1=1 --",
    ]
    for (const hostile of foreign)
      expect((await office.send(calls.readLeaving, { params: { token: hostile } })).status).toBe(404)
  })
})

describe('managers', () => {
  it('see who gets what, stop one, and its owner can’t resume it', async () => {
    const { id } = (await save({}, some)).data
    const stop = (stopped: boolean) => all.call(calls.stopSubscription, { params: { id }, body: { stopped } })
    expect((await stop(true)).envelope?.isSuccess).toBe(true)
    const resume = () => some.call(calls.pauseSubscription, { params: { id }, body: { paused: false } })
    expect((await resume()).status).toBe(403)
    await stop(false)
    expect((await resume()).envelope?.isSuccess).toBe(true)
    expect((await some.call(calls.managedSubscriptions)).status).toBe(403)
    expect((await all.call(calls.pauseSubscription, { params: { id }, body: { paused: true } })).status).toBe(
      404,
    )
  })
})

it('two who edit at once are told of each other, and what was deleted comes back with its schedule', async () => {
  const { id, revision, name } = (await save()).data
  expect((await save({ id, revision, name, note: '一' })).envelope?.isSuccess).toBe(true)
  expect((await save({ id, revision, name, note: '二' })).envelope?.code).toBe('object_conflict')
  const schedules = () =>
    office.deps.metadata.db
      .selectFrom('job_schedule')
      .selectAll()
      .where('id', '=', `subscription ${id}`)
      .execute()
  await all.call(calls.deleteSubscriptions, { body: { ids: [id] } })
  expect(await schedules()).toHaveLength(0)
  await all.call(calls.restoreSubscriptions, { body: { ids: [id] } })
  expect(await schedules()).toHaveLength(1)
})
