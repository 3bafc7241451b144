import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDemoPasswords, noteDemoPasswords } from '#server/metadata/demoPasswords.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { cheapCost, cheapHash } from '#tests/factories/passwords.ts'
import { getUserAuthInfo, login, logout } from '#features/session/contract.ts'
import {
  authorityOf,
  changePassword,
  createUser,
  setDisabled,
  upsertRole,
} from '#features/session/server/index.ts'

let house: House
const password = 'correct horse 中文'

beforeAll(async () => {
  house = await makeHouse()
  const { db } = house.deps.metadata
  await db
    .insertInto('game')
    .values([
      { cgi: 'yhxt', name: '云海仙途' },
      { cgi: 'fhsg', name: '烽火三国' },
    ])
    .execute()
  const roleId = await upsertRole(db, '分析师', authorityOf(['search_config', 'get_mfa']))
  await createUser(db, {
    email: 'Mei@Example.com',
    username: '梅Mei',
    passwordHash: await cheapHash(password),
    roleId,
    games: ['fhsg', 'gone'],
  })
})
afterAll(() => house.dispose())

const signIn = (user: string, secret = password, headers = {}) =>
  house.send(login, { body: { user, password: secret, hostname: 'localhost' } }, headers)
const cookiesOf = (headers: object) => (headers as { 'set-cookie': string[] })['set-cookie']
const cookieLine = (headers: object) =>
  cookiesOf(headers)
    .map((line) => line.split(';')[0])
    .join('; ')
const whoAmI = (cookie: string) =>
  house.send(getUserAuthInfo, { params: { email: 'mei@example.com' } }, { cookie })
const forgive = () => house.deps.metadata.db.deleteFrom('login_try').execute()
const expected = {
  email: 'mei@example.com',
  username: '梅Mei',
  role: { id: 1, name: '分析师', authorityInfo: { configRule: ['search_config'], othersRule: ['get_mfa'] } },
  games: [
    { cgi: 'fhsg', name: '烽火三国' },
    { cgi: 'gone', name: 'gone' },
  ],
}

test.each(['mei@example.com', 'MEI@EXAMPLE.COM', '梅mei', ' 梅Mei '])('signs in by «%s»', async (user) => {
  const reply = await signIn(user)
  expect(reply.envelope).toEqual({ isSuccess: true, data: expected, msg: '' })
  const [session, username] = cookiesOf(reply.headers)
  expect(session).toMatch(/^session=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/)
  expect(username).toBe(`username=${encodeURIComponent('梅Mei')}; Path=/; SameSite=Lax`)
  expect((await whoAmI(cookieLine(reply.headers))).data).toEqual(expected)
})

test('gives all known games to users without a limit', async () => {
  const person = await house.person()
  const reply = await person.call<typeof expected>(getUserAuthInfo, { params: { email: person.email } })
  expect(reply.data.games).toEqual([
    { cgi: 'fhsg', name: '烽火三国' },
    { cgi: 'yhxt', name: '云海仙途' },
  ])
})

test('keeps no session id and no password in the store', async () => {
  const reply = await signIn('mei@example.com')
  const id = cookieLine(reply.headers).match(/session=([\w-]+)/)?.[1] ?? ''
  const { db } = house.deps.metadata
  const stored = JSON.stringify([
    await db.selectFrom('session').selectAll().execute(),
    await db.selectFrom('user').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
  ])
  expect(stored).not.toContain(id)
  expect(stored).not.toContain(password)
  expect(stored).toContain('scrypt$')
})

test('does not tell an unknown user from a wrong password', async () => {
  const wrong = await signIn('mei@example.com', 'wrong')
  const unknown = await signIn('nobody@example.com', 'wrong')
  expect(wrong.envelope).toEqual({
    isSuccess: false,
    data: null,
    msg: '用户名或密码错误',
    code: 'login_failed',
  })
  expect(unknown.text).toBe(wrong.text)
  expect(unknown.headers['set-cookie']).toBeUndefined()
  await forgive()
})

test('raises a hash of a lower cost at sign-in, and of the demo’s password keeps what it is', async () => {
  const { db } = house.deps.metadata
  const dear = { ...cheapCost, logN: 5 }
  const later = await makeHouse({ dataDir: house.dataDir, settings: { passwordCost: dear } })
  const stored = async () =>
    (
      await db
        .selectFrom('user')
        .select('password_hash')
        .where('email', '=', 'mei@example.com')
        .executeTakeFirstOrThrow()
    ).password_hash
  const before = await stored()
  await noteDemoPasswords(db)
  const enter = (secret: string) =>
    later.send(login, { body: { user: 'mei@example.com', password: secret, hostname: 'localhost' } })
  try {
    expect((await enter('wrong')).envelope?.code).toBe('login_failed')
    expect(await stored()).toBe(before)
    expect((await enter(password)).envelope?.isSuccess).toBe(true)
    const raised = await stored()
    expect([before.slice(0, 13), raised.slice(0, 13)]).toEqual(['scrypt$4$1$1$', 'scrypt$5$1$1$'])
    expect((await enter(password)).envelope?.isSuccess).toBe(true)
    expect((await signIn('mei@example.com')).envelope?.isSuccess).toBe(true)
    expect(await stored()).toBe(raised)
    await db.deleteFrom('user').where('password_hash', '!=', raised).execute()
    expect(await hasDemoPasswords(db)).toBe(true)
  } finally {
    await later.dispose()
    await db.deleteFrom('setting').execute()
    await forgive()
  }
})

test('evaluates ten tries an account, and refuses the right password on the eleventh', async () => {
  for (let at = 0; at < 10; at++) expect((await signIn('mei@example.com', 'wrong')).status).toBe(200)
  const refused = await signIn('mei@example.com')
  expect(refused.status).toBe(429)
  expect(refused.envelope).toMatchObject({ code: 'login_throttled', msg: '尝试次数过多，请 15 分钟后再试' })
  // Tries live in the store, so a restart of the server forgets none; after a quarter of an hour they count no more.
  const old = new Date(Date.now() - 16 * 60_000).toISOString()
  await house.deps.metadata.db.updateTable('login_try').set({ at: old }).execute()
  expect((await signIn('mei@example.com')).status).toBe(200)
  expect(await house.deps.metadata.db.selectFrom('login_try').selectAll().execute()).toEqual([])
})

test('counts the tries of one person together, by whatever name', async () => {
  const { db } = house.deps.metadata
  for (let at = 0; at < 10; at++)
    await signIn(['mei@example.com', '梅Mei', ' MEI@example.com'][at % 3] ?? '', 'wrong')
  await db
    .updateTable('login_try')
    .set(({ fn, val }) => ({ address: fn('concat', ['id', val('.0.0.1')]) }))
    .execute()
  for (const name of ['mei@example.com', '梅mei', 'Mei@Example.com'])
    expect((await signIn(name)).envelope?.code).toBe('login_throttled')
  const told = await db.selectFrom('audit').selectAll().where('action', '=', 'session.throttle').execute()
  // Once in a while, however many tries are refused.
  expect(told.map(({ detail }) => JSON.parse(detail)).filter(({ by }) => by === 'account')).toEqual([
    { by: 'account', account: 'mei@example.com', address: '127.0.0.1' },
  ])
  await forgive()
})

test('does not lock for tries that a wrong clock noted ahead of time', async () => {
  for (let at = 0; at < 10; at++) await signIn('mei@example.com', 'wrong')
  const ahead = new Date(Date.now() + 3 * 3_600_000).toISOString()
  await house.deps.metadata.db.updateTable('login_try').set({ at: ahead }).execute()
  expect((await signIn('mei@example.com')).status).toBe(200)
  await forgive()
})

test('evaluates ten tries an address, whatever the account', async () => {
  for (let at = 0; at < 10; at++) await signIn(`nobody${at}@example.com`, 'wrong')
  expect((await signIn('mei@example.com')).status).toBe(429)
  await forgive()
})

test('evaluates no more than ten of many tries at once', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => signIn('mei@example.com', 'wrong')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
  await forgive()
})

test('takes right tries back, so that many may sign in from one office', async () => {
  for (let at = 0; at < 12; at++) expect((await signIn('mei@example.com')).envelope?.isSuccess).toBe(true)
})

test('gives a new id at every sign-in and ends the one that came with it', async () => {
  const first = cookieLine((await signIn('mei@example.com')).headers)
  const second = cookieLine((await signIn('mei@example.com', password, { cookie: first })).headers)
  expect(second).not.toBe(first)
  expect((await whoAmI(first)).status).toBe(203)
  expect((await whoAmI(second)).status).toBe(200)
})

test('refuses absurd input', async () => {
  expect((await signIn('x'.repeat(1_000_000))).status).toBe(413)
  expect((await signIn('x'.repeat(1_000))).status).toBe(400)
  expect((await signIn('')).status).toBe(400)
  expect((await house.send(login, { body: { user: ['a'], password: {} } })).status).toBe(400)
  expect((await house.send(login, { body: { user: "' or 1=1 --", password: 'x' } })).envelope?.code).toBe(
    'login_failed',
  )
  await forgive()
})

test('ends the session at logout, and needs none to answer', async () => {
  const cookie = cookieLine((await signIn('mei@example.com')).headers)
  const reply = await house.send(logout, { body: {} }, { cookie })
  expect(reply.envelope).toEqual({ isSuccess: true, data: null, msg: '' })
  expect(cookiesOf(reply.headers).every((line) => line.includes('Max-Age=0'))).toBe(true)
  expect((await whoAmI(cookie)).status).toBe(203)
  expect((await house.send(logout, { body: {} }, { cookie })).status).toBe(200)
})

test('leaves an audit row for sign-ins, refusals and sign-outs', async () => {
  const { db } = house.deps.metadata
  await db.deleteFrom('audit').execute()
  const cookie = cookieLine((await signIn('mei@example.com')).headers)
  await signIn('Mei@example.com', 'wrong')
  await house.send(logout, { body: {} }, { cookie })
  const rows = await db.selectFrom('audit').select(['action', 'user_id', 'detail']).orderBy('id').execute()
  expect(rows.map(({ action }) => action)).toEqual(['session.start', 'session.refuse', 'session.end'])
  expect(JSON.parse(rows[1]?.detail ?? '')).toEqual({ account: 'mei@example.com', address: '127.0.0.1' })
  await forgive()
})

test.each([
  ['12 hours idle', { last_seen_at: new Date(Date.now() - 12.1 * 3_600_000).toISOString() }],
  ['7 days old', { created_at: new Date(Date.now() - 7.1 * 24 * 3_600_000).toISOString() }],
])('a session ends when %s', async (_, times) => {
  const person = await house.person()
  const ask = () => person.call(getUserAuthInfo, { params: { email: person.email } })
  expect((await ask()).status).toBe(200)
  await house.deps.metadata.db.updateTable('session').set(times).where('user_id', '=', person.id).execute()
  expect((await ask()).status).toBe(203)
})

test('notes that a session was seen, at most once a minute', async () => {
  const person = await house.person()
  const { db } = house.deps.metadata
  const seen = () =>
    db.selectFrom('session').select('last_seen_at').where('user_id', '=', person.id).executeTakeFirstOrThrow()
  const before = (await seen()).last_seen_at
  const ask = () => person.call(getUserAuthInfo, { params: { email: person.email } })
  await ask()
  expect((await seen()).last_seen_at).toBe(before)
  const earlier = new Date(Date.now() - 61_000).toISOString()
  await db.updateTable('session').set({ last_seen_at: earlier }).where('user_id', '=', person.id).execute()
  await ask()
  await expect.poll(async () => (await seen()).last_seen_at > before).toBe(true)
})

test('ends all sessions at a change of password and when the user is disabled', async () => {
  const { db } = house.deps.metadata
  const person = await house.person()
  const ask = () => person.call(getUserAuthInfo, { params: { email: person.email } })
  await changePassword(db, person.id, await cheapHash('another'))
  expect((await ask()).status).toBe(203)
  const other = await house.person({ password: 'x' })
  await setDisabled(db, other.id, true)
  expect((await other.call(getUserAuthInfo, { params: { email: other.email } })).status).toBe(203)
  expect((await signIn(other.email, 'x')).envelope?.code).toBe('login_failed')
  await setDisabled(db, other.id, false)
  expect((await other.call(getUserAuthInfo, { params: { email: other.email } })).status).toBe(203)
  await forgive()
})

test('obeys a change of the role at once', async () => {
  const person = await house.person({ keys: ['manage_authority'] })
  const ask = () => person.call(getUserAuthInfo, { params: { email: 'mei@example.com' } })
  expect((await ask()).data).toEqual(expected)
  await upsertRole(house.deps.metadata.db, person.user.roleName, {})
  expect((await ask()).status).toBe(403)
})

test("shows others' rights to managers of users alone", async () => {
  const manager = await house.person({ keys: ['manage_authority'] })
  const other = await house.person({ keys: ['search_config'] })
  const ask = (person: typeof manager, email: string) => person.call(getUserAuthInfo, { params: { email } })
  expect((await ask(manager, '梅mei')).data).toEqual(expected)
  expect((await ask(manager, 'nobody@example.com')).envelope?.code).toBe('object_missing')
  expect((await ask(other, 'mei@example.com')).envelope?.code).toBe('permission_missing')
  expect((await ask(other, 'nobody@example.com')).envelope?.code).toBe('permission_missing')
  expect((await ask(other, other.user.username.toUpperCase())).status).toBe(200)
})

test('marks cookies Secure where people come by https', async () => {
  const { installation } = house.deps.settings
  const secure = await makeHouse({ settings: { installation: { ...installation, https: true } } })
  try {
    const person = await secure.person({ password: 'x' })
    const reply = await secure.send(login, { body: { user: person.email, password: 'x' } })
    expect(cookiesOf(reply.headers).every((line) => line.includes('; Secure'))).toBe(true)
  } finally {
    await secure.dispose()
  }
})
