// Signing in by OpenID Connect: a real provider on loopback, and one whose tokens are forged.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { cheapHash } from '#tests/factories/passwords.ts'
import { type Forger, startForger } from '#tests/factories/signIn/forger.ts'
import { client, type OpenIdServer, startOpenId, walk } from '#tests/factories/signIn/openId.ts'
import { linkOutside, listUsers, type UserList, unlinkOutside } from '#features/management/contract.ts'
import {
  beginProvider,
  finishProvider,
  getUserAuthInfo,
  type LoginReply,
  leaveProvider,
  login,
  openSecondStep,
} from '#features/session/contract.ts'
import { stopUnseen } from '#features/session/server/company/checking.ts'
import { forgetProviders } from '#features/session/server/company/provider/openId.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

const home = 'https://reports.example.com'
const redirect = `${home}/login/back/sso`

let house: House
let boss: Person
let provider: OpenIdServer
let forger: Forger
let secretFile: string

const use = (more: object = {}) => {
  forgetProviders()
  const sso = {
    kind: 'oidc',
    title: '统一登录',
    issuer: provider.issuer,
    clientId: client.id,
    secretFile,
    scopes: ['openid', 'email', 'profile', 'groups'],
    allowed: ['127.0.0.1', '::1'],
    groups: [
      { group: '/data/analysts', role: '分析', games: ['yhxt'] },
      { group: '/data/readers', role: '阅读', games: '*' },
    ],
    ...more,
  }
  const read = readInstallation({ publicUrl: home, signIn: { providers: { sso } } })
  Object.assign(house.deps.settings.installation, { publicUrl: read.publicUrl, signIn: read.signIn })
}

interface Begun {
  address: string
  cookie: string
}
const pairOf = (line: string): string => line.split(';')[0] ?? ''
const linesOf = (headers: object): string[] =>
  [(headers as { 'set-cookie'?: string | string[] })['set-cookie'] ?? []].flat()

async function begin(headers: Record<string, string> = {}): Promise<Begun> {
  const reply = await house.send<{ address: string }>(beginProvider, { body: { provider: 'sso' } }, headers)
  return { address: reply.data.address, cookie: pairOf(linesOf(reply.headers)[0] ?? '') }
}
const finish = (query: string, cookie: string, key = 'sso') =>
  house.send<LoginReply>(finishProvider, { body: { provider: key, query } }, { cookie })
async function enter(account: string) {
  const { address, cookie } = await begin()
  return finish(await walk(address, account, redirect), cookie)
}
const sessionIn = (headers: object): string =>
  pairOf(linesOf(headers).find((line) => line.startsWith('session=')) ?? '')
const isIn = async (email: string, cookie: string) =>
  (await house.send(getUserAuthInfo, { params: { email } }, { cookie })).status === 200
const over = '这次登录已过期、已用过，或不是在这个浏览器里开始的，请重新登录'
const refusal = (reply: Awaited<ReturnType<typeof finish>>) => [
  reply.envelope?.code,
  reply.envelope?.msg,
  linesOf(reply.headers).filter((line) => line.startsWith('session=')),
]
const refused = (words: string) => ['sign_in_refused', words, []]

beforeAll(async () => {
  provider = await startOpenId([redirect], `${home}/login`)
  forger = await startForger()
  house = await makeHouse()
  secretFile = join(house.dataDir, 'client')
  writeFileSync(secretFile, client.secret, { mode: 0o600 })
  boss = await house.person({ keys: ['manage_authority'] })
  const { db } = house.deps.metadata
  await upsertRole(db, '分析', authorityOf(['search_config']))
  await upsertRole(db, '阅读', authorityOf([]))
  for (const cgi of ['yhxt', 'fhsg']) await db.insertInto('game').values({ cgi, name: cgi }).execute()
  for (const [sub, group] of Object.entries({ li: 'analysts', wang: 'readers', zhao: 'readers' }))
    provider.accounts.set(sub, {
      email: `${sub}@corp.example.com`,
      name: `人 ${sub}`,
      groups: [`/data/${group}`, '/other'],
    })
  use()
})
afterAll(async () => {
  await house?.dispose()
  await provider?.stop()
  await forger?.stop()
})
afterEach(() => use())

describe('a provider of OpenID Connect', () => {
  it('signs a person in, with the role and games of the groups, and no session before', async () => {
    const { address, cookie } = await begin({ host: 'evil.localhost' })
    const asked = new URL(address)
    expect(asked.origin).toBe(provider.issuer)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: redirect,
      code_challenge_method: 'S256',
      scope: 'openid email profile groups',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(
      await house.deps.metadata.db
        .selectFrom('session')
        .selectAll()
        .where('user_agent', '!=', 'test')
        .execute(),
    ).toEqual([])
    const reply = await finish(await walk(address, 'li', redirect), cookie)
    expect(reply.data).toMatchObject({
      email: 'li@corp.example.com',
      username: '人 li',
      role: { name: '分析' },
      games: [{ cgi: 'yhxt' }],
    })
    expect(await isIn('li@corp.example.com', sessionIn(reply.headers))).toBe(true)
    const audited = await house.deps.metadata.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'session.start')
      .execute()
    expect(audited.map(({ detail }) => JSON.parse(detail).method)).toContain('sso')
    const again = await enter('li')
    expect(again.data.email).toBe('li@corp.example.com')
  })

  it('takes an answer in the browser that asked, once, and in time', async () => {
    const { address, cookie } = await begin()
    const query = await walk(address, 'li', redirect)
    expect(refusal(await finish(query, ''))).toEqual(refused(over))
    const other = await begin()
    expect(refusal(await finish(query, other.cookie))).toEqual(refused(over))
    const state = new URLSearchParams(query)
    state.set('state', 'made up')
    expect(refusal(await finish(state.toString(), cookie))).toEqual(refused(over))
    expect(refusal(await finish('', cookie))).toEqual(refused(over))
    expect((await finish(query, cookie)).data.email).toBe('li@corp.example.com')
    expect(refusal(await finish(query, cookie))).toEqual(refused(over))
    const late = await begin()
    const lateQuery = await walk(late.address, 'li', redirect)
    const before = new Date(Date.now() - 1).toISOString()
    await house.deps.metadata.db.updateTable('sign_in_flow').set({ expires_at: before }).execute()
    expect(refusal(await finish(lateQuery, late.cookie))).toEqual(refused(over))
  })

  it('takes no code that was stolen, used or is over', async () => {
    const used = '统一登录给的登录凭据已过期或已用过，请重新登录'
    const victim = await begin()
    const stolen = new URLSearchParams(await walk(victim.address, 'li', redirect))
    const thief = await begin()
    const own = new URLSearchParams(await walk(thief.address, 'wang', redirect))
    own.set('code', stolen.get('code') ?? '')
    expect(refusal(await finish(own.toString(), thief.cookie))).toEqual(refused(used))
    const gone = await begin()
    const query = await walk(gone.address, 'li', redirect)
    await (
      await provider.library.AuthorizationCode.find(new URLSearchParams(query).get('code') ?? '')
    )?.destroy()
    expect(refusal(await finish(query, gone.cookie))).toEqual(refused(used))
  })

  it('says that nothing came of a sign-in that was refused there', async () => {
    expect(refusal(await enter(''))).toEqual(refused('你在统一登录取消了登录，或那里没有允许'))
  })

  it('takes rights away when a group is renamed there, and says so', async () => {
    const before = sessionIn((await enter('zhao')).headers)
    const zhao = provider.accounts.get('zhao')
    provider.accounts.set('zhao', { ...(zhao as NonNullable<typeof zhao>), groups: ['/data/viewers'] })
    expect(refusal(await enter('zhao'))).toEqual(
      refused('你在统一登录里的组没有对应本系统的角色，请联系管理员（统一登录给出的组：/data/viewers）'),
    )
    expect(await isIn('zhao@corp.example.com', before)).toBe(false)
    use({ groups: [{ group: '/data/viewers', role: '阅读', games: '*' }] })
    expect((await enter('zhao')).data.role.name).toBe('阅读')
  })

  it('leaves the second step to the provider', async () => {
    const headers = { cookie: sessionIn((await enter('li')).headers) }
    const reply = await house.send(openSecondStep, { body: { password: 'any' } }, headers)
    expect(reply.envelope?.msg).toBe('你的账号来自统一登录，两步登录在那里设置')
  })

  it('believes no address that it did not verify', async () => {
    provider.accounts.set('sun', {
      email: 'sun@corp.example.com',
      email_verified: false,
      name: '孙',
      groups: ['/data/readers'],
    })
    expect(refusal(await enter('sun'))).toEqual(refused('统一登录没有给出你的邮箱，或格式有误，请联系管理员'))
  })

  it('merges no local account by its address; a manager links the two, and undoes it', async () => {
    const { db } = house.deps.metadata
    const roleId = await upsertRole(db, '本地', authorityOf([]))
    const passwordHash = await cheapHash('local password')
    await createUser(db, { email: 'kong@example.com', username: '孔', passwordHash, roleId, games: 'all' })
    provider.accounts.set('kong', { email: 'kong@example.com', name: '孔夫子', groups: ['/data/readers'] })
    const kong = async () =>
      (await boss.call<UserList>(listUsers)).data.rows.find(({ email }) => email === 'kong@example.com')
    const byHand = () => house.send(login, { body: { user: 'kong@example.com', password: 'local password' } })
    const id = (await kong())?.id
    expect((await boss.call(linkOutside, { body: { id } })).envelope?.msg).toContain(
      '请本人先用公司账号登录一次',
    )
    expect(refusal(await enter('kong'))).toEqual(
      refused(
        '邮箱 kong@example.com 已有本系统的账号，没有自动合并；请管理员在「用户管理」里把它关联到统一登录',
      ),
    )
    expect(await kong()).toMatchObject({
      source: null,
      claim: { title: '统一登录', account: 'kong', name: '孔夫子' },
    })
    expect((await byHand()).envelope?.isSuccess).toBe(true)
    expect((await boss.call(linkOutside, { body: { id } })).envelope?.isSuccess).toBe(true)
    expect((await byHand()).envelope?.code).toBe('login_failed')
    const entered = await enter('kong')
    expect(entered.data).toMatchObject({ email: 'kong@example.com', role: { name: '阅读' } })
    expect(await kong()).toMatchObject({ claim: null, source: { title: '统一登录', account: 'kong' } })
    expect((await boss.call(unlinkOutside, { body: { id } })).envelope?.isSuccess).toBe(true)
    expect(await isIn('kong@example.com', sessionIn(entered.headers))).toBe(false)
    expect((await kong())?.source).toBeNull()
  })

  it('ends the session at the provider, too, and here whatever the provider does', async () => {
    const { headers } = await enter('wang')
    const cookie = sessionIn(headers)
    const stored = await house.deps.metadata.db.selectFrom('outside_session').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('eyJ')
    const reply = await house.send<{ address: string }>(leaveProvider, { body: {} }, { cookie })
    const left = new URL(reply.data.address)
    expect(left.origin).toBe(provider.issuer)
    expect(left.searchParams.get('post_logout_redirect_uri')).toBe(`${home}/login`)
    const [, claims = ''] = (left.searchParams.get('id_token_hint') ?? '').split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: 'wang' })
    expect((await fetch(left, { redirect: 'manual' })).status).toBe(200)
    expect(await isIn('wang@corp.example.com', cookie)).toBe(false)
    const local = await boss.call<{ address: string | null }>(leaveProvider, { body: {} })
    expect(local.data.address).toBeNull()
    boss = await house.person({ keys: ['manage_authority'] })
    const second = sessionIn((await enter('wang')).headers)
    use({ issuer: 'http://localhost:1' })
    const down = await house.send<{ address: string | null }>(leaveProvider, { body: {} }, { cookie: second })
    expect(down.data.address).toBeNull()
    expect(await isIn('wang@corp.example.com', second)).toBe(false)
  })

  it('says what is wrong with a provider, and lets local accounts in', async () => {
    const cases: [object, string][] = [
      [{ issuer: 'http://localhost:1' }, '统一登录连不上，请稍后再试；本地账号可以照常登录'],
      [
        { allowed: ['10.0.0.0/8'] },
        '统一登录的地址在内网里，没有列在 allowed 中，请稍后再试；本地账号可以照常登录',
      ],
      [
        { issuer: provider.issuer.replace('localhost', '127.0.0.1') },
        '统一登录自称的身份（issuer）与设置的不同，没有登录；请联系管理员',
      ],
      [{ secretFile: join(house.dataDir, 'none') }, '统一登录的密钥没有设置好，请联系管理员'],
    ]
    for (const [more, msg] of cases) {
      use(more)
      const reply = await house.send(beginProvider, { body: { provider: 'sso' } })
      expect([reply.status, reply.envelope?.code, reply.envelope?.msg]).toEqual([503, 'sign_in_away', msg])
    }
    expect((await house.send(beginProvider, { body: { provider: 'none' } })).envelope?.msg).toBe(
      '没有这种登录方式',
    )
  })

  it('stops accounts that were not seen for long, until they sign in', async () => {
    const cookie = sessionIn((await enter('wang')).headers)
    expect(await stopUnseen(house.deps, Date.now() + 29 * 86_400_000)).toBe(0)
    expect(await stopUnseen(house.deps, Date.now() + 31 * 86_400_000)).toBeGreaterThan(0)
    expect(await isIn('wang@corp.example.com', cookie)).toBe(false)
    expect((await enter('wang')).data.role.name).toBe('阅读')
  })
})

describe('an ID token', () => {
  const unproven = '统一登录的答复没有通过核对，没有登录；请重试，一直如此请联系管理员'
  const now = Math.floor(Date.now() / 1000)
  async function forged(change: object, key: Forger['next']['key'] = 'own', rest: object = {}) {
    use({ issuer: forger.issuer })
    forger.next = { claims: {}, key: 'own' }
    const { address, cookie } = await begin()
    const asked = new URL(address).searchParams
    const right = {
      iss: forger.issuer,
      aud: client.id,
      sub: 'forged',
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 300,
      email: 'forged@corp.example.com',
      name: '伪造',
      groups: ['/data/readers'],
    }
    forger.next = { claims: { ...right, ...change }, key, ...rest }
    return finish(new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' }).toString(), cookie)
  }

  it.each([
    ['another key', {}, 'other'],
    ['no signature', {}, 'none'],
    ['another issuer', { iss: 'https://elsewhere.example.com' }, 'own'],
    ['another client', { aud: 'other' }, 'own'],
    ['another nonce', { nonce: 'other' }, 'own'],
    ['no nonce', { nonce: undefined }, 'own'],
    ['a time that is over', { exp: now - 3_600, iat: now - 7_200 }, 'own'],
    ['no subject', { sub: undefined }, 'own'],
  ] as const)('with %s proves nobody', async (_, change, key) => {
    expect(refusal(await forged(change, key))).toEqual(refused(unproven))
    const users = await house.deps.metadata.db.selectFrom('user').select('email').execute()
    expect(users.map(({ email }) => email)).not.toContain('forged@corp.example.com')
  })

  it('proves a person where nothing is wrong with it', async () => {
    expect((await forged({})).data).toMatchObject({
      email: 'forged@corp.example.com',
      role: { name: '阅读' },
    })
  })
})

describe('settings of providers', () => {
  const good = {
    kind: 'oidc',
    issuer: 'https://sso.example.com',
    clientId: 'a',
    secretEnv: 'A',
    groups: [{ group: 'a', role: 'b' }],
  }
  it.each([
    [{ issuer: 'http://sso.example.com' }, 'https://'],
    [{ issuer: undefined }, '应填写 issuer'],
    [{ secretEnv: undefined }, 'secretEnv'],
    [{ kind: 'wecom', issuer: undefined }, 'agentId'],
    [{ kind: 'feishu' }, 'issuer 只用于'],
    [{ groups: [{ group: 'a' }] }, 'role 或 games'],
    [{ allowed: ['nonsense'] }, 'allowed'],
  ])('are refused in words: %j', (more, words) => {
    const sso = { ...good, ...more }
    expect(() => readInstallation({ publicUrl: home, signIn: { providers: { sso } } })).toThrow(words)
  })

  it('need the address under which people reach the product', () => {
    expect(() => readInstallation({ signIn: { providers: { sso: good } } })).toThrow('publicUrl')
    expect(() => readInstallation({ publicUrl: home, signIn: { providers: { ldap: good } } })).toThrow(
      '已有别的意思',
    )
  })
})
