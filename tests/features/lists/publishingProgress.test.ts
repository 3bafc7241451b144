// A publication's progress, as the dialog reads it while the job runs.
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as calls from '#features/lists/contract.ts'
import { type ListsHouse, makeListsHouse } from './listsHouse.ts'

let house: ListsHouse
beforeAll(async () => {
  house = await makeListsHouse(null)
  // Another server runs what is ordered here.
  await house.app.jobs.stop()
})
afterAll(() => house.dispose())

it('is told while it runs, and nothing before', async () => {
  const all = await house.editor()
  await all.call(calls.addOrUpdateWhiteList, { body: { id: -1, cgi: 'a', kind: 'player', value: 'p1' } })
  const { id } = (await all.call<calls.Publication>(calls.commitWhiteListDataToMaxCompute, { body: {} })).data
  const told = async () => (await all.call<calls.Publication[]>(calls.listWhitePublications)).data[0]
  expect(await told()).toMatchObject({ id, status: 'waiting', progress: null })
  const { db } = house.deps.metadata
  await db.updateTable('white_publication').set({ status: 'running' }).where('id', '=', id).execute()
  await db
    .updateTable('job')
    .set({ status: 'running', server: 'another', progress: 0.42, step: '写入数据仓库' })
    .where('key', '=', `publication ${id}`)
    .execute()
  expect(await told()).toMatchObject({
    status: 'running',
    progress: { fraction: 0.42, step: '写入数据仓库' },
  })
})
