// Sorted and filtered views of results, through the process that makes them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import {
  type Cell,
  columnsOf,
  keep,
  keepQuery,
  makeResults,
  query,
  rowsOf,
  type TestResults,
  viewRows,
} from './results.ts'

let made: TestResults
beforeAll(async () => {
  made = await makeResults()
})
afterAll(() => made.dispose())

const sorted = (column: number, desc = false) => ({ sort: [{ column, desc }], filters: [] })
const filtered = (column: number, op: string, value?: Cell) =>
  ({ sort: [], filters: [{ column, op, value }] }) as Parameters<typeof viewRows>[2]
/** First cells of the view's rows. */
const firsts = async (id: string, spec: Parameters<typeof viewRows>[2]) =>
  (await viewRows(made.store, id, spec)).map(([first]) => first)

describe('sorting', () => {
  it('takes numbers as numbers, empty cells last both ways, equal rows in their order', async () => {
    const values: Cell[] = [10, 9, null, 2, '9007199254740993', '9007199254740992', -5, 9]
    await keep(
      made.store,
      'numbers',
      columnsOf('行 INTEGER', '数 HUGEINT'),
      values.map((value, row) => [row, value]),
      { size: 3 },
    )
    expect(await firsts('numbers', sorted(1))).toEqual([6, 3, 1, 7, 0, 5, 4, 2])
    expect(await firsts('numbers', sorted(1, true))).toEqual([4, 5, 0, 1, 7, 3, 6, 2])
  })

  it('takes Chinese texts by their reading', async () => {
    const names = ['中国', '北京', 'b', '上海', null, '阿里', 'A', '广州']
    await keep(
      made.store,
      'names',
      columnsOf('名 VARCHAR'),
      names.map((name) => [name]),
    )
    const order = await firsts('names', sorted(0))
    const chinese = order.filter((name) => /^[一-龥]/.test(String(name)))
    expect(chinese).toEqual(['阿里', '北京', '广州', '上海', '中国'])
    expect(order.filter((name) => name !== null && /^[a-z]/i.test(String(name)))).toEqual(['A', 'b'])
    expect(order.at(-1)).toBeNull()
  })

  it('takes several columns, each its own way', async () => {
    const rows: Cell[][] = [
      [1, 'a'],
      [2, 'b'],
      [1, 'b'],
      [2, 'a'],
    ]
    await keep(made.store, 'several', columnsOf('数 INTEGER', '文 VARCHAR'), rows)
    const spec = {
      sort: [
        { column: 0, desc: true },
        { column: 1, desc: false },
      ],
      filters: [],
    }
    expect(await viewRows(made.store, 'several', spec)).toEqual([
      [2, 'a'],
      [2, 'b'],
      [1, 'a'],
      [1, 'b'],
    ])
  })

  it('gives windows anywhere, before and after the rows are laid out', async () => {
    const count = 50_000
    const rows = Array.from({ length: count }, (_, row): Cell[] => [(row * 7919) % count, `文 ${row}`])
    await keep(made.store, 'many', columnsOf('数 BIGINT', '文 VARCHAR'), rows, { size: 5000 })
    const { viewId, rowCount } = await made.store.view('many', sorted(0, true))
    expect(rowCount).toBe(count)
    const expected = [...rows].sort(([left], [right]) => Number(right) - Number(left))
    for (let round = 0; round < 30; round += 1) {
      for (const from of [0, 12_345, count - 5]) {
        const window = await made.store.viewWindow('many', viewId, from, 20)
        expect(window).toMatchObject({ from, total: count })
        expect(rowsOf(window)).toEqual(expected.slice(from, from + 20))
      }
    }
    const read: Cell[][] = []
    for await (const chunk of made.store.viewChunks('many', viewId)) read.push(...rowsOf(chunk))
    expect(read).toEqual(expected)
    expect((await made.store.viewWindow('many', viewId, count, 5)).rowCount).toBe(0)
  })
})

/** One of each type of the engine, its extremes and an empty row. */
const everyType = `SELECT * FROM (
  SELECT true AS a, (-128)::TINYINT AS b, 255::UTINYINT AS c, (-9223372036854775808)::BIGINT AS d,
    18446744073709551615::UBIGINT AS e, '-170141183460469231731687303715884105728'::HUGEINT AS f,
    '340282366920938463463374607431768211455'::UHUGEINT AS g, 0.1::FLOAT AS h, 'NaN'::DOUBLE AS i,
    12345678901234567890.12::DECIMAL(38,2) AS j, 0.10::DECIMAL(4,2) AS k, '290000-12-31'::DATE AS l,
    '2026-01-31 23:59:59.123456'::TIMESTAMP AS m, '2026-01-31 23:59:59'::TIMESTAMP_S AS n,
    '2026-01-31 23:59:59.123456789'::TIMESTAMP_NS AS o, '2026-01-31 00:00:00+00'::TIMESTAMPTZ AS p,
    [1, NULL, 3] AS q, {'名': 'x"y', 'n': 2} AS r, MAP {'k': 1} AS s, '12:34:56'::TIME AS t,
    INTERVAL 3 DAY AS u, '\\xAA\\x00'::BLOB AS v, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID AS w, '😀"\\' || chr(0) AS x
  UNION ALL SELECT false, 127, 0, 9223372036854775807, 0::UBIGINT, '170141183460469231731687303715884105727'::HUGEINT, 0::UHUGEINT,
    -0.0, '-Infinity', -0.01, -99.99, '0044-03-15 (BC)', '0044-03-15 (BC) 01:02:03', '1969-12-31 23:59:59',
    '1969-12-31 23:59:59.000000001', '1969-12-31 23:59:59.5+00', [], {'名': NULL, 'n': -1}, MAP {}, '00:00:00',
    INTERVAL '-1 month', ''::BLOB, 'ffffffff-9c0b-4ef8-bb6d-6bb9bd380a11', ''
  UNION ALL SELECT ${Array.from({ length: 24 }, () => 'NULL').join(', ')}
)`

describe('cells of a view', () => {
  it('are those of the result, whatever their type', async () => {
    const { columns, chunk } = await query(everyType)
    await keepQuery(made.store, 'types', everyType)
    const expected = rowsOf(chunk)
    expect(columns).toHaveLength(24)
    for (const column of columns.keys()) {
      const { viewId } = await made.store.view('types', { sort: [], filters: [{ column, op: 'notEmpty' }] })
      expect(rowsOf(await made.store.viewWindow('types', viewId, 0, 10))).toEqual(expected.slice(0, 2))
      const { rowCount } = await made.store.view('types', sorted(column))
      expect(rowCount).toBe(3)
    }
    expect((await viewRows(made.store, 'types', sorted(11)))[0]).toEqual(expected[1])
    expect((await viewRows(made.store, 'types', sorted(15)))[0]).toEqual(expected[1])
    expect((await viewRows(made.store, 'types', sorted(20)))[0]).toEqual(expected[1])
  })

  it('hold for names that are alike, empty or strange, for 2,000 columns and for no rows', async () => {
    const strange = columnsOf('名 BIGINT', '名 BIGINT', ' BIGINT', '"; DROP TABLE t BIGINT', '中 文, BIGINT')
    await keep(made.store, 'strange', strange, [
      [2, 1, 1, 1, 5],
      [1, 2, 3, 4, 5],
    ])
    expect(await firsts('strange', sorted(1, true))).toEqual([1, 2])
    const wide = columnsOf(...Array.from({ length: 2000 }, (_, index) => `列 ${index} BIGINT`))
    const rows = [0, 1, 2].map((row) => wide.map((_column, index) => row * 10_000 + index))
    await keep(made.store, 'wide', wide, rows)
    expect(await viewRows(made.store, 'wide', sorted(1999, true))).toEqual(rows.toReversed())
    await keep(made.store, 'none', strange, [])
    expect(await viewRows(made.store, 'none', sorted(0))).toEqual([])
    await keep(made.store, 'bare', [], [[], []])
    const { viewId, rowCount } = await made.store.view('bare', { sort: [], filters: [] })
    expect(rowCount).toBe(2)
    expect(await made.store.viewWindow('bare', viewId, 0, 5)).toEqual({
      from: 0,
      rowCount: 2,
      total: 2,
      columns: [],
    })
  })
})

describe('filters', () => {
  const big = '9007199254740993'
  beforeAll(async () => {
    const columns = columnsOf(
      '行 INTEGER',
      '数 BIGINT',
      '价 DECIMAL(10,2)',
      '浮 DOUBLE',
      '名 VARCHAR',
      '日 DATE',
      '时 TIMESTAMP',
      '真 BOOLEAN',
    )
    await keep(made.store, 'cells', columns, [
      [0, 1, 1.5, 0.1, '苹果 Apple', '2026-01-01', '2026-01-01 12:00:00', true],
      [1, big, '12345678.90', 'NaN', 'apple', '2026-02-01', '2026-02-01 00:00:00', false],
      [2, '9007199254740992', -1.25, 2, '100%', '2025-12-31', '2025-12-31 23:59:59.999', true],
      [3, null, null, null, null, null, null, null],
      [4, -3, 0, 'Infinity', '', '2026-01-01', '2026-01-01 12:00:00', false],
    ])
  })
  const cases: [column: number, op: string, value: Cell, rows: number[]][] = [
    [1, 'eq', big, [1]],
    [1, 'ne', big, [0, 2, 3, 4]],
    [1, 'ge', '9007199254740992', [1, 2]],
    [1, 'gt', 0.5, [0, 1, 2]],
    [1, 'lt', -2.5, [4]],
    [1, 'eq', 1.5, []],
    [1, 'lt', '1e60', [0, 1, 2, 4]],
    [1, 'gt', '1e60', []],
    [1, 'contains', '900719', [1, 2]],
    [2, 'eq', '1.5', [0]],
    [2, 'eq', 1.5, [0]],
    [2, 'le', 1.499, [2, 4]],
    [2, 'ge', '12345678.9', [1]],
    [2, 'ge', '12345678.901', []],
    [3, 'eq', 0.1, [0]],
    [3, 'eq', 'NaN', [1]],
    [3, 'lt', 3, [0, 2]],
    [3, 'eq', 'Infinity', [4]],
    [4, 'eq', 'apple', [1]],
    [4, 'contains', 'APPLE', [0, 1]],
    [4, 'notContains', 'apple', [2, 3, 4]],
    [4, 'contains', '0%', [2]],
    [4, 'eq', '', [4]],
    [4, 'empty', null, [3]],
    [4, 'notEmpty', null, [0, 1, 2, 4]],
    [4, 'eq', null, [3]],
    [5, 'eq', '2026-01-01', [0, 4]],
    [5, 'ge', '2026-01-01 00:00:01', [1]],
    [5, 'contains', '2026-02', [1]],
    [6, 'ge', '2026-01-01', [0, 1, 4]],
    [6, 'eq', '2026-01-01 12:00', [0, 4]],
    [7, 'eq', true, [0, 2]],
    [7, 'eq', 'false', [1, 4]],
  ]
  const lists: [column: number, values: Cell[], rows: number[]][] = [
    [1, [big, '-3', 1.5, '1e60'], [1, 4]],
    [1, [null, 1], [0, 3]],
    [2, ['1.50', -1.25, '0.001'], [0, 2]],
    [3, [0.1, 'Infinity'], [0, 4]],
    [4, ['', 'apple', '100%'], [1, 2, 4]],
    [5, ['2026-01-01'], [0, 4]],
    [6, ['2025-12-31 23:59:59.999'], [2]],
    [7, ['true'], [0, 2]],
    [4, [], []],
  ]
  it.each(lists)('column %i in %j, and not in it', async (column, values, rows) => {
    const among = (op: 'in' | 'notIn') => ({ sort: [], filters: [{ column, op, values }] })
    expect(await firsts('cells', among('in'))).toEqual(rows)
    expect(await firsts('cells', among('notIn'))).toEqual(
      [0, 1, 2, 3, 4].filter((row) => !rows.includes(row)),
    )
  })

  for (const [column, op, value, rows] of cases) {
    it(`column ${column} ${op} ${value}`, async () => {
      expect(await firsts('cells', filtered(column, op, value))).toEqual(rows)
    })
  }

  it('are refused in words where a value does not fit its column', async () => {
    const wrong: [column: number, value: Cell, text: string][] = [
      [1, 'abc', '列「数」是数值'],
      [2, '', '列「价」是数值'],
      [3, true, '列「浮」是数值'],
      [5, '昨天', '列「日」是日期'],
      [6, 5, '列「时」是日期'],
      [7, 'maybe', '列「真」是布尔值'],
    ]
    for (const [column, value, text] of wrong) {
      const refused = expect(viewRows(made.store, 'cells', filtered(column, 'eq', value))).rejects
      await refused.toMatchObject({ code: 'parameter_wrong', message: expect.stringContaining(text) })
    }
    const beyond = expect(viewRows(made.store, 'cells', sorted(8))).rejects
    await beyond.toMatchObject({ code: 'parameter_wrong', message: '结果只有 8 列，没有第 9 列' })
    const unknown = expect(made.store.viewWindow('cells', 'nosuchview', 0, 1)).rejects
    await unknown.toMatchObject({ code: 'parameter_wrong', message: expect.stringContaining('重新设置') })
  })

  it('join with a sort, and equal views have one id', async () => {
    const spec = { ...filtered(1, 'notEmpty'), sort: [{ column: 1, desc: true }] }
    expect(await firsts('cells', spec)).toEqual([1, 2, 0, 4])
    const ids = await Promise.all([made.store.view('cells', spec), made.store.view('cells', spec)])
    expect(ids[0]).toEqual(ids[1])
  })
})

describe('values of a column', () => {
  it('are in the order of days where they are days, times or texts of days, else the most frequent first', async () => {
    const days = ['2026-02-01', '2026-01-31', '2025-12-31', '2026-02-01', '2026-02-01']
    await keep(
      made.store,
      'days',
      columnsOf('日 DATE', '文 VARCHAR', '月 VARCHAR', '名 VARCHAR'),
      days.map((day) => [day, day, day.slice(0, 7), `d${day}`]),
    )
    const listed = async (column: number) =>
      (await made.store.values('days', { filters: [], text: null, among: [], most: 500, column })).values.map(
        ({ value }) => value,
      )
    const inOrder = ['2025-12-31', '2026-01-31', '2026-02-01']
    expect(await listed(0)).toEqual(inOrder)
    expect(await listed(1)).toEqual(inOrder)
    expect(await listed(2)).toEqual(['2025-12', '2026-01', '2026-02'])
    expect(await listed(3)).toEqual(['d2026-02-01', 'd2026-01-31', 'd2025-12-31'])
  })

  const asked = { column: 4, filters: [], text: null, among: [], most: 10 }

  it('are counted in the rows that other filters leave', async () => {
    const days = await made.store.values('cells', { ...asked, column: 5 })
    expect(days.values).toContainEqual({ value: '2026-01-01', count: 2 })
    expect(days.distinct).toBe(4)
    const filters = [{ column: 7, op: 'eq' as const, value: true }]
    const found = await made.store.values('cells', { ...asked, filters })
    expect(found.values.map(({ value }) => value)).toEqual(['苹果 Apple', '100%'])
  })

  it('are found by a part of their text, or by name, and more than are given are counted', async () => {
    const apples = await made.store.values('cells', { ...asked, text: 'APPLE', among: ['100%'], most: 1 })
    expect(apples.distinct).toBe(3)
    expect(apples.values).toHaveLength(1)
    const prices = await made.store.values('cells', { ...asked, column: 2 })
    expect(prices.values.map(({ value }) => value)).toContain('1.50')
  })
})

describe('finding', () => {
  const wanted = { viewId: null, columns: [1, 2, 4], labels: [], from: 0, back: false, counts: true }
  const find = (part: object) => made.store.search('cells', { ...wanted, text: 'apple', ...part })

  it('tells how many cells hold a text, and those from a row on or before it', async () => {
    expect(await find({})).toEqual({
      cells: 2,
      before: 0,
      matches: [
        [0, 4],
        [1, 4],
      ],
    })
    expect(await find({ from: 1 })).toEqual({ cells: 2, before: 1, matches: [[1, 4]] })
    expect(await find({ from: 1, back: true, counts: false })).toEqual({
      cells: null,
      before: null,
      matches: [[0, 4]],
    })
  })

  it('takes figures with and without thousands apart, codes by their labels, and the order of a view', async () => {
    expect((await find({ text: '12,345' })).matches).toEqual([[1, 2]])
    expect((await find({ text: '渠道', labels: [{ column: 1, values: ['1'] }] })).matches).toEqual([[0, 1]])
    const { viewId } = await made.store.view('cells', sorted(0, true))
    expect((await find({ viewId })).matches).toEqual([
      [3, 4],
      [4, 4],
    ])
    expect((await find({ text: '%' })).matches).toEqual([[2, 4]])
  })
})

describe('views of few rows', () => {
  it('need no file, and those given up for others are made again', async () => {
    const rows = Array.from({ length: 100 }, (_, row) => [row])
    const views: [id: string, row: number, viewId: string][] = []
    for (const id of ['few1', 'few2']) {
      await keep(made.store, id, columnsOf('数 INTEGER'), rows)
      for (let row = 0; row < 60; row += 1) {
        const { viewId, rowCount } = await made.store.view(id, filtered(0, 'ge', row))
        expect(rowCount).toBe(100 - row)
        views.push([id, row, viewId])
      }
    }
    for (const [id, row, viewId] of [views[0], views.at(-1)] as typeof views)
      expect(rowsOf(await made.store.viewWindow(id, viewId, 0, 1))).toEqual([[row]])
    expect(readdirSync(join(made.folder, 'tables', 'few1'))).toEqual(['rows.duckdb'])
    await made.store.remove('few1')
    expect(existsSync(join(made.folder, 'tables', 'few1'))).toBe(false)
  })
})

describe('the process', () => {
  const rows = Array.from({ length: 150_000 }, (_, row): Cell[] => [
    (row * 7919) % 150_000,
    `文 ${row % 1000}`,
  ])

  it('loads large results at once; killed under the work, the work is done by its successor', async () => {
    await keep(made.store, 'large', columnsOf('数 BIGINT', '文 VARCHAR'), rows, { size: 10_000 })
    const [first] = made.store.pids()
    const sorting = made.store.view('large', sorted(0))
    process.kill(first as number, 'SIGKILL')
    const { viewId } = await sorting
    expect(made.store.pids()).not.toEqual([first])
    expect(rowsOf(await made.store.viewWindow('large', viewId, 149_999, 5))[0]?.[0]).toBe(149_999)
  })

  it('ends work that is canceled, and does the next', async () => {
    await keep(made.store, 'canceled', columnsOf('数 BIGINT', '文 VARCHAR'), rows, { size: 10_000 })
    const leaving = new AbortController()
    const sorting = made.store.view('canceled', sorted(1), leaving.signal)
    leaving.abort(new AppError('query_canceled'))
    await expect(sorting).rejects.toMatchObject({ code: 'query_canceled' })
    expect((await viewRows(made.store, 'canceled', filtered(0, 'eq', 5)))[0]?.[0]).toBe(5)
  })

  it('has nothing of the environment, and ends with the store', async () => {
    const own = await makeResults()
    await keep(own.store, 'a', columnsOf('数 BIGINT'), [[1]])
    await own.store.view('a', sorted(0))
    const [pid] = own.store.pids()
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).not.toContain('HOME=')
    await own.dispose()
    expect(() => process.kill(pid as number, 0)).toThrow()
  })
})
