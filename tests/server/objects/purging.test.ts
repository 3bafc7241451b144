// Objects deleted long ago are purged each night, except deleted rows that something still refers to.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { purgeObjects } from '#server/objects/purging.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { type ListsHouse, makeListsHouse } from '#tests/features/lists/listsHouse.ts'

let dataDir: string
let house: House
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'purging-'))
  house = await makeListsHouse(null, { dataDir })
})
afterEach(async () => {
  await house.dispose()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const entryOf = (owner_id: number, value: string, source: 'hand' | 'rule', deleted_at: string | null) => ({
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
const left = async () => {
  const rows = await house.deps.metadata.db
    .selectFrom('black_entry')
    .select('value')
    .orderBy('value')
    .execute()
  return rows.map(({ value }) => value)
}

it('gives up what was deleted more than thirty days ago, but not what a rule would list again', async () => {
  const { db } = house.deps.metadata
  const { id: owner } = await (house as ListsHouse).editor()
  const entries = [
    entryOf(owner, 'old', 'hand', daysAgo(31)),
    entryOf(owner, 'late', 'hand', daysAgo(29)),
    entryOf(owner, 'live', 'hand', null),
    entryOf(owner, 'taken off', 'rule', daysAgo(31)),
  ]
  for (const table of ['black_entry', 'white_entry'] as const)
    await db.insertInto(table).values(entries).execute()
  const id = await house.app.jobs.enqueue({ kind: purgeObjects, payload: {}, userId: null })
  await (house as ListsHouse).work()
  expect(await house.app.jobs.find(id)).toMatchObject({
    status: 'done',
    result: { blackList: 1, whiteList: 2, blackRule: 0, eventList: 0, adAccount: 0 },
  })
  expect(await left()).toEqual(['late', 'live', 'taken off'])
})

it('is planned each night, and made up for when the server starts that was down at the time', async () => {
  const { db } = house.deps.metadata
  const { id: owner } = await (house as ListsHouse).editor()
  const planned = { userId: null, paused: false, rule: { cron: '40 4 * * *' } }
  expect(await house.app.jobs.schedules.list(purgeObjects)).toMatchObject([planned])
  await db
    .insertInto('black_entry')
    .values(entryOf(owner, 'old', 'hand', daysAgo(31)))
    .execute()
  const stood = { checked_to: daysAgo(2), next_at: daysAgo(2) }
  await db.updateTable('job_schedule').set(stood).where('kind', '=', purgeObjects.name).execute()
  await house.dispose()
  house = await makeHouse({ dataDir })
  await house.app.ready()
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  expect(await house.app.jobs.schedules.list(purgeObjects)).toMatchObject([planned])
  expect(await left()).toEqual([])
})
