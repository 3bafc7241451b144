// Viewing the product as a role: with its rights as far as the viewer has them, read-only, in all tabs of the
// session.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { effectOf } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/management/contract.ts'
import * as slices from '#features/server.ts'
import { type AuthInfo, getUserAuthInfo, logout } from '#features/session/contract.ts'
import { authorityOf } from '#features/session/server/index.ts'
import { type ManagementHouse, makeManagementHouse } from './managementHouse.ts'

const all = callsOf(slices)
/** Those of a session: the others ask nobody who they are, or decide by what is shared. */
const writing = all.filter((call) => call.access !== 'public' && effectOf(call) === 'write')

describeStores('who looks at the product as a role', (store) => {
  let house: ManagementHouse
  beforeAll(async () => {
    house = await makeManagementHouse(store)
  })
  afterAll(() => house.dispose())

  const rights = async (person: Person) =>
    (await person.call<AuthInfo>(getUserAuthInfo, { params: { email: person.email } })).data
  const see = (person: Person, id: number, games?: unknown) =>
    person.call(calls.startSeeing, { body: { id, ...(games !== undefined && { games }) } })
  const stop = (person: Person) => person.call(calls.endSeeing, { body: {} })
  /** All but what reading leaves behind for those who look after the product. */
  const content = async () => {
    const {
      session: _,
      audit: _noted,
      trace: _traced,
      ...kept
    } = (await dumpMetadata(house.deps.metadata)).tables
    return JSON.stringify(kept)
  }
  /** A role with these keys; its id. */
  const roleOf = async (name: string, keys: Parameters<typeof authorityOf>[0]) =>
    (await house.saveRole({ name, authorityInfo: authorityOf(keys) })).data.id

  it('has its rights and games, and says so; the stamp of the rights changes with them', async () => {
    const person = await house.person({ keys: permissionKeys })
    const id = await roleOf('查看者', ['search_document', 'search_log'])
    const stampOf = async () =>
      (await person.call(getUserAuthInfo, { params: { email: person.email } })).headers.rights
    const before = await stampOf()
    expect((await see(person, id, ['a'])).envelope?.isSuccess).toBe(true)
    expect(await rights(person)).toMatchObject({
      seeing: '查看者',
      games: [{ cgi: 'a', name: '游戏 a' }],
      role: { name: '查看者', authorityInfo: authorityOf(['search_log', 'search_document']) },
    })
    expect(await stampOf()).not.toBe(before)
    expect((await person.call(calls.listUsers)).status).toBe(403)
    expect((await stop(person)).envelope?.isSuccess).toBe(true)
    expect((await rights(person)).seeing).toBeUndefined()
    expect(await stampOf()).toBe(before)
    expect((await person.call(calls.listUsers)).status).toBe(200)
  })

  it('never has more than of their own, keys or games', async () => {
    const limited = await house.person({ keys: ['manage_authority', 'search_log'], games: ['a'] })
    const id = await roleOf('什么都能', permissionKeys)
    expect((await see(limited, id, ['a', 'b'])).envelope?.code).toBe('parameter_wrong')
    expect((await see(limited, id, '*')).envelope?.isSuccess).toBe(false)
    await see(limited, id)
    const seen = await rights(limited)
    expect(seen.role.authorityInfo).toEqual(authorityOf(['manage_authority', 'search_log']))
    expect(seen.games.map(({ cgi }) => cgi)).toEqual(['a'])
    // Games that were taken from them meanwhile are gone here too.
    const { db } = house.deps.metadata
    await db.updateTable('user').set({ games: '["b"]' }).where('id', '=', limited.id).execute()
    expect((await rights(limited)).games).toEqual([])
  })

  it('is refused by every call that is not declared a read, with a word that says why; nothing changes', async () => {
    const person = await house.person({ keys: permissionKeys })
    const id = await roleOf('全部权限', permissionKeys)
    await see(person, id)
    expect(writing.length).toBeGreaterThan(60)
    const tables = async () =>
      JSON.stringify({ ...(await dumpMetadata(house.deps.metadata)).tables, session: [] })
    const before = await tables()
    const passed: string[] = []
    for (const call of writing) {
      // What may be shared asks who it is all the same.
      const { status, envelope } = await person.call(call, call.example)
      if (status !== 403 || envelope?.code !== 'seeing_as_role' || !envelope.msg.includes('全部权限'))
        passed.push(`${call.name} ${status} ${envelope?.code}`)
    }
    expect(passed).toEqual([])
    expect(await tables()).toBe(before)
  })

  it('reads all that is declared a read, which changes nothing', async () => {
    const reading = all.filter((call) => call.access !== 'public' && effectOf(call) === 'read')
    expect(reading.length).toBeGreaterThan(50)
    const viewer = async () => {
      const person = await house.person({ keys: permissionKeys })
      await see(person, await roleOf('能读', permissionKeys))
      return person
    }
    const person = await viewer()
    const before = await content()
    const refused: string[] = []
    for (const call of reading) {
      const { envelope } = await person.call(call, call.example)
      if (envelope?.code === 'seeing_as_role') refused.push(call.name)
    }
    expect(refused).toEqual([])
    if ((await content()) === before) return
    // Reading the whole store around each call takes a minute, so that it is done only to find the call. In a new
    // house, because a call may write only once.
    await house.dispose()
    house = await makeManagementHouse(store)
    const changing: string[] = []
    const again = await viewer()
    for (const call of reading) {
      const earlier = await content()
      await again.call(call, call.example)
      if ((await content()) !== earlier) changing.push(call.name)
    }
    expect(changing).toEqual([])
  })

  it('is so in one session, until its end; others of the same user are as ever', async () => {
    const person = await house.person({ keys: permissionKeys })
    const second = await house.app.sessions.start(house.deps.metadata.db, person.id, '127.0.0.1', 'other')
    const id = await roleOf('一处', [])
    await see(person, id)
    const other = await house.send<AuthInfo>(
      getUserAuthInfo,
      { params: { email: person.email } },
      { cookie: `session=${second}` },
    )
    expect(other.data.seeing).toBeUndefined()
    await person.call(logout, { body: {} })
    const third = await house.app.sessions.start(house.deps.metadata.db, person.id, '127.0.0.1', 'new')
    expect((await house.app.sessions.find(`session=${third}`))?.seeing).toBeUndefined()
  })

  it('leaves audit rows of beginning and end', async () => {
    const person = await house.person({ keys: ['manage_authority'] })
    const id = await roleOf('留痕', [])
    await see(person, id)
    await stop(person)
    const rows = await house.deps.metadata.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['seeing.start', 'seeing.end'])
    expect(rows[0]?.detail).toContain('留痕')
  })
})
