// Stored receivers: ownership, refusals, uses; and robots on loopback.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/receivers/contract.ts'
import { tellReceiverUses } from '#features/receivers/server/index.ts'
import { takeTurn } from '#features/receivers/server/pace.ts'
import { makeReceiversHouse, type ReceiversHouse, says } from './receiversHouse.ts'

describeStores('receivers', (store) => {
  let house: ReceiversHouse
  let all: Person
  let some: Person
  beforeAll(async () => {
    house = await makeReceiversHouse(store)
    all = await house.editor()
    some = await house.editor(['a'])
  })
  afterAll(() => house.dispose())

  const listed = async (by: Person) => (await by.call<calls.ReceiverList>(calls.listReceivers)).data.rows
  const save = (by: Person, body: Partial<calls.ReceiverChange>) =>
    by.call<calls.Receiver>(calls.saveReceiver, {
      body: {
        id: -1,
        name: '渠道',
        kind: 'url',
        games: ['a'],
        address: `${house.receivers.origin}/x`,
        ...body,
      },
    })

  it('are of games: others see none, and those of some games change none of more', async () => {
    const mine = await house.receiver(all, 'of a', { games: ['a'] })
    const both = await house.receiver(all, 'of a and b', { games: ['a', 'b'] })
    const foreign = await house.receiver(all, 'of b', { games: ['b'] })
    const seen = new Map((await listed(some)).map((row) => [row.id, row]))
    expect([seen.get(mine.id)?.editable, seen.get(both.id)?.editable, seen.has(foreign.id)]).toEqual([
      true,
      false,
      false,
    ])
    expect(seen.get(both.id)?.games).toEqual(['a'])
    const choices = (await some.call<calls.ReceiverChoice[]>(calls.receiverChoices)).data
    expect(choices.map(({ id }) => id)).not.toContain(foreign.id)
    expect(JSON.stringify(choices)).not.toContain('127.0.0.1')
    const asks = [
      some.call(calls.testReceiver, { params: { id: foreign.id }, body: {} }),
      some.call(calls.readReceiverUses, { params: { id: foreign.id } }),
      some.call(calls.receiverHistory, { params: { id: foreign.id } }),
      some.call(calls.deleteReceivers, { body: { ids: [foreign.id] } }),
      save(some, { id: foreign.id, revision: 1 }),
    ]
    for (const asked of asks) expect((await asked).status).toBe(404)
    expect((await save(some, { id: both.id, revision: 1, games: ['a'] })).status).toBe(403)
    expect((await save(some, { name: 'all', games: '*' })).envelope?.isSuccess).toBe(false)
  })

  it('get figures of their own games alone', async () => {
    const { id } = await house.receiver(all, 'of a alone', { games: ['a'] })
    const message = { title: '一', text: '', level: 'info', at: new Date(), games: ['a', 'b'] } as const
    const sent = await house.deliver({
      key: 'foreign',
      receiverIds: [id],
      userIds: [some.id, all.id],
      message: { ...message, games: ['a', 'b'] },
    })
    const [row] = await house.ended(sent.deliveries)
    expect([row?.status, row?.tries]).toEqual(['failed', 0])
    expect(row?.problem).toContain('没有的游戏')
    expect(sent.told).toEqual([all.id])
  })

  it.each<[string, Partial<calls.ReceiverChange>, string, string]>([
    ['a foreign host', { address: 'https://evil.example/x' }, 'address', 'webhookHosts'],
    [
      'a private host that is not listed',
      { address: 'http://169.254.169.254/latest' },
      'address',
      'webhookHosts',
    ],
    ['another port', { address: 'http://127.0.0.1:1/x' }, 'address', 'webhookHosts'],
    [
      'a name and password',
      { address: 'https://a:b@oapi.dingtalk.com/robot/send?access_token=1' },
      'address',
      '用户名',
    ],
    ['no address', { address: '' }, 'address', '请填写'],
    ['a script', { address: 'javascript:alert(1)' }, 'address', '网址'],
    ['a file', { address: 'file:///etc/passwd' }, 'address', '网址'],
    [
      'a robot that is none',
      { kind: 'dingtalk', address: 'https://oapi.dingtalk.com/other' },
      'address',
      '不像',
    ],
    [
      'another’s robot',
      { kind: 'feishu', address: 'https://oapi.dingtalk.com/robot/send?access_token=1' },
      'address',
      '飞书',
    ],
    ['a key with blanks', { secret: 'a b' }, 'secret', '空格'],
    [
      'a key of WeCom',
      { kind: 'wecom', address: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1', secret: 'k' },
      'secret',
      '没有签名密钥',
    ],
    ['no mail', { kind: 'mail', addresses: ' ,; ' }, 'addresses', '至少一个'],
    ['a mail that is none', { kind: 'mail', addresses: 'a@example.com\nb@' }, 'addresses', '不是邮箱'],
    [
      'a mail with a head',
      { kind: 'mail', addresses: 'a@example.com>\r\nBcc:b@example.com' },
      'addresses',
      '不是邮箱',
    ],
    [
      'fifty-one mails',
      { kind: 'mail', addresses: Array.from({ length: 51 }, (_, at) => `a${at}@example.com`).join(' ') },
      'addresses',
      '50',
    ],
    ['no name', { name: ' ' }, 'name', '不能为空'],
  ])('with %s are refused at the field', async (_, body, field, words) => {
    const { envelope } = await save(all, body)
    expect(envelope?.isSuccess).toBe(false)
    const fields = (envelope?.data as { fields?: Record<string, string> } | null)?.fields
    expect(fields?.[field]).toContain(words)
    expect(envelope?.msg).not.toContain('evil.example/x')
  })

  it('keep address and key where a form leaves them, and forget them with the kind', async () => {
    const first = (
      await save(all, {
        name: 'kept',
        secret: 'a-long-signing-key',
        address: `${house.receivers.origin}/kept`,
      })
    ).data
    const { address: _, ...renamed } = {
      id: first.id,
      revision: 1,
      name: 'renamed',
      kind: 'url' as const,
      games: ['a'],
      address: undefined,
    }
    const second = (await all.call<calls.Receiver>(calls.saveReceiver, { body: renamed })).data
    expect([second.address, second.secret, second.revision]).toEqual([first.address, first.secret, 2])
    expect(
      (await all.call(calls.testReceiver, { params: { id: first.id }, body: {} })).envelope?.isSuccess,
    ).toBe(true)
    expect(house.receivers.got('kept')[0]?.headers['x-signature']).toMatch(/^sha256=/)
    const cleared = (
      await all.call<calls.Receiver>(calls.saveReceiver, { body: { ...renamed, revision: 2, secret: '' } })
    ).data
    expect([cleared.address, cleared.secret]).toEqual([first.address, ''])
    const other = await all.call(calls.saveReceiver, { body: { ...renamed, revision: 3, kind: 'wecom' } })
    expect(other.envelope).toMatchObject({ isSuccess: false, data: { fields: { address: '请填写地址' } } })
    const stale = await all.call(calls.saveReceiver, { body: { ...renamed, revision: 1, name: 'stale' } })
    expect(stale.envelope?.code).toBe('object_conflict')
  })

  it('stay while something uses them, and come back as they were', async () => {
    const { id } = await house.receiver(all, 'used')
    let uses = [{ id: 1, name: '流水告警', link: '/alarm/edit?id=1', games: '["b"]' }]
    tellReceiverUses('receiver', {
      usesOf: async (_, of) => (of === id ? uses : []),
      count: async () => new Map([[id, uses.length]]),
    })
    const refused = await all.call(calls.deleteReceivers, { body: { ids: [id] } })
    expect(refused.envelope).toMatchObject({ isSuccess: false, code: 'object_in_use' })
    expect(refused.envelope?.msg).toContain('「流水告警」')
    const told = (await all.call<calls.ReceiverUses>(calls.readReceiverUses, { params: { id } })).data
    expect([told.uses.length, told.hidden]).toEqual([1, 0])
    expect((await listed(all)).find((row) => row.id === id)?.uses).toBe(1)
    uses = []
    expect((await all.call(calls.deleteReceivers, { body: { ids: [id] } })).envelope?.isSuccess).toBe(true)
    const sent = await house.deliver({ key: 'deleted', receiverIds: [id, 999_999] })
    expect((await house.ended(sent.deliveries)).map(({ problem }) => problem)).toEqual([
      '通知渠道已被删除',
      '通知渠道已被删除',
    ])
    expect((await all.call(calls.restoreReceivers, { body: { ids: [id] } })).envelope?.isSuccess).toBe(true)
    expect((await all.call(calls.testReceiver, { params: { id }, body: {} })).envelope?.isSuccess).toBe(true)
  })
})

describe('robots', () => {
  let house: ReceiversHouse
  let editor: Person
  beforeAll(async () => {
    house = await makeReceiversHouse(null)
    editor = await house.editor()
  })
  afterAll(() => house.dispose())

  it('get what they can check: a signature of this moment, and a failure in a 200 is one', async () => {
    const address = (of: string) => `${house.receivers.origin}/${of}/robot?access_token=token-of-the-robot`
    const secret = 'SEC-of-the-robot'
    const made = await Promise.all(
      (['dingtalk', 'feishu', 'wecom'] as const).map((kind) =>
        house.receiver(editor, kind, { kind, address: address(kind), ...(kind !== 'wecom' && { secret }) }),
      ),
    )
    const png = Buffer.from('picture')
    const message = {
      title: '标题',
      text: '内容',
      level: 'info',
      at: new Date(),
      picture: { name: 'a.png', png },
    } as const
    const sent = await house.deliver({ key: 'robots', receiverIds: made.map(({ id }) => id), message })
    expect((await house.ended(sent.deliveries)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
    const [dingtalk] = house.receivers.got('dingtalk')
    const at = dingtalk?.url.searchParams.get('timestamp') ?? ''
    expect(Math.abs(Date.now() - Number(at))).toBeLessThan(60_000)
    expect(dingtalk?.url.searchParams.get('sign')).toBe(
      createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64'),
    )
    expect(dingtalk?.url.searchParams.get('access_token')).toBe('token-of-the-robot')
    const feishu = house.receivers.got('feishu')[0]?.body as unknown as { timestamp: string; sign: string }
    expect(feishu.sign).toBe(createHmac('sha256', `${feishu.timestamp}\n${secret}`).digest('base64'))
    expect(house.receivers.got('wecom').map(({ body }) => body.msgtype)).toEqual(['markdown', 'image'])
    house.receivers.answer('wecom', says({ errcode: 93000, errmsg: 'invalid webhook url' }))
    const tested = await editor.call(calls.testReceiver, { params: { id: made[2]?.id }, body: {} })
    expect(tested.envelope).toMatchObject({ isSuccess: false, code: 'gateway_failed' })
    expect(tested.envelope?.msg).toContain('重新复制')
  })

  it('get no more than they take in their minute: the rest waits, and none is lost', async () => {
    const windowMs = 300
    const turns = Array.from({ length: 13 }, async () => undefined)
    // One after another, as the lane of a receiver has them.
    for (const _ of turns)
      await takeTurn(house.deps, 777, { posts: 1, most: 5, windowMs }, AbortSignal.timeout(30_000))
    const { db } = house.deps.metadata
    const kept = await db.selectFrom('receiver_post').select('at').where('receiver_id', '=', 777).execute()
    // What is older than a minute is forgotten, so never more than a minute's worth stands there.
    expect(kept.length).toBeLessThanOrEqual(5)
    await db
      .updateTable('receiver_post')
      .set({ at: Date.now() + 10 * 3_600_000 })
      .execute()
    await takeTurn(house.deps, 777, { posts: 2, most: 5, windowMs }, AbortSignal.timeout(30_000))
    const ending = new AbortController()
    await takeTurn(house.deps, 778, { posts: 5, most: 5, windowMs: 3_600_000 }, ending.signal)
    const waiting = takeTurn(house.deps, 778, { posts: 1, most: 5, windowMs: 3_600_000 }, ending.signal)
    ending.abort()
    await expect(waiting).rejects.toThrow()
  })
})
