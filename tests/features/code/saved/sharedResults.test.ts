// Which result goes with a saved query: the latest of its text as it is saved, and to others only where it is shared.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  dropResult,
  getView,
  querySql,
  type Run,
  type SavedQuery,
  type ShareMode,
  saveQuery,
  shareQuery,
} from '../../../../src/features/code/contract.ts'
import { type House, makeHouse, type Person } from '../../../factories/house.ts'

let house: House
let owner: Person
let colleague: Person
beforeAll(async () => {
  house = await makeHouse({ warehouseSql: ['CREATE TABLE facts AS SELECT range AS n FROM range(3000)'] })
  owner = await house.person({ keys: ['search_sqlQuery'] })
  colleague = await house.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => house?.dispose())

type View = SavedQuery & { own: boolean; result: Run | null }
const text = 'select n from facts order by n'

let saved = 0
async function save(share: ShareMode, sql = text): Promise<string> {
  const folder = String(saved++)
  const { id } = (await owner.call<SavedQuery>(saveQuery, { body: { name: '明细', folder, sql } })).data
  await owner.call(shareQuery, { params: { id }, body: { share } })
  return id
}
const run = async (sql: string, viewId: string, by = owner): Promise<Run> =>
  (await by.call<Run>(querySql, { body: { sql, viewId, title: '私下的名字' } })).data
const read = async (id: string): Promise<View> => (await house.send<View>(getView, { params: { id } })).data
const readOwn = async (id: string): Promise<View> =>
  (await owner.call<View>(getView, { params: { id } })).data

it('is shown to its owner and, where it is shared, to anyone: at most 1,000 rows, without what is the owner’s', async () => {
  const id = await save('result', `-- 全部\n${text};`)
  const { queryId } = await run(text, id)
  const own = await readOwn(id)
  expect(own.result?.queryId).toBe(queryId)
  const { own: isOwn, result } = await read(id)
  expect(isOwn).toBe(false)
  expect(result?.rowCount).toBe(3000)
  expect(result?.data).toEqual([Array.from({ length: 1000 }, (_, at) => at)])
  expect(result?.columns.map(({ title }) => title)).toEqual(['n'])
  const said = JSON.stringify(result)
  for (const secret of [queryId, '私下的名字', owner.email]) expect(said).not.toContain(secret)
})

it('stays with the owner where the text alone is shared', async () => {
  const id = await save('query')
  await run(text, id)
  expect((await read(id)).result).toBeNull()
  expect((await readOwn(id)).result?.rowCount).toBe(3000)
})

it('is of the saved text, not of what was tried in its place or was saved before', async () => {
  const id = await save('result')
  await run("select 'secret' as tried", id)
  expect((await read(id)).result).toBeNull()
  await run(text, id)
  await run("select 'secret' as tried", id)
  expect((await read(id)).result?.columns.map(({ title }) => title)).toEqual(['n'])
  await owner.call(saveQuery, { body: { id, name: '明细', sql: 'select 2 as two' } })
  expect((await read(id)).result).toBeNull()
  await run('select 2 as two', id)
  expect((await read(id)).result?.data).toEqual([[2]])
})

it('is the owner’s run, never another’s that names the query', async () => {
  const id = await save('result')
  await colleague.call(querySql, { body: { sql: text, viewId: id } })
  expect((await read(id)).result).toBeNull()
})

it('is gone when it is given up', async () => {
  const id = await save('result')
  const { queryId } = await run(text, id)
  await owner.call(dropResult, { params: { id: queryId }, body: {} })
  expect((await read(id)).result).toBeNull()
})
