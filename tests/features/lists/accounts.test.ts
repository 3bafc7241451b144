// Ad accounts through the calls: tokens that no answer reveals, and failing gateways of their platforms.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/lists/contract.ts'
import { type ListsHouse, makeListsHouse } from './listsHouse.ts'

const token = 'demo-secret-token-9f8e7d6c'

describeStores('ad accounts', (store) => {
  let house: ListsHouse
  let all: Person
  let some: Person
  let gateway: Server
  let answer: RequestListener
  const lines: string[] = []
  beforeAll(async () => {
    gateway = createServer((request, reply) => answer(request, reply)).listen(0, '127.0.0.1')
    await new Promise((resolve) => gateway.once('listening', resolve))
    const { port } = gateway.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/account`
    const installation = readInstallation({
      adGateways: {
        mine: { url, title: '我的平台', allowed: ['127.0.0.1'] },
        bad: { url: 'https://10.9.8.7/' },
      },
    })
    house = await makeListsHouse(store, { settings: { installation }, onLog: (line) => lines.push(line) })
    all = await house.editor()
    some = await house.editor(['a'])
  })
  afterAll(async () => {
    await house.dispose()
    gateway.closeAllConnections()
    gateway.close()
  })
  afterEach(() => expect(lines.join('\n')).not.toContain('secret-token'))

  let accounts = 0
  const save = (body: Record<string, unknown> = {}, by = all) => {
    accounts += 1
    const fresh = {
      id: -1,
      platform: 'mine',
      accountId: `acc-${accounts}`,
      name: '账户',
      games: ['a'],
      token,
    }
    return by.call<calls.AdAccount>(calls.addOrUpdateAdAccount, { body: { ...fresh, ...body } })
  }
  const check = (id: number, by = all) => by.call<calls.AdAccount>(calls.getAccountInfo, { query: { id } })
  const listed = async (id: number, by = all) =>
    (await by.call<calls.AdAccountList>(calls.getAdAccount)).data.rows.find((row) => row.id === id)
  const rowOf = (id: number) =>
    house.deps.metadata.db.selectFrom('ad_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const says = (status: number, body: unknown): void => {
    answer = (_, reply) => {
      reply.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  }

  it('keep their token encrypted, show its end, and tell it to nobody', async () => {
    const { id, ...shown } = (await save()).data
    expect(shown.token).toBe('••••7d6c')
    await save({ id, accountId: 'acc-1', name: '改名', token: undefined })
    expect((await listed(id))?.token).toBe('••••7d6c')
    const second = (await save({ token: 'short' })).data
    expect(second.token).toBe('••••')
    const history = await all.call(calls.adAccountHistory, { params: { id } })
    await save({ id, accountId: 'acc-1', token: `${token}-new-secret-token` })
    const changed = await all.call(calls.adAccountHistory, { params: { id } })
    expect(changed.text).toContain('内容不留记录')
    const kept = JSON.stringify(await dumpMetadata(house.deps.metadata))
    for (const text of [kept, history.text, changed.text, (await all.call(calls.getAdAccount)).text])
      expect(text).not.toMatch(/secret-token|9f8e/)
    expect((await save({ id, accountId: 'acc-1', token: '' })).data.token).toBe('')
  })

  it('have tokens that are bound to their row', async () => {
    const [one, other] = [(await save()).data, (await save()).data]
    says(200, { name: 'x', state: 'y' })
    const { token: sealed } = await rowOf(one.id)
    await house.deps.metadata.db
      .updateTable('ad_account')
      .set({ token: sealed })
      .where('id', '=', other.id)
      .execute()
    expect((await check(other.id)).envelope?.msg).toContain('无法解密')
    expect((await listed(other.id))?.token).toBe('无法解密，请重新填写')
    expect((await listed(one.id))?.token).toBe('••••7d6c')
    expect((await check(one.id)).data.info).toMatchObject({ name: 'x', state: 'y', balance: null })
  })

  it('are asked with their token, and keep what their platform says', async () => {
    const asked: unknown[] = []
    answer = async (request, reply) => {
      let body = ''
      for await (const part of request) body += part
      asked.push([request.method, request.headers.authorization, JSON.parse(body)])
      reply.end(JSON.stringify({ name: '云海', state: '投放中', balance: 12.5, currency: 'CNY', more: 1 }))
    }
    const { id, accountId } = (await save()).data
    const checked = (await check(id)).data
    expect(checked).toMatchObject({
      info: { name: '云海', state: '投放中', balance: 12.5, currency: 'CNY', note: '' },
      checkProblem: null,
      revision: 1,
    })
    expect(asked).toEqual([['POST', `Bearer ${token}`, { platform: 'mine', accountId }]])
    expect(await listed(id)).toMatchObject({ checkedAt: checked.checkedAt })
  })

  it.each([
    ['a wrong token', 401, {}, '不接受这个令牌'],
    ['an unknown account', 404, {}, '没有这个账户'],
    ['a failure', 502, 'bad', '网关返回 502'],
    ['nonsense', 200, '<html>', '无法识别'],
    ['something else', 200, { name: 1 }, '无法识别'],
    ['too much', 200, `"${'x'.repeat(300_000)}"`, '返回的内容过大'],
    ['somewhere else', 302, '', '要求跳转'],
  ])(
    'say in Chinese what is wrong where the gateway answers %s, and keep their token',
    async (_, status, body, message) => {
      const { id } = (await save()).data
      const before = await rowOf(id)
      says(status, body)
      const told = await check(id)
      expect(told.envelope).toMatchObject({ isSuccess: false, code: 'gateway_failed' })
      expect(told.envelope?.msg).toContain(message)
      expect(await listed(id)).toMatchObject({
        checkProblem: told.envelope?.msg,
        info: null,
        token: '••••7d6c',
      })
      expect((await rowOf(id)).token).toBe(before.token)
    },
  )

  it('say so where the gateway breaks off, is private, or is not there', async () => {
    const { id } = (await save()).data
    answer = (request) => request.socket.destroy()
    expect((await check(id)).envelope?.msg).toContain('连不上')
    const { id: bad } = (await save({ platform: 'bad' })).data
    expect((await check(bad)).envelope?.msg).toContain('内网地址')
    const { id: bare } = (await save({ token: '' })).data
    expect((await check(bare)).envelope?.msg).toContain('还没有填写令牌')
  })

  it('have a gateway of ours in the demo, which says that it makes things up', async () => {
    const { id } = (await save({ platform: 'toutiao' })).data
    expect((await check(id)).data.info?.note).toContain('编造')
    const { id: wrong } = (await save({ platform: 'toutiao', token: 'real-secret-token-123456' })).data
    expect((await check(wrong)).envelope?.msg).toContain('不接受这个令牌')
    const { platforms } = (await all.call<calls.AdAccountList>(calls.getAdAccount)).data
    expect(platforms.find(({ key }) => key === 'toutiao')?.gateway).toContain('演示')
  })

  it('are of their games, and changed by those who have them all', async () => {
    const { id } = (await save({ name: 'canary-b', games: ['b'] })).data
    const { id: shared } = (await save({ games: ['a', 'b'] })).data
    const seen = await some.call<calls.AdAccountList>(calls.getAdAccount)
    expect(seen.text).not.toContain('canary')
    expect(seen.data.rows.find((row) => row.id === shared)).toMatchObject({ games: ['a'], editable: false })
    const missing = (await check(999_999, some)).text
    expect((await check(id, some)).text).toBe(missing)
    expect((await check(shared, some)).envelope?.code).toBe('permission_missing')
    expect((await some.call(calls.deleteAdAccount, { params: { id }, body: {} })).text).toBe(missing)
  })

  it.each([
    [{ platform: 'none' }, '没有这个平台'],
    [{ accountId: '' }, '账户编号不能为空'],
    [{ name: ' ' }, '名称不能为空'],
    [{ token: '中文' }, '令牌只能含英文字母'],
    [{ token: 'a b' }, '令牌只能含英文字母'],
    [{ token: 'a\r\nx: y' }, '令牌不能含换行'],
    [{ games: ['none'] }, '没有游戏'],
  ])('refuse %o in Chinese, at its field', async (body, message) => {
    const { envelope } = await save(body)
    expect(envelope?.msg).toContain(message)
    expect(envelope?.data).toEqual({ fields: { [Object.keys(body)[0] as string]: envelope?.msg } })
  })

  it('are deleted and brought back with their token', async () => {
    const { id, accountId } = (await save()).data
    expect((await save({ accountId })).envelope).toMatchObject({
      code: 'name_taken',
      data: { fields: { accountId: '所选游戏里已有该平台的这个账户' } },
    })
    await all.call(calls.deleteAdAccount, { params: { id }, body: {} })
    expect(await listed(id)).toBeUndefined()
    await all.call(calls.restoreAdAccounts, { body: { ids: [id] } })
    expect((await listed(id))?.token).toBe('••••7d6c')
  })
})
