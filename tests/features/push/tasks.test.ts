// Push tasks through the calls, on both stores: ordered once, sent once, stopped, approved, refused.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/push/contract.ts'
import { isSigned } from '#features/push/server/gateway/signing.ts'
import { makePushHouse, message, type PushHouse, secret } from './pushHouse.ts'

describeStores('push tasks', (store) => {
  let house: PushHouse
  let all: Person
  let other: Person
  let some: Person
  beforeAll(async () => {
    house = await makePushHouse(store)
    all = await house.pusher()
    other = await house.pusher()
    some = await house.pusher(['b'])
  })
  afterAll(() => house.dispose())
  beforeEach(() => {
    house.gateway.sent.length = 0
    house.gateway.answer = () => ({})
  })

  const add = (body: object = {}, by = all) =>
    by.call<calls.PushTask>(calls.addPushTask, {
      body: { cgi: 'a', segment: 'silent14', ...message, ...body },
    })
  const records = async (query: object, by = all) =>
    (await by.call<{ rows: calls.PushRecord[]; total: number }>(calls.findPushRecords, { query })).data
  const targetsSent = () =>
    house.gateway.sent.flatMap(({ body }) => (JSON.parse(body) as { targets: string[] }).targets)

  it('reach each of their people once, in signed batches, and tell what the gateway said', async () => {
    house.gateway.answer = ({ body }) => ({
      body: JSON.stringify({
        failed: body.includes('"17"') ? [{ target: '17', reason: '设备不存在\n' }] : [],
      }),
    })
    const added = (await add()).data
    expect(added).toMatchObject({
      reach: 7,
      state: 'waiting',
      scheduleText: '立即',
      segmentTitle: '沉默 14 天',
    })
    const done = await house.until(added.id, all, 'done')
    expect(done).toMatchObject({ sent: 6, failed: 1, unknown: 0, problem: '' })
    expect(targetsSent()).toEqual(['13', '14', '16', '17', '18', '19', '20'])
    for (const { headers, url: path, method, body } of house.gateway.sent) {
      const time = String(headers['x-push-timestamp'])
      const signature = String(headers['x-push-signature'])
      expect(isSigned(secret, { method, path, time, body }, signature)).toBe(true)
      expect(isSigned(secret, { method, path, time, body: `${body} ` }, signature)).toBe(false)
    }
    expect(new Set(house.gateway.sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    const { rows, total } = await records({ taskId: added.id })
    expect(total).toBe(7)
    expect(rows.map(({ target, outcome }) => `${target} ${outcome}`)).toEqual(
      ['20', '19', '18', '17', '16', '14', '13'].map((id) => `${id} ${id === '17' ? 'failed' : 'sent'}`),
    )
    expect((await records({ taskId: added.id, outcome: 'failed' })).rows).toMatchObject([
      { target: '17', answer: '设备不存在', title: '周年庆', taskId: added.id },
    ])
    expect((await records({ query: '17' })).total).toBe(1)
    expect((await records({ query: '周年', page: 3, size: 3 })).rows.map(({ target }) => target)).toEqual([
      '13',
    ])
    const runs = (await all.call<calls.PushRun[]>(calls.listPushRuns, { params: { id: added.id } })).data
    expect(runs).toMatchObject([{ state: 'done', total: 7, sent: 6, failed: 1 }])
  })

  it('ordered twice under one number are one, also at the same moment', async () => {
    const order = { requestId: 'once', segment: 'new7' }
    const answers = await Promise.all([add(order), add(order), add(order)])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await add({ ...order, title: '别的' })).envelope?.msg).toContain('请求号已用于另一个任务')
    const others = (await add(order, other)).data
    expect(others.id).not.toBe(answers[0]?.data.id)
    await house.until(others.id, all, 'done')
    await house.until(answers[0]?.data.id as number, all, 'done')
    expect((await add(order)).data).toMatchObject({ id: answers[0]?.data.id, state: 'done' })
  })

  it('of many people wait for a second person, who approves this very revision', async () => {
    const approve = (id: number, revision: number, by: Person) =>
      by.call<calls.PushTask>(calls.approvePushTask, { body: { id, revision } })
    const task = (await add({ segment: 'all' })).data
    expect(task).toMatchObject({ reach: 10, state: 'approval', own: true })
    await house.work()
    expect(house.gateway.sent).toEqual([])
    expect((await approve(task.id, 1, all)).envelope).toMatchObject({ code: 'permission_missing' })
    const change = { id: task.id, revision: 1, cgi: 'a', segment: 'all', ...message, title: '改过' }
    const changed = (await other.call<calls.PushTask>(calls.changePushTask, { body: change })).data
    expect(changed).toMatchObject({ revision: 2, state: 'approval' })
    const third = await house.pusher(['a'])
    expect((await approve(task.id, 1, third)).envelope).toMatchObject({ code: 'object_conflict' })
    expect((await approve(task.id, 2, other)).envelope?.msg).toContain('不能审批自己建立或修改的任务')
    expect((await approve(task.id, 2, some)).status).toBe(404)
    expect((await approve(task.id, 2, third)).data).toMatchObject({
      state: 'waiting',
      approvedBy: third.user.username,
    })
    expect((await approve(task.id, 2, third)).envelope?.msg).toContain('不在待审批')
    expect((await house.until(task.id, all, 'done')).sent).toBe(10)
  })

  it('grown beyond what one may decide ask for approval at their time', async () => {
    const task = (await add({ segment: 'silent14' })).data
    const { db } = house.deps.metadata
    // As if it had been saved under a rule that let it pass.
    await house.until(task.id, all, 'done')
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const later = (await add({ schedule: { kind: 'at', at } })).data
    expect(later).toMatchObject({ state: 'waiting', nextAt: at })
    await db.updateTable('push_task').set({ segment: 'all' }).where('id', '=', later.id).execute()
    const past = new Date(Date.now() - 1_000).toISOString()
    await db
      .updateTable('job_schedule')
      .set({
        next_at: past,
        checked_to: new Date(Date.now() - 2_000).toISOString(),
        rule: JSON.stringify({ at: past }),
      })
      .where('id', '=', `push task ${later.id}`)
      .execute()
    expect(await house.until(later.id, all, 'approval')).toMatchObject({ reach: 10 })
    expect((await house.task(later.id, all)).problem).toContain('超过了无需审批的人数')
  })

  it('are stopped in the middle, and stopped again are told so', async () => {
    const { id } = (await add()).data
    let isAsked = false
    const stop = () => all.call<calls.PushTask>(calls.stopPushTask, { body: { id } })
    const answered = Promise.withResolvers<void>()
    house.gateway.answer = () => {
      if (!isAsked) void stop().then(() => answered.resolve())
      isAsked = true
      return {}
    }
    await house.work()
    await answered.promise
    const task = await house.until(id, all, 'stopped')
    await house.app.jobs.settled()
    expect(task.sent + task.unknown).toBeLessThanOrEqual(7)
    const sent = targetsSent().length
    await house.work()
    await house.work()
    expect(targetsSent()).toHaveLength(sent)
    expect((await stop()).envelope).toMatchObject({ isSuccess: false, msg: '任务已经停止，无需再停止' })
  })

  it('tell an unknown outcome as unknown, send nothing again, and go on with the rest when told to', async () => {
    house.gateway.answer = () => 'cut'
    const { id } = (await add()).data
    const task = await house.until(id, all, 'unknown')
    expect(task).toMatchObject({ sent: 0, unknown: 7, failed: 0 })
    expect(new Set(targetsSent()).size).toBe(targetsSent().length)
    expect((await records({ taskId: id })).rows[0]?.answer).toContain('结果未知')
    house.gateway.sent.length = 0
    house.gateway.answer = () => ({})
    const resumed = await all.call<calls.PushTask>(calls.resumePushTask, { body: { id } })
    expect(resumed.data.state).toBe('sending')
    expect(await house.until(id, all, 'unknown')).toMatchObject({ unknown: 7 })
    expect(house.gateway.sent).toEqual([])
  })

  it.each([
    ['refuses', { status: 400, body: 'no such app' }, 'failed', '网关返回 400：no such app'],
    ['refuses the signature', { status: 401 }, 'failed', '不接受签名'],
    ['leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'failed', '要求跳转'],
    ['breaks down', { status: 500 }, 'unknown', '结果未知'],
    ['answers nonsense', { body: '<html>' }, 'unknown', '无法识别'],
    ['answers something else', { body: '{"failed":{}}' }, 'unknown', '无法识别'],
    ['answers too much', { body: `"${'x'.repeat(300_000)}"` }, 'unknown', '返回的内容过大'],
  ] as const)('say what is known where the gateway %s', async (_, answer, state, words) => {
    house.gateway.answer = () => answer
    const { id } = (await add({ segment: 'payers' })).data
    const task = await house.until(id, all, 'failed', 'unknown')
    expect(task.state).toBe(state)
    expect((await records({ taskId: id })).rows[0]?.answer).toContain(words)
  })

  it.each([
    [
      { schedule: { kind: 'at', at: '2026-01-01T10:00' } },
      'schedule',
      '已过，请选择以后的时间，或改为现在发送',
    ],
    [{ schedule: { kind: 'at', at: '2999-13-01T10:00' } }, 'schedule', '发送时间应为'],
    [{ schedule: { kind: 'at', at: '9999-01-01T10:00' } }, 'schedule', '一年以内'],
    [{ schedule: { kind: 'cron', cron: 'x'.repeat(99), until: '2999-01-01' } }, 'schedule', '截止日期最远'],
    [{ schedule: { kind: 'daily', time: '25:00', until: '2999-01-01' } }, 'schedule', '截止日期最远'],
    [{ title: ' ' }, 'title', '标题不能为空'],
    [{ title: '长'.repeat(101) }, 'title', '标题最多 100 个字'],
    [{ body: '' }, 'body', '内容不能为空'],
    [{ uri: 'javascript:alert(1)' }, 'uri', '链接应以 https://'],
    [{ uri: 'JavaScript://%0aalert(1)' }, 'uri', '链接应以 https://'],
    [{ uri: 'https://user:pass@example.com/' }, 'uri', '用户名和密码'],
    [{ icon: 'data:image/png;base64,AA' }, 'icon', '图标应为 https://'],
    [{ media: 'http://example.com/a.png' }, 'media', '图片应为 https://'],
    [{ action: '<b>' }, 'action', '动作只能含'],
    [{ cgi: 'none' }, 'cgi', '没有游戏「none」'],
    [{ servers: ['3'] }, 'servers', '没有区服「3」'],
    [{ segment: "' OR 1=1 --" }, 'segment', '没有这个人群'],
  ])('refuse %o in Chinese, at its field', async (body, field, words) => {
    const { envelope } = await add(body)
    expect(envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
    expect(envelope?.data).toMatchObject({ fields: { [field]: expect.stringContaining(words) } })
  })

  it('of another game are as if they were missing', async () => {
    const { id } = (await add({ title: 'canary-a' })).data
    const missing = await some.call(calls.stopPushTask, { body: { id: 999_999 } })
    for (const [call, input] of [
      [calls.stopPushTask, { body: { id } }],
      [calls.resumePushTask, { body: { id } }],
      [calls.listPushRuns, { params: { id } }],
      [calls.pushTaskHistory, { params: { id } }],
    ] as const)
      expect((await some.call(call, input)).text).toBe(missing.text)
    expect((await some.call(calls.findPushTasks)).text).not.toContain('canary-a')
    await house.until(id, all, 'done')
    expect((await some.call(calls.findPushRecords)).text).not.toContain('canary-a')
    expect((await some.call(calls.findPushRecords, { query: { taskId: id } })).text).not.toContain('canary-a')
    const foreign = await some.call(calls.findGameServers, { query: { cgi: 'a' } })
    expect(foreign.envelope?.msg.replace('a', 'none')).toBe(
      (await some.call(calls.findGameServers, { query: { cgi: 'none' } })).envelope?.msg,
    )
  })
})
