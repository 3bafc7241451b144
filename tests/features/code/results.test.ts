// Calls on stored results, through the whole server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  columnStatistics,
  compareResults,
  type FoundCells,
  findInResult,
  queryById,
  querySql,
  type ResultComparison,
  type ResultStatistics,
  type ResultValueList,
  type Run,
  resultChart,
  resultValues,
  resultView,
  selectionStatistics,
} from '#features/code/contract.ts'

let house: House
let person: Person
let stranger: Person
let id: string
let later: string

const run = async (sql: string): Promise<string> =>
  (await person.call<Run>(querySql, { body: { sql } })).data.queryId

beforeAll(async () => {
  house = await makeHouse({
    warehouseSql: [
      `CREATE TABLE sales AS SELECT range AS id, '商品 ' || (range % 3) AS name, (range * 0.1)::DECIMAL(10,1) AS amount
       FROM range(100)`,
    ],
  })
  person = await house.person({ keys: ['search_sqlQuery'] })
  stranger = await house.person({ keys: ['search_sqlQuery'] })
  id = await run('select id, name, amount from sales order by id')
  later = await run(
    `select id, name, case when id = 7 then 0 else amount end as amount from sales where id > 0
     union all select 100, '新', 1`,
  )
})
afterAll(() => house.dispose())

const descending = { sort: [{ column: 0, desc: true }], filters: [] }

describe('a view', () => {
  it('is sorted and filtered on the server, and read by queryById', async () => {
    const filters = [{ column: 1, op: 'eq', value: '商品 1' }]
    const view = await person.call<{ viewId: string; rowCount: number }>(resultView, {
      params: { id },
      body: { sort: descending.sort, filters },
    })
    expect(view.data.rowCount).toBe(33)
    const query = { view: view.data.viewId, from: 0, count: 2 }
    const rows = await person.call<Run>(queryById, { params: { id }, query })
    expect(rows.data).toMatchObject({
      rowCount: 33,
      data: [
        [97, 94],
        ['商品 1', '商品 1'],
        [9.7, 9.4],
      ],
    })
  })

  it('is refused in words for a column or value that is none', async () => {
    const refused = async (body: object) => {
      const { envelope } = await person.call(resultView, { params: { id }, body })
      return [envelope?.isSuccess, envelope?.msg]
    }
    expect(await refused({ sort: [{ column: 3, desc: true }], filters: [] })).toEqual([
      false,
      '结果只有 3 列，没有第 4 列',
    ])
    expect(await refused({ sort: [], filters: [{ column: 0, op: 'gt', value: 'abc' }] })).toEqual([
      false,
      '列「id」是数值，不能与「abc」比较',
    ])
    const { envelope } = await person.call(queryById, { params: { id }, query: { view: 'nosuch' } })
    expect(envelope).toMatchObject({ isSuccess: false, msg: '排序或筛选已失效，请重新设置' })
  })
})

it('statistics, sums and charts tell of the whole result', async () => {
  const params = { id }
  const statistics = await person.call<ResultStatistics>(columnStatistics, { params, body: { column: 2 } })
  expect(statistics.data).toMatchObject({ count: 100, empty: 0, distinct: 100, sum: '495.0', max: '9.9' })
  const body = { from: 0, to: 9, columns: [0, 2] }
  const sums = await person.call(selectionStatistics, { params, body })
  expect(sums.data).toEqual({ count: 20, sum: '49.5', average: '2.475' })
  const chart = await person.call(resultChart, { params, body: { x: 1, values: [0], aggregate: 'count' } })
  expect(chart.data).toEqual({
    x: ['商品 0', '商品 1', '商品 2'],
    series: [{ name: 'id', values: [34, 33, 33] }],
    truncated: false,
  })
})

it('values are found by text, by reading and by code; cells by what they hold', async () => {
  const params = { id }
  const names = async (body: object) => {
    const { data } = await person.call<ResultValueList>(resultValues, {
      params,
      body: { column: 1, ...body },
    })
    return data.values.map(({ value, count }) => `${value} ${count}`)
  }
  expect(await names({})).toEqual(['商品 0 34', '商品 1 33', '商品 2 33'])
  expect(await names({ text: 'sp' })).toHaveLength(3)
  expect(await names({ text: '2' })).toEqual(['商品 2 33'])
  expect(await names({ text: '无', codes: ['商品 1'] })).toEqual(['商品 1 33'])
  expect(await names({ filters: [{ column: 0, op: 'lt', value: 2 }] })).toEqual(['商品 0 1', '商品 1 1'])
  const body = { text: '品 2', columns: [0, 1], from: 90, counts: true }
  const found = await person.call<FoundCells>(findInResult, { params, body })
  expect(found.data).toMatchObject({
    cells: 33,
    before: 30,
    matches: [
      [92, 1],
      [95, 1],
      [98, 1],
    ],
  })
  const wrong = await person.call(findInResult, { params, body: { ...body, columns: [9] } })
  expect(wrong.envelope?.msg).toBe('结果只有 3 列，没有第 10 列')
  const beyond = await person.call(resultValues, { params, body: { column: 3 } })
  expect(beyond.envelope?.msg).toBe('结果只有 3 列，没有第 4 列')
})

it('a comparison is a run of its own, whose rows are read like any other', async () => {
  const body = { left: id, right: later, keys: [0] }
  const { data } = await person.call<ResultComparison>(compareResults, { body })
  expect(data).toMatchObject({ added: 1, removed: 1, changed: 1, same: 98, repeatedKeys: 0 })
  const read = await person.call<Run>(queryById, { params: { id: data.queryId } })
  expect(read.data).toMatchObject({ kind: 'compare', status: 'done', rowCount: 3 })
  expect(read.data.columns.map(({ title }) => title)).toContain('变化')
  const changes = read.data.data[read.data.columns.findIndex(({ title }) => title === '变化')]
  expect(changes).toEqual(['删除', '改动', '新增'])
  const view = await person.call(resultView, { params: { id: data.queryId }, body: descending })
  expect(view.data).toMatchObject({ rowCount: 3 })
})

it('a comparison by a column that one side lacks says so', async () => {
  const other = await run('select id as number from sales')
  const { envelope } = await person.call(compareResults, { body: { left: id, right: other, keys: [0] } })
  expect(envelope).toMatchObject({ isSuccess: false, msg: '另一个结果没有列「id」，不能按它配对' })
})

it("another's result is as missing as none", async () => {
  const calls = [
    [resultView, descending],
    [columnStatistics, { column: 0 }],
    [selectionStatistics, { from: 0, to: 1, columns: [0] }],
    [resultValues, { column: 0 }],
    [findInResult, { text: '1', columns: [0], from: 0 }],
    [resultChart, { x: 0, values: [0], aggregate: 'sum' }],
  ] as const
  for (const [call, body] of calls) {
    const foreign = await stranger.call(call, { params: { id }, body })
    const none = await stranger.call(call, { params: { id: 'none' }, body })
    expect([foreign.status, foreign.text]).toEqual([404, none.text])
  }
  const foreign = await stranger.call(compareResults, { body: { left: id, right: id, keys: [0] } })
  expect(foreign.status).toBe(404)
})
