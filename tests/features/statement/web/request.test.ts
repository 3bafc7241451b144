// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { dimsIn } from '#semantic/model/conditions.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { QueryDimension } from '#features/statement/contract.ts'
import { controlDimensions, filterText, withFilter } from '#features/statement/web/filters/filters.ts'
import {
  askedInfo,
  carriedOver,
  keptInfo,
  requestKey,
  withoutStrays,
} from '#features/statement/web/report/asking/request.ts'

const dimension = (id: number, rest: Partial<QueryDimension> = {}): QueryDimension => ({
  id,
  name: `维度${id}`,
  describe: '',
  pinyin: '',
  types: 'string',
  formType: 'multiSelect',
  grains: [],
  dictId: null,
  categoryId: null,
  unreachable: '',
  options: null,
  moreOptions: false,
  ...rest,
})
const info: ReportInfo = {
  dims: [1, 2],
  points: [5],
  dateRange: { relative: 'last7' },
  filters: [
    { dim: 3, op: 'in', values: [] },
    { dim: 2, op: 'in', values: ['a'] },
    { dim: 4, op: 'isNull', values: [] },
  ],
  columns: ['p5', 'd1'],
}

describe('what is asked', () => {
  it('leaves out controls in which nothing is chosen, and the order of columns', () => {
    expect(askedInfo(info)).toEqual({
      dims: [1, 2],
      points: [5],
      dateRange: { relative: 'last7' },
      filters: [info.filters?.[1], info.filters?.[2]],
    })
    expect(askedInfo({ ...info, filters: [] })).not.toHaveProperty('filters')
  })

  it('is the same question when only the columns stand otherwise', () => {
    expect(requestKey(1, info)).toBe(requestKey(1, { ...info, columns: undefined }))
    expect(requestKey(1, info)).not.toBe(requestKey(2, info))
    expect(requestKey(1, info)).not.toBe(requestKey(1, { ...info, dims: [2, 1] }))
  })
})

describe('a comparison', () => {
  const compared: ReportInfo = {
    ...info,
    compareRange: { from: '2025-01-01', to: '2025-01-07' },
    compareFilters: [
      { dim: 2, op: 'in', values: ['b'] },
      { dim: 3, op: 'in', values: [] },
    ],
  }

  it('is asked for with what it needs, and nothing of another one', () => {
    expect(askedInfo({ ...compared, compare: 'week' })).not.toHaveProperty('compareRange')
    expect(askedInfo({ ...compared, compare: 'range' })).toMatchObject({
      compareRange: compared.compareRange,
    })
    expect(askedInfo({ ...compared, compare: 'range' })).not.toHaveProperty('compareFilters')
    expect(askedInfo({ ...compared, compare: 'filters' }).compareFilters).toHaveLength(1)
    expect(askedInfo({ ...info, compare: 'range' })).not.toHaveProperty('compare')
  })

  it('leaves nothing of itself in the address when another one is chosen', () => {
    const next = withoutStrays({ ...compared, compare: 'year' })
    expect(next).not.toHaveProperty('compareRange')
    expect(next).not.toHaveProperty('compareFilters')
  })

  it('goes along to another report of plain figures with days', () => {
    const target: ReportInfo = { dims: [2], points: [7], dateRange: { relative: 'last7' } }
    const changed: ReportInfo = { ...compared, compare: 'range' }
    expect(carriedOver(changed, info, target)).toMatchObject({
      compare: 'range',
      compareRange: compared.compareRange,
    })
    expect(carriedOver({ ...info, compare: 'week' }, info, target).compare).toBe('week')
    expect(carriedOver(info, { ...info, compare: 'week' }, { ...target, compare: 'year' }).compare).toBe(
      undefined,
    )
    // One that its report was saved with stays there; so does one by conditions.
    expect(carriedOver({ ...info, compare: 'week' }, { ...info, compare: 'week' }, target)).toEqual(target)
    expect(carriedOver({ ...compared, compare: 'filters' }, info, target)).not.toHaveProperty('compare')
    const cohorts: ReportInfo = { ...target, kind: 'retention' }
    expect(carriedOver({ ...info, compare: 'week' }, info, cohorts)).toEqual(cohorts)
  })
})

describe('what only the screen reads', () => {
  const shown: ReportInfo = { ...info, frozen: 2, chart: { kind: 'bar' }, pivot: [1] }

  it('is not asked for, and is kept', () => {
    expect(requestKey(1, shown)).toBe(requestKey(1, info))
    expect(keptInfo(shown)).toEqual(shown)
  })

  it('asks nothing beside the columns of cohorts', () => {
    const beside: ReportInfo = {
      ...info,
      compare: 'week',
      subtotals: true,
      shares: [5],
      top: { dim: 2, count: 3, by: 5 },
      fillDates: true,
    }
    expect(askedInfo(beside)).toMatchObject({
      compare: 'week',
      subtotals: true,
      shares: [5],
      fillDates: true,
    })
    const { filters } = askedInfo(info)
    expect(askedInfo({ ...beside, kind: 'retention' })).toEqual({
      kind: 'retention',
      dims: info.dims,
      points: info.points,
      dateRange: info.dateRange,
      filters,
    })
  })

  it('asks for subtotals only where there is a level for them', () => {
    expect(askedInfo({ ...info, subtotals: true })).toHaveProperty('subtotals', true)
    expect(askedInfo({ ...info, dims: [1], subtotals: true })).not.toHaveProperty('subtotals')
  })
})

it('drops order by a column that is gone, and adds new columns at the end', () => {
  const next = withoutStrays({
    ...info,
    points: [6, 5],
    order: [
      { key: 'p9', desc: true },
      { key: 'd1', desc: false },
    ],
  })
  expect(next.order).toEqual([{ key: 'd1', desc: false }])
  expect(next.columns).toEqual(['p5', 'd1', 'd2', 'p6'])
})

it('keeps what hangs on a figure only as long as it is shown', () => {
  const compared: ReportInfo = {
    dims: [1, 2],
    points: [5],
    compare: 'previous',
    shares: [5, 6],
    top: { dim: 2, count: 5, by: 9 },
    order: [{ key: 'p5_diff', desc: true }],
    columns: ['d1', 'p5', 'p5_diff', 'p5_share'],
  }
  expect(withoutStrays(compared)).toMatchObject({
    shares: [5],
    top: compared.top,
    order: compared.order,
    columns: ['d1', 'p5', 'p5_diff', 'p5_share', 'd2'],
  })
  const bare = withoutStrays({ ...compared, dims: [1], compare: undefined, shares: [] })
  expect(bare).toMatchObject({ order: [], columns: ['d1', 'p5'] })
  expect(bare).not.toHaveProperty('top')
  const cohorts = withoutStrays({ ...compared, kind: 'retention', columns: ['d1', 'n', 'r7'] })
  expect(cohorts.columns).toEqual(['d1', 'n', 'r7'])
})

it('keeps calculations only as long as their point and dimensions are shown', () => {
  const calculated: ReportInfo = {
    dims: [1, 2],
    points: [5, 6],
    calculations: [
      { number: 1, of: 5, kind: 'rank', within: [2] },
      { number: 2, of: 5, kind: 'average', periods: 7 },
      { number: 3, of: 6, kind: 'index', base: { value: 'x' }, along: 2 },
    ],
    order: [
      { key: 'p5_c1', desc: false },
      { key: 'p5_c2', desc: true },
    ],
    columns: ['p5_c2', 'd1', 'p5', 'p6_c3'],
  }
  expect(withoutStrays(calculated)).toMatchObject({
    ...calculated,
    columns: [...(calculated.columns ?? []), 'd2', 'p6'],
  })
  const bare = withoutStrays({ ...calculated, dims: [1] })
  expect(bare.calculations).toEqual([{ number: 2, of: 5, kind: 'average', periods: 7 }])
  expect(bare.order).toEqual([{ key: 'p5_c2', desc: true }])
  expect(bare.columns).toEqual(['p5_c2', 'd1', 'p5', 'p6'])
  expect(withoutStrays({ ...calculated, points: [6] }).calculations?.map(({ number }) => number)).toEqual([3])
  expect(askedInfo(calculated).calculations).toEqual(calculated.calculations)
  expect(askedInfo({ ...calculated, kind: 'funnel' })).not.toHaveProperty('calculations')
})

it('carries days and shared filters over to another report', () => {
  const changed: ReportInfo = {
    ...info,
    dateRange: { relative: 'last30' },
    filters: [
      { dim: 2, op: 'in', values: ['b'] },
      { dim: 8, op: 'in', values: ['x'] },
    ],
  }
  const target: ReportInfo = {
    dims: [2],
    points: [7],
    dateRange: { relative: 'last7' },
    filters: [{ dim: 4, op: 'in', values: ['k'] }],
  }
  const carried = carriedOver(changed, info, target)
  expect(carried.dateRange).toEqual({ relative: 'last30' })
  expect(carried.filters).toEqual([
    { dim: 4, op: 'in', values: ['k'] },
    { dim: 2, op: 'in', values: ['b'] },
  ])
  expect(carriedOver(info, info, target)).toEqual(target)
})

describe('the filter bar', () => {
  it('has a control for each filter, each group and the game, the game first', () => {
    const dimensions = [
      dimension(1, { types: 'date', formType: 'dateRange' }),
      dimension(2),
      dimension(3),
      dimension(4),
      dimension(5, { types: 'game' }),
      dimension(6, { types: 'game', unreachable: '没有游戏列' }),
      dimension(7),
    ]
    expect(controlDimensions(info, dimensions).map(({ id }) => id)).toEqual([5, 3, 2, 4])
  })

  it('says what is chosen, shortly', () => {
    const name = (value: string) => value.toUpperCase()
    expect(filterText(undefined)).toBe('全部')
    expect(filterText({ op: 'in', values: [] })).toBe('全部')
    expect(filterText({ op: 'in', values: ['a', 'b', 'c', 'd', 'e', 'f'] }, name)).toBe('A、B、C +3')
    expect(filterText({ op: 'notIn', values: [null, ''] })).toBe('不等于 –、(空文本)')
    expect(filterText({ op: 'between', values: [1, 5] })).toBe('1 – 5')
    expect(filterText({ op: 'isNull', values: [] })).toBe('为空')
  })

  it('puts a changed filter in its old place', () => {
    const next = withFilter(info.filters, { dim: 2 }, { op: 'notIn', values: ['z'] })
    expect(dimsIn(next)).toEqual([3, 2, 4])
    expect(dimsIn(withFilter(next, { dim: 3 }, null))).toEqual([2, 4])
    expect(withFilter(next, { point: 2 }, { op: 'gte', values: [1] })).toHaveLength(4)
  })
})
