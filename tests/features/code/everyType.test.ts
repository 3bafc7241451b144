// Values of every type stay exact in answers, windows, views, csv files, temporary tables and comparisons.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import {
  cancelQuery,
  columnStatistics,
  compareResults,
  createTmpTable,
  exportCsv,
  exportDataByAsync,
  queryById,
  type ResultComparison,
  type ResultStatistics,
  type Run,
  resultView,
  selectionStatistics,
  type TemporaryTable,
} from '#features/code/contract.ts'
import { rowWriter } from '#features/code/web/results/copy/formats.ts'
import { ended, makeRunsHouse, patient, query, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
let writer: Person
let run: Run
beforeAll(async () => {
  house = await makeRunsHouse()
  writer = await house.writer()
  run = (await query(writer, { sql })).data
})
afterAll(() => house.dispose())

/** Type, SQL of a value, the cell as it travels. */
const cases: [type: string, sql: string, cell: string | number | boolean][] = [
  ['BOOLEAN', 'true', true],
  ['TINYINT', '(-128)::tinyint', -128],
  ['UBIGINT', '18446744073709551615::ubigint', '18446744073709551615'],
  ['BIGINT', "'-9223372036854775808'::bigint", '-9223372036854775808'],
  [
    'HUGEINT',
    "'-170141183460469231731687303715884105728'::hugeint",
    '-170141183460469231731687303715884105728',
  ],
  [
    'UHUGEINT',
    '340282366920938463463374607431768211455::uhugeint',
    '340282366920938463463374607431768211455',
  ],
  [
    'DECIMAL(38,3)',
    '99999999999999999999999999999999999.999::decimal(38,3)',
    '99999999999999999999999999999999999.999',
  ],
  ['DECIMAL(38,38)', '(-0.1)::decimal(38,38)', `-0.1${'0'.repeat(37)}`],
  ['DECIMAL(4,2)', '1.10::decimal(4,2)', 1.1],
  ['DOUBLE', "'NaN'::double", 'NaN'],
  ['DOUBLE', "'-Infinity'::double", '-Infinity'],
  ['DOUBLE', '5e-324::double', 5e-324],
  ['DOUBLE', '123456789012345680::double', 123456789012345680],
  ['FLOAT', '0.1::float', 0.1],
  ['DATE', "date '12026-01-01'", '12026-01-01'],
  ['DATE', "date '0044-03-15 (BC)'", '0044-03-15 (BC)'],
  ['DATE', "date '-infinity'", '-infinity'],
  ['TIMESTAMP', "timestamp '12026-01-01 01:02:03.000001'", '12026-01-01 01:02:03.000001'],
  ['TIMESTAMP_MS', "'2026-01-01 00:00:00.5'::timestamp_ms", '2026-01-01 00:00:00.500'],
  ['TIMESTAMP_NS', "timestamp_ns '2026-01-01 00:00:00.123456789'", '2026-01-01 00:00:00.123456789'],
  ['TIMESTAMP WITH TIME ZONE', "timestamptz '2026-01-01 00:00:00+05'", '2025-12-31 19:00:00+00'],
  ['TIME', "time '23:59:59.999999'", '23:59:59.999999'],
  ['TIME WITH TIME ZONE', "'12:00:00+08'::timetz", '12:00:00+08'],
  ['INTERVAL', "interval '1 year 2 days 3.5 seconds'", '1 year 2 days 00:00:03.5'],
  ['UUID', "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['BLOB', "'\\xAA\\x00z'::blob", '\\xAA\\x00z'],
  ['BIT', "'0101'::bit", '0101'],
  ["ENUM('a', 'b')", "'b'::enum('a', 'b')", 'b'],
  ['INTEGER[]', '[1, 2, null]', '[1,2,null]'],
  ['INTEGER[3]', 'array_value(1, 2, 3)', '[1,2,3]'],
  ['STRUCT("a" INTEGER, "中" VARCHAR)', "{'a': 1, '中': 'x\"y'}", '{"a":1,"中":"x\\"y"}'],
  ['MAP(VARCHAR, INTEGER)', "map {'k': 1}", '{"k":1}'],
  ['JSON', `'{"a": [1, 2.50]}'::json`, '{"a": [1, 2.50]}'],
  ['VARCHAR', "''", ''],
  ['VARCHAR', "'一\n,\"二'", '一\n,"二'],
]
const sql = `select ${cases.map(([, value], index) => `${value} as v${index}`).join(', ')}
  union all select ${cases.map(() => 'null').join(', ')}`

const cells = ({ data }: Run) => data.map(([cell]) => cell)
const expected = cases.map(([, , cell]) => cell)
const window = async (asked: Record<string, unknown>) =>
  (await writer.call<Run>(queryById, { params: { id: run.queryId }, query: asked })).data
const view = async (spec: unknown) =>
  (
    await writer.call<{ viewId: string; rowCount: number }>(resultView, {
      params: { id: run.queryId },
      body: spec,
    })
  ).data

it('are exact in the answer and in windows, and told by their types', async () => {
  expect(run.columns.map(({ databaseType }) => databaseType)).toEqual(cases.map(([type]) => type))
  expect(cells(run)).toEqual(expected)
  expect((await window({ from: 0, count: 10 })).data).toEqual(run.data)
  expect(run.columns.filter(({ type }) => type === 'json').map(({ databaseType }) => databaseType)).toEqual([
    ...['INTEGER[]', 'INTEGER[3]', 'STRUCT("a" INTEGER, "中" VARCHAR)', 'MAP(VARCHAR, INTEGER)', 'JSON'],
  ])
})

it('are the same in a sorted view, empty cells last either way', async () => {
  for (const desc of [true, false]) {
    const sort = cases.map((_, column) => ({ column, desc })).slice(0, 10)
    const { viewId } = await view({ sort, filters: [] })
    expect((await window({ view: viewId, from: 0, count: 10 })).data).toEqual(run.data)
  }
})

it.each(cases.map(([type, , cell], column) => ({ type, cell, column })))(
  'are found by what is shown: $type $cell',
  async ({ cell, column }) => {
    const rows = async (op: string, value?: unknown) =>
      (await view({ sort: [], filters: [{ column, op, ...(value !== undefined && { value }) }] })).rowCount
    expect(await rows('contains', String(cell))).toBe(1)
    expect(await rows('eq', cell)).toBe(1)
    expect([await rows('ne', cell), await rows('empty'), await rows('notEmpty')]).toEqual([1, 1, 1])
    expect([
      await rows('lt', cell),
      await rows('le', cell),
      await rows('gt', cell),
      await rows('ge', cell),
    ]).toEqual([...[0, 1, 0, 1]])
  },
  patient.timeout,
)

it('are copied as SQL that runs and finds them', async () => {
  const copied = cases.map(([, value], column) => {
    const { head, row, tail } = rowWriter('in', run.columns.slice(column, column + 1), 't')
    const cell = expected[column] as string | number | boolean
    return `${value} in ${head}${row([cell], 0)}${tail(1)}`
  })
  const found = (await query(writer, { sql: `select ${copied.join(', ')}` })).data
  expect(cases.filter((_, at) => found.data[at]?.[0] !== true)).toEqual([])
})

it('have statistics and sums that are exact', async () => {
  const column = cases.findIndex(([type]) => type === 'DECIMAL(38,3)')
  const params = { id: run.queryId }
  const figures = (await writer.call<ResultStatistics>(columnStatistics, { params, body: { column } })).data
  expect(figures).toMatchObject({
    count: 2,
    empty: 1,
    distinct: 1,
    sum: expected[column],
    min: expected[column],
  })
  const wide = cases.findIndex(([type]) => type === 'UHUGEINT')
  const body = { from: 0, to: 1, columns: [wide, cases.findIndex(([type]) => type === 'UBIGINT')] }
  const sums = (await writer.call<{ count: number; sum: string }>(selectionStatistics, { params, body })).data
  expect(sums).toMatchObject({ count: 2, sum: String(2n ** 128n - 1n + 2n ** 64n - 1n) })
})

it('make the same csv of a statement, of its kept result, and of a view of it', async () => {
  const csv = async (body: unknown) => (await writer.call(exportCsv, { body })).text
  const ofStatement = await csv({ sql })
  expect(await csv({ queryId: run.queryId })).toBe(ofStatement)
  const { viewId } = await view({ sort: [{ column: 0, desc: false }], filters: [] })
  expect(await csv({ queryId: run.queryId, view: viewId })).toBe(ofStatement)
  expect(ofStatement).toContain(',1.10,NaN,-Infinity,')
  expect(ofStatement).toContain(',"",')
})

it.each(['result', 'statement'])(
  'are the same in a temp table made of a %s, of the same types',
  async (source) => {
    const body = { name: `of_${source}`, ...(source === 'result' ? { queryId: run.queryId } : { sql }) }
    const table = (await writer.call<TemporaryTable>(createTmpTable, { body })).data
    expect(table).toMatchObject({ rowCount: 2 })
    const again = (await query(writer, { sql: `select * from ${table.fullName}` })).data
    expect(again.data).toEqual(run.data)
    expect(again.columns.map(({ databaseType }) => databaseType)).toEqual(cases.map(([type]) => type))
  },
  patient.timeout,
)

it('do not differ from themselves', async () => {
  const other = (await query(writer, { sql: `${sql} order by 1 nulls first` })).data
  const body = { left: run.queryId, right: other.queryId, keys: [0, 7, 30] }
  const compared = (await writer.call<ResultComparison>(compareResults, { body })).data
  expect(compared).toMatchObject({ added: 0, removed: 0, changed: 0, same: 2, repeatedKeys: 0 })
})

describe('texts longer than a cell', () => {
  const long = "select 1 as id, repeat('字', 1000000) as t"

  it('are cut once where they are shown, whole where they are kept as data', async () => {
    const cut = (await query(writer, { sql: long })).data
    const text = String(cut.data[1]?.[0])
    expect(text).toMatch(/^字+…（内容过长，此处只保留前 1 MiB，共 3000000 字节）$/)
    const params = { id: cut.queryId }
    const { viewId } = (
      await writer.call<{ viewId: string }>(resultView, {
        params,
        body: { sort: [{ column: 0, desc: true }], filters: [] },
      })
    ).data
    const rows = await writer.call<Run>(queryById, { params, query: { view: viewId } })
    expect(rows.data.data[1]?.[0]).toBe(text)

    const refused = await writer.call(createTmpTable, { body: { name: 'cut', queryId: cut.queryId } })
    expect(refused.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
    expect(refused.envelope?.msg).toContain('列「t」有超过 1 MiB 而被截短的内容')
    await writer.call(createTmpTable, { body: { name: 'whole', sql: long } })
    expect((await query(writer, { sql: 'select length(t) from tmp.whole' })).data.data).toEqual([[1_000_000]])
    const csv = await writer.call(exportCsv, { body: { sql: long } })
    expect(csv.bytes.length).toBe(Buffer.byteLength('\ufeffid,t\r\n1,\r\n') + 3_000_000)
  })
})

describe('windows', () => {
  it('leave out on demand what they have in common', async () => {
    const rows = await window({ from: 0, count: 10, rowsOnly: true })
    expect(rows).toMatchObject({ sql: '', columns: [], data: run.data, rowCount: 2, queryId: run.queryId })
    const beyond = await window({ from: 1000, count: 10, rowsOnly: true })
    expect(beyond).toMatchObject({ from: 2, rowCount: 2, data: cases.map(() => []) })
    expect((await window({ count: 0, rowsOnly: true })).data).toEqual(cases.map(() => []))
  })
})

describe('results of many columns', () => {
  it('are loaded whole and in their order, many chunks at once', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `n + ${index} as c${index}`)
    const sql = `select ${names.join()} from numbers where n < 9000 order by n`
    const wide = (await query(writer, { sql })).data
    const params = { id: wide.queryId }
    const body = { from: 0, to: 8999, columns: [0, 249] }
    const sums = (await writer.call<{ count: number; sum: string }>(selectionStatistics, { params, body }))
      .data
    expect(sums).toMatchObject({ count: 18_000, sum: String(8999 * 9000 + 249 * 9000) })
    const spec = { sort: [{ column: 249, desc: true }], filters: [] }
    const { viewId } = (await writer.call<{ viewId: string }>(resultView, { params, body: spec })).data
    const asked = { view: viewId, from: 0, count: 9000 }
    const shown = (await writer.call<Run>(queryById, { params, query: asked })).data
    expect(shown.data[0]).toEqual(
      Array.from({ length: 9000 }, (_, index) => 8999 - index).slice(0, shown.data[0]?.length),
    )
    expect(shown.data[0]?.length).toBeGreaterThan(1000)
  })
})

describe('an export', () => {
  it('keeps none of its own user’s queries waiting', async () => {
    const sql = 'select a.n, b.n as other from numbers a, numbers b'
    const exported = (await writer.call<Run>(exportDataByAsync, { body: { sql } })).data
    const beside = await query(writer, { sql: 'select 1 as beside' })
    expect(beside.data.data).toEqual([[1]])
    const still = await writer.call<Run>(queryById, { params: { id: exported.queryId }, query: { count: 0 } })
    expect(still.data.status).toBe('running')
    // A second one of the same user waits for the first, and says so.
    const second = (await writer.call<Run>(exportDataByAsync, { body: { sql: 'select 2' } })).data
    const other = await house.writer()
    const others = (await other.call<Run>(exportDataByAsync, { body: { sql: 'select 3' } })).data
    expect((await ended(other, others.queryId)).status).toBe('done')
    const waits = await writer.call<Run>(queryById, { params: { id: second.queryId }, query: { count: 0 } })
    expect(waits.data).toMatchObject({ status: 'queued', place: 1 })
    const cancel = { params: { id: exported.queryId }, body: {} }
    await writer.call(cancelQuery, cancel)
    expect((await ended(writer, second.queryId)).status).toBe('done')
  })
})
