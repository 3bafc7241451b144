// Webhooks over loopback addresses that answer, refuse and hang: what is told, to whom, in which order, and how often.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import { setDisabled } from '#features/session/server/index.ts'
import * as calls from '#features/webhooks/contract.ts'
import { yesterday } from '../alarm/alarmHouse.ts'
import { type Got, says } from '../receivers/receiversHouse.ts'
import { makeWebhooksHouse, type WebhooksHouse } from './webhooksHouse.ts'

const dayMs = 24 * 3_600_000

describeStores('webhooks', (store) => {
  let house: WebhooksHouse
  let db: WebhooksHouse['deps']['metadata']['db']
  beforeAll(async () => {
    house = await makeWebhooksHouse(store)
    db = house.deps.metadata.db
  })
  afterAll(() => house.dispose())

  let alarmsMade = 0
  /** An alarm on these games that fires at once, and the pass in which it does. */
  const fire = async (games: '*' | string[] = '*') => {
    const owner = await house.editor()
    const { data } = await house.save(owner, {
      name: `订单太少 ${++alarmsMade}`,
      games,
      conditions: [{ kind: 'threshold', point: house.points.orders, op: 'lt', value: 1_000 }],
    })
    await house.pass()
    return data
  }
  const states = async (id: number) =>
    (await house.deliveries(id)).map(({ subject, status }) => `${subject} ${status}`)
  const ended = (id: number, count: number) =>
    expect
      .poll(async () => (await house.deliveries(id)).filter(({ status }) => status !== 'waiting').length, {
        timeout: 60_000,
      })
      .toBe(count)
  /** As if so much time had passed for all that waits and fails. */
  const passTime = async (id: number, ms: number) => {
    const moved = (at: string | null) => at && new Date(Date.parse(at) - ms).toISOString()
    for (const { id: delivery, at } of await house.deliveries(id))
      await db
        .updateTable('webhook_delivery')
        .set({ at: moved(at) as string })
        .where('id', '=', delivery)
        .execute()
    const state = await db
      .selectFrom('webhook_state')
      .selectAll()
      .where('webhook_id', '=', id)
      .executeTakeFirst()
    if (state)
      await db
        .updateTable('webhook_state')
        .set({ failing_since: moved(state.failing_since), retry_at: moved(state.retry_at) })
        .where('webhook_id', '=', id)
        .execute()
  }

  it('tells what fired, signed over time and body with a secret that is told once', async () => {
    const { row, secret } = await house.make('signed')
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    const alarm = await fire()
    const [got] = await house.came('signed', 1)
    const {
      'x-timestamp': at,
      'x-signature': sign,
      'x-event': event,
      'idempotency-key': key,
    } = got?.headers ?? {}
    const expected = createHmac('sha256', String(secret)).update(`${at}.${got?.text}`).digest('hex')
    expect(sign).toBe(`sha256=${expected}`)
    expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(120)
    expect(event).toBe('alarm.fired')
    const fires = await house.fires(house.boss, { alarm: alarm.id })
    expect(got?.body).toMatchObject({
      id: key,
      event: 'alarm.fired',
      data: {
        alarm: { id: alarm.id, name: alarm.name },
        count: fires.length,
        fires: fires.map(({ id, period, level }) => ({ id, period, level, untold: null })),
        link: `https://reports.example.com/alarm/fire?id=${fires[0]?.id}`,
      },
    })
    // The figure is counted a second way: the orders of yesterday.
    const { chunks } = await house.deps.warehouse.run({
      sql: `SELECT CAST(count(*) AS INTEGER) FROM orders WHERE day = DATE '${yesterday}'`,
      pool: 'report',
    })
    const [counted] = JSON.parse(chunks[0]?.columns[0] as string) as number[]
    const { fires: told } = (got as Got).body.data as unknown as { fires: { figures: { value: number }[] }[] }
    expect(told[0]?.figures[0]?.value).toBe(counted)
    await ended(row.id, 1)
    const [delivery] = await house.deliveries(row.id)
    expect(delivery).toMatchObject({ status: 'sent', tries: 1, httpStatus: 200, problem: null, again: false })
    // Neither address nor secret is anywhere but in the sealed text.
    const kept = await db.selectFrom('webhook').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    const history = await house.boss.call(calls.webhookHistory, { params: { id: row.id } })
    const listed = await house.boss.call(calls.listWebhooks)
    for (const text of [JSON.stringify(kept), history.text, listed.text]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain('/signed')
    }
    const renewed = (
      await house.boss.call<calls.MadeWebhook>(calls.renewWebhookSecret, { params: { id: row.id }, body: {} })
    ).data
    expect(renewed.secret).not.toBe(secret)
    await house.boss.call(calls.testWebhook, { params: { id: row.id }, body: {} })
    const [, test] = await house.came('signed', 2)
    const again = createHmac('sha256', String(renewed.secret))
      .update(`${test?.headers['x-timestamp']}.${test?.text}`)
      .digest('hex')
    expect(test?.headers['x-signature']).toBe(`sha256=${again}`)
  })

  it('tells a webhook of some games nothing of others, and one that is deleted nothing at all', async () => {
    const own = await house.make('own', { games: ['a'] })
    const gone = await house.make('gone')
    await house.boss.call(calls.deleteWebhooks, { body: { ids: [gone.row.id] } })
    await fire(['b'])
    await fire('*')
    const alarm = await fire(['a'])
    await house.came('own', 1)
    expect(await states(own.row.id)).toEqual([`${alarm.name} sent`])
    expect(house.receivers.got('gone')).toEqual([])
  })

  it('keeps the order: what follows a failure waits for it, ever longer, and one press tries at once', async () => {
    const { row } = await house.make('ordered')
    house.receivers.answer('ordered', says({ error: 'down' }, 503))
    const names = [(await fire()).name]
    await house.came('ordered', 1)
    names.push((await fire()).name, (await fire()).name)
    await house.work()
    expect(house.receivers.got('ordered')).toHaveLength(1)
    const rests: number[] = []
    for (let tries = 2; tries <= 5; tries += 1) {
      const [first] = await house.deliveries(row.id)
      expect(first).toMatchObject({ status: 'waiting', tries: tries - 1, httpStatus: 503 })
      const { retryAt, failingSince, problem } = (await house.read(row.id)).webhook
      expect([failingSince, problem]).toEqual([expect.any(String), '对方出错（503），稍后再试'])
      rests.push((Date.parse(String(retryAt)) - Date.parse(String(first?.triedAt))) / 1_000)
      if (tries === 5) house.receivers.answer('ordered', says({}))
      await house.resend(first?.id ?? 0)
      await house.came('ordered', tries < 5 ? tries : 7)
    }
    // Each wait is between half and all of the doubled one.
    rests.forEach((rest, at) => {
      expect(rest).toBeGreaterThanOrEqual(7.5 * 2 ** at)
      expect(rest).toBeLessThanOrEqual(15.1 * 2 ** at)
    })
    await ended(row.id, 3)
    const came = house.receivers
      .got('ordered')
      .map(({ body }) => (body.data as unknown as { alarm: { name: string } }).alarm.name)
    expect(came).toEqual([...Array.from({ length: 5 }, () => names[0]), names[1], names[2]])
    // The same event has the same key each time.
    expect(
      new Set(
        house.receivers
          .got('ordered')
          .slice(0, 5)
          .map(({ headers }) => headers['idempotency-key']),
      ).size,
    ).toBe(1)
    expect((await house.read(row.id)).webhook).toMatchObject({
      waiting: 0,
      problem: null,
      failingSince: null,
    })
  })

  it('gives up what was not taken for a day, says so, and sends it again on a press', async () => {
    const { row } = await house.make('given-up')
    house.receivers.answer('given-up', says({}, 500))
    const first = await fire()
    await house.came('given-up', 1)
    const second = await fire()
    await passTime(row.id, dayMs + 60_000)
    const third = await fire()
    await ended(row.id, 2)
    expect(await states(row.id)).toEqual([
      `${first.name} failed`,
      `${second.name} failed`,
      `${third.name} waiting`,
    ])
    expect((await house.deliveries(row.id)).map(({ problem }) => problem)).toEqual([
      '对方出错（500），稍后再试',
      '前面的一直没有送达，等待超过一天，没有再发',
      null,
    ])
    house.receivers.answer('given-up', says({}))
    await house.resend((await house.deliveries(row.id))[1]?.id ?? 0)
    await ended(row.id, 4)
    const [, lost, , again] = await house.deliveries(row.id)
    expect(again).toMatchObject({ eventId: lost?.eventId, status: 'sent', again: true })
  })

  it('gives nothing up after a pause for one failure, and sends what came meanwhile in order', async () => {
    const { row } = await house.make('paused')
    await house.pause(row.id, true)
    const names = [(await fire()).name, (await fire()).name]
    await passTime(row.id, 3 * dayMs)
    await house.work()
    expect(house.receivers.got('paused')).toEqual([])
    house.receivers.answer('paused', says({}, 500))
    await house.pause(row.id, false)
    await house.came('paused', 1)
    expect(await states(row.id)).toEqual(names.map((name) => `${name} waiting`))
    house.receivers.answer('paused', says({}))
    await house.resend((await house.deliveries(row.id))[0]?.id ?? 0)
    await ended(row.id, 2)
    expect(await states(row.id)).toEqual(names.map((name) => `${name} sent`))
  })

  it('ends a delivery that the other side wants no more, and tells the owner', async () => {
    const { row } = await house.make('over')
    house.receivers.answer('over', says({}, 410))
    await fire()
    await ended(row.id, 1)
    expect((await house.deliveries(row.id))[0]).toMatchObject({ status: 'failed', httpStatus: 410 })
    const notes = await db
      .selectFrom('inbox_note')
      .select('title')
      .where('user_id', '=', house.boss.id)
      .where('source_kind', '=', 'webhook')
      .execute()
    expect(notes).toEqual([{ title: '事件回调「over」一直发送失败' }])
  })

  it('sends nothing in the name of who may no longer have it', async () => {
    const keeper = await house.person({ keys: ['manage_authority'] })
    const { row } = await house.make('left', {}, keeper)
    await setDisabled(db, keeper.id, true)
    await fire()
    await expect
      .poll(async () => (await house.read(row.id)).webhook.problem, { timeout: 60_000 })
      .toBe('负责人已停用或不再是管理者，没有发送；请由别的管理者接手')
    await setDisabled(db, keeper.id, false)
    await house.resend((await house.deliveries(row.id))[0]?.id ?? 0)
    await house.came('left', 1)
  })

  it('shows the beginning of an answer, without what looks like a key or is the secret', async () => {
    const { row, secret } = await house.make('talking')
    house.receivers.answer('talking', (_, reply) =>
      reply
        .writeHead(400)
        .end(
          `no\u0000such ${secret} key AKIAIOSFODNN7EXAMPLEKEY at https://in.example.com/a ${'字'.repeat(500)}`,
        ),
    )
    const answer = await house.boss.call(calls.testWebhook, { params: { id: row.id }, body: {} })
    expect(answer.envelope).toMatchObject({
      isSuccess: false,
      code: 'gateway_failed',
      msg: '对方拒收（400）',
    })
    const [delivery] = await house.deliveries(row.id)
    expect(delivery).toMatchObject({ event: 'webhook.test', status: 'failed', httpStatus: 400 })
    expect(delivery?.answer.startsWith('no such •••• key •••• at … 字')).toBe(true)
    expect(delivery?.answer.length).toBe(200)
  })

  it('tells of each publication of a table once, whoever published it, and of those that were named alone', async () => {
    const all = await house.make('tables', { events: ['table.published'] })
    const some = await house.make('some', { events: ['table.published'], ofTables: ['GOODS'] }).catch(String)
    expect(some).toContain('没有数据表「GOODS」')
    const named = await house.make('named', { events: ['table.published'], ofTables: ['ORDERS'] })
    expect(named.row.ofTables).toEqual(['orders'])
    await house.look()
    expect(await states(all.row.id)).toEqual([])
    await house.warehouse.publish(['CREATE TABLE goods AS SELECT 1 AS n UNION ALL SELECT 2'])
    await house.look()
    const [goods] = await house.came('tables', 1)
    expect(goods?.body).toMatchObject({ event: 'table.published', data: { table: 'goods', rows: 2 } })
    await house.look()
    await house.sell(yesterday, [{ cgi: 'a', channel: 'ios', count: 7 }])
    await house.look()
    await house.came('named', 1)
    await house.came('tables', 2)
    const { chunks } = await house.deps.warehouse.run({ sql: 'SELECT count(*) FROM orders', pool: 'report' })
    const [[count]] = [JSON.parse(chunks[0]?.columns[0] as string) as (string | number)[]]
    for (const name of ['named', 'tables'])
      expect(house.receivers.got(name).at(-1)?.body.data).toMatchObject({
        table: 'orders',
        rows: Number(count),
      })
  })

  it('refuses what is wrong with its field, and whoever does not see all rows', async () => {
    const refusal = async (more: Partial<calls.WebhookChange>, by = house.boss) =>
      (
        await by.call(calls.saveWebhook, {
          body: {
            id: -1,
            name: '一个',
            address: `${house.receivers.origin}/x`,
            events: ['alarm.fired'],
            games: '*',
            ...more,
          },
        })
      ).envelope
    const wrong: [Partial<calls.WebhookChange>, string, string][] = [
      [{ address: '' }, 'address', '请填写地址'],
      [{ address: 'ftp://x' }, 'address', '地址应为网址'],
      [{ address: 'https://elsewhere.example.com/x' }, 'address', '不允许向「elsewhere.example.com」发送'],
      [{ address: 'http://169.254.169.254/latest' }, 'address', '不允许向'],
      [{ address: house.receivers.origin.replace('//', '//user:word@') }, 'address', '用户名和密码'],
      [{ events: [] }, 'events', '请至少选择一种事件'],
      [{ events: ['table.published'], games: ['a'] }, 'events', '只能用于「全部游戏」'],
      [{ name: ' ' }, 'name', '名称'],
      [{ games: ['nowhere'] }, 'games', '没有游戏「nowhere」'],
    ]
    for (const [more, field, says] of wrong) {
      const envelope = await refusal(more)
      expect(envelope?.data).toMatchObject({ fields: { [field]: expect.stringContaining(says) } })
    }
    await house.make('taken')
    expect((await refusal({ name: 'TAKEN' }))?.code).toBe('name_taken')
    const ruled = await house.person({
      keys: ['manage_authority'],
      rules: [{ dim: house.dims.channel, how: 'only', values: ['ios'], open: false }],
    })
    expect((await refusal({}, ruled))?.code).toBe('permission_missing')
    const limited = await house.person({ keys: ['manage_authority'], games: ['a'] })
    expect((await refusal({}, limited))?.msg).toContain('只有可看全部游戏的人可以选择全部游戏')
    expect(
      (await limited.call<calls.WebhookList>(calls.listWebhooks)).data.rows.map(({ name }) => name),
    ).toEqual(['own'])
    const { row } = await house.make('hidden')
    for (const [call, input] of [
      [calls.readWebhookDeliveries, {}],
      [calls.testWebhook, { body: {} }],
      [calls.pauseWebhook, { body: { paused: true } }],
    ] as const) {
      const answer = await limited.call(call as never, { params: { id: row.id }, ...input })
      expect(answer.envelope?.code).toBe('object_missing')
    }
  })
})
