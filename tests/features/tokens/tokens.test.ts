// Access tokens: whose they are, what they leave out, and when they are over; every call is tried with them.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { type Call, callName, effectOf } from '#shared/call.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { getCalendar, saveCalendarNote } from '#features/calendar/contract.ts'
import { addOrUpdateUser, listUsers } from '#features/management/contract.ts'
import * as slices from '#features/server.ts'
import { setDisabled } from '#features/session/server/index.ts'
import {
  listTokens,
  type MadeToken,
  restoreTokens,
  revokeTokens,
  saveToken,
  type TokenChange,
  type TokenList,
  tokenHistory,
} from '#features/tokens/contract.ts'

let house: House
let mei: Person
beforeAll(async () => {
  house = await makeHouse()
  mei = await house.person({ keys: ['search_config'] })
})
afterAll(() => house.dispose())

let made = 0
const newToken = (change: Partial<TokenChange> = {}): TokenChange => ({
  name: `script ${++made}`,
  scope: 'write',
  games: '*',
  ...change,
})
async function make(
  change: Partial<TokenChange> = {},
  person = mei,
): Promise<MadeToken & { secret: string }> {
  const { envelope } = await person.call<MadeToken>(saveToken, { body: newToken(change) })
  expect(envelope?.msg).toBe('')
  return envelope?.data as MadeToken & { secret: string }
}
const bearing = (secret: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${secret}`,
  ...more,
})
const years = { params: { from: 2026, to: 2026 } }
/** Status and code of an answer. */
const answerOf = async (secret: string, call: Call = getCalendar as never, input: object = years) => {
  const { status, envelope } = await house.send(call, input, bearing(secret))
  return [status, envelope?.code ?? 'done']
}
const invalid = [401, 'token_invalid']
const refused = [403, 'token_refused']

describe('a token', () => {
  it('is told once, kept as a hash, and listed to its owner alone', async () => {
    const { secret, row } = await make({ note: '每日报表' })
    expect(secret).toMatch(/^anv3_[\w-]{43}$/)
    expect(row).toMatchObject({ ending: secret.slice(-4), usedAt: null, isExpired: false, note: '每日报表' })
    const { db } = house.deps.metadata
    const stored = JSON.stringify(await db.selectFrom('access_token').selectAll().execute())
    expect(stored).not.toContain(secret)
    const told = JSON.stringify([
      (await mei.call<TokenList>(listTokens)).data,
      (await mei.call(tokenHistory, { params: { id: row.id } })).data,
      await db.selectFrom('audit').selectAll().execute(),
    ])
    expect(told).toContain(row.name)
    expect(told).not.toContain(secret)
    const other = await house.person({ keys: ['manage_authority'] })
    expect((await other.call<TokenList>(listTokens)).data.rows).toEqual([])
    for (const call of [revokeTokens, restoreTokens])
      expect((await other.call(call, { body: { ids: [row.id] } })).envelope?.code).toBe('object_missing')
  })

  it('answers as its owner’s session does, and tells when it was last used', async () => {
    const { secret, row } = await make()
    const own = await mei.call(getCalendar, years)
    const answer = await house.send(getCalendar, years, bearing(secret))
    expect(answer.data).toEqual(own.data)
    await expect
      .poll(async () => (await mei.call<TokenList>(listTokens)).data.rows.find(({ id }) => id === row.id))
      .toMatchObject({ usedFrom: '127.0.0.1', usedAt: expect.stringMatching(/^20\d\d-/) })
  })

  it('counts before a cookie, so that a wrong one is never answered by a session', async () => {
    const { status } = await house.send(getCalendar, years, bearing('anv3_none', { cookie: mei.cookie }))
    expect(status).toBe(401)
  })

  it('is over at its time, when it is revoked, and with its owner’s account; and says so as HTTP does', async () => {
    const jun = await house.person()
    const { secret, row } = await make({}, jun)
    const { db } = house.deps.metadata
    expect(await answerOf(secret)).toEqual([200, 'done'])
    await jun.call(revokeTokens, { body: { ids: [row.id] } })
    expect(await answerOf(secret)).toEqual(invalid)
    await jun.call(restoreTokens, { body: { ids: [row.id] } })
    expect(await answerOf(secret)).toEqual([200, 'done'])
    const at = async (moment: string) =>
      db.updateTable('access_token').set({ expires_at: moment }).where('id', '=', row.id).execute()
    await at(new Date(Date.now() - 1).toISOString())
    expect(await answerOf(secret)).toEqual(invalid)
    await at(row.expiresAt)
    await setDisabled(db, jun.id, true)
    expect(await answerOf(secret)).toEqual(invalid)
    await setDisabled(db, jun.id, false)
    const wrong = await house.app.inject({ url: '/api/s1/calendar/read/2026/2026', headers: bearing('x') })
    expect(wrong.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(wrong.json()).toMatchObject({ isSuccess: false, code: 'token_invalid' })
  })

  it('for reading changes nothing', async () => {
    const { secret } = await make({ scope: 'read' })
    const note = { day: '2026-03-01', kind: 'event', title: '上线' }
    expect(await answerOf(secret, saveCalendarNote as never, { body: note })).toEqual(refused)
    expect(await answerOf(secret)).toEqual([200, 'done'])
    const { secret: other } = await make({ scope: 'write' })
    expect(await answerOf(other, saveCalendarNote as never, { body: note })).toEqual([200, 'done'])
  })

  it('for some calls answers no other', async () => {
    const { secret, row } = await make({ calls: [callName(getCalendar)] })
    expect(row.calls).toEqual([callName(getCalendar)])
    expect(await answerOf(secret)).toEqual([200, 'done'])
    expect(await answerOf(secret, listUsers as never, { body: {} })).toEqual(refused)
    const wrong = await mei.call(saveToken, { body: newToken({ calls: ['noSuchCall'] }) })
    expect(wrong.envelope).toMatchObject({
      code: 'parameter_wrong',
      msg: expect.stringContaining('noSuchCall'),
    })
  })

  it('is limited to a role, to games, and never more than its owner at the time', async () => {
    const { db } = house.deps.metadata
    const wide = await house.person({ keys: ['search_config', 'manage_authority'] })
    const narrow = await house.person({ keys: ['search_config'] })
    const roleId = narrow.user.roleId
    const { secret } = await make({ roleId }, wide)
    const { secret: whole } = await make({}, wide)
    const asked = [listUsers as never, { body: {} }] as const
    expect(await answerOf(secret, ...asked)).toEqual([403, 'permission_missing'])
    expect(await answerOf(whole, ...asked)).toEqual([200, 'done'])
    // The owner loses the right, and the token with them.
    await db.updateTable('role').set({ authority_info: '{}' }).where('id', '=', wide.user.roleId).execute()
    expect(await answerOf(whole, ...asked)).toEqual([403, 'permission_missing'])
    const two = await house.person({ games: ['a', 'b'] })
    await db
      .insertInto('game')
      .values([
        { cgi: 'a', name: '甲' },
        { cgi: 'b', name: '乙' },
      ])
      .execute()
    for (const [games, seen] of [
      [['a'], ['a']],
      ['*', 'refused'],
    ] as const) {
      const { envelope } = await two.call<MadeToken>(saveToken, { body: newToken({ games: games as never }) })
      if (seen === 'refused') expect(envelope?.code).toBe('permission_missing')
      else {
        const found = await house.app.bearers.find(envelope?.data.secret ?? '', '127.0.0.1')
        expect(found?.user.games).toEqual(seen)
        await db.updateTable('user').set({ games: '["b"]' }).where('id', '=', two.id).execute()
        const after = await house.app.bearers.find(envelope?.data.secret ?? '', '127.0.0.1')
        expect(after?.user.games).toEqual([])
        await db.updateTable('user').set({ games: '["a","b"]' }).where('id', '=', two.id).execute()
      }
    }
  })

  it('is asked so often in a minute and no more, which counts for no other token', async () => {
    const { secret } = await make({ calls: [callName(getCalendar)] })
    const { secret: other } = await make()
    const answers = await Promise.all(Array.from({ length: 640 }, () => answerOf(secret)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(600)
    expect(answers.filter(([status]) => status === 429)).toHaveLength(40)
    expect(await answerOf(other)).toEqual([200, 'done'])
  })

  it('says at its field what is wrong, and keeps the day on which it ends when it is changed', async () => {
    const { row, secret } = await make({ days: 1 })
    const save = (body: Partial<TokenChange>) =>
      mei.call<MadeToken>(saveToken, { body: { ...newToken(), ...body } })
    for (const [field, change] of [
      ['name', { name: ' ' }],
      ['name', { name: row.name }],
      ['games', { games: [] }],
      ['role_id', { roleId: 987654321 }],
    ] as const) {
      const { envelope } = await save(change as never)
      expect([field, Object.keys((envelope?.data as unknown as { fields?: object })?.fields ?? {})]).toEqual([
        field,
        [field],
      ])
    }
    const changed = await save({ id: row.id, name: '改名', scope: 'read' })
    expect(changed.data).toMatchObject({
      secret: null,
      row: { name: '改名', expiresAt: row.expiresAt, scope: 'read' },
    })
    expect(await answerOf(secret)).toEqual([200, 'done'])
    expect((await save({ id: row.id, name: '再改', revision: 1 })).envelope?.code).toBe('object_conflict')
  })
})

const calls = callsOf(slices)
const private_ = calls.filter(({ access }) => access !== 'public')

test('no call answers to a wrong token, whatever else is sent along', async () => {
  const wrong = bearing('anv3_wrong', { cookie: mei.cookie })
  for (const call of private_) {
    const { status, envelope } = await house.send(call, call.example, wrong)
    expect([call.name, status, envelope?.code]).toEqual([call.name, 401, 'token_invalid'])
  }
})

test('a token for reading is refused by each call that writes, and any token by each that is for people', async () => {
  const all = await house.person({ keys: ['manage_authority', 'search_config', 'get_mfa'] })
  const [{ secret: reading }, { secret: writing }] = [await make({ scope: 'read' }, all), await make({}, all)]
  // The limit of calls a minute is another test’s.
  house.app.bearers.rate.take = () => {}
  const isForPeople = (call: Call) => call.bearer === false || effectOf(call) === 'session'
  for (const call of private_) {
    if (isForPeople(call))
      expect([call.name, ...(await answerOf(writing, call, call.example))]).toEqual([call.name, ...refused])
    else if (effectOf(call) === 'write')
      expect([call.name, ...(await answerOf(reading, call, call.example))]).toEqual([call.name, ...refused])
  }
  expect(private_.filter(isForPeople).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      addOrUpdateUser.name,
      saveToken.name,
      'changeOwnPassword',
      'getMfa',
      'startSeeing',
    ]),
  )
})
