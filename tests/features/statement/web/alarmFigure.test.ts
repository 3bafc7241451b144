// The alarm that starts from a report's figure: its point and the fact rows it covers.
import { expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import { alarmFigureOf } from '#features/statement/web/alarm/figure.ts'

const column = (key: string, more: Partial<ReportTableColumn> = {}): ReportTableColumn => ({
  key,
  title: key,
  kind: key.startsWith('d') ? 'dimension' : 'point',
  type: key.startsWith('d') ? 'string' : 'number',
  format: null,
  unit: '',
  dictId: null,
  ...more,
})
const columns = [
  column('d1', { type: 'date' }),
  column('d3'),
  column('d4'),
  column('p7'),
  column('p7_diff', { role: 'change', of: 'p7' }),
]
const table = {
  columns,
  data: [
    ['2026-11-01', '2026-11-01', '2026-11-01'],
    ['iOS', null, null],
    ['a', null, 'b'],
    [10, 20, 30],
    [-0.5, 0, 0.1],
  ],
  rowCount: 3,
  levels: [3, 1, 3],
  others: [false, false, true],
} as unknown as ReportTable
const info: ReportInfo = {
  dims: [1, 3, 4],
  points: [7],
  compare: 'week',
  filters: [
    { dim: 1, op: 'between', values: ['2026-11-01', '2026-11-02'] },
    { dim: 3, op: 'in', values: ['iOS', 'Android'] },
    { dim: 5, op: 'in', values: [] },
    { dim: 6, op: 'isNull', values: [] },
    { point: 7, op: 'gte', values: [1] },
  ],
}
const of = (key: string, rows: number[], more: Partial<ReportInfo> = {}) =>
  alarmFigureOf({
    table,
    info: { ...info, ...more },
    reportId: 9,
    column: columns.find((one) => one.key === key) as ReportTableColumn,
    rows,
    figure: 1,
  })

it('goes on with the days, narrows by what the row says, keeps what the report asks of other dimensions', () => {
  expect(of('p7_diff', [0])).toEqual({
    point: 7,
    role: 'change',
    figure: 1,
    grain: 'day',
    compare: 'week',
    reportId: 9,
    filters: [
      { dim: 3, op: 'in', values: ['iOS'] },
      { dim: 6, op: 'isNull', values: [] },
      { dim: 4, op: 'in', values: ['a'] },
    ],
  })
})

it('takes of a subtotal what it says, and of the total nothing', () => {
  const own = [
    { dim: 3, op: 'in', values: ['iOS', 'Android'] },
    { dim: 6, op: 'isNull', values: [] },
  ]
  expect(of('p7', [1])?.filters).toEqual(own)
  expect(of('p7', [])?.filters).toEqual(own)
})

it('is none of a dimension, of the rest, of a cohort', () => {
  expect(of('d3', [0])).toBeUndefined()
  expect(of('p7', [2])).toBeUndefined()
  expect(of('p7', [0], { kind: 'retention' })).toBeUndefined()
})
