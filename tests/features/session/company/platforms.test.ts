// Signing in by WeCom, DingTalk and Feishu, against stand-ins that follow their documentation.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { app, type Member, type Platforms, startPlatforms } from '#tests/factories/signIn/platforms.ts'
import { beginProvider, finishProvider, type LoginReply } from '#features/session/contract.ts'
import { authorityOf, upsertRole } from '#features/session/server/index.ts'

const home = 'https://reports.example.com'
let house: House
let platforms: Platforms
let secretFile: string
let made = 0

const use = (kind: string, more: object = {}) => {
  const one = {
    kind,
    clientId: app.id,
    secretFile,
    gateway: platforms.origin,
    allowed: ['127.0.0.1', '::1'],
    ...(kind === 'wecom' && { agentId: '1000002' }),
    groups: [
      { group: '12', role: '分析', games: ['yhxt'] },
      { group: 'od-34', role: '分析', games: ['yhxt'] },
    ],
    ...more,
  }
  const read = readInstallation({ publicUrl: home, signIn: { providers: { [kind]: one } } })
  Object.assign(house.deps.settings.installation, { publicUrl: read.publicUrl, signIn: read.signIn })
}
const linesOf = (headers: object): string[] =>
  [(headers as { 'set-cookie'?: string | string[] })['set-cookie'] ?? []].flat()
const memberOf = (kind: string, more: Partial<Member> = {}): Member => {
  made += 1
  const departments = kind === 'feishu' ? ['od-34', 'od-0'] : [1, 12]
  return { id: `m${made}`, name: `员工 ${made}`, email: `m${made}@corp.example.com`, departments, ...more }
}

async function enter(
  kind: string,
  member: Member,
  change: (query: URLSearchParams) => void = () => undefined,
) {
  const begun = await house.send<{ address: string }>(beginProvider, { body: { provider: kind } })
  const address = new URL(begun.data.address)
  const code = `code ${member.id}`
  const challenge = address.searchParams.get('code_challenge')
  platforms.codes.set(code, { member, ...(challenge && { challenge }) })
  const state = address.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ [kind === 'dingtalk' ? 'authCode' : 'code']: code, state })
  change(query)
  const reply = await house.send<LoginReply>(
    finishProvider,
    { body: { provider: kind, query: query.toString() } },
    { cookie: linesOf(begun.headers)[0]?.split(';')[0] ?? '' },
  )
  return { address, reply }
}

beforeAll(async () => {
  platforms = await startPlatforms()
  house = await makeHouse()
  secretFile = join(house.dataDir, 'app')
  writeFileSync(secretFile, app.secret, { mode: 0o600 })
  const { db } = house.deps.metadata
  await upsertRole(db, '分析', authorityOf(['search_config']))
  await db.insertInto('game').values({ cgi: 'yhxt', name: '云海仙途' }).execute()
})
afterAll(async () => {
  await house?.dispose()
  await platforms?.stop()
})

const asks = {
  wecom: { appid: app.id, agentid: '1000002', login_type: 'CorpApp' },
  dingtalk: { client_id: app.id, response_type: 'code', scope: 'openid', prompt: 'consent' },
  feishu: { client_id: app.id, response_type: 'code', code_challenge_method: 'S256' },
} as const
const titles = { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' } as const

describe.each(['wecom', 'dingtalk', 'feishu'] as const)('%s', (kind) => {
  const title = titles[kind]
  beforeEach(() => {
    platforms.isBroken = false
    use(kind)
  })

  it('signs a member in, with the role and games of the departments', async () => {
    const member = memberOf(kind)
    const { address, reply } = await enter(kind, member)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...asks[kind],
      redirect_uri: `${home}/login/back/${kind}`,
    })
    expect(reply.data).toMatchObject({
      email: member.email,
      username: member.name,
      role: { name: '分析' },
      games: [{ cgi: 'yhxt' }],
    })
    expect(linesOf(reply.headers).some((line) => line.startsWith('session='))).toBe(true)
  })

  it('lets in neither strangers, nor who is disabled, in no listed department or without a code', async () => {
    const refusals: [Partial<Member>, string][] = [
      [{ isForeign: true }, `你不是这家公司在${title}里的成员，不能登录`],
      [{ isDisabled: true }, `你的账号在${title}里已停用`],
      [{ departments: [99] }, `你在${title}里的组没有对应本系统的角色，请联系管理员（${title}给出的组：99）`],
      [{ email: '' }, `${title}没有给出你的邮箱，或格式有误，请联系管理员`],
    ]
    for (const [more, msg] of refusals) {
      const { reply } = await enter(kind, memberOf(kind, more))
      expect([reply.envelope?.code, reply.envelope?.msg]).toEqual(['sign_in_refused', msg])
      expect(linesOf(reply.headers)).toEqual([])
    }
    const { reply } = await enter(kind, memberOf(kind), (query) => {
      for (const name of ['code', 'authCode']) query.delete(name)
    })
    expect(reply.envelope?.msg).toBe(`你在${title}取消了登录，或那里没有允许`)
  })

  it('takes no code that the platform does not know, no wrong secret and no nonsense', async () => {
    const unproven = `${title}的答复没有通过核对，没有登录；请重试，一直如此请联系管理员`
    const unknown = await enter(kind, memberOf(kind), (query) => {
      for (const name of ['code', 'authCode']) if (query.has(name)) query.set(name, 'unknown')
    })
    expect(unknown.reply.envelope).toMatchObject({ code: 'sign_in_refused', msg: unproven })
    const wrong = join(house.dataDir, 'wrong')
    writeFileSync(wrong, 'wrong', { mode: 0o600 })
    use(kind, { secretFile: wrong })
    expect((await enter(kind, memberOf(kind))).reply.envelope?.msg).toBe(unproven)
    use(kind)
    platforms.isBroken = true
    expect((await enter(kind, memberOf(kind))).reply.envelope?.msg).toBe(unproven)
    use(kind, { gateway: 'http://localhost:1' })
    expect((await enter(kind, memberOf(kind))).reply.envelope?.msg).toBe(
      `${title}连不上，请稍后再试；本地账号可以照常登录`,
    )
  })
})
