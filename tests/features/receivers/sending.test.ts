// Messages to receivers on loopback that answer, refuse, hang, redirect or lie.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/receivers/contract.ts'
import { deliveriesOf, sendMessage } from '#features/receivers/server/index.ts'
import { makeReceiversHouse, type ReceiversHouse, says } from './receiversHouse.ts'

const source = { kind: 'alarm', id: 7 } as const

describeStores('messages', (store) => {
  let house: ReceiversHouse
  let editor: Person
  beforeAll(async () => {
    house = await makeReceiversHouse(store)
    editor = await house.editor()
  })
  afterAll(() => house.dispose())

  it('go once for their key, to each receiver and each inbox, signed and with their key', async () => {
    const [one, other] = [
      await house.receiver(editor, 'one', { secret: 'a-signing-key' }),
      await house.receiver(editor, 'other'),
    ]
    const reader = await house.person()
    const order = {
      key: 'alarm 7 first',
      receiverIds: [one.id, other.id, one.id],
      userIds: [reader.id, 0, 99_999],
    }
    const sent = await house.deliver(order)
    const again = await house.deliver({ ...order, userIds: [reader.id, editor.id] })
    expect(sent.told).toEqual([reader.id])
    expect(again.deliveries).toEqual([])
    expect((await house.ended(sent.deliveries)).map(({ status, tries }) => [status, tries])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
    const [got] = house.receivers.got('one')
    expect(house.receivers.got('one')).toHaveLength(1)
    expect(house.receivers.got('other')).toHaveLength(1)
    expect(got?.headers['idempotency-key']).toBe(sent.deliveries[0])
    const signed = createHmac('sha256', 'a-signing-key').update(`${got?.headers['x-timestamp']}.${got?.text}`)
    expect(got?.headers['x-signature']).toBe(`sha256=${signed.digest('hex')}`)
    const { db } = house.deps.metadata
    const notes = await db
      .selectFrom('inbox_note')
      .select(['user_id', 'title'])
      .where('key', '=', order.key)
      .execute()
    expect(notes.map(({ user_id }) => user_id).sort()).toEqual([reader.id, editor.id].sort())
    const told = await deliveriesOf(db, source, { keys: [order.key] })
    expect(told.map(({ receiver, status, problem }) => [receiver, status, problem]).sort()).toEqual([
      ['one', 'sent', null],
      ['other', 'sent', null],
    ])
  })

  it('are nowhere where the sender’s transaction fails', async () => {
    const receiver = await house.receiver(editor, 'rolled-back')
    const failing = house.app.jobs.transaction(async (db, enqueue) => {
      const message = { title: '一', text: '', level: 'info', at: new Date() } as const
      const order = { key: 'rolled back', source: { ...source, title: '' }, ownerId: null, message }
      await sendMessage({ db, enqueue }, { ...order, receiverIds: [receiver.id], userIds: [editor.id] })
      throw new Error('the sender failed')
    })
    await expect(failing).rejects.toThrow('the sender failed')
    expect(await deliveriesOf(house.deps.metadata.db, source, { keys: ['rolled back'] })).toEqual([])
  })

  it('that fail for good tell the owner of their source, once', async () => {
    const owner = await house.editor()
    const receiver = await house.receiver(editor, 'gone')
    house.receivers.answer('gone', says({}, 410))
    const { deliveries } = await house.deliver({ key: 'gone', receiverIds: [receiver.id], ownerId: owner.id })
    const [row] = await house.ended(deliveries)
    expect([row?.status, row?.problem]).toEqual(['failed', '对方没有这个地址（410）；请检查渠道的地址'])
    const { db } = house.deps.metadata
    const notes = await db.selectFrom('inbox_note').selectAll().where('user_id', '=', owner.id).execute()
    expect(notes.map(({ title, text }) => [title, text])).toEqual([
      [
        '发送失败：「gone」',
        '告警「流水下降」的消息「流水下降」没有送达。\n原因：对方没有这个地址（410）；请检查渠道的地址',
      ],
    ])
  })
})

describe('receivers that do not take a message', () => {
  let house: ReceiversHouse
  let editor: Person
  const lines: string[] = []
  beforeAll(async () => {
    house = await makeReceiversHouse(null, { onLog: (line) => lines.push(line) })
    editor = await house.editor()
  })
  afterAll(() => house.dispose())

  it.each<[string, Parameters<ReceiversHouse['receivers']['answer']>[1], string, string]>([
    [
      'redirect',
      (_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      'failed',
      '跳转',
    ],
    ['refuse', says({}, 403), 'failed', '拒收（403）'],
    ['break', (request) => request.socket.destroy(), 'waiting', '断开'],
    ['overflow', (_, reply) => reply.end('x'.repeat(300_000)), 'failed', '过大'],
    ['ail', says({}, 503), 'waiting', '出错（503）'],
    ['throttle', says({}, 429), 'waiting', '太频繁'],
  ])('that %s are told by their own reason', async (name, answer, status, words) => {
    const { id } = await house.receiver(editor, name)
    house.receivers.answer(name, answer)
    const { deliveries } = await house.deliver({ key: name, receiverIds: [id] })
    const [row] = await house.ended(deliveries)
    expect([row?.status, row?.tries]).toEqual([status, 1])
    expect(row?.problem).toContain(words)
  })

  it('that speak no TLS, resolve to a private address, or are listed no more, are told so', async () => {
    const { installation } = house.deps.settings
    const { port } = new URL(house.receivers.origin)
    installation.webhookHosts.push(`https://127.0.0.1:${port}`, `http://localhost:${port}`)
    const plain = await house.receiver(editor, 'plain', { address: `https://127.0.0.1:${port}/plain` })
    const named = await house.receiver(editor, 'named', { address: `http://localhost:${port}/named` })
    const listed = await house.receiver(editor, 'listed')
    const outcome = async (key: string, id: number) =>
      (await house.ended((await house.deliver({ key, receiverIds: [id] })).deliveries))[0]
    expect(await outcome('plain', plain.id)).toMatchObject({
      status: 'waiting',
      problem: expect.stringContaining('证书'),
    })
    const { webhookHosts, webhookNets } = installation
    // What was looked at when it was saved resolves to something else later.
    installation.webhookNets = ['10.0.0.0/8']
    const elsewhere = await outcome('named', named.id)
    installation.webhookNets = webhookNets
    installation.webhookHosts = []
    const unlisted = await outcome('listed', listed.id)
    installation.webhookHosts = webhookHosts
    expect([elsewhere?.status, unlisted?.status]).toEqual(['failed', 'failed'])
    expect(elsewhere?.problem).toContain('内网')
    expect(unlisted?.problem).toContain('webhookHosts')
    expect(house.receivers.got('named')).toEqual([])
    expect(house.receivers.got('listed')).toEqual([])
  })

  it('are tried again with the same key, and succeed', async () => {
    const { id } = await house.receiver(editor, 'later')
    house.receivers.answer('later', says({}, 503))
    const { deliveries } = await house.deliver({ key: 'later', receiverIds: [id] })
    await house.ended(deliveries)
    house.receivers.answer('later', says({}))
    const { db } = house.deps.metadata
    await db.updateTable('job').set({ run_at: '2000-01-01' }).where('key', 'in', deliveries).execute()
    await house.app.jobs.tick()
    await house.app.jobs.settled()
    const [row] = await house.ended(deliveries)
    expect([row?.status, row?.tries, row?.problem]).toEqual(['sent', 2, null])
    expect(house.receivers.got('later').map(({ headers }) => headers['idempotency-key'])).toEqual([
      deliveries[0],
      deliveries[0],
    ])
  })

  it('that hang hold none of fifty others up', async () => {
    house.receivers.answer('hangs', () => undefined)
    const hanging = await house.receiver(editor, 'hangs')
    const others = []
    for (let at = 0; at < 50; at++) others.push((await house.receiver(editor, `of-many-${at}`)).id)
    await house.deliver({ key: 'many first', receiverIds: [hanging.id] })
    const { deliveries } = await house.deliver({ key: 'many', receiverIds: [hanging.id, ...others] })
    const mine = deliveries.slice(1)
    const rows = await house.ended(mine)
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(50)
    // All fifty have theirs while the one still waits for its answer: by order, not by time.
    const { db } = house.deps.metadata
    const held = await db.selectFrom('delivery').selectAll().where('receiver_id', '=', hanging.id).execute()
    expect(held.map(({ status, tries }) => [status, tries])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ])
  })

  it('take no secret out: not in answers, not in the log, not in what is kept', async () => {
    const secret = 'sec-ret-9f8e7d6c5b4a'
    const key = 'k3y-1f2e3d4c5b6a7988'
    const address = `${house.receivers.origin}/masked/${key}?token=${key}`
    const saved = await house.receiver(editor, 'masked', { address, secret })
    house.receivers.answer('masked', says({ said: address }, 500))
    const tested = await editor.call(calls.testReceiver, { params: { id: saved.id }, body: {} })
    expect(tested.envelope).toMatchObject({ isSuccess: false, code: 'gateway_failed' })
    const listed = await editor.call(calls.listReceivers)
    const { db } = house.deps.metadata
    const kept = JSON.stringify([
      await db.selectFrom('receiver').selectAll().execute(),
      await db.selectFrom('job').selectAll().execute(),
      await db.selectFrom('delivery').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
      await db.selectFrom('object_change').selectAll().execute(),
    ])
    for (const text of [JSON.stringify(saved), tested.text, listed.text, lines.join('\n'), kept]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(key)
    }
    expect(saved.address).toBe(`${house.receivers.origin}/••••${key.slice(-4)}`)
  })
})
