// Each night what was deleted long ago goes for good: of all kinds, but for what a deleted row still means.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeObjects } from '../../../src/server/objects/purging.ts'
import { type ListsHouse, makeListsHouse } from '../../features/lists/listsHouse.ts'

let house: ListsHouse
beforeAll(async () => {
  house = await makeListsHouse(null)
})
afterAll(() => house.dispose())

it('is planned each day, and goes on from where it stood when the server starts again', async () => {
  const [schedule] = await house.app.jobs.schedules.list(purgeObjects)
  expect(schedule).toMatchObject({ userId: null, paused: false, rule: { cron: '40 4 * * *' } })
})

it('gives up what was deleted more than thirty days ago, but not what a rule would list again', async () => {
  const { db } = house.deps.metadata
  const { id: owner_id } = await house.editor()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const entry = (value: string, source: 'hand' | 'rule', deleted_at: string | null) => ({
    owner_id,
    created_at: daysAgo(90),
    modified_at: daysAgo(90),
    modified_by: owner_id,
    revision: 1,
    deleted_at,
    cgi: 'a',
    kind: 'player' as const,
    value,
    reason: '',
    note: '',
    source,
    rule_id: null,
    expires_on: null,
  })
  const entries = [
    entry('old', 'hand', daysAgo(31)),
    entry('late', 'hand', daysAgo(29)),
    entry('live', 'hand', null),
    entry('taken off', 'rule', daysAgo(31)),
  ]
  for (const table of ['black_entry', 'white_entry'] as const)
    await db.insertInto(table).values(entries).execute()
  const id = await house.app.jobs.enqueue({ kind: purgeObjects, payload: {}, userId: null })
  await house.work()
  expect(await house.app.jobs.find(id)).toMatchObject({
    status: 'done',
    result: { blackList: 1, whiteList: 2, blackRule: 0, eventList: 0, adAccount: 0 },
  })
  const left = await db.selectFrom('black_entry').select('value').orderBy('value').execute()
  expect(left.map(({ value }) => value)).toEqual(['late', 'live', 'taken off'])
})
