// A shared address that is only for those who are signed in, or for some roles and users: checked at each opening.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audience } from '#shared/audience.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  getView,
  querySharePeople,
  querySql,
  type SavedQuery,
  saveQuery,
  shareQuery,
} from '#features/code/contract.ts'
import { listOpenThings } from '#features/sharing/contract.ts'

let house: House
let owner: Person
/** Signed in without any right; the second of another role; the third sees game a alone. */
let reader: Person
let other: Person
let limited: Person

beforeAll(async () => {
  house = await makeHouse({
    warehouseSql: [
      "CREATE TABLE facts AS SELECT CASE WHEN range < 2 THEN 'a' ELSE 'b' END AS cgi, range AS n FROM range(3)",
    ],
  })
  const { db } = house.deps.metadata
  await db
    .insertInto('game')
    .values([
      { cgi: 'a', name: '甲' },
      { cgi: 'b', name: '乙' },
    ])
    .execute()
  owner = await house.person({ keys: ['search_sqlQuery', 'manage_authority'] })
  reader = await house.person()
  other = await house.person()
  limited = await house.person({ games: ['a'] })
})
afterAll(() => house?.dispose())

const sql = 'select n from facts order by n'
let saved = 0
const save = async (): Promise<string> =>
  (await owner.call<SavedQuery>(saveQuery, { body: { name: `明细 ${saved++}`, sql } })).data.id
const share = (id: string, audience?: Audience, mode = 'query') =>
  owner.call<SavedQuery>(shareQuery, { params: { id }, body: { share: mode, ...(audience && { audience }) } })
const roleOf = async ({ id }: Person) =>
  (
    await house.deps.metadata.db
      .selectFrom('user')
      .select('role_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).role_id
const some = (part: Partial<Audience>): Audience => ({ kind: 'some', roles: [], users: [], ...part })
const signedIn: Audience = { kind: 'signedIn', roles: [], users: [] }
const statuses = async (id: string) => {
  const view = { params: { id } }
  const answers = [
    await house.send(getView, view),
    await reader.call(getView, view),
    await other.call(getView, view),
  ]
  return answers.map(({ status }) => status)
}

describe('a shared address', () => {
  it('for those who are signed in is to all others one that never was', async () => {
    const id = await save()
    await share(id)
    expect(await statuses(id)).toEqual([200, 200, 200])
    await share(id, signedIn)
    expect(await statuses(id)).toEqual([404, 200, 200])
    const [closed, missing] = [
      await house.send(getView, { params: { id } }),
      await house.send(getView, { params: { id: 'never-was' } }),
    ]
    expect(closed.text).toBe(missing.text)
    // It stays so when only the extent changes, and is open again when that is asked for.
    await share(id, undefined, 'result')
    expect(await statuses(id)).toEqual([404, 200, 200])
    await share(id, { kind: 'anyone', roles: [], users: [] })
    expect(await statuses(id)).toEqual([200, 200, 200])
  })

  it('for a role, or some people, is checked at each opening, and does not tell for whom it is', async () => {
    const id = await save()
    await share(id, some({ users: [reader.id] }))
    expect(await statuses(id)).toEqual([404, 200, 404])
    expect((await reader.call<SavedQuery>(getView, { params: { id } })).data.audience).toEqual(some({}))
    expect((await owner.call<SavedQuery>(getView, { params: { id } })).data.audience.users).toEqual([
      reader.id,
    ])
    await share(id, some({ roles: [await roleOf(other)] }))
    expect(await statuses(id)).toEqual([404, 404, 200])
    const { db } = house.deps.metadata
    const role = await roleOf(other)
    await db
      .updateTable('user')
      .set({ role_id: await roleOf(reader) })
      .where('id', '=', other.id)
      .execute()
    expect(await statuses(id)).toEqual([404, 404, 404])
    await db.updateTable('user').set({ role_id: role }).where('id', '=', other.id).execute()
    // A deleted role grants nothing to those who still have it.
    await db.updateTable('role').set({ deleted_at: '2026-01-01' }).where('id', '=', role).execute()
    expect(await statuses(id)).toEqual([404, 404, 404])
    await db.updateTable('role').set({ deleted_at: null }).where('id', '=', role).execute()
    expect(await statuses(id)).toEqual([404, 404, 200])
    await share(id, undefined, 'off')
    expect(await statuses(id)).toEqual([404, 404, 404])
  })

  it('with its result shows the owner’s rows to those alone who see as much', async () => {
    const id = await save()
    await owner.call(querySql, { body: { sql, viewId: id } })
    await share(id, signedIn, 'result')
    const rows = async (by: Person) =>
      (await by.call<{ result: { rowCount: number } | null }>(getView, { params: { id } })).data.result
        ?.rowCount
    expect([await rows(reader), await rows(limited)]).toEqual([3, undefined])
  })

  it('is for somebody who lives', async () => {
    const id = await save()
    const refused = await share(id, some({ users: [987_654] }))
    expect(refused.envelope?.msg).toBe('请至少选择一个角色或用户')
    expect(await statuses(id)).toEqual([404, 404, 404])
    const people = (await owner.call<{ users: { id: number }[] }>(querySharePeople)).data.users
    expect(people.map((one) => one.id)).toContain(reader.id)
    expect((await reader.call(querySharePeople)).status).toBe(403)
  })

  it('needs no permission to share openly, and is not among what anybody can read', async () => {
    const id = await save()
    const { installation } = house.deps.settings
    const before = installation.openSharing
    Object.assign(installation, { openSharing: 'nobody' })
    try {
      expect((await share(id)).status).toBe(403)
      await share(id, signedIn)
      expect(await statuses(id)).toEqual([404, 200, 200])
      expect((await share(id, { kind: 'anyone', roles: [], users: [] })).status).toBe(403)
    } finally {
      Object.assign(installation, { openSharing: before })
    }
    const listed = (await owner.call<{ id: string }[]>(listOpenThings)).data
    expect(listed.map((one) => one.id)).not.toContain(id)
  })
})
