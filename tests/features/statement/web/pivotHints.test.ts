// @vitest-environment jsdom
// The figures behind a change in a pivot: cells, groups and totals come from different answers.
import { expect, it } from 'vitest'
import { figureColumns } from '#semantic/model/pivot/layout.ts'
import { matrixOf, type PivotTableData } from '#semantic/model/pivot/matrix.ts'
import { pivotLines } from '#features/statement/web/pivot/pivotHints.ts'
import { column } from './figures.ts'

const figures = [
  column('p3', { title: '活跃用户' }),
  column('p3_prev', { title: '活跃用户 上期', role: 'previous', of: 'p3' }),
  column('p3_diff', { title: '活跃用户 环比', role: 'change', of: 'p3' }),
  column('p3_c1', {
    title: '活跃用户 较 a 之差',
    role: 'calculation',
    of: 'p3',
    calculation: { number: 1, of: 3, kind: 'difference', base: { value: 'a' } },
  }),
]
const table: PivotTableData = {
  columns: [column('d1', { title: '渠道' }), column('d2', { title: '游戏' }), ...figures],
  data: [['x'], ['g'], [45], [15], [1], [40]],
  rowCount: 1,
  summary: [null, null, 90, 20, 0.5, null],
  levels: null,
  others: null,
  bases: { p3: { total: 30, rows: [30] }, p3_c1: { total: null, rows: [5] } },
}

it('is told of each cell and of the total, by the figure over the compared days', () => {
  const axes = { rows: [1], columns: [2] }
  const matrix = matrixOf({ table }, axes)
  const all = figureColumns(matrix, { axes, subtotals: false, totals: true, sort: null, folded: new Set() })
  const of = (key: string, isTotal: boolean) =>
    all.find(({ node, value }) => matrix.values[value]?.key === key && (node === matrix.columns) === isTotal)
  const lines = (key: string, isTotal = false) => {
    const figure = of(key, isTotal)
    const row = isTotal ? matrix.rows : matrix.rows.children[0]
    return row && figure ? pivotLines(matrix, row, figure) : null
  }
  expect(lines('p3_diff')).toEqual(['本期可比的 30，对比期 15', expect.stringContaining('本期 45 里还有')])
  expect(lines('p3_diff', true)).toEqual([
    '本期可比的 30，对比期 20',
    expect.stringContaining('本期 90 里还有'),
  ])
  expect(lines('p3_c1')).toEqual(['基准 「a」：5'])
  expect(lines('p3')).toEqual([])
})
