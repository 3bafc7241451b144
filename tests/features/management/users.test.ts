// Managing users: refusals change nothing, somebody can always manage, and changes apply from the affected users'
// next call on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpMetadata } from '#tests/factories/dump.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/management/contract.ts'
import {
  changeOwnPassword,
  getUserAuthInfo,
  login,
  openPasswordLink,
  setPassword,
} from '#features/session/contract.ts'
import { authorityOf } from '#features/session/server/index.ts'
import { makeLink } from '#features/session/server/links.ts'
import { type ManagementHouse, makeManagementHouse } from './managementHouse.ts'

describeStores('users', (store) => {
  let house: ManagementHouse
  beforeAll(async () => {
    house = await makeManagementHouse(store)
    await house.saveRole({ name: '只读', authorityInfo: {} })
  })
  afterAll(() => house.dispose())

  const meet = (person: Person) => person.call(getUserAuthInfo, { params: { email: person.email } })
  const asThey = async (person: Person) => {
    const { id, email, role, games, disabled, revision } = await house.user(person.id)
    return { id, email, role, games, disabled, revision }
  }
  /** All but when sessions were last used. */
  const state = async () =>
    JSON.stringify({ ...(await dumpMetadata(house.deps.metadata)).tables, session: [] })

  it('are added without a password, which they set by a link that works once', async () => {
    const added = await house.saveUser({ email: ' Mei@Example.com', role: '只读', games: ['a'] })
    expect(added.data).toMatchObject({
      email: 'mei@example.com',
      username: 'mei',
      role: '只读',
      games: ['a'],
      disabled: false,
      linkUntil: null,
    })
    const { id } = added.data
    const makeLink = async () =>
      (await house.manager.call<calls.PasswordLink>(calls.makePasswordLink, { body: { id } })).data.token
    const first = await makeLink()
    const token = await makeLink()
    const set = (used: string, password: string) =>
      house.send(setPassword, { body: { token: used, password } })
    for (const wrong of [first, 'unknown', `${token}x`])
      expect((await set(wrong, 'a long password')).envelope?.code).toBe('link_invalid')
    const told = await house.send<{ email: string }>(openPasswordLink, { body: { token } })
    expect(told.data.email).toBe('mei@example.com')
    expect((await set(token, 'short')).envelope?.data).toEqual({ fields: { password: '密码至少 10 个字符' } })
    const kept = JSON.stringify(await dumpMetadata(house.deps.metadata))
    expect(kept).not.toContain(token)
    expect((await set(token, 'a long password')).envelope?.isSuccess).toBe(true)
    expect((await set(token, 'another password')).envelope?.code).toBe('link_invalid')
    const signedIn = await house.send(login, { body: { user: 'mei', password: 'a long password' } })
    expect(signedIn.envelope?.isSuccess).toBe(true)
    // Who is disabled has no use for one.
    const late = await makeLink()
    await house.saveUser({ id, email: 'mei@example.com', role: '只读', disabled: true })
    expect((await set(late, 'a long password')).envelope?.code).toBe('link_invalid')
  })

  it('may be given a one-time password: its first use asks for one of their own', async () => {
    const { id } = (await house.saveUser({ email: 'once@example.com', role: '只读', games: ['a'] })).data
    const { db } = house.deps.metadata
    const enter = (password: string) =>
      house.send<{ token: string }>(login, { body: { user: 'once', password } })
    await makeLink(db, id, null, 'abcde-fghjk-mnpqr-stuvw')
    // Only theirs, and only as it is.
    expect((await enter('abcde-fghjk-mnpqr-stuvx')).envelope?.code).toBe('login_failed')
    const first = await enter(' abcde-fghjk-mnpqr-stuvw ')
    expect(first.envelope).toMatchObject({ isSuccess: false, code: 'password_once' })
    expect(await db.selectFrom('session').selectAll().where('user_id', '=', id).execute()).toEqual([])
    expect((await enter('abcde-fghjk-mnpqr-stuvw')).envelope?.code).toBe('login_failed')
    const token = (first.envelope?.data as { token: string } | null)?.token ?? ''
    await house.send(setPassword, { body: { token, password: 'a long password' } })
    expect((await enter('a long password')).envelope?.isSuccess).toBe(true)
    // Two at once, late, and of somebody who is disabled.
    await makeLink(db, id, null, 'abcde-fghjk-mnpqr-stuvy')
    const both = await Promise.all([1, 2].map(() => enter('abcde-fghjk-mnpqr-stuvy')))
    expect(both.map(({ envelope }) => envelope?.code).sort()).toEqual(['login_failed', 'password_once'])
    await makeLink(db, id, null, 'late')
    await db
      .updateTable('password_link')
      .set({ expires_at: '2026-01-01' })
      .where('user_id', '=', id)
      .execute()
    expect((await enter('late')).envelope?.code).toBe('login_failed')
    await makeLink(db, id, null, 'disabled')
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', id).execute()
    expect((await enter('disabled')).envelope?.code).toBe('login_failed')
  })

  it('change their own password by the one that stands, which ends their other sessions', async () => {
    const person = await house.person({ password: 'the first one' })
    const other = await house.send(login, { body: { user: person.email, password: 'the first one' } })
    expect(other.envelope?.isSuccess).toBe(true)
    const set = (password: string, wanted: string) =>
      person.call(changeOwnPassword, { body: { password, wanted } })
    for (const [password, wanted, field] of [
      ['wrong', 'the second one', 'password'],
      ['the first one', 'short', 'wanted'],
      ['the first one', 'the first one', 'wanted'],
      ['the first one', 'aaaaaaaaaaaa', 'wanted'],
      ['the first one', person.email, 'wanted'],
    ] as const)
      expect((await set(password, wanted)).envelope?.data).toEqual({
        fields: { [field]: expect.any(String) },
      })
    expect((await set('the first one', 'the second one')).envelope?.isSuccess).toBe(true)
    const { db } = house.deps.metadata
    const sessions = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select('session.created_at')
      .where('user.email', '=', person.email)
      .execute()
    expect(sessions).toHaveLength(1)
    // The cookie of before is one of the others.
    expect((await set('the second one', 'the third one')).status).toBe(203)
    const again = (password: string) => house.send(login, { body: { user: person.email, password } })
    expect((await again('the first one')).envelope?.code).toBe('login_failed')
    expect((await again('the second one')).envelope?.isSuccess).toBe(true)
  })

  it('are refused at the field that is wrong, and nothing changes', async () => {
    await house.saveUser({ email: 'wu@example.com', role: '只读' })
    const before = await state()
    const refused: [Record<string, unknown>, string][] = [
      [{ email: 'no mail', role: '只读' }, 'email'],
      [{ email: 'WU@example.com', role: '只读' }, 'email'],
      [{ email: 'x@example.com', username: 'Ｗu', role: '只读' }, 'email'],
      [{ email: 'x@example.com', username: 'wu', role: '只读' }, 'username'],
      [{ email: 'x@example.com', role: '没有' }, 'role'],
      [{ email: 'x@example.com', role: '只读', games: ['none'] }, 'games'],
    ]
    for (const [change, field] of refused) {
      const { envelope } = await house.saveUser(change)
      const { fields = {} } = (envelope?.data ?? {}) as { fields?: object }
      expect([envelope?.isSuccess, Object.keys(fields)]).toEqual([false, [field]])
    }
    expect(await state()).toBe(before)
  })

  it('who are disabled are out at once, and come back with what they had', async () => {
    const person = await house.person({ keys: ['search_document'] })
    expect((await meet(person)).status).toBe(200)
    await house.saveUser({ ...(await asThey(person)), disabled: true })
    expect((await meet(person)).status).toBe(203)
    await house.saveUser({ ...(await asThey(person)), disabled: false })
    expect((await house.user(person.id)).sessions).toBe(0)
  })

  it('that were deleted leave their e-mail free, and come back unless it was taken', async () => {
    const { data } = await house.saveUser({ email: 'gone@example.com', role: '只读' })
    const remove = (email: string) => house.manager.call(calls.deleteUser, { params: { email }, body: {} })
    const restore = (id: number) => house.manager.call(calls.restoreUsers, { body: { ids: [id] } })
    expect((await remove('GONE@example.com')).envelope?.isSuccess).toBe(true)
    expect((await remove('gone@example.com')).envelope?.code).toBe('object_missing')
    expect((await restore(data.id)).envelope?.isSuccess).toBe(true)
    expect(await house.user(data.id)).toMatchObject({ email: 'gone@example.com', username: 'gone' })
    await remove('gone@example.com')
    const next = await house.saveUser({ email: 'gone@example.com', role: '只读' })
    expect(next.data.id).not.toBe(data.id)
    const before = await state()
    expect((await restore(data.id)).envelope?.code).toBe('name_taken')
    expect(await state()).toBe(before)
  })

  it('of two editors the second sees what the first changed', async () => {
    const person = await house.person({})
    const read = await asThey(person)
    await house.saveUser({ ...read, games: ['a'] })
    const late = await house.saveUser({ ...read, games: ['b'] })
    expect([late.status, late.envelope?.code]).toEqual([409, 'object_conflict'])
    expect((late.envelope?.data as { present: { games: string[] } } | undefined)?.present.games).toEqual([
      'a',
    ])
    expect((await house.saveUser({ ...read, games: ['b'], overwrite: true })).data.games).toEqual(['b'])
    const told = await house.manager.call<calls.ChangeHistory>(calls.userHistory, {
      params: { id: person.id },
    })
    expect(told.data.map(({ changes }) => changes.map(({ title, from, to }) => [title, from, to]))).toEqual([
      [['游戏', '游戏 a', '游戏 b']],
      [['游戏', '全部游戏', '游戏 a']],
      [],
    ])
  })

  it('with games that the manager has not are theirs alone who have them', async () => {
    const limited = await house.person({ keys: ['manage_authority'], games: ['a'] })
    const wide = await house.person({ games: ['a', 'b'] })
    const narrow = await house.person({ games: ['a'] })
    expect(await house.user(wide.id, limited)).toMatchObject({ games: ['a'], editable: false })
    const before = await state()
    const refused = [
      await house.saveUser({ ...(await asThey(wide)), disabled: true }, limited),
      await limited.call(calls.deleteUser, { params: { email: wide.email }, body: {} }),
      await limited.call(calls.makePasswordLink, { body: { id: wide.id } }),
      await limited.call(calls.endUserSessions, { body: { id: wide.id } }),
      await house.saveUser({ ...(await asThey(narrow)), games: ['a', 'b'] }, limited),
      await house.saveUser({ ...(await asThey(narrow)), games: '*' }, limited),
    ]
    expect(refused.map(({ envelope }) => envelope?.isSuccess)).toEqual(refused.map(() => false))
    expect(await state()).toBe(before)
    expect((await limited.call(calls.endUserSessions, { body: { id: narrow.id } })).data).toBe(1)
  })

  it('have sessions that end one by one, or all', async () => {
    const person = await house.person({})
    const { sessions, deps } = { sessions: house.app.sessions, deps: house.deps }
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537'
    const other = await sessions.start(deps.metadata.db, person.id, '10.0.0.9', agent)
    const list = async () =>
      (await house.manager.call<calls.UserSession[]>(calls.listUserSessions, { params: { id: person.id } }))
        .data
    const open = await list()
    expect(open.map(({ userAgent }) => userAgent).sort()).toEqual([agent, 'test'])
    expect(JSON.stringify(open)).not.toContain(other)
    const key = open.find(({ userAgent }) => userAgent === 'test')?.key
    await house.manager.call(calls.endUserSessions, { body: { id: person.id, key } })
    expect((await meet(person)).status).toBe(203)
    expect((await list()).map(({ address }) => address)).toEqual(['10.0.0.9'])
    await house.manager.call(calls.endUserSessions, { body: { id: person.id } })
    expect(await list()).toEqual([])
  })

  describe('the last who can manage them', () => {
    const nobodyElse = async (...kept: Person[]) => {
      const { db } = house.deps.metadata
      const ids = [house.manager.id, ...kept.map(({ id }) => id)]
      await db.updateTable('user').set({ disabled: 1 }).where('id', 'not in', ids).execute()
      await db.updateTable('user').set({ disabled: 0 }).where('id', 'in', ids).execute()
    }

    it('stays it, whatever they try', async () => {
      await nobodyElse()
      const me = await asThey(house.manager)
      const { id, name } = await house.role(me.role)
      const before = await state()
      const confirmed = true
      const refused = [
        await house.saveUser({ ...me, role: '只读', confirmed }),
        await house.saveUser({ ...me, disabled: true, confirmed }),
        await house.manager.call(calls.deleteUser, { params: { email: me.email }, body: { confirmed } }),
        await house.saveRole({ id, name, authorityInfo: {}, confirmed }),
      ]
      expect(refused.map(({ envelope }) => envelope?.code)).toEqual(refused.map(() => 'last_manager'))
      expect(await state()).toBe(before)
    })

    it('is kept of two who give up the other at once', async () => {
      const other = await house.person({ keys: ['manage_authority'] })
      await nobodyElse(other)
      const [mine, theirs] = [await asThey(house.manager), await asThey(other)]
      const answers = await Promise.all([
        house.saveUser({ ...theirs, role: '只读' }),
        house.saveUser({ ...mine, role: '只读' }, other),
      ])
      const codes = answers.map(({ envelope }) => envelope?.code ?? 'done').sort()
      expect(codes).toContain('done')
      expect(codes.filter((code) => code === 'done')).toHaveLength(1)
      const { db } = house.deps.metadata
      const managers = await db
        .selectFrom('user')
        .innerJoin('role', 'role.id', 'user.role_id')
        .select('user.id')
        .where('role.authority_info', 'like', '%manage_authority%')
        .where('user.disabled', '=', 0)
        .execute()
      expect(managers).toHaveLength(1)
      // As it was, for what follows.
      const roleId = house.manager.user.roleId
      await db.updateTable('user').set({ role_id: roleId }).where('id', '=', house.manager.id).execute()
    })

    it('asks who gives up their own right, and does it once they said yes', async () => {
      const other = await house.person({ keys: ['manage_authority'] })
      const me = await asThey(other)
      const before = await state()
      expect((await house.saveUser({ ...me, role: '只读' }, other)).envelope?.code).toBe('own_rights')
      expect(await state()).toBe(before)
      expect(
        (await house.saveUser({ ...me, role: '只读', confirmed: true }, other)).envelope?.isSuccess,
      ).toBe(true)
      expect((await other.call(calls.listUsers)).status).toBe(403)
    })
  })

  it('whose role is gone have no right, and are shown so', async () => {
    const person = await house.person({ keys: ['manage_authority'] })
    const { db } = house.deps.metadata
    await db
      .updateTable('role')
      .set({ deleted_at: '2026-01-01T00:00:00.000Z', deleted_as: '从前的角色' })
      .where('id', '=', person.user.roleId)
      .execute()
    expect((await person.call(calls.listUsers)).status).toBe(403)
    expect(await house.user(person.id)).toMatchObject({ role: '从前的角色', roleGone: true })
  })

  it('feel a change of their role on the very next call', async () => {
    const person = await house.person({ keys: [] })
    expect((await person.call(calls.listUsers)).status).toBe(403)
    const { id, name } = await house.role(person.user.roleName)
    await house.saveRole({ id, name, authorityInfo: authorityOf(['manage_authority']) })
    expect((await person.call(calls.listUsers)).status).toBe(200)
  })
})
