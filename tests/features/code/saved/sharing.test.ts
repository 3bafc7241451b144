// Who may read a saved query, through the whole server: its owner, and others as far as it is shared.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  deleteQuery,
  getView,
  listQueries,
  restoreQuery,
  type SavedQuery,
  type ShareMode,
  saveQuery,
  shareQuery,
} from '#features/code/contract.ts'
import { authorityOf, setDisabled } from '#features/session/server/index.ts'

let house: House
let owner: Person
let colleague: Person
let reader: Person
beforeAll(async () => {
  house = await makeHouse({
    warehouseSql: ["CREATE TABLE facts AS SELECT 'a' AS cgi, range AS n FROM range(3000)"],
  })
  const keys = ['search_sqlQuery'] as const
  owner = await house.person({ keys })
  colleague = await house.person({ keys })
  reader = await house.person({ keys: ['search_config'] })
})
afterAll(() => house?.dispose())

const sql = 'select n from facts order by n'
let saved = 0
const save = async (share: ShareMode = 'off', by = owner): Promise<SavedQuery> => {
  const body = { name: '明细', sql, folder: `私事/${saved++}`, tags: ['内部'] }
  const { id } = (await by.call<SavedQuery>(saveQuery, { body })).data
  return (await by.call<SavedQuery>(shareQuery, { params: { id }, body: { share } })).data
}
const view = (id: string) => ({ params: { id } })
/** What each of those gets who are not its owner. */
const outside = async (id: string): Promise<Answer[]> => [
  await house.send(getView, view(id)),
  await house.send(getView, view(id), { cookie: `session=${'A'.repeat(43)}` }),
  await reader.call(getView, view(id)),
  await colleague.call(getView, view(id)),
]
const missing = async (): Promise<string> => (await house.send(getView, view('never-was'))).text

async function expectMissing(id: string): Promise<void> {
  for (const answer of await outside(id)) {
    expect([answer.status, answer.envelope?.code]).toEqual([404, 'object_missing'])
    expect(answer.text).toBe(await missing())
  }
}

describe('a query that is not shared', () => {
  it('is its owner’s, and for all others one that never was', async () => {
    const { id } = await save()
    const own = await owner.call(getView, view(id))
    expect(own.data).toMatchObject({
      id,
      own: true,
      sql,
      folder: expect.stringMatching(/^私事/),
      tags: ['内部'],
      result: null,
    })
    await expectMissing(id)
    expect((await colleague.call<SavedQuery[]>(listQueries)).data).toEqual([])
  })

  it('is not its owner’s once the permission is gone', async () => {
    const person = await house.person({ keys: ['search_sqlQuery'] })
    const { id } = await save('off', person)
    await withoutKey(person, async () => {
      const answer = await person.call(getView, view(id))
      expect([answer.status, answer.text]).toEqual([404, await missing()])
    })
  })
})

describe('a shared query', () => {
  it('shows its text to everyone, and nothing of how its owner files it', async () => {
    const { id } = await save('query')
    for (const answer of await outside(id)) {
      expect(answer.data).toMatchObject({ id, own: false, name: '明细', sql, share: 'query', result: null })
      expect(answer.data).toMatchObject({ owner: owner.user.username, folder: '', tags: [] })
      expect(answer.text).not.toContain(owner.email)
    }
  })

  it('never shows an address, though the owner’s name is one', async () => {
    const person = await house.person({ keys: ['search_sqlQuery'] })
    await house.deps.metadata.db
      .updateTable('user')
      .set({ username: person.email })
      .where('id', '=', person.id)
      .execute()
    const { id } = await save('query', person)
    const answer = await house.send<SavedQuery>(getView, view(id))
    expect(answer.data.owner).toBe(person.email.split('@')[0])
    expect(answer.text).not.toContain(person.email)
  })

  it.each(['query', 'result'] as const)('is gone at once when %s is revoked', async (share) => {
    const { id } = await save(share)
    expect((await house.send(getView, view(id))).status).toBe(200)
    await owner.call(shareQuery, { ...view(id), body: { share: 'off' } })
    await expectMissing(id)
  })

  it('is gone while it is deleted', async () => {
    const { id } = await save('query')
    await owner.call(deleteQuery, { ...view(id), body: {} })
    await expectMissing(id)
    expect((await owner.call(getView, view(id))).text).toBe(await missing())
    await owner.call(restoreQuery, { ...view(id), body: {} })
    expect((await house.send(getView, view(id))).status).toBe(200)
  })

  it('is gone while its owner is disabled or lacks the permission', async () => {
    const person = await house.person({ keys: ['search_sqlQuery'] })
    const { id } = await save('query', person)
    await setDisabled(house.deps.metadata.db, person.id, true)
    await expectMissing(id)
    await setDisabled(house.deps.metadata.db, person.id, false)
    await withoutKey(person, async () => {
      await expectMissing(id)
      expect((await person.call(getView, view(id))).text).toBe(await missing())
    })
    expect((await house.send(getView, view(id))).status).toBe(200)
  })

  it('can be shared by its owner alone', async () => {
    const { id } = await save()
    for (const person of [colleague, reader])
      await person.call(shareQuery, { ...view(id), body: { share: 'result' } })
    await house.send(shareQuery, { ...view(id), body: { share: 'result' } })
    await expectMissing(id)
  })
})

async function withoutKey(person: Person, work: () => Promise<void>): Promise<void> {
  const set = (keys: Parameters<typeof authorityOf>[0]) =>
    house.deps.metadata.db
      .updateTable('role')
      .set({ authority_info: JSON.stringify(authorityOf(keys)) })
      .where('id', '=', person.user.roleId)
      .execute()
  await set([])
  await work()
  await set(['search_sqlQuery'])
}
