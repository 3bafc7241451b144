// Numbers near the ends of what the engine holds: right, or a failure that is said; never another figure.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Point, ReportInfo } from '../../src/semantic/model/types.ts'
import { statementFailure } from '../../src/server/warehouse/duckdb/failures.ts'
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
