// Statistics, sums of selections, charts, comparisons and tables of results, checked against separate computations.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cell, columnsOf, keep, keepQuery, makeResults, rowsOf, type TestResults } from './results.ts'

let made: TestResults
beforeAll(async () => {
  made = await makeResults()
})
afterAll(() => made.dispose())

const all = { sort: [], filters: [] }

describe('statistics', () => {
  beforeAll(async () => {
    const columns = columnsOf(
      '数 INTEGER',
      '大 HUGEINT',
      '价 DECIMAL(38,2)',
      '名 VARCHAR',
      '日 DATE',
      '浮 DOUBLE',
      '真 BOOLEAN',
    )
    const biggest = '170141183460469231731687303715884105727'
    await keep(made.store, 'a', columns, [
      [1, biggest, '99999999999999999999999999999999999.99', '甲', '2026-01-01', 0.1, true],
      [2, biggest, '99999999999999999999999999999999999.99', '乙', '2026-01-11', 0.2, true],
      [3, 1, 0.03, '甲', '2026-01-05', 'NaN', false],
      [null, null, null, null, null, null, null],
      [10, -1, -0.01, '丙', '2026-01-11', 0.3, true],
    ])
  })

  it('of whole numbers', async () => {
    expect(await made.store.statistics('a', 0)).toEqual({
      count: 5,
      empty: 1,
      distinct: 4,
      min: '1',
      max: '10',
      sum: '16',
      average: '4',
      median: '2.5',
      top: [1, 2, 3, null, 10].map((value) => ({ value: value === null ? null : String(value), count: 1 })),
      bins: Array.from({ length: 10 }, (_, index) => ({
        from: String(Number((1 + index * 0.9).toFixed(1))),
        to: String(Number((1.9 + index * 0.9).toFixed(1))),
        count: [1, 1, 1, 0, 0, 0, 0, 0, 0, 1][index],
      })),
    })
  })

  it('are exact beyond what the engine can add', async () => {
    const big = await made.store.statistics('a', 1)
    expect(big.sum).toBe('340282366920938463463374607431768211454')
    expect(big.average).toBe('85070591730234615865843651857942052863.5')
    const money = await made.store.statistics('a', 2)
    expect(money.sum).toBe('200000000000000000000000000000000000.00')
    expect(money.median).toBe(`${5n * 10n ** 34n}.01`)
  })

  it('of texts, days, doubles and truths', async () => {
    const texts = await made.store.statistics('a', 3)
    expect(texts).toMatchObject({
      distinct: 3,
      min: '丙',
      max: '乙',
      sum: null,
      average: null,
      median: null,
      bins: [],
    })
    expect(texts.top[0]).toEqual({ value: '甲', count: 2 })
    const days = await made.store.statistics('a', 4)
    expect(days).toMatchObject({ min: '2026-01-01', max: '2026-01-11', median: '2026-01-05', sum: null })
    expect(days.bins[0]).toEqual({ from: '2026-01-01', to: '2026-01-02', count: 1 })
    expect(days.bins.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    const doubles = await made.store.statistics('a', 5)
    expect(doubles.sum).toBe('NaN')
    expect(doubles.bins.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect((await made.store.statistics('a', 6)).top[0]).toEqual({ value: 'true', count: 3 })
  })

  it('of a view count its rows alone; of no rows they are empty', async () => {
    const view = await made.store.view('a', { sort: [], filters: [{ column: 0, op: 'lt', value: 3 }] })
    expect(await made.store.statistics('a', 0, view.viewId)).toMatchObject({
      count: 2,
      empty: 0,
      sum: '3',
      median: '1.5',
    })
    const none = await made.store.view('a', { sort: [], filters: [{ column: 0, op: 'lt', value: -3 }] })
    expect(await made.store.statistics('a', 0, none.viewId)).toEqual({
      count: 0,
      empty: 0,
      distinct: 0,
      min: null,
      max: null,
      sum: null,
      average: null,
      median: null,
      top: [],
      bins: [],
    })
  })

  it('a selection is summed exactly, in its rows and columns alone', async () => {
    const rows = Array.from({ length: 1000 }, (_, row): Cell[] => [
      row,
      (row / 10).toFixed(1),
      `文 ${row}`,
      '9007199254740993',
    ])
    await keep(
      made.store,
      'sums',
      columnsOf('数 INTEGER', '价 DECIMAL(18,1)', '文 VARCHAR', '大 BIGINT'),
      rows,
    )
    const sum = (from: number, to: number, columns: number[], viewId: string | null = null) =>
      made.store.selection('sums', { viewId, from, to, columns })
    expect(await sum(10, 19, [0])).toEqual({ count: 10, sum: '145', average: '14.5' })
    expect(await sum(1, 3, [0, 1, 2])).toEqual({ count: 9, sum: '6.6', average: '1.1' })
    expect(await sum(0, 2, [2])).toEqual({ count: 3, sum: null, average: null })
    expect(await sum(0, 999, [3])).toEqual({
      count: 1000,
      sum: '9007199254740993000',
      average: '9007199254740993',
    })
    expect(await sum(2000, 3000, [0])).toEqual({ count: 0, sum: null, average: null })
    const { viewId } = await made.store.view('sums', { sort: [{ column: 0, desc: true }], filters: [] })
    expect((await sum(0, 1, [0], viewId)).sum).toBe('1997')
  })
})

describe('comparison', () => {
  const columns = columnsOf('键 BIGINT', '名 VARCHAR', '价 DECIMAL(10,2)', '名 VARCHAR', '旧 INTEGER')
  const others = columnsOf('价 DECIMAL(12,3)', '键 INTEGER', '名 VARCHAR', '名 VARCHAR', '新 INTEGER')
  const target = { id: 'differences', userId: 1 }

  it('pairs by keys, title and occurrence; empty cells and keys are equal', async () => {
    await keep(made.store, 'left', columns, [
      [1, '甲', 1.5, 'x', 0],
      [2, null, 2, 'x', 0],
      [3, '丙', 3, 'x', 0],
      [null, '空', 4, 'x', 0],
      [5, '戊', 5, 'x', 0],
      [5, '戊', 5, 'x', 0],
      [7, '庚', null, 'x', 0],
    ])
    await keep(made.store, 'right', others, [
      [1.5, 1, '甲', 'x', 0],
      [2, 2, '乙', 'x', 0],
      [4, null, '空', 'x', 0],
      [5, 5, '戊', 'x', 0],
      [9, 9, '壬', 'y', 0],
      [7.001, 7, '庚', 'x', 0],
    ])
    expect(await made.store.compare('left', 'right', [0], target)).toEqual({
      added: 1,
      removed: 1,
      changed: 2,
      same: 2,
      repeatedKeys: 1,
      onlyLeft: ['旧'],
      onlyRight: ['新'],
    })
    const found = await made.store.find('differences')
    expect(found?.columns.map(({ name }) => name)).toEqual([
      '键',
      '变化',
      '名（旧）',
      '名（新）',
      '价（旧）',
      '价（新）',
      '价（差）',
      '名',
    ])
    expect(rowsOf(await made.store.window('differences', 0, 10))).toEqual([
      [2, '改动', null, '乙', 2, 2, 0, 'x'],
      [3, '删除', '丙', null, 3, null, null, 'x'],
      [7, '改动', '庚', '庚', null, 7.001, null, 'x'],
      [9, '新增', null, '壬', null, 9, null, 'y'],
    ])
    await made.store.remove('differences')
  })

  it('says by how much a number changed, exactly as far as its type is', async () => {
    const kinds = ['INTEGER', 'DOUBLE', 'DECIMAL(10,2)', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'VARCHAR']
    const typed = columnsOf('键 INTEGER', ...kinds.map((kind) => `${kind[0]}${kind.length} ${kind}`))
    const widest = '170141183460469231731687303715884105727'
    await keep(made.store, 'before', typed, [
      [1, 5, 0.1, 1.1, '18446744073709551615', `-${widest}`, '1', '1'],
      [2, 5, 2 ** -30, 1.1, '7', '7', '7', '7'],
    ])
    await keep(made.store, 'after', typed, [
      [1, 3, 0.3, 1.15, '0', widest, '3', '2'],
      [2, 5, 2 ** -29, 1.1, '7', '7', '7', '7'],
    ])
    await made.store.compare('before', 'after', [0], target)
    const { columns: heads = [] } = (await made.store.find('differences')) ?? {}
    const rows = rowsOf(await made.store.window('differences', 0, 10))
    const differences = heads.flatMap(({ name }, at) => (name.endsWith('（差）') ? [at] : []))
    expect(heads.filter(({ name }) => name.startsWith('V')).map(({ name }) => name)).toEqual([
      'V7（旧）',
      'V7（新）',
    ])
    expect(rows.map((row) => differences.map((at) => row[at]))).toEqual([
      [-2, 0.2, 0.05, '-18446744073709551615', null, 2],
      [0, 2 ** -30, 0, 0, 0, 0],
    ])
    await made.store.remove('differences')
  })

  it('finds nothing between equal results, and refuses a key that one side lacks', async () => {
    expect(await made.store.compare('left', 'left', [0, 1], target)).toMatchObject({
      added: 0,
      removed: 0,
      changed: 0,
      same: 5,
    })
    expect(await made.store.find('differences')).toMatchObject({ rowCount: 0, complete: true })
    await made.store.remove('differences')
    const refused = expect(made.store.compare('left', 'right', [4], target)).rejects
    await refused.toMatchObject({
      code: 'parameter_wrong',
      message: expect.stringContaining('另一个结果没有列「旧」'),
    })
    expect(await made.store.find('differences')).toBeNull()
  })
})

describe('chart', () => {
  beforeAll(() =>
    keep(made.store, 'chart', columnsOf('日 DATE', '渠道 VARCHAR', '额 DECIMAL(10,1)', '数 INTEGER'), [
      ['2026-01-03', '乙', 0.1, 1],
      ['2026-01-01', '甲', 0.1, 2],
      ['2026-01-01', '甲', 0.2, 3],
      ['2026-01-02', null, null, 4],
      [null, '甲', 5, 5],
    ]),
  )
  const chart = (spec: Partial<Parameters<TestResults['store']['chart']>[1]>) =>
    made.store.chart('chart', { viewId: null, x: 0, values: [2], series: null, aggregate: 'sum', ...spec })
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', null]

  it('adds up in the order of days', async () => {
    expect(await chart({})).toEqual({
      x: days,
      series: [{ name: '额', values: [0.3, null, 0.1, 5] }],
      truncated: false,
    })
    expect((await chart({ values: [2, 3], aggregate: 'count' })).series).toEqual([
      { name: '额', values: [2, 0, 1, 1] },
      { name: '数', values: [2, 1, 1, 1] },
    ])
  })

  it('has a series for each value, and one point a row where nothing is added up', async () => {
    expect(await chart({ series: 1, values: [3], aggregate: 'max' })).toEqual({
      x: days,
      series: [
        { name: '甲', code: '甲', values: [3, null, null, 5] },
        { name: '乙', code: '乙', values: [null, null, 1, null] },
        { name: '–', values: [null, 4, null, null] },
      ],
      truncated: false,
    })
    const points = await chart({ x: 1, aggregate: 'none' })
    expect(points).toMatchObject({
      x: ['乙', '甲', '甲', null, '甲'],
      series: [{ values: [0.1, 0.1, 0.2, null, 5] }],
    })
    await expect(chart({ values: [1] })).rejects.toThrow('列「渠道」不是数值')
  })

  it('is bounded', async () => {
    const rows = Array.from({ length: 8000 }, (_, row): Cell[] => [row, row % 100, 1])
    await keep(made.store, 'points', columnsOf('x INTEGER', 's INTEGER', 'v INTEGER'), rows, { size: 2000 })
    const spec = { viewId: null, x: 0, values: [2], series: 1, aggregate: 'sum' as const }
    const { x, series, truncated } = await made.store.chart('points', spec)
    expect([x.length, series.length, truncated]).toEqual([5000, 50, true])
  })
})

describe('a table', () => {
  it('has the own types and titles, alike ones numbered', async () => {
    const sql = `SELECT 1::BIGINT AS "名", '二' AS "名", 1.50::DECIMAL(9,2) AS "Price", [1, 2] AS list,
      {'a': 1, 'b': 'x'} AS struct, MAP {'k': 1} AS map, TIMESTAMPTZ '2026-01-31 00:00:00+00' AS zoned,
      INTERVAL 1 DAY AS span, '\\xAA'::BLOB AS bytes, 'b'::ENUM('a', 'b') AS kind, 'x' AS price,
      TIMESTAMP_NS '2026-01-31 23:59:59.123456789' AS nanos`
    await keepQuery(made.store, 'typed', sql)
    const file = join(made.folder, 'table.duckdb')
    rmSync(file, { force: true })
    const { rowCount, bytes, columns } = await made.store.writeTable('typed', file, '我的 "表"')
    expect(rowCount).toBe(1)
    expect(bytes).toBeGreaterThan(0)
    expect(columns).toEqual([
      { name: '名', type: 'BIGINT' },
      { name: '名_2', type: 'VARCHAR' },
      { name: 'Price', type: 'DECIMAL(9,2)' },
      { name: 'list', type: 'INTEGER[]' },
      { name: 'struct', type: 'STRUCT(a INTEGER, b VARCHAR)' },
      { name: 'map', type: 'MAP(VARCHAR, INTEGER)' },
      { name: 'zoned', type: 'TIMESTAMP WITH TIME ZONE' },
      { name: 'span', type: 'INTERVAL' },
      { name: 'bytes', type: 'BLOB' },
      { name: 'kind', type: "ENUM('a', 'b')" },
      { name: 'price_2', type: 'VARCHAR' },
      { name: 'nanos', type: 'TIMESTAMP_NS' },
    ])
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`ATTACH '${file}' AS made (READ_ONLY)`)
    const names = columns.map(({ name }) => `"${name}"::VARCHAR`).join(', ')
    const read = await connection.run(`SET TimeZone = 'UTC'; SELECT ${names} FROM made."我的 ""表"""`)
    expect((await read.getRows())[0]).toEqual([
      '1',
      '二',
      '1.50',
      '[1, 2]',
      "{'a': 1, 'b': x}",
      '{k=1}',
      '2026-01-31 00:00:00+00',
      '1 day',
      '\\xAA',
      'b',
      'x',
      '2026-01-31 23:59:59.123456789',
    ])
    connection.closeSync()
  })

  it('is written in the order of the rows', async () => {
    const rows = Array.from({ length: 5000 }, (_, row): Cell[] => [row])
    await keep(made.store, 'ordered', columnsOf('行 BIGINT'), rows, { size: 100 })
    const view = await made.store.view('ordered', all)
    expect(view.rowCount).toBe(5000)
    expect(rowsOf(await made.store.viewWindow('ordered', view.viewId, 0, 5000))).toEqual(rows)
  })
})
