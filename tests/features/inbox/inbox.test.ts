// Inboxes through the calls: ownership of notes, their content, and what can be done with them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/inbox/contract.ts'
import { type Notice, tellInboxes } from '#features/inbox/server/index.ts'

describeStores('inboxes', (store) => {
  let house: House
  let one: Person
  let other: Person
  let count = 0
  beforeAll(async () => {
    house = await makeHouse(await store.make())
    one = await house.person()
    other = await house.person({ games: ['a'] })
  })
  afterAll(() => house.dispose())

  const tell = (users: readonly Person[], more: Partial<Notice> = {}) =>
    tellInboxes(
      house.deps.metadata.db,
      users.map(({ id }) => id),
      {
        key: `note ${++count}`,
        title: `第 ${count} 条`,
        text: '内容',
        level: 'info',
        source: { kind: 'alarm', id: 1 },
        at: new Date(),
        ...more,
      },
    )
  const inboxOf = async (by: Person) => (await by.call<calls.Inbox>(calls.listInbox)).data
  const unreadOf = async (by: Person) => (await by.call<calls.Unread>(calls.countUnread)).data

  it('have each note once for its key, newest first, and count what is unread', async () => {
    await tell([one], { key: 'same', level: 'critical', at: new Date('2026-10-01T00:00:00Z') })
    await tell([one], { key: 'same' })
    await tell([one], { at: new Date('2026-10-02T00:00:00Z') })
    const { rows, unread, more } = await inboxOf(one)
    expect([rows.map(({ level }) => level), unread, more]).toEqual([['info', 'critical'], 2, false])
    expect(await unreadOf(one)).toEqual({ count: 2, level: 'critical' })
    expect(await unreadOf(other)).toEqual({ count: 0, level: null })
  })

  it('are nobody else’s: another’s note is as one that never was', async () => {
    const [mine] = (await inboxOf(one)).rows
    const ids = [mine?.id]
    for (const ask of [
      other.call(calls.markNotes, { body: { ids, read: true } }),
      other.call(calls.deleteNotes, { body: { ids } }),
      other.call(calls.restoreNotes, { body: { ids } }),
      other.call(calls.deleteNotes, { body: { ids: [987654321] } }),
    ])
      expect((await ask).status).toBe(404)
    await other.call(calls.markAllNotes, { body: { upTo: mine?.id } })
    expect((await unreadOf(one)).count).toBe(2)
  })

  it('are marked, all at once up to what was seen, emptied and filled again', async () => {
    const { rows } = await inboxOf(one)
    const ids = rows.map(({ id }) => id)
    await one.call(calls.markNotes, { body: { ids: [ids[0]], read: true } })
    expect((await unreadOf(one)).count).toBe(1)
    await one.call(calls.markNotes, { body: { ids: [ids[0]], read: false } })
    const newest = Math.max(...ids)
    await tell([one])
    const marked = (await one.call<{ ids: number[] }>(calls.markAllNotes, { body: { upTo: newest } })).data
    expect(marked.ids.sort()).toEqual(ids.sort())
    expect((await unreadOf(one)).count).toBe(1)
    // All or none: one that is gone leaves the others where they are.
    expect((await one.call(calls.deleteNotes, { body: { ids: [...ids, 987654321] } })).status).toBe(404)
    expect((await inboxOf(one)).rows).toHaveLength(3)
    await one.call(calls.deleteNotes, { body: { ids } })
    expect((await inboxOf(one)).rows).toHaveLength(1)
    expect((await one.call(calls.deleteNotes, { body: { ids } })).status).toBe(404)
    await one.call(calls.restoreNotes, { body: { ids } })
    expect((await inboxOf(one)).rows).toHaveLength(3)
  })

  it('show no figures of games that their reader has not, or has no more', async () => {
    const told = await tell([one, other], { title: 'canary-b', within: { games: ['b'], rules: [] } })
    expect(told).toEqual([one.id])
    await tell([one, other], { title: 'canary-a', within: { games: ['a'], rules: [] } })
    expect((await inboxOf(other)).rows.map(({ title }) => title)).toEqual(['canary-a'])
    const { db } = house.deps.metadata
    await db.updateTable('user').set({ games: '["c"]' }).where('id', '=', other.id).execute()
    expect((await inboxOf(other)).rows).toEqual([])
    expect((await unreadOf(other)).count).toBe(0)
  })

  it('keep nobody’s notes who has no account any more, and cut what is endless', async () => {
    const gone = await house.person()
    const { db } = house.deps.metadata
    await db.updateTable('user').set({ disabled: 1 }).where('id', '=', gone.id).execute()
    expect(await tell([gone, one], { title: '题'.repeat(1_000), text: '长'.repeat(100_000) })).toEqual([
      one.id,
    ])
    const [note] = (await inboxOf(one)).rows
    expect([note?.title.length, note?.text.length]).toEqual([200, 20_000])
  })
})
