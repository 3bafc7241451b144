// The result shown with a saved query: the latest of its saved text, and for others only where it is shared.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  dropResult,
  getView,
  type QueryLook,
  querySql,
  type ResultChart,
  type Run,
  type SavedQuery,
  type ShareMode,
  saveQuery,
  shareQuery,
} from '#features/code/contract.ts'

let house: House
let owner: Person
let colleague: Person
beforeAll(async () => {
  house = await makeHouse({ warehouseSql: ['CREATE TABLE facts AS SELECT range AS n FROM range(3000)'] })
  owner = await house.person({ keys: ['search_sqlQuery'] })
  colleague = await house.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => house?.dispose())

type View = SavedQuery & { own: boolean; result: Run | null; chart: { data: ResultChart } | null }
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

it('is of the run that was made before the query had a name', async () => {
  const sql = 'select 3 as three'
  const tried = async (text: string, by = owner) => by.call<Run>(querySql, { body: { sql: text } })
  await tried('select 4 as other')
  await tried(sql, colleague)
  expect((await read(await save('result', sql))).result).toBeNull()
  await tried(`${sql};`)
  const id = await save('result', sql)
  expect((await read(id)).result?.data).toEqual([[3]])
  // It has gone with the first that was saved.
  expect((await read(await save('result', sql))).result).toBeNull()
  expect((await readOwn(id)).result?.data).toEqual([[3]])
})

it('goes along where a query is saved as a new one, and stays with the first as well', async () => {
  const sql = 'select 5 as five'
  const first = await save('result', sql)
  await run('select 6 as six', first)
  await run(sql, first)
  const copy = async (from: string, text: string, by = owner): Promise<string> => {
    const body = { name: '副本', folder: String(saved++), sql: text, from }
    return (await by.call<SavedQuery>(saveQuery, { body })).data.id
  }
  const resultOf = async (id: string, by = owner) =>
    (await by.call<View>(getView, { params: { id } })).data.result?.data
  const second = await copy(first, sql)
  expect(await resultOf(second)).toEqual([[5]])
  expect(await resultOf(first)).toEqual([[5]])
  // From a copy of a copy, and of what was tried under the first.
  expect(await resultOf(await copy(second, `${sql};`))).toEqual([[5]])
  expect(await resultOf(await copy(first, 'select 6 as six'))).toEqual([[6]])
  expect(await resultOf(await copy(first, 'select 7 as seven'))).toBeUndefined()
  // A text that is saved over it later has no result by that.
  await owner.call(saveQuery, { body: { id: second, name: '副本', sql: 'select 8 as eight' } })
  expect(await resultOf(second)).toBeUndefined()
  // Another gets nothing by it.
  const theirs = await copy(first, 'select 6 as six', colleague)
  expect(await resultOf(theirs, colleague)).toBeUndefined()
})

it('does not go along once it is given up', async () => {
  const sql = 'select 9 as nine'
  const from = await save('off', sql)
  const { queryId } = await run(sql, from)
  await owner.call(dropResult, { params: { id: queryId }, body: {} })
  const { data } = await owner.call<SavedQuery>(saveQuery, { body: { name: '已清除的副本', sql, from } })
  expect((await readOwn(data.id)).result).toBeNull()
})

it('is the owner’s run, never another’s that names the query', async () => {
  const id = await save('result')
  await colleague.call(querySql, { body: { sql: text, viewId: id } })
  expect((await read(id)).result).toBeNull()
})

const look: QueryLook = {
  statement: 1,
  of: 'changed',
  sort: [{ column: 'n', desc: true }],
  filters: [{ column: 'kind', op: 'in', values: ['1', null] }],
  hidden: ['kind'],
  frozen: ['n 2'],
  chart: { type: 'bar', x: 'kind', values: ['n'], series: null, aggregate: 'count' },
  drawn: true,
}

it('is shown as its owner looks at it: sorted, filtered, drawn, without hidden columns', async () => {
  const statement = 'select n, n % 3 as kind, -n as n from facts'
  const id = await save('result', `select 0;\n${statement}`)
  const change = { id, name: '明细', sql: `select 0;\n${statement}` }
  await owner.call(saveQuery, { body: { ...change, looks: [look] } })
  await run(statement, id)
  const { result, chart, looks, version } = await read(id)
  expect(result?.rowCount).toBe(1000)
  expect(result?.columns.map(({ key }) => key)).toEqual(['c2', 'c0'])
  expect(result?.data.map((cells) => cells.slice(0, 2))).toEqual([
    [-2998, -2995],
    [2998, 2995],
  ])
  expect(chart).toMatchObject({ type: 'bar', xName: 'kind', seriesName: null, data: { x: [1] } })
  expect(chart?.data.series).toEqual([{ name: 'n', values: [1000] }])
  expect([looks, version]).toEqual([[], 1])
  expect((await readOwn(id)).looks).toEqual([look])
  await owner.call(saveQuery, { body: change })
  expect((await readOwn(id)).looks).toEqual([look])
  const unfit = { ...look, filters: [{ column: 'kind', op: 'gt' as const, value: '不是数' }] }
  await owner.call(saveQuery, { body: { ...change, looks: [unfit] } })
  expect((await read(id)).result?.rowCount).toBe(3000)
})

it('takes no endless list of values along', async () => {
  const values = Array.from({ length: 500 }, (_, at) => 'x'.repeat(1_000) + at)
  const filters = [{ column: 'n', op: 'in' as const, values }]
  const body = { name: '太长', sql: text, looks: [{ ...look, filters }] }
  expect((await owner.call(saveQuery, { body })).envelope?.msg).toContain('筛选的值太多')
})

it('is gone when it is given up', async () => {
  const id = await save('result')
  const { queryId } = await run(text, id)
  await owner.call(dropResult, { params: { id: queryId }, body: {} })
  expect((await read(id)).result).toBeNull()
})
