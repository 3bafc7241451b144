// The second step at sign-in: set up, asked for, used up, recovered, reset.
import { type TOTP, URI } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ChangeHistory } from '#shared/changeHistory.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { cheapHash } from '#tests/factories/passwords.ts'
import {
  addOrUpdateRole,
  listRoles,
  listUsers,
  resetSecondStep,
  roleHistory,
} from '#features/management/contract.ts'
import {
  answerSecondStep,
  type ConfirmedStep,
  confirmSecondStep,
  endSecondStep,
  getUserAuthInfo,
  login,
  openSecondStep,
  readSecondStep,
  type StartedStep,
  startSecondStep,
} from '#features/session/contract.ts'
import { authorityOf, createUser, readUserCommand, upsertRole } from '#features/session/server/index.ts'

let house: House
let boss: Person
let roleId: number
const password = 'correct horse'
let people = 0

beforeAll(async () => {
  house = await makeHouse()
  boss = await house.person({ keys: ['manage_authority'] })
  roleId = await upsertRole(house.deps.metadata.db, '两步', authorityOf(['search_config']))
  await house.deps.metadata.db.updateTable('role').set({ second_step: 1 }).where('id', '=', roleId).execute()
})
afterAll(() => house.dispose())
afterEach(async () => {
  vi.useRealTimers()
  await house.deps.metadata.db.deleteFrom('login_try').execute()
})

interface Someone {
  email: string
  id: number
}
async function makeSomeone(role = roleId): Promise<Someone> {
  people += 1
  const email = `someone${people}@example.com`
  const { db } = house.deps.metadata
  const id = await createUser(db, {
    email,
    passwordHash: await cheapHash(password),
    roleId: role,
    games: 'all',
  })
  return { email, id }
}
const enter = ({ email }: Someone, typed = password) =>
  house.send<{ ticket: string }>(login, { body: { user: email, password: typed } })
const ticketOf = (reply: Awaited<ReturnType<typeof enter>>) => reply.envelope?.data.ticket ?? ''
const start = (ticket: string) => house.send<StartedStep>(startSecondStep, { body: { ticket } })
const confirm = (ticket: string, code: string) =>
  house.send<ConfirmedStep>(confirmSecondStep, { body: { ticket, code } })
const answer = (ticket: string, code: string) => house.send(answerSecondStep, { body: { ticket, code } })
const cookieOf = (headers: object) =>
  ((headers as { 'set-cookie'?: string[] })['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
/** The authenticator's code, so many periods from now. */
const codeOf = (address: string, periods = 0) =>
  (URI.parse(address) as TOTP).generate({ timestamp: Date.now() + periods * 30_000 })

/** Only the clock stands still: the code of a test's start must not become an earlier one. */
const holdClock = () => vi.useFakeTimers({ toFake: ['Date'] })
const passPeriod = () => vi.setSystemTime(Date.now() + 30_000)

async function setUp(someone: Someone) {
  holdClock()
  const ticket = ticketOf(await enter(someone))
  const { address } = (await start(ticket)).data
  const { recovery } = (await confirm(ticket, codeOf(address))).data
  passPeriod()
  return { address, recovery }
}

describe('a role that asks for a second step', () => {
  it('lets nobody in before the second step is set up', async () => {
    holdClock()
    const someone = await makeSomeone()
    const reply = await enter(someone)
    expect(reply.envelope).toMatchObject({
      isSuccess: false,
      code: 'step_unset',
      msg: '你的角色要求两步登录，请先设置验证器',
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const ticket = ticketOf(reply)
    expect((await answer(ticket, '000000')).envelope?.code).toBe('ticket_invalid')
    const { secret, address } = (await start(ticket)).data
    expect(address).toBe(
      `otpauth://totp/analytics%20V3:${someone.email.replace('@', '%40')}?issuer=analytics%20V3&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const wrong = await confirm(ticket, codeOf(address, 5))
    expect(wrong.envelope).toMatchObject({ code: 'step_wrong' })
    expect(wrong.headers['set-cookie']).toBeUndefined()
    const right = await confirm(ticket, codeOf(address))
    expect(right.data.identity).toMatchObject({ email: someone.email, role: { name: '两步' } })
    expect(new Set(right.data.recovery).size).toBe(10)
    const me = await house.send(
      getUserAuthInfo,
      { params: { email: someone.email } },
      { cookie: cookieOf(right.headers) },
    )
    expect(me.status).toBe(200)
    // The ticket is used up.
    expect((await confirm(ticket, codeOf(address))).envelope?.code).toBe('ticket_invalid')
    expect((await start(ticket)).envelope?.code).toBe('ticket_invalid')
  })

  it('keeps neither secret nor recovery code nor ticket as text', async () => {
    const { address, recovery } = await setUp(await makeSomeone())
    const { db } = house.deps.metadata
    const stored = JSON.stringify([
      await db.selectFrom('second_step').selectAll().execute(),
      await db.selectFrom('sign_in_ticket').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
    const secret = new URL(address).searchParams.get('secret') ?? ''
    expect(secret).toHaveLength(32)
    for (const text of [secret, ...recovery]) expect(stored).not.toContain(text)
  })
})

describe('an account with a second step', () => {
  it('gets a session by the code alone, once, within one period of now', async () => {
    const someone = await makeSomeone()
    const { address } = await setUp(someone)
    const reply = await enter(someone)
    expect(reply.envelope).toMatchObject({ code: 'step_needed', msg: '请输入验证器上的动态口令' })
    const first = ticketOf(reply)
    for (const far of [-3, 2])
      expect((await answer(first, codeOf(address, far))).envelope?.code).toBe('step_wrong')
    const code = codeOf(address, 1)
    const inside = await answer(first, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(inside.data).toMatchObject({ email: someone.email })
    expect(cookieOf(inside.headers)).toMatch(/^session=/)
    const second = ticketOf(await enter(someone))
    for (const used of [code, codeOf(address, 0)])
      expect((await answer(second, used)).envelope).toMatchObject({
        code: 'step_wrong',
        msg: '这个口令已经用过，请等下一个',
      })
    expect((await answer(first, codeOf(address, 1))).envelope?.code).toBe('ticket_invalid')
    passPeriod()
    passPeriod()
    expect((await answer(second, codeOf(address))).envelope?.isSuccess).toBe(true)
  })

  it('lets one of two through that give the same code at once', async () => {
    const someone = await makeSomeone()
    const { address } = await setUp(someone)
    const tickets = [ticketOf(await enter(someone)), ticketOf(await enter(someone))]
    const both = await Promise.all(tickets.map((ticket) => answer(ticket, codeOf(address))))
    expect(both.map(({ envelope }) => envelope?.isSuccess).sort()).toEqual([false, true])
  })

  it('takes five wrong codes a password, and ten in a quarter of an hour', async () => {
    const someone = await makeSomeone()
    const { address } = await setUp(someone)
    const wrong = codeOf(address, 40)
    const ticket = ticketOf(await enter(someone))
    const codes: unknown[] = []
    for (let at = 0; at < 6; at += 1) codes.push((await answer(ticket, wrong)).envelope?.code)
    expect(codes).toEqual([...Array<string>(5).fill('step_wrong'), 'ticket_invalid'])
    const next = ticketOf(await enter(someone))
    for (let at = 0; at < 5; at += 1) await answer(next, wrong)
    expect((await enter(someone)).envelope?.code).toBe('login_throttled')
  })

  it('takes a ticket of ten minutes, of nobody who was disabled since', async () => {
    const someone = await makeSomeone()
    const { address } = await setUp(someone)
    const late = ticketOf(await enter(someone))
    vi.setSystemTime(Date.now() + 601_000)
    expect((await answer(late, codeOf(address))).envelope?.code).toBe('ticket_invalid')
    const ticket = ticketOf(await enter(someone))
    const { db } = house.deps.metadata
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', someone.id).execute()
    expect((await answer(ticket, codeOf(address))).envelope?.code).toBe('ticket_invalid')
  })

  it('takes each of ten recovery codes once, however it is written', async () => {
    const someone = await makeSomeone()
    const { recovery } = await setUp(someone)
    const [one = '', two = ''] = recovery
    const into = async (code: string) => (await answer(ticketOf(await enter(someone)), code)).envelope
    expect((await into(one.toUpperCase().replaceAll('-', ' ')))?.isSuccess).toBe(true)
    expect(await into(one)).toMatchObject({ code: 'step_wrong', msg: '备用码不对，或已经用过' })
    const reply = await answer(ticketOf(await enter(someone)), two)
    const told = await house.send(readSecondStep, {}, { cookie: cookieOf(reply.headers) })
    expect(told.data).toMatchObject({ isRequired: true, recoveryLeft: 8 })
    const { db } = house.deps.metadata
    const said = await db
      .selectFrom('audit')
      .select('detail')
      .where('user_id', '=', someone.id)
      .where('action', '=', 'session.start')
      .execute()
    expect(said.map(({ detail }) => (JSON.parse(detail) as { method: string }).method)).toEqual([
      'password+code',
      'password+recovery',
      'password+recovery',
    ])
  })

  it('is reset by a manager, and in the terminal: its sessions end, and its role asks for a new one', async () => {
    const someone = await makeSomeone()
    const { address } = await setUp(someone)
    const waiting = ticketOf(await enter(someone))
    const cookie = cookieOf((await answer(ticketOf(await enter(someone)), codeOf(address))).headers)
    const stepOf = async () =>
      (await boss.call<{ rows: { id: number; secondStep: boolean }[] }>(listUsers)).data.rows.find(
        ({ id }) => id === someone.id,
      )?.secondStep
    expect(await stepOf()).toBe(true)
    passPeriod()
    const body = { password, code: codeOf(address) }
    const opened = await house.send<{ ticket: string }>(openSecondStep, { body }, { cookie })
    expect((await boss.call(resetSecondStep, { body: { id: someone.id } })).envelope?.isSuccess).toBe(true)
    expect(await stepOf()).toBe(false)
    expect((await house.send(readSecondStep, {}, { cookie })).status).toBe(203)
    passPeriod()
    expect((await answer(waiting, codeOf(address))).envelope?.code).toBe('ticket_invalid')
    expect((await start(opened.data.ticket)).envelope?.code).toBe('ticket_invalid')
    expect((await enter(someone)).envelope?.code).toBe('step_unset')
    await setUp(someone)
    await readUserCommand(['reset-step', someone.email])(house.deps.metadata)
    expect(await stepOf()).toBe(false)
    const { db } = house.deps.metadata
    const row = await db
      .selectFrom('audit')
      .select(['user_id', 'detail'])
      .where('action', '=', 'user.resetSecondStep')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ user_id: boss.id, detail: JSON.stringify({ id: someone.id }) })
  })
})

describe('somebody whose role does not ask', () => {
  it('sets it up and ends it with the password; other sessions end', async () => {
    holdClock()
    const role = await upsertRole(house.deps.metadata.db, '一步', {})
    const someone = await makeSomeone(role)
    const cookie = cookieOf((await enter(someone)).headers)
    const other = cookieOf((await enter(someone)).headers)
    const open = (body: object, sent = cookie) =>
      house.send<{ ticket: string }>(openSecondStep, { body }, { cookie: sent })
    expect((await open({ password: 'wrong' })).envelope).toMatchObject({
      code: 'parameter_wrong',
      data: { fields: { password: '密码不对' } },
    })
    const { ticket } = (await open({ password })).data
    const { address } = (await start(ticket)).data
    // Nothing has changed yet.
    expect(cookieOf((await enter(someone)).headers)).toMatch(/^session=/)
    const done = await confirm(ticket, codeOf(address))
    const now = cookieOf(done.headers)
    for (const old of [cookie, other])
      expect((await house.send(readSecondStep, {}, { cookie: old })).status).toBe(203)
    expect((await enter(someone)).envelope?.code).toBe('step_needed')
    passPeriod()
    expect((await open({ password }, now)).envelope?.data).toEqual({
      fields: { code: '请填写验证器上现在的口令，或一个备用码' },
    })
    const anew = await open({ password, code: codeOf(address) }, now)
    const second = (await start(anew.data.ticket)).data
    // Until the new one is confirmed, the former one counts.
    passPeriod()
    const end = (code: string) => house.send(endSecondStep, { body: { password, code } }, { cookie: now })
    expect((await end(codeOf(second.address))).envelope?.isSuccess).toBe(false)
    expect((await end(codeOf(address))).envelope?.isSuccess).toBe(true)
    expect(cookieOf((await enter(someone)).headers)).toMatch(/^session=/)
  })

  it('can’t end it where the role asks for it', async () => {
    const someone = await makeSomeone()
    const { address } = await setUp(someone)
    const cookie = cookieOf((await answer(ticketOf(await enter(someone)), codeOf(address))).headers)
    passPeriod()
    const reply = await house.send(endSecondStep, { body: { password, code: codeOf(address) } }, { cookie })
    expect(reply.envelope?.msg).toBe('你的角色要求两步登录，不能关闭；换手机请用「重新设置」')
  })
})

it('is asked of a role by its managers, and stands in its history', async () => {
  const save = (body: object) => boss.call<{ id: number; secondStep: boolean }>(addOrUpdateRole, { body })
  const { id, secondStep } = (await save({ name: '财务', authorityInfo: {} })).data
  expect(secondStep).toBe(false)
  expect((await save({ id, name: '财务', authorityInfo: {}, secondStep: true })).data.secondStep).toBe(true)
  // A form that does not know it leaves it as it is.
  expect((await save({ id, name: '财务部', authorityInfo: {} })).data.secondStep).toBe(true)
  const roles = (await boss.call<{ name: string; secondStep: boolean }[]>(listRoles)).data
  expect(roles.find(({ name }) => name === '财务部')?.secondStep).toBe(true)
  expect((await save({ id, name: '财务部', authorityInfo: {}, secondStep: false })).data.secondStep).toBe(
    false,
  )
  const history = (await boss.call<ChangeHistory>(roleHistory, { params: { id } })).data
  const told = history.map(({ by, changes }) => [
    by,
    ...changes.map(({ title, from, to }) => `${title}：${from} → ${to}`),
  ])
  const name = boss.user.username
  expect(told).toEqual([
    [name, '两步登录：要求 → 不要求'],
    [name, '名称：财务 → 财务部'],
    [name, '两步登录：不要求 → 要求'],
    [name],
  ])
})
