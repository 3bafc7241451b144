// Signing in by the company's directory: a real slapd on loopback, behind the same form and call.

import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { grantedTo } from '#server/signIn/grants.ts'
import { readLdap } from '#server/signIn/ldapSettings.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { cheapHash } from '#tests/factories/passwords.ts'
import {
  type Directory,
  groupDn,
  hasSlapd,
  passwordOf,
  personDn,
  reader,
  startDirectory,
  suffix,
} from '#tests/factories/signIn/slapd.ts'
import { getCalendar } from '#features/calendar/contract.ts'
import { type Checked, checkPart } from '#features/installation/contract.ts'
import { Checks } from '#features/installation/server/checking.ts'
import {
  addOrUpdateUser,
  deleteUser,
  listUsers,
  makePasswordLink,
  type UserList,
  userHistory,
} from '#features/management/contract.ts'
import {
  changeOwnPassword,
  getUserAuthInfo,
  type LoginReply,
  login,
  openSecondStep,
  setPassword,
} from '#features/session/contract.ts'
import { checkDirectory } from '#features/session/server/company/checking.ts'
import { withDirectory } from '#features/session/server/company/ldap/connection.ts'
import { plainDn } from '#features/session/server/company/ldap/names.ts'
import { provePerson } from '#features/session/server/company/ldap/signIn.ts'
import {
  authorityOf,
  createUser,
  localHolders,
  makeLink,
  upsertRole,
} from '#features/session/server/index.ts'
import { saveToken } from '#features/tokens/contract.ts'

if (!hasSlapd) console.warn('skipped: slapd was not found on this machine')

type Ldap = Parameters<typeof readLdap>[0]

let house: House
let boss: Person
let directory: Directory
let secretFile: string
const signal = new AbortController().signal

const settingsOf = (more: Partial<Ldap> = {}) =>
  readInstallation({
    signIn: {
      ldap: {
        url: `ldap://localhost:${directory.port}`,
        caFile: directory.caFile,
        bindDn: reader.dn,
        secretFile,
        base: `ou=people,${suffix}`,
        seconds: 20,
        groups: [
          { group: `CN=Analysts, ou=groups,${suffix}`, role: '分析', games: ['yhxt'] },
          { group: groupDn('readers'), role: '阅读' },
          { group: groupDn('dragons'), games: ['fhsg'] },
        ],
        ...more,
      },
    },
  }).signIn
const use = (more: Partial<Ldap> = {}) => {
  house.deps.settings.installation.signIn = settingsOf(more)
}
const ldap = () => {
  const { ldap: found } = house.deps.settings.installation.signIn
  if (!found) throw new Error('no directory is set')
  return found
}
const enter = (user: string, password = passwordOf(user)) =>
  house.send<LoginReply>(login, { body: { user, password } })
const cookieOf = (headers: object) =>
  ((headers as { 'set-cookie'?: string[] })['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
const isIn = async (email: string, cookie: string) =>
  (await house.send(getUserAuthInfo, { params: { email } }, { cookie })).status === 200
const audited = async (action: string) => {
  const rows = await house.deps.metadata.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute()
  return rows.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>)
}

describe.skipIf(!hasSlapd)('the company’s directory', () => {
  beforeAll(async () => {
    directory = await startDirectory()
    house = await makeHouse()
    secretFile = join(house.dataDir, 'reader')
    writeFileSync(secretFile, `${reader.password}\n`, { mode: 0o600 })
    boss = await house.person({ keys: ['manage_authority'] })
    const { db } = house.deps.metadata
    await upsertRole(db, '分析', authorityOf(['search_config']))
    await upsertRole(db, '阅读', authorityOf([]))
    for (const cgi of ['yhxt', 'fhsg']) await db.insertInto('game').values({ cgi, name: cgi }).execute()
    for (const uid of ['li', 'wang', 'zhao', 'chen', 'sun']) await directory.addPerson(uid)
    await directory.addGroup('analysts', ['li', 'zhao'])
    await directory.addGroup('readers', ['li', 'wang', 'chen', 'sun'])
    await directory.addGroup('dragons', ['wang'])
    await directory.addGroup('others', ['li'])
    use()
  })
  afterAll(async () => {
    await house?.dispose()
    await directory?.stop()
  })
  afterEach(async () => {
    use()
    await house.deps.metadata.db.deleteFrom('login_try').execute()
  })

  it('makes a user at the first sign-in, with the role and games of the groups', async () => {
    const li = await enter('li')
    expect(li.data).toMatchObject({
      email: 'li@corp.example.com',
      username: '人 li',
      role: { name: '分析' },
      // Not those of another role’s group.
      games: [{ cgi: 'yhxt' }],
    })
    expect(await isIn('li@corp.example.com', cookieOf(li.headers))).toBe(true)
    const wang = await enter('wang@corp.example.com', passwordOf('wang'))
    expect(wang.data).toMatchObject({ role: { name: '阅读' }, games: [{ cgi: 'fhsg' }] })
    expect(await audited('session.start')).toContainEqual(expect.objectContaining({ method: 'ldap' }))
    expect(await audited('user.add')).toContainEqual(
      expect.objectContaining({ email: 'li@corp.example.com', role: '分析', method: 'ldap' }),
    )
    // The second sign-in makes no second user, whatever name is typed.
    await enter('LI')
    const users = (await boss.call<UserList>(listUsers)).data.rows
    expect(users.filter(({ email }) => email === 'li@corp.example.com')).toHaveLength(1)
  })

  it('makes one user of two first sign-ins at once', async () => {
    const replies = await Promise.all([
      enter('sun'),
      enter('sun'),
      enter('sun@corp.example.com', passwordOf('sun')),
    ])
    for (const { data } of replies) expect(data.username).toBe('人 sun')
  })

  it('takes no password but the person’s, no pattern and no empty password', async () => {
    const tries: [string, string][] = [
      ['li', 'wrong'],
      ['nobody', 'wrong'],
      ['*', passwordOf('li')],
      ['li)(|(uid=*', passwordOf('li')],
      ['*)(uid=*', passwordOf('li')],
      ['li\\2a', passwordOf('li')],
      ['l*', passwordOf('li')],
    ]
    for (const [user, password] of tries) {
      const reply = await enter(user, password)
      expect([user, reply.envelope?.code]).toEqual([user, 'login_failed'])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect((await enter('li', '')).status).toBe(400)
    await expect(provePerson(ldap(), { name: 'li', password: '' }, async () => {})).rejects.toMatchObject({
      code: 'login_failed',
    })
    expect((await audited('session.refuse')).map(({ account }) => account)).toContain('*)(uid=*')
  })

  it('gives at each sign-in what the groups give then, and says so in the history', async () => {
    const first = await enter('zhao')
    expect(first.data.role.name).toBe('分析')
    const cookie = cookieOf(first.headers)
    await directory.setMembers('analysts', ['li'])
    await directory.setMembers('readers', ['li', 'wang', 'chen', 'sun', 'zhao'])
    expect((await enter('zhao')).data.role.name).toBe('阅读')
    const { rows } = (await boss.call<UserList>(listUsers)).data
    const zhao = rows.find(({ email }) => email === 'zhao@corp.example.com')
    const history = (
      await boss.call<{ changes: { title: string; from: string; to: string }[] }[]>(userHistory, {
        params: { id: zhao?.id },
      })
    ).data
    expect(history[0]?.changes).toContainEqual(
      expect.objectContaining({ title: '角色', from: '分析', to: '阅读' }),
    )
    await directory.setMembers('readers', ['li', 'wang', 'chen', 'sun'])
    const refused = await enter('zhao')
    expect(refused.envelope).toMatchObject({
      code: 'sign_in_refused',
      msg: '你在公司目录里的组没有对应本系统的角色，请联系管理员（公司目录给出的组：没有组）',
    })
    expect(await isIn('zhao@corp.example.com', cookie)).toBe(false)
    await directory.setMembers('analysts', ['li', 'zhao'])
    expect((await enter('zhao')).data.role.name).toBe('分析')
  })

  it('says which groups it was told where none gives a role', async () => {
    await directory.addPerson('ma')
    await directory.setMembers('others', ['ma'])
    expect((await enter('ma')).envelope).toMatchObject({
      code: 'sign_in_refused',
      msg: expect.stringContaining(groupDn('others')),
    })
    use({ groups: [{ group: groupDn('others'), role: '没有这个角色' }] })
    expect((await enter('ma')).envelope?.msg).toBe(
      '你的组对应的角色「没有这个角色」在本系统里不存在，请联系管理员',
    )
    const { rows } = (await boss.call<UserList>(listUsers)).data
    expect(rows.map(({ username }) => username)).not.toContain('人 ma')
  })

  it('follows a person whose names change, and never takes an address of somebody else', async () => {
    await directory.addPerson('fang')
    await directory.setMembers('readers', ['li', 'wang', 'chen', 'sun', 'fang'])
    const before = (await enter('fang')).data
    await directory.change('fang', { mail: 'fang.new@corp.example.com', cn: '方方' })
    expect((await enter('fang')).data).toMatchObject({ email: 'fang.new@corp.example.com', username: '方方' })
    // Another entry under the old name is another person.
    await directory.admin((client) => client.modifyDN(personDn('fang'), `uid=fang2,ou=people,${suffix}`))
    await directory.addPerson('fang', { cn: '方方' })
    await directory.setMembers('readers', ['li', 'wang', 'chen', 'sun', 'fang', 'fang2'])
    const other = (await enter('fang')).data
    expect(other).toMatchObject({ email: before.email, username: '方方（fang）' })
    await directory.change('fang', { mail: 'li@corp.example.com' })
    expect((await enter('fang')).data.email).toBe(before.email)
  })

  it('leaves local accounts as they are, and merges none by its address', async () => {
    const { db } = house.deps.metadata
    const roleId = await upsertRole(db, '本地', authorityOf(['search_config']))
    await directory.addPerson('kong', { mail: 'kong@example.com' })
    await directory.setMembers('readers', ['li', 'wang', 'chen', 'sun', 'kong'])
    const passwordHash = await cheapHash('local password')
    await createUser(db, { email: 'kong@example.com', username: '孔', passwordHash, roleId, games: 'all' })
    expect((await enter('kong@example.com', 'local password')).data.role.name).toBe('本地')
    expect((await enter('kong@example.com', passwordOf('kong'))).envelope?.code).toBe('login_failed')
    expect((await enter('kong')).envelope).toMatchObject({
      code: 'sign_in_refused',
      msg: '邮箱 kong@example.com 已有本系统的账号，没有自动合并；请管理员在「用户管理」里把它关联到公司目录',
    })
  })

  it('counts ten attempts a person, whichever name is typed', async () => {
    for (let times = 0; times < 5; times += 1) {
      expect((await enter('chen', 'wrong')).envelope?.code).toBe('login_failed')
      expect((await enter('chen@corp.example.com', 'wrong')).envelope?.code).toBe('login_failed')
    }
    const tries = await house.deps.metadata.db.selectFrom('login_try').select('account').execute()
    expect(tries.map(({ account }) => account)).toEqual(Array(10).fill('chen@corp.example.com'))
    expect((await enter('chen')).envelope?.code).toBe('login_throttled')
  })

  it('says what is wrong with a directory, within its time, and lets local accounts in', async () => {
    const { db } = house.deps.metadata
    const roleId = await upsertRole(db, '救急', authorityOf(['manage_authority']))
    const passwordHash = await cheapHash('local password')
    await createUser(db, { email: 'rescue@example.com', passwordHash, roleId, games: 'all' })
    const nowhere = join(house.dataDir, 'wrong')
    writeFileSync(nowhere, 'wrong', { mode: 0o600 })
    const url = `ldap://localhost:${directory.port}`
    const cases: [Partial<Ldap>, string][] = [
      [{ url: 'ldap://localhost:1' }, '公司目录连不上，请稍后再试；本地账号可以照常登录'],
      [
        { url: `ldaps://127.0.0.1:${directory.tlsPort}` },
        '公司目录的证书不可信，没有发送密码，请联系管理员；本地账号可以照常登录',
      ],
      [
        { url: `ldap://127.0.0.1:${directory.port}` },
        '公司目录的证书不可信，没有发送密码，请联系管理员；本地账号可以照常登录',
      ],
      [{ secretFile: nowhere }, '公司目录拒绝了本系统查询用的账号，请联系管理员；本地账号可以照常登录'],
      [{ secretFile: join(house.dataDir, 'none') }, '公司目录的查询账号没有密码，请联系管理员'],
      [
        { url, base: `ou=nowhere,${suffix}` },
        '公司目录的答复有误（LDAP 32），请联系管理员；本地账号可以照常登录',
      ],
    ]
    for (const [more, msg] of cases) {
      use(more)
      const reply = await enter('li')
      expect([reply.status, reply.envelope?.code, reply.envelope?.msg]).toEqual([503, 'sign_in_away', msg])
      expect((await enter('rescue@example.com', 'local password')).data.email).toBe('rescue@example.com')
    }
    use({ seconds: 1 })
    directory.pause()
    try {
      const reply = await enter('li')
      expect(reply.envelope?.msg).toBe('公司目录 1 秒内没有响应，请稍后再试；本地账号可以照常登录')
    } finally {
      directory.go()
    }
    // None of these counts as an attempt.
    expect(await db.selectFrom('login_try').selectAll().execute()).toEqual([])
    use({ url: `ldaps://localhost:${directory.tlsPort}` })
    expect((await enter('li')).data.username).toBe('人 li')
  })

  it('sends nothing in clear where the other side ends the encrypted connection', async () => {
    const heard: Buffer[] = []
    const between = await listen(heard)
    const { port } = between.address() as { port: number }
    use({ url: `ldap://localhost:${port}` })
    expect((await enter('li')).envelope?.code).toBe('sign_in_away')
    const sent = Buffer.concat(heard).toString('latin1')
    expect(sent).toContain('1.3.6.1.4.1.1466.20037')
    for (const secret of [reader.password, passwordOf('li'), reader.dn]) expect(sent).not.toContain(secret)
    await new Promise((resolve) => between.close(resolve))
    // The library would connect anew, without TLS.
    use()
    const again = withDirectory(ldap(), async (client) => {
      await client.bind(reader.dn, reader.password)
      await client.unbind()
      await client.bind(reader.dn, reader.password)
    })
    await expect(again).rejects.toMatchObject({ code: 'sign_in_away' })
  })

  it('refuses who is disabled there', async () => {
    const before = await enter('chen')
    await directory.change('chen', { pwdAccountLockedTime: '000001010000Z' })
    await checkDirectory(house.deps, signal)
    expect(await isIn('chen@corp.example.com', cookieOf(before.headers))).toBe(false)
    expect(await audited('user.halt')).toContainEqual(
      expect.objectContaining({ method: 'ldap', reason: '在公司里已停用' }),
    )
    expect((await enter('chen')).envelope?.msg).toBe('你的账号在公司目录里已停用')
    await directory.change('chen', { pwdAccountLockedTime: '' })
    await checkDirectory(house.deps, signal)
    expect((await enter('chen')).data.username).toBe('人 chen')
  })

  it('stops who left, and changes nothing while it can’t be asked', async () => {
    await directory.addPerson('gone')
    await directory.setMembers('readers', ['li', 'wang', 'chen', 'sun', 'gone'])
    await directory.setMembers('dragons', ['wang', 'gone'])
    const session = cookieOf((await enter('gone')).headers)
    const asked = { body: { name: 'script', scope: 'read', games: ['fhsg'] } }
    const token = (await house.send<{ secret: string }>(saveToken, asked, { cookie: session })).data.secret
    const byToken = async () =>
      (
        await house.send(
          getCalendar,
          { params: { from: 2026, to: 2026 } },
          { authorization: `Bearer ${token}` },
        )
      ).status
    expect(await byToken()).toBe(200)
    use({ base: `ou=nowhere,${suffix}` })
    await expect(checkDirectory(house.deps, signal)).rejects.toMatchObject({ code: 'sign_in_away' })
    expect(await isIn('gone@corp.example.com', session)).toBe(true)
    use()
    await directory.remove(personDn('gone'))
    await checkDirectory(house.deps, signal)
    expect(await isIn('gone@corp.example.com', session)).toBe(false)
    expect(await byToken()).toBe(401)
    expect((await audited('user.halt')).at(-1)).toMatchObject({ reason: '公司里已没有这个账号' })
    const { rows } = (await boss.call<UserList>(listUsers)).data
    expect(rows.find(({ email }) => email === 'gone@corp.example.com')).toMatchObject({
      disabled: true,
      source: { stopped: '公司里已没有这个账号' },
    })
    const again = await checkDirectory(house.deps, signal)
    expect(again.stopped).toBeGreaterThan(0)
  })

  it('leaves stopped whom a manager here stopped', async () => {
    const { db } = house.deps.metadata
    await db.updateTable('user').set({ disabled: 1 }).where('email', '=', 'wang@corp.example.com').execute()
    expect((await enter('wang')).envelope?.msg).toBe('你的账号已被本系统的管理员停用，请联系管理员')
    await checkDirectory(house.deps, signal)
    expect((await enter('wang')).envelope?.code).toBe('sign_in_refused')
    await db.updateTable('user').set({ disabled: 0 }).where('email', '=', 'wang@corp.example.com').execute()
    expect((await enter('wang')).data.role.name).toBe('阅读')
  })

  it('keeps the password in the directory: nothing here changes it', async () => {
    const reply = await enter('li')
    const headers = { cookie: cookieOf(reply.headers) }
    const body = { password: passwordOf('li'), wanted: 'another password' }
    expect((await house.send(changeOwnPassword, { body }, headers)).envelope).toMatchObject({
      code: 'parameter_wrong',
      msg: '你的密码在公司目录里，请在那里修改',
    })
    const { rows } = (await boss.call<UserList>(listUsers)).data
    const li = rows.find(({ email }) => email === 'li@corp.example.com')
    expect((await boss.call(makePasswordLink, { body: { id: li?.id } })).envelope?.msg).toBe(
      '该用户的密码在公司目录里，不能在这里设置',
    )
    const { db } = house.deps.metadata
    const link = await makeLink(db, li?.id ?? 0, null)
    const set = { token: link.token, password: 'another password' }
    expect((await house.send(setPassword, { body: set })).envelope?.code).toBe('link_invalid')
    expect((await enter('li', 'another password')).envelope?.code).toBe('login_failed')
  })

  it('tells managers where an account comes from, and leaves them what is decided here', async () => {
    await enter('li')
    const { rows } = (await boss.call<UserList>(listUsers)).data
    const li = rows.find(({ email }) => email === 'li@corp.example.com')
    expect(li?.source).toMatchObject({ method: 'ldap', title: '公司目录', account: 'li', stopped: null })
    expect(rows.find(({ email }) => email === boss.email)?.source).toBeNull()
    const { id, email, username, role, games } = li as UserList['rows'][number]
    const as = { id, email, username, role, games }
    const change = (more: object) => boss.call(addOrUpdateUser, { body: { ...as, ...more } })
    const words = '由公司目录决定，不能在这里改'
    for (const [field, value] of Object.entries({
      email: 'other@example.com',
      username: '别人',
      role: '阅读',
      games: '*',
    }))
      expect((await change({ [field]: value })).envelope).toMatchObject({
        msg: words,
        data: { fields: { [field]: words } },
      })
    expect((await change({ disabled: true })).envelope?.isSuccess).toBe(true)
    expect((await change({ disabled: false })).envelope?.isSuccess).toBe(true)
  })

  it('asks for the directory’s password before the second step changes', async () => {
    const headers = { cookie: cookieOf((await enter('li')).headers) }
    const open = (password: string) => house.send(openSecondStep, { body: { password } }, headers)
    expect((await open('wrong')).envelope?.msg).toBe('密码不对')
    expect((await open(passwordOf('li'))).envelope?.isSuccess).toBe(true)
  })

  it('asks for the second step where the role wants one, behind the directory’s password', async () => {
    const { db } = house.deps.metadata
    await db.updateTable('role').set({ second_step: 1 }).where('name', '=', '分析').execute()
    const reply = await enter('li')
    expect(reply.envelope?.code).toBe('step_unset')
    expect(reply.headers['set-cookie']).toBeUndefined()
    await db.updateTable('role').set({ second_step: 0 }).where('name', '=', '分析').execute()
  })

  it('stands on the page about the installation, with what is wrong', async () => {
    const look = async () => (await boss.call<Checked>(checkPart, { query: { part: 'signIn' } })).data
    const { db } = house.deps.metadata
    expect(await new Checks(house.deps as never).check('signIn', boss.user, '')).toMatchObject({
      state: 'ok',
      says: '公司目录可以登录',
      details: expect.arrayContaining([{ name: '公司目录', value: ldap().url }]),
    })
    use({ groups: [{ group: groupDn('readers'), role: '没有的角色' }] })
    const at = () => new Checks(house.deps as never).check('signIn', boss.user, '')
    expect(await at()).toMatchObject({
      state: 'warning',
      details: expect.arrayContaining([{ name: '公司目录缺少的角色', value: '没有的角色' }]),
    })
    use({ url: 'ldap://localhost:1' })
    expect(await at()).toMatchObject({
      state: 'failed',
      details: expect.arrayContaining([
        { name: '公司目录的问题', value: '公司目录连不上，请稍后再试；本地账号可以照常登录' },
      ]),
    })
    house.deps.settings.installation.signIn = { ldap: null, providers: [] }
    expect(await look()).toMatchObject({ state: 'off' })
    expect(await db.selectFrom('login_try').selectAll().execute()).toEqual([])
  })

  it('finds groups by a filter, too', async () => {
    use({ groupFilter: '(&(objectClass=groupOfNames)(member={dn}))', groupBase: `ou=groups,${suffix}` })
    expect((await enter('li')).data.role.name).toBe('分析')
  })

  it('leaves a local manager as the way back in', async () => {
    await directory.addPerson('guan')
    await directory.addGroup('managers', ['guan'])
    const { db } = house.deps.metadata
    await upsertRole(db, '公司管理员', authorityOf(['manage_authority']))
    use({ groups: [{ group: groupDn('managers'), role: '公司管理员', games: '*' }] })
    const guan = await enter('guan')
    const locals = (await localHolders(db)).map(({ id }) => id)
    expect(locals).not.toContain(undefined)
    const { rows } = (await boss.call<UserList>(listUsers)).data
    const headers = { cookie: cookieOf(guan.headers) }
    const ending = rows.filter(({ id }) => locals.includes(id))
    const replies = []
    for (const { email } of ending)
      replies.push(await house.send(deleteUser, { params: { email }, body: {} }, headers))
    const refused = replies.filter(({ envelope }) => envelope?.isSuccess === false)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.envelope).toMatchObject({
      code: 'last_manager',
      msg: '至少要留一位用本地密码登录的管理员：公司的登录服务故障时，只能由他进入',
    })
  })
})

/** Agrees to TLS and hangs up then, each time anew. */
async function listen(heard: Buffer[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes)
      const id = bytes[4] ?? 1
      // ExtendedResponse, success.
      if (bytes.includes('1466.20037'))
        socket.end(Buffer.from([0x30, 0x0c, 0x02, 0x01, id, 0x78, 0x07, 0x0a, 0x01, 0, 0x04, 0, 0x04, 0]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))

  return server
}

describe('groups', () => {
  const grants = [
    { group: 'a', role: '分析', games: ['one'] },
    { group: 'b', role: '阅读', games: ['two'] },
    { group: 'c', games: ['three'] },
    { group: 'd', games: '*' as const },
  ]
  it.each([
    [['b', 'a'], { role: '分析', games: ['one'] }],
    [['c', 'b'], { role: '阅读', games: ['two', 'three'] }],
    [['a', 'd'], { role: '分析', games: '*' }],
    [['c'], null],
    [[], null],
  ])('%j give %j: the first role of the list, with no other role’s games', (groups, granted) => {
    expect(grantedTo(groups, grants)).toEqual(granted)
  })
})

describe('settings of the directory', () => {
  const good = {
    url: 'ldaps://ldap.example.com',
    base: 'dc=example',
    groups: [{ group: 'cn=a,dc=example', role: 'x' }],
  }
  it.each([
    [{ url: 'http://ldap.example.com' }, '的 url 应为'],
    [{ url: 'ldap://user:secret@ldap.example.com' }, '的 url 应为'],
    [{ url: 'ldap://ldap.example.com', startTls: false }, '密码不加密'],
    [{ bindDn: 'cn=a' }, 'secretEnv'],
    [{ filter: '(uid=a)' }, '{user}'],
    [{ groupFilter: '(member=a)' }, '{dn}'],
    [{ groups: [{ group: 'analysts', role: 'x' }] }, '完整 DN'],
    [{ groups: [{ group: 'cn=a' }] }, 'role 或 games'],
    [{ groups: [{ group: 'cn=a', games: ['x'] }] }, '至少要有一个组填写 role'],
  ])('are refused in words: %j', (more, words) => {
    expect(() => readInstallation({ signIn: { ldap: { ...good, ...more } } })).toThrow(words)
  })

  it('know Active Directory’s filter and attributes', () => {
    expect(readLdap({ ...good, kind: 'activeDirectory' })).toMatchObject({
      id: 'objectGUID',
      name: 'displayName',
      filter: expect.stringContaining('sAMAccountName'),
      security: 'tls',
    })
  })

  it.each([
    ['CN=Data Team, OU=Groups ,dc=Example', 'cn=data team,ou=groups,dc=example'],
    ['cn=a\\2Cb,dc=x', 'cn=a\\,b,dc=x'],
    ['cn=\\E6\\95\\B0\\E6\\8D\\AE,dc=x', 'cn=数据,dc=x'],
    ['uid=b+cn=a,dc=x', 'cn=a+uid=b,dc=x'],
  ])('take %s and %s for one group', (one, other) => {
    expect(plainDn(one)).toBe(plainDn(other))
    expect(plainDn(one)).not.toBe(plainDn('cn=other,dc=x'))
  })
})
