// Web Push against the RFCs' example and a decrypting push service on loopback: who is reached, who is dropped, and
// that no browser's address leads into the server's network.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dumpMetadata } from '#tests/factories/dump.ts'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/push/contract.ts'
import { vapidKeys } from '#features/push/server/gateway/vapid.ts'
import { makePushHouse, makeReceiver, message, type PushHouse, type Receiver } from './pushHouse.ts'
import { type BrowserKeys, decrypt, makeBrowserKeys, readVapid } from './pushService.ts'

let house: PushHouse
let service: Receiver
let all: Person
let keys: BrowserKeys
beforeAll(async () => {
  house = await makePushHouse(null)
  service = await makeReceiver()
  all = await house.pusher()
  keys = makeBrowserKeys()
})
afterAll(async () => {
  await house.dispose()
  service.stop()
})
beforeEach(() => {
  service.sent.length = 0
  service.bytes.length = 0
  service.answer = () => ({ status: 201 })
})

const register = (path: string, body: object = {}, by = all) =>
  by.call<calls.PushBrowser>(calls.savePushBrowser, {
    body: { endpoint: `${service.url}${path}`, keys: { p256dh: keys.p256dh, auth: keys.auth }, ...body },
  })
const test = (body: object, by = all) =>
  by.call<calls.TestAnswer>(calls.pushOne, { body: { cgi: 'a', ...message, ...body } })
const known = async (by = all) => (await by.call<calls.PushBrowser[]>(calls.listPushBrowsers)).data

it('the example of RFC 8291 is read as the RFC says', () => {
  const example = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    privateKey: Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'),
  }
  const sent =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(decrypt(Buffer.from(sent, 'base64url'), example)).toBe('When I grow up, I want to be a watermelon')
})

it('a message reaches its browser alone, encrypted for it and signed by the server’s key', async () => {
  const { id, service: host } = (await register('/one')).data
  expect(host).toBe(new URL(service.url).host)
  const told = (await test({ browserId: id, uri: 'https://example.com/a', icon: '' })).data
  expect(told).toMatchObject({ outcome: 'sent', answer: '推送服务返回 201', delivers: true })
  const [sent] = service.sent
  expect(sent).toMatchObject({ method: 'POST', url: '/one' })
  expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  const bytes = service.bytes[0] as Buffer
  expect(bytes.includes(Buffer.from(message.title))).toBe(false)
  expect(JSON.parse(decrypt(bytes, keys))).toEqual({ ...message, uri: 'https://example.com/a' })
  expect(() => decrypt(bytes, makeBrowserKeys())).toThrow()
  const { publicKey, claims } = readVapid(String(sent?.headers.authorization))
  expect(publicKey).toBe((await all.call<{ publicKey: string }>(calls.webPushKey)).data.publicKey)
  expect(claims.aud).toBe(service.url)
  expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3_600)
  const { rows } = (await all.call<{ rows: calls.PushRecord[] }>(calls.findPushRecords)).data
  expect(rows[0]).toMatchObject({ taskId: null, outcome: 'sent', title: message.title })
})

it('its addresses are kept encrypted and told to nobody', async () => {
  await register('/canary-path')
  const kept = JSON.stringify(await dumpMetadata(house.deps.metadata))
  expect(kept).not.toContain('canary-path')
  expect(kept).not.toContain(keys.auth)
  expect((await all.call(calls.listPushBrowsers)).text).not.toContain('canary-path')
  expect(vapidKeys(house.deps.settings)).toEqual(vapidKeys(house.deps.settings))
  expect(kept).not.toContain(vapidKeys(house.deps.settings).privateKey)
})

it('one that has ended its subscription is dropped', async () => {
  const { id } = (await register('/gone')).data
  service.answer = () => ({ status: 410 })
  expect((await test({ browserId: id })).data).toMatchObject({
    outcome: 'failed',
    answer: expect.stringContaining('已移除'),
  })
  expect((await known()).some((one) => one.id === id)).toBe(false)
  expect((await test({ browserId: id })).status).toBe(404)
})

it.each([
  [429, 'failed', '没有接受'],
  [500, 'unknown', '结果未知'],
  [302, 'failed', '要求跳转'],
])('a push service that answers %s is told as it is', async (status, outcome, words) => {
  const { id } = (await register('/told')).data
  service.answer = () => ({ status })
  expect((await test({ browserId: id })).data).toMatchObject({
    outcome,
    answer: expect.stringContaining(words),
  })
})

it('of an app they are the people of its tasks, each once', async () => {
  const [one, two] = [
    (await register('/b/1', { cgi: 'b' })).data,
    (await register('/b/2', { cgi: 'b' })).data,
  ]
  await register('/b/1', { cgi: 'b' })
  const body = { cgi: 'b', ...message }
  const refused = await all.call(calls.addPushTask, { body: { ...body, segment: 'payers' } })
  expect(refused.envelope?.msg).toContain('Web Push')
  const task = (await all.call<calls.PushTask>(calls.addPushTask, { body })).data
  expect(task.reach).toBe(2)
  service.answer = ({ url }) => ({ status: url === '/b/2' ? 404 : 201 })
  expect(await house.until(task.id, all, 'done')).toMatchObject({ sent: 1, failed: 1 })
  expect(service.sent.map(({ url }) => url).sort()).toEqual(['/b/1', '/b/2'])
  const left = (await known()).map(({ id }) => id)
  expect([left.includes(one.id), left.includes(two.id)]).toEqual([true, false])
})

it.each([
  [{ endpoint: 'http://push.example.com/1' }, '应以 https:// 开头'],
  [{ endpoint: 'ftp://127.0.0.1/1' }, '应以 https:// 开头'],
  [{ endpoint: 'nothing' }, '不是网址'],
  [{ endpoint: 'https://u:p@push.example.com/1' }, '用户名和密码'],
  [{ keys: { p256dh: 'AAAA', auth: 'AAAA' } }, '密钥有误'],
  [{ keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) } }, '密钥有误'],
  [{ cgi: 'none' }, '没有游戏'],
])('refuses a subscription like %o', async (body, words) => {
  expect((await register('/wrong', body)).envelope?.msg).toContain(words)
})

it('leads nowhere within the network, whatever a subscription says', async () => {
  const { id } = (await register('/x', { endpoint: 'https://10.1.2.3/push' })).data
  expect((await test({ browserId: id })).data).toMatchObject({
    outcome: 'failed',
    answer: expect.stringContaining('内网'),
  })
})

it('is one’s own: another can neither use nor delete it, and too long a message is refused', async () => {
  const { id } = (await register('/own')).data
  const other = await house.pusher()
  expect((await test({ browserId: id }, other)).status).toBe(404)
  expect((await other.call(calls.deletePushBrowser, { params: { id }, body: {} })).status).toBe(404)
  const long = await test({ browserId: id, body: '长'.repeat(1_000), uri: `https://e.cn/${'a'.repeat(980)}` })
  expect(long.envelope?.msg).toContain('最多 3993 字节')
  await all.call(calls.deletePushBrowser, { params: { id }, body: {} })
  expect((await known()).some((one) => one.id === id)).toBe(false)
})
