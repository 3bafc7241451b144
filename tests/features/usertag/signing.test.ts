// Signed requests: any deviation from what was signed is refused, with the reason and the remedy.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, House, Person } from '#tests/factories/house.ts'
import { getUserInfo, type Signature, signTagRequest, updateUserTag } from '#features/usertag/contract.ts'
import { look, makeTagHouse, now, secret, signatureOf, signedChange, signedLook } from './tagHouse.ts'

let house: House
let person: Person
beforeAll(async () => {
  house = await makeTagHouse()
  person = await house.person({ keys: ['search_userTagTest'] })
})
afterAll(() => house.dispose())

const told = ({ envelope }: Answer) => [envelope?.code, envelope?.msg]
const refused = (answer: Answer, code: string, words: RegExp) =>
  expect(told(answer)).toEqual([code, expect.stringMatching(words)])
const change = { cgi: 'a', id: '1001', set: [{ name: '客服', kind: 'text' as const, value: '周敏' }] }

describe('a signature', () => {
  it('that is right opens the answer once, and at no other time', async () => {
    const request = signedLook()
    expect((await person.call(getUserInfo, request)).data).toMatchObject({ id: '1001' })
    refused(await person.call(getUserInfo, request), 'signature_used', /已经用过/)
    // Even by somebody else.
    const other = await house.person({ keys: ['search_userTagTest'] })
    refused(await other.call(getUserInfo, request), 'signature_used', /已经用过/)
  })

  it('counts once of twenty that come at the same time', async () => {
    const request = signedLook()
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.call(getUserInfo, request)))
    expect(answers.filter(({ envelope }) => envelope?.isSuccess).length).toBe(1)
    expect(answers.filter(({ envelope }) => envelope?.code === 'signature_used').length).toBe(19)
  })

  it.each([
    ['late', -301, /迟到 30[12] 秒/],
    ['early', 310, /提前 (309|310) 秒/],
    ['of a year ago', -365 * 86_400, /迟到 365 天/],
  ])('that is %s is refused, and says by how much', async (_, shift, words) => {
    refused(await person.call(getUserInfo, signedLook({}, now() + shift)), 'signature_expired', words)
  })

  it('within five minutes on either side is taken', async () => {
    for (const shift of [-290, 290])
      expect((await person.call(getUserInfo, signedLook({}, now() + shift))).envelope?.isSuccess).toBe(true)
  })

  it.each(['types', 'cgi', 'id'] as const)('does not count where %s was changed', async (name) => {
    const { params, query } = signedLook()
    const changed = { ...params, [name]: { types: 'profile', cgi: 'b', id: '1002' }[name] }
    refused(await person.call(getUserInfo, { params: changed, query }), 'signature_wrong', /签名不正确/)
  })

  it('does not count where the time, the method, the body or the secret was another', async () => {
    const { params, query } = signedLook()
    const later = { ...query, ts: String(Number(query.ts) + 1) }
    refused(await person.call(getUserInfo, { params, query: later }), 'signature_wrong', /ts/)
    refused(await person.call(updateUserTag, { query, body: change }), 'signature_wrong', /方法/)
    const written = signedChange(change)
    const body = written.body.replace('周敏', '周明')
    refused(await person.call(updateUserTag, { ...written, body }), 'signature_wrong', /正文/)
    // The same JSON with another blank is another body.
    const spaced = written.body.replace('{', '{ ')
    refused(await person.call(updateUserTag, { ...written, body: spaced }), 'signature_wrong', /正文/)
    const ts = now()
    const path = '/api/s4/data/tag/getUserInfo/all/a/1001'
    const sign = signatureOf({ method: 'GET', path, body: '', ts }, `${secret}x`)
    refused(
      await person.call(getUserInfo, { params, query: { ts: String(ts), sign } }),
      'signature_wrong',
      /密钥/,
    )
    // None of them used the right one up.
    expect((await person.call(updateUserTag, written)).envelope?.isSuccess).toBe(true)
  })

  it.each<[string, (query: { ts: string; sign: string }) => object, RegExp]>([
    ['in lower case', ({ ts, sign }) => ({ ts, sign: sign.toLowerCase() }), /小写/],
    ['half in lower case', ({ ts, sign }) => ({ ts, sign: `${sign.slice(0, 63)}a` }), /小写/],
    ['missing', ({ ts }) => ({ ts }), /缺少参数 sign/],
    ['empty', ({ ts }) => ({ ts, sign: '' }), /缺少参数 sign/],
    ['too short', ({ ts, sign }) => ({ ts, sign: sign.slice(1) }), /64 位/],
    ['without a time', ({ sign }) => ({ sign }), /缺少参数 ts/],
    ['of a time in milliseconds', ({ ts, sign }) => ({ ts: `${ts}000`, sign }), /毫秒/],
    ['of no time', ({ sign }) => ({ ts: '1e9', sign }), /秒数/],
    ['of a time with noughts before it', ({ ts, sign }) => ({ ts: `0${ts}`, sign }), /秒数/],
    ['there twice', ({ ts, sign }) => ({ ts, sign: [sign, sign] }), /sign 出现了 2 次/],
    ['with two times', ({ ts, sign }) => ({ ts: [ts, ts], sign }), /ts 出现了 2 次/],
  ])('%s is refused, and says what is wrong', async (_, broken, words) => {
    const { params, query } = signedLook()
    const answer = await person.call(getUserInfo, { params, query: broken(query) })
    expect(answer.status).toBe(400)
    refused(answer, 'signature_malformed', words)
  })

  it('stays used when the server starts anew', async () => {
    const request = signedLook()
    const dataDir = mkdtempSync(join(tmpdir(), 'signatures-'))
    const one = await makeTagHouse({ dataDir })
    const before = await one.person({ keys: ['search_userTagTest'] })
    expect((await before.call(getUserInfo, request)).envelope?.isSuccess).toBe(true)
    await one.dispose()
    const again = await makeTagHouse({ dataDir })
    const after = await again.person({ keys: ['search_userTagTest'] })
    refused(await after.call(getUserInfo, request), 'signature_used', /已经用过/)
    await again.dispose()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  })

  it('is given up once its age alone refuses it', async () => {
    const { db } = house.deps.metadata
    await db
      .insertInto('user_tag_signature')
      .values({ sign: 'OLD', until: now() - 1 })
      .execute()
    await look(person)
    const kept = await db.selectFrom('user_tag_signature').select('sign').where('sign', '=', 'OLD').execute()
    expect(kept).toEqual([])
  })
})

describe('the page has its requests signed', () => {
  const ask = (body: object) => person.call<Signature>(signTagRequest, { body })

  it('by the same rule, and is shown each line', async () => {
    const { data } = await ask({ look: { types: 'profile,payment', cgi: 'a', id: '1001' } })
    const [method = '', path = '', ts = '', bodyHash] = data.lines
    expect([method, path, Number(ts), bodyHash]).toEqual([
      'GET',
      '/api/s4/data/tag/getUserInfo/profile%2Cpayment/a/1001',
      data.ts,
      createHash('sha256').update('').digest('hex'),
    ])
    expect(data.sign).toBe(signatureOf({ method, path, body: '', ts: data.ts }))
    expect(data.secondsLeft).toBe(300)
    const reply = await house.app.inject({ url: data.url, headers: { cookie: person.cookie } })
    expect(reply.json()).toMatchObject({ isSuccess: true })
    const body = JSON.stringify(change)
    const written = (await ask({ body })).data
    const query = { ts: String(written.ts), sign: written.sign }
    expect((await person.call(updateUserTag, { query, body })).envelope?.isSuccess).toBe(true)
  })

  it('for a time at which it is refused, too', async () => {
    const { data } = await ask({ look: { types: 'all', cgi: 'a', id: '1001' }, shift: -400 })
    expect(data.secondsLeft).toBe(0)
    const reply = await house.app.inject({ url: data.url, headers: { cookie: person.cookie } })
    expect(reply.json()).toMatchObject({ isSuccess: false, code: 'signature_expired' })
  })

  it('in the reader’s games alone, noted first, and never a body that asks for nothing', async () => {
    const limited = await house.person({ keys: ['search_userTagTest'], games: ['a'] })
    const foreign = { look: { types: 'all', cgi: 'b', id: '2001' } }
    refused(await limited.call(signTagRequest, { body: foreign }), 'object_missing', /没有找到玩家/)
    refused(await ask({}), 'parameter_wrong', /只能是其中一个/)
    refused(await ask({ body: '[' }), 'parameter_wrong', /JSON/)
    refused(await ask({ body: 'null' }), 'parameter_wrong', /JSON/)
    const noted = await house.deps.metadata.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'userTag.sign')
      .execute()
    expect(noted.some(({ detail }) => detail.includes('1001'))).toBe(true)
    expect(noted.some(({ detail }) => detail.includes('2001'))).toBe(false)
  })

  it('and never sees the secret', async () => {
    const answers = [
      await ask({ look: { types: 'all', cgi: 'a', id: '1001' } }),
      await person.call({ ...signTagRequest, path: '/api/s1/usertag/book', method: 'GET' } as never),
    ]
    for (const { text } of answers) expect(text).not.toContain(secret)
  })
})
