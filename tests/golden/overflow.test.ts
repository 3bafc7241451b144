// Numbers near the engine's limits: a correct figure or an error, never a wrong figure.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Point, ReportInfo } from '#semantic/model/types.ts'
import { statementFailure } from '#server/warehouse/duckdb/failures.ts'
import { makeDimension, makeModel, makePoint, makePointTable } from '../semantic/model.ts'
import { answer, type Cell, run } from './golden.ts'

const columns =
  'big BIGINT, price DECIMAL(18,2), rate DECIMAL(12,6), exact DECIMAL(38,2), id HUGEINT, small INTEGER'
// Twice the same row; the greatest of each kind but the last.
const row =
  '9223372036854775807, 9999999999999999.99, 123456.123456, 999999999999999999999999999999999999.99, 12345678901234567890123456789012345678, 7'

const model = (...points: Partial<Point>[]) => ({
  ...makeModel(),
  dimensions: [makeDimension({ id: 1, name: '编号', types: 'number', info: { expression: 'id' } })],
  points: [
    makePoint({ id: 1, name: '大数', table_id: 90, name_sql: 'big' }),
    makePoint({ id: 2, name: '价格', table_id: 90, name_sql: 'price' }),
    makePoint({ id: 3, name: '行数', table_id: 90, info: { aggregate: 'count' } }),
    ...points.map((point, index) =>
      makePoint({ id: 10 + index, name: `点${index}`, types: 'computed', ...point }),
    ),
  ],
  pointTables: [makePointTable({ id: 90, name: '边界', table_truename: 'edge_fact' })],
  tables: [
    {
      name: 'edge_fact',
      comment: '',
      rowCount: 2,
      updatedAt: '',
      columns: columns.split(/, (?=\w+ [A-Z])/).map((column) => {
        const [name = '', type = ''] = column.split(' ')
        return { name, type, comment: '' }
      }),
    },
  ],
})

beforeAll(async () => {
  await run(`CREATE OR REPLACE TABLE edge_fact (${columns})`)
  await run(`INSERT INTO edge_fact VALUES (${row}), (${row})`)
})

const total = async (points: Partial<Point>[], info: Partial<ReportInfo> = {}): Promise<Cell[]> =>
  (
    await answer(null, {
      model: model(...points),
      info: { dims: [], points: points.map((_, index) => 10 + index), ...info },
    })
  ).total

const formula = (name_sql: string): Partial<Point> => ({ name_sql })
const ofRows = (name_sql: string): Partial<Point> => ({ name_sql, types: 'additive', table_id: 90 })
const near = (value: number) => expect.closeTo(value, -Math.floor(Math.log10(Math.abs(value))) + 12)

describe('what is right', () => {
  it('formulas with numbers of 38 digits and more, and of many digits behind the point', async () => {
    const nines = '9'.repeat(38)
    expect(
      await total([
        formula(`[行数] * ${nines}`),
        formula(`[价格] * ${nines}`),
        formula(`[大数] + ${nines}`),
        formula(`${nines} - -${nines}`.concat(' + [行数]')),
        formula(`[行数] * ${'9'.repeat(50)}`),
        formula(`[价格] / ${nines}`),
        formula('[行数] * 1.1234567890123456789 * 1.1234567890123456789 * 1.1234567890123456789'),
        formula(`if([价格] > ${nines}, 1, 0)`),
      ]),
    ).toEqual([
      near(2e38),
      near(2e54),
      near(1e38),
      near(2e38),
      near(2e50),
      near(2e-22),
      near(2 * 1.1234567890123457 ** 3),
      0,
    ])
  })

  it('products of wide columns, and sums of integers near the limit', async () => {
    const asText = async (name_sql: string, types: Point['types'] = 'additive') => {
      const { compiled } = await answer(null, {
        model: model({ name_sql, types, table_id: types === 'computed' ? null : 90 }),
        info: { dims: [], points: [10] },
      })
      return run(`SELECT CAST("p10" AS VARCHAR) FROM (${compiled.sql}) LIMIT 1`, compiled.params)
    }
    expect(await asText('big')).toEqual([['18446744073709551614']])
    // 2 × (2^63 − 1)²; exact, to the last digit.
    expect(await asText('big * big')).toEqual([[String(2n * (2n ** 63n - 1n) ** 2n)]].map((one) => one))
    expect(await asText('price * price')).toEqual([['199999999999999999600000000000000.0002']])
    expect(await asText('price * rate')).toEqual([['2469122469119999997530.87753088']])
    expect(await asText('[行数] * [行数] * [行数] * 900000000000000000 * [行数]', 'computed')).toEqual([
      ['14400000000000000000'],
    ])
    // As many digits behind the point as a product of all would need, there are not.
    expect(await asText('rate * rate * rate * rate * rate * rate * rate')).toEqual([
      [expect.stringMatching(/^8\.74\d+e\+?35$/)],
    ])
  })

  it('conditions and filters with numbers that no column could hold', async () => {
    const count = (filter: string): Partial<Point> => ({
      types: 'additive',
      table_id: 90,
      filter,
      info: { aggregate: 'count' },
    })
    expect(
      await total([
        count(`price < ${'9'.repeat(38)}`),
        count(`exact > -${'9'.repeat(39)}`),
        count('id = 12345678901234567890123456789012345678'),
        count('id = 12345678901234567890123456789012345679'),
        count('big < 99999999999999999999999999'),
      ]),
    ).toEqual([2, 2, 2, 0, 2])
    const filtered = async (values: string[], op: 'in' | 'gte' | 'between' = 'in') =>
      (await total([formula('[行数]')], { filters: [{ dim: 1, op, values }] }))[0]
    expect(await filtered(['12345678901234567890123456789012345678'])).toBe(2)
    expect(await filtered(['12345678901234567890123456789012345679'])).toBe(0)
    expect(await filtered(['9'.repeat(60)])).toBe(0)
    expect(await filtered(['-1e300', '9'.repeat(60)], 'between')).toBe(2)
    const having = async (point: number, values: string[]) =>
      (
        await answer(null, {
          model: model(),
          info: { dims: [], points: [3], filters: [{ point, op: 'gte', values }] },
        })
      ).rows
    expect(await having(2, ['9'.repeat(60)])).toEqual([])
    expect(await having(1, ['18446744073709551614'])).toEqual([[2]])
    expect(await having(1, ['18446744073709551615'])).toEqual([])
  })

  it('shares, and what is divided', async () => {
    const { rows } = await answer(null, {
      model: model({ ...ofRows('cast(exact as double)') }),
      info: { dims: [1], points: [1, 10], shares: [1, 10] },
    })
    expect(rows[0]?.slice(2)).toEqual([1, near(2e36), 1])
  })
})

describe('what no type holds', () => {
  const refusal = async (points: Partial<Point>[]): Promise<string> => {
    try {
      await total(points)
    } catch (error) {
      const told = statementFailure((error as Error).message)
      expect(told.code).toBe('report_invalid')
      return told.message
    }
    return ''
  }

  it.each([
    [formula('[大数] * [大数]'), '18446744073709551614 × 18446744073709551614 的结果超出'],
    [ofRows('big + big'), '9223372036854775807 + 9223372036854775807 的结果超出'],
    [ofRows('0 - big - big'), '-9223372036854775807 − 9223372036854775807 的结果超出'],
    [ofRows('exact * exact'), '小数相乘的结果超出 38 位'],
    [ofRows('exact * 100'), '小数相乘的结果超出 38 位'],
    [ofRows('id * id'), '的结果超出'],
    [ofRows('exact'), '求和的结果超出 38 位'],
  ])('is said in words, %o', async (point, text) => {
    const message = await refusal([point])
    expect(message).toContain(text)
    expect(message).toContain('cast(… as double)')
    expect(message).not.toMatch(/[A-Z]{3,}|overflow/)
    // As the words advise.
    const name_sql = (point.name_sql ?? '').replace(/(\[?[a-z大数]+\]?) ([*+-])/, 'cast($1 as double) $2')
    if (name_sql !== point.name_sql) expect((await total([{ ...point, name_sql }]))[0]).not.toBeNull()
  })
})

describe('what leaves the real numbers is said by its point’s name', () => {
  const [date, key, part] = [1, 2, 3]
  const [sum, mean, sums, last, inverse, twice, count, least] = [1, 2, 3, 4, 5, 6, 7, 8]
  const realColumns = ['on_day DATE', 'k VARCHAR', 'part VARCHAR', 'player BIGINT', 'real DOUBLE']
  const realModel = {
    ...makeModel(),
    dimensions: [
      makeDimension({ id: date, name: '日期', types: 'date', count_quantum: 'day' }),
      makeDimension({ id: key, name: '键', types: 'string', info: { expression: 'k' } }),
      makeDimension({ id: part, name: '部分', types: 'string', info: { expression: 'part' } }),
    ],
    points: [
      makePoint({ id: sum, name: "和'的", table_id: 90, name_sql: 'real' }),
      makePoint({
        id: mean,
        name: '均值',
        table_id: 90,
        types: 'statistic',
        name_sql: 'real',
        info: { aggregate: 'mean' },
      }),
      makePoint({
        id: sums,
        name: '人均和',
        table_id: 90,
        types: 'statistic',
        name_sql: 'real',
        info: { aggregate: 'mean', per: 'player' },
      }),
      makePoint({ id: last, name: '余额', table_id: 90, types: 'semiAdditive', name_sql: 'real' }),
      makePoint({ id: inverse, name: '倒数', types: 'computed', name_sql: "1 / [和'的]" }),
      makePoint({ id: twice, name: '十倍', types: 'computed', name_sql: '[最小] * 10' }),
      makePoint({ id: count, name: '人数', table_id: 90, types: 'distinct', name_sql: 'player' }),
      makePoint({ id: least, name: '最小', table_id: 90, name_sql: 'real', info: { aggregate: 'min' } }),
    ],
    pointTables: [
      makePointTable({
        id: 90,
        name: '实数',
        table_truename: 'real_fact',
        date_column: 'on_day',
        grain_key: ['on_day', 'k', 'part', 'player'],
      }),
    ],
    tables: [
      {
        name: 'real_fact',
        comment: '',
        rowCount: 0,
        updatedAt: '',
        columns: realColumns.map((column) => {
          const [name = '', type = ''] = column.split(' ')
          return { name, type, comment: '' }
        }),
      },
    ],
  }

  beforeAll(async () => {
    await run(`CREATE OR REPLACE TABLE real_fact (${realColumns.join(', ')})`)
    // Each by itself is a number; any two of the large ones are none. A week before there is little.
    await run(`INSERT INTO real_fact VALUES ('2026-03-02', 'a', 'p', 1, 1.2e308), ('2026-03-03', 'a', 'q', 1, 1e308),
      ('2026-03-02', 'b', 'p', 2, 1.1e308), ('2026-03-04', 'c', 'q', 3, 5), ('2026-02-25', 'c', 'q', 3, 1e-308),
      ('2026-02-24', 'a', 'p', 4, 7)`)
  })

  const range = { from: '2026-03-02', to: '2026-03-08' }
  const said = async (info: Partial<ReportInfo>): Promise<string> => {
    const asked = answer(null, {
      model: realModel,
      context: { now: new Date('2026-06-01T04:00:00Z') },
      info: { dims: [key], points: [sum], dateRange: range, ...info },
    })
    return asked.then(
      () => 'nothing',
      (error: Error) => statementFailure(error.message).message,
    )
  }
  const only = (value: string): Partial<ReportInfo> => ({
    filters: [{ dim: key, op: 'in', values: [value] }],
  })
  const named = (name: string) => new RegExp(`^指标「${name}」的结果超出可表示的范围.*请缩小范围`)
  const ofSum = named("和'的")

  it.each([
    ['rows', {}, ofSum],
    ['no dimension', { dims: [] }, ofSum],
    ['the total alone', { dims: [date, key, part] }, ofSum],
    ['subtotals', { dims: [key, part], subtotals: true }, ofSum],
    ['first values', { top: { dim: key, count: 1, by: sum } }, ofSum],
    ['their ranking by a hidden point', { points: [count], top: { dim: key, count: 1, by: sum } }, ofSum],
    [
      'a condition on a hidden point',
      { points: [count], filters: [{ point: sum, op: 'lt', values: [10] }] },
      ofSum,
    ],
    ['the other period', { dateRange: { from: '2026-03-09', to: '2026-03-15' }, compare: 'week' }, ofSum],
    [
      'a past',
      {
        dateRange: { from: '2026-03-09', to: '2026-03-15' },
        points: [count],
        filters: [{ point: sum, op: 'isNull', values: [], than: { past: 'week' } }],
      },
      ofSum,
    ],
    ['filled dates', { dims: [date], fillDates: true }, ofSum],
    ['a mean', { points: [mean] }, named('均值')],
    ['a mean of sums', { points: [sums] }, named('人均和')],
    ['a balance', { points: [last], dims: [] }, named('余额')],
    ['a formula over it', { points: [inverse] }, ofSum],
    ['a formula that goes further', { points: [twice], dims: [part] }, named('十倍')],
    ['a formula without dimensions', { points: [twice], dims: [], ...only('b') }, named('十倍')],
    [
      'a moving mean',
      {
        dims: [date],
        points: [least],
        calculations: [{ number: 1, of: least, kind: 'average', periods: 2 }],
        ...only('a'),
      },
      named('最小'),
    ],
    [
      'a change',
      { dims: [key], points: [sum], compare: 'week', filters: [{ dim: key, op: 'in', values: ['c'] }] },
      ofSum,
    ],
  ] satisfies [string, Partial<ReportInfo>, RegExp][])('in %s', async (_, info, message) => {
    expect(await said(info)).toMatch(message)
  })

  it('and numbers that are some are told', async () => {
    const { rows, total } = await answer(null, {
      model: realModel,
      info: {
        dims: [key],
        points: [sum, inverse, last],
        dateRange: { from: '2026-03-04', to: '2026-03-08' },
      },
    })
    expect(rows).toEqual([['c', 5, 0.2, 5]])
    expect(total).toEqual([null, 5, 0.2, 5])
  })

  it('in a distribution', async () => {
    expect(
      await said({ kind: 'distribution', dims: [], points: [count, sum], distribution: { bounds: [0, 10] } }),
    ).toMatch(ofSum)
  })
})
