// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { CustomCell, CustomParameter, CustomTable } from '#features/custom/contract.ts'
import { changedValues, readAddress, reportAddress, valuesFrom } from '#features/custom/web/address.ts'
import { chartData, guessChart, sortedRows, tableColumns } from '#features/custom/web/detail/tableOf.ts'

const table = (
  columns: [string, CustomTable['columns'][number]['type']][],
  rows: CustomCell[][],
): CustomTable => ({
  labels: [],
  columns: columns.map(([title, type], index) => ({ key: `c${index}`, title, type, databaseType: '' })),
  data: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  rowCount: rows.length,
  truncated: false,
  elapsedMs: 1,
  cached: false,
  computedAt: '',
  values: {},
  trace: '',
})

const byChannel = table(
  [
    ['日期', 'date'],
    ['渠道', 'string'],
    ['充值', 'number'],
  ],
  [
    ['2026-10-02', 'ios', 5],
    ['2026-10-02', 'web', '12.50'],
    ['2026-10-01', 'ios', 7],
    ['2026-10-01', null, 1],
  ],
)

it('has names in the place of codes, in copies and the chart as well', () => {
  const given = {
    ...table(
      [
        ['渠道', 'string'],
        ['人数', 'integer'],
      ],
      [
        ['web', 1],
        ['x', 2],
        [null, 3],
      ],
    ),
    labels: [{ column: 0, names: [{ code: 'web', label: '官网' }] }],
  }
  const [channel] = tableColumns(given, null)
  expect(['web', 'x', null].map((value) => channel?.format(value))).toEqual(['官网', 'x', '–'])
  expect(channel?.copy?.('web')).toBe('官网')
  expect(chartData(given, { type: 'bar', x: '渠道', values: ['人数'] })?.x).toEqual(['官网', 'x', null])
})

describe('the chart of a custom report', () => {
  it('takes days as its axis and the first figures as its values, where nobody says better', () => {
    expect(guessChart(byChannel)).toEqual({ type: 'line', x: '日期', values: ['充值'] })
    expect(guessChart(table([['a', 'string']], [['x']]))).toBeNull()
  })

  it('parts rows of one day by the other column, days from left to right, the largest series first', () => {
    const data = chartData(byChannel, { type: 'line', x: '日期', values: ['充值'] })
    expect(data?.x).toEqual(['2026-10-01', '2026-10-02'])
    expect(data?.series).toEqual([
      { name: 'web', values: [null, 12.5] },
      { name: 'ios', values: [7, 5] },
      { name: '–', values: [1, null] },
    ])
  })

  it('is none where its columns are gone or there are no rows', () => {
    expect(chartData(byChannel, { type: 'bar', x: '没有', values: ['充值'] })).toBeNull()
    expect(chartData(byChannel, { type: 'bar', x: '日期', values: ['没有'] })).toBeNull()
    expect(
      chartData(
        table(
          [
            ['日期', 'date'],
            ['充值', 'number'],
          ],
          [],
        ),
        { type: 'bar', x: '日期', values: ['充值'] },
      ),
    ).toBeNull()
  })
})

describe('rows by a column', () => {
  it('go by number, empty ones last either way', () => {
    const numbers = table([['n', 'integer']], [[10], [null], [9], ['100']])
    expect(sortedRows(numbers, { column: 0, desc: false })).toEqual([2, 0, 3, 1])
    expect(sortedRows(numbers, { column: 0, desc: true })).toEqual([3, 0, 2, 1])
    expect(sortedRows(numbers, null)).toBeNull()
  })
})

describe('the address of a custom report', () => {
  const params: CustomParameter[] = [
    { name: 'start', type: 'date', label: '', default: 'today-7', dictId: null },
    { name: 'games', type: 'list', label: '', default: [], dictId: null },
    { name: 'text', type: 'text', label: '', default: '', dictId: null },
  ]

  it.each([
    [{ start: '2026-01-01' }],
    [{ games: ['a', 'b,c', '"'] }],
    [{ text: '[不是列表' }],
    [{ text: 'null' }],
    [{ text: '100%&=#中文' }],
    [{ text: null }],
  ])('brings %o back', (values) => {
    const address = reportAddress('x', values)
    const read = readAddress(address.slice(address.indexOf('?')))
    expect([read.id, valuesFrom(read, params)]).toEqual(['x', values])
  })

  it('holds only what differs from the defaults', () => {
    expect(changedValues({ start: 'today-7', games: [], text: 'x' }, params)).toEqual({ text: 'x' })
  })
})
