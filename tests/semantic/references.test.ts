import { describe, expect, it } from 'vitest'
import { exchangeIds, referencedIds, withoutIds } from '#semantic/model/references.ts'
import type { ReportInfo } from '#semantic/model/types.ts'

const info: ReportInfo = {
  dims: [1, 2],
  points: [10, 11],
  filters: [
    { dim: 3, op: 'in', values: ['a'] },
    { point: 12, op: 'gt', values: [1] },
  ],
  compare: 'filters',
  compareFilters: [{ dim: 4, op: 'in', values: ['b'] }],
  order: [
    { key: 'p10_diff', desc: true },
    { key: 'd1', desc: false },
  ],
  shares: [11],
  calculations: [
    { number: 1, of: 10, kind: 'rank', within: [1] },
    { number: 2, of: 11, kind: 'index', base: { value: 'x' }, along: 2 },
  ],
  top: { dim: 2, count: 5, by: 13 },
  columns: ['d1', 'p11_share', 'n'],
  chart: { keys: ['p10'] },
  pivot: [2],
}

describe('ids in a definition', () => {
  it('are found wherever they stand', () => {
    const { dims, points } = referencedIds(info)
    expect([...dims].sort()).toEqual([1, 2, 3, 4])
    expect([...points].sort()).toEqual([10, 11, 12, 13])
  })

  it('are exchanged wherever they stand, and nothing else is', () => {
    const exchanged = exchangeIds(info, { dim: (id) => id + 100, point: (id) => (id === 10 ? 77 : id) })
    expect(exchanged).toEqual({
      ...info,
      dims: [101, 102],
      points: [77, 11],
      filters: [
        { dim: 103, op: 'in', values: ['a'] },
        { point: 12, op: 'gt', values: [1] },
      ],
      compareFilters: [{ dim: 104, op: 'in', values: ['b'] }],
      order: [
        { key: 'p77_diff', desc: true },
        { key: 'd101', desc: false },
      ],
      calculations: [
        { number: 1, of: 77, kind: 'rank', within: [101] },
        { number: 2, of: 11, kind: 'index', base: { value: 'x' }, along: 102 },
      ],
      top: { dim: 102, count: 5, by: 13 },
      columns: ['d101', 'p11_share', 'n'],
      chart: { keys: ['p77'] },
      pivot: [102],
    })
  })

  it('leave with all that hangs on them, wherever they stand', () => {
    const without = (dims: number[], points: number[]) =>
      withoutIds({ ...info, subtotals: true }, { dims: new Set(dims), points: new Set(points) })
    const { top, ...rest } = info
    expect(without([2, 3, 4], [10])).toEqual({
      ...rest,
      subtotals: true,
      dims: [1],
      points: [11],
      filters: [{ point: 12, op: 'gt', values: [1] }],
      compareFilters: [],
      calculations: [],
      order: [{ key: 'd1', desc: false }],
      chart: { keys: [] },
      pivot: [],
    })
    expect(without([], [13])).not.toHaveProperty('top')
    expect(without([1, 2], [])).not.toHaveProperty('subtotals')
    expect(without([], [])).toEqual({ ...info, subtotals: true })
  })
})
