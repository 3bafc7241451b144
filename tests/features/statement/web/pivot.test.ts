// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { axesOf, placed, removed, shownAxes, swapped, withAxes } from '#semantic/model/pivot/axes.ts'
import { matrixOf } from '#semantic/model/pivot/matrix.ts'
import { nodeTexts } from '#semantic/model/pivot/nodeText.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { ColumnTitle } from '#web/table/ColumnTitle.tsx'
import type { TableColumn } from '#web/table/types.ts'
import type { Cell, ReportTable } from '#features/statement/contract.ts'
import { drilledInto, fixedBy, nextGrain } from '#features/statement/web/pivot/drill.ts'
import { markedLines } from '#features/statement/web/pivot/pivotHints.ts'
import { pivotTable } from '#features/statement/web/pivot/pivotTable.ts'
import type { PivotView } from '#features/statement/web/pivot/pivotView.ts'
import { pivotRequests } from '#features/statement/web/pivot/requests.ts'

const info = (rest: Partial<ReportInfo> = {}): ReportInfo => ({
  dims: [1, 2],
  points: [5],
  dateRange: { relative: 'last7' },
  ...rest,
})

/** Rows as [level, other, ...values of dims, ...figures]; the level 0 row is the summary. */
function answer(dims: number[], points: number[], rows: [number, boolean, ...Cell[]][]): ReportTable {
  const width = dims.length + points.length
  const summary = rows.find(([level]) => level === 0)
  const rest = rows.filter(([level]) => level !== 0)
  return {
    columns: [
      ...dims.map((id) => ({
        key: `d${id}`,
        title: `维度${id}`,
        kind: 'dimension' as const,
        type: 'string' as const,
        format: null,
        unit: '',
        dictId: null,
      })),
      ...points.map((id) => ({
        key: `p${id}`,
        title: `指标${id}`,
        kind: 'point' as const,
        type: 'integer' as const,
        format: 'integer' as const,
        unit: '人',
        dictId: null,
      })),
    ],
    data: Array.from({ length: width }, (_, at) => rest.map((row) => row[at + 2] as Cell)),
    rowCount: rest.length,
    truncated: false,
    summary: summary ? (summary.slice(2) as Cell[]) : null,
    range: null,
    sql: '',
    elapsedMs: 1,
    cached: false,
    computedAt: '',
    updateTime: null,
    levels: rest.map(([level]) => level),
    others: rest.map(([, isOther]) => isOther),
    unfinishedFrom: null,
    comparedRange: null,
    gone: [],
    trace: '',
  }
}

/** Distinct players: no total is the sum of its cells. */
const whole = answer(
  [1, 2],
  [5],
  [
    [0, false, null, null, 7],
    [1, false, 'b', null, 4],
    [2, false, 'b', 'y', 3],
    [2, false, 'b', 'x', 3],
    [1, false, 'a', null, 5],
    [2, false, 'a', 'y', 4],
  ],
)
const byColumn = answer(
  [2],
  [5],
  [
    [0, false, null, 7],
    [1, false, 'x', 3],
    [1, false, 'y', 6],
  ],
)
const axes = { rows: [1], columns: [2] }
const matrix = matrixOf({ table: whole, parts: [{ dims: [2], table: byColumn }] }, axes)
const view: PivotView = {
  axes,
  subtotals: false,
  totals: true,
  folded: new Set(),
  sort: null,
  order: [],
  today: '2026-10-12',
  hour: '',
  unfinishedFrom: null,
  showWeekday: false,
  highLightWeekend: false,
  holidays: null,
  marks: {},
}
const texts = nodeTexts(whole, 'day', () => undefined)
const lines = (shown: ReturnType<typeof pivotTable>) =>
  shown.rows.map((_, row) => shown.columns.map((_, column) => shown.cellAt(row, column)))

describe('names', () => {
  it('tell values of one label within a group apart by their code', () => {
    const named = { ...whole, columns: whole.columns.map((column) => ({ ...column, dictId: 9 })) }
    const same = nodeTexts(named, 'day', (_, code) => (code === 'b' ? '乙' : '甲'))
    const [b, a] = matrix.rows.children
    expect([b, a].map((node) => node && same.of(node, 1))).toEqual(['乙', '甲'])
    expect(matrix.columns.children.map((node) => same.of(node, 2))).toEqual(['甲（x）', '甲（y）'])
  })
})

describe('axes', () => {
  it('put the last dimension across where the report never was a pivot', () => {
    expect(axesOf(info())).toEqual({ rows: [1], columns: [2] })
    expect(axesOf(info({ dims: [1] }))).toEqual({ rows: [1], columns: [] })
    expect(axesOf(info({ pivot: [] }))).toEqual({ rows: [1, 2], columns: [] })
    expect(axesOf(info({ pivot: [1, 9] }))).toEqual({ rows: [2], columns: [1] })
  })

  it('move dimensions within and between, and come back as the report holds them', () => {
    const three = { rows: [1, 2], columns: [3] }
    expect(placed(three, 1, 'columns')).toEqual({ rows: [2], columns: [3, 1] })
    expect(placed(three, 1, 'rows', 2)).toEqual({ rows: [2, 1], columns: [3] })
    expect(placed(three, 3, 'rows', 0)).toEqual({ rows: [3, 1, 2], columns: [] })
    expect(removed(three, 3)).toEqual({ rows: [1, 2], columns: [] })
    expect(axesOf({ ...info(), ...withAxes(swapped(three)) })).toEqual({ rows: [3], columns: [1, 2] })
  })
})

describe('requests of a pivot', () => {
  const dimsOf = (asked: ReportInfo) => pivotRequests(asked).map(({ dims }) => dims)

  it('ask for the whole and for the totals of columns', () => {
    expect(dimsOf(info())).toEqual([[1, 2], [2]])
    expect(pivotRequests(info())[0]?.info.subtotals).toBe(true)
    expect(dimsOf(info({ pivot: [] }))).toEqual([[1, 2]])
    expect(dimsOf(info({ pivot: [1, 2] }))).toEqual([[1, 2]])
  })

  it('ask for the cells of each kind of group where groups are shown', () => {
    const three = info({ dims: [1, 2, 3], pivot: [3] })
    expect(dimsOf(three)).toEqual([[1, 2, 3], [3]])
    expect(dimsOf({ ...three, subtotals: true })).toEqual([[1, 2, 3], [3], [1, 3]])
  })

  it('keep the same rows in every request where figures are a condition', () => {
    const filtered = info({
      dims: [1, 2, 3],
      pivot: [3],
      subtotals: true,
      filters: [{ point: 5, op: 'gte', values: [3] }],
    })
    expect(dimsOf(filtered)).toEqual([
      [1, 2, 3],
      [3, 1, 2],
      [1, 3, 2],
    ])
  })

  it('order rows by figures, columns by their own values, and rank only where the ranked dimension is', () => {
    const [first, second] = pivotRequests(
      info({
        order: [
          { key: 'p5', desc: true },
          { key: 'd2', desc: true },
        ],
        top: { dim: 1, count: 3, by: 5 },
      }),
    )
    expect(first?.info.order).toEqual([
      { key: 'p5', desc: true },
      { key: 'd2', desc: true },
    ])
    expect(second?.info.order).toEqual([{ key: 'd2', desc: true }])
    expect(first?.info.top).toEqual({ dim: 1, count: 3, by: 5 })
    expect(second?.info.top).toBeUndefined()
  })

  it('ask for one plain table of cohorts', () => {
    const cohorts = info({ kind: 'retention', points: [5, 6] })
    expect(pivotRequests(cohorts)).toHaveLength(1)
    expect(pivotRequests(cohorts)[0]?.info.subtotals).toBeUndefined()
  })
})

describe('a pivot', () => {
  it('shows the server’s own totals, rows in its order, columns in their own', () => {
    const shown = pivotTable(matrix, texts, view)
    expect(shown.columns.map(({ title }) => title)).toEqual(['维度1', '合计', 'x', 'y'])
    expect(lines(shown)).toEqual([
      ['b', 4, 3, 3],
      ['a', 5, null, 4],
    ])
    expect(shown.summary).toEqual(['合计', '7', '3', '6'])
  })

  it('sorts by one of its columns, what is empty last', () => {
    const by = (desc: boolean) =>
      lines(pivotTable(matrix, texts, { ...view, sort: { key: 'p5@/"x"', desc } })).map(([name]) => name)
    expect(by(true)).toEqual(['b', 'a'])
    expect(by(false)).toEqual(['b', 'a'])
    const byY = lines(pivotTable(matrix, texts, { ...view, sort: { key: 'p5@/"y"', desc: true } }))
    expect(byY.map(([name]) => name)).toEqual(['a', 'b'])
  })

  it('marks days that were restated or are in doubt, on rows, on heads, and tells of them', () => {
    const day = (change: Partial<ReportTable>): ReportTable => {
      const table = answer(
        [1, 2],
        [5],
        [
          [0, false, null, null, 7],
          [1, false, 'b', null, 4],
          [2, false, 'b', '2026-10-02', 3],
          [2, false, 'b', '2026-10-01', 3],
        ],
      )
      const columns = table.columns.map((one) => (one.key === 'd2' ? { ...one, type: 'date' as const } : one))
      return { ...table, columns, ...change }
    }
    const figure = { day: '2026-10-02', point: 5, name: '指标5', format: 'integer', unit: '人', loads: 1 }
    const change = { state: 'changed', before: '2', between: null, after: '3', at: '2026-10-03T00:00:00Z' }
    const table = day({
      restated: [{ ...figure, ...change, how: 'days', source: 'late.csv' } as never],
      doubts: [{ day: '2026-10-01', table: '订单', name: '行数', text: '' }],
    })
    for (const axes of [
      { rows: [1], columns: [2] },
      { rows: [2], columns: [1] },
    ]) {
      const matrix = matrixOf({ table, parts: [] }, axes)
      const texts = nodeTexts(table, 'day', () => undefined)
      const shown = pivotTable(matrix, texts, { ...view, axes, marks: table })
      const marks = axes.rows.includes(2)
        ? shown.rows.map((_, row) => shown.rowMark(row))
        : shown.columns.map((column) => column.marks?.at(-1))
      const marked = (of: 'restated' | 'doubted') => marks.filter((mark) => mark?.[of]).length
      expect([marked('restated'), marked('doubted')]).toEqual([1, 1])
      const asked = { texts, marks: table, info: info(), axes }
      const isAcross = axes.columns.includes(2)
      const days = isAcross ? matrix.columns.children : matrix.rows.children
      const dayOf = (value: string) => days.find((node) => node.value === value)
      const b = (isAcross ? matrix.rows : matrix.columns).children[0]
      const source = matrix.values[0]
      const told = (value: string) => {
        const [row, column] = isAcross ? [b, dayOf(value)] : [dayOf(value), b]
        return markedLines(asked, { row, column, lead: 1, source }).join()
      }
      expect(told('2026-10-02')).toContain('指标5 由 2 改为 3（+50%）')
      expect(told('2026-10-01')).toBe('')
      const head = (value: string) => {
        const day = dayOf(value)
        const [row, column] = isAcross ? [undefined, day] : [day, undefined]
        return markedLines(asked, { row, column, lead: 0, source: isAcross ? source : undefined }).join()
      }
      expect(head('2026-10-02')).toContain('改：这一天过完')
      expect(head('2026-10-01')).toContain('疑：这一天的数据没有通过校验。,订单：行数')
    }
  })

  it('keeps the empty value, the empty text and 其他 apart', () => {
    const table = answer(
      [1],
      [5],
      [
        [0, false, null, 10],
        [1, false, null, 1],
        [1, false, '', 2],
        [1, true, null, 7],
      ],
    )
    const one = { rows: [1], columns: [] }
    const shown = pivotTable(
      matrixOf({ table, topDim: 1 }, one),
      nodeTexts(table, 'day', () => undefined),
      { ...view, axes: one },
    )
    expect(lines(shown)).toEqual([
      ['–', 1],
      ['(空文本)', 2],
      ['其他', 7],
    ])
  })

  it('has cells of groups from the request that is grouped so, and folds them', () => {
    const three = { rows: [1, 2], columns: [3] }
    const table = answer(
      [1, 2, 3],
      [5],
      [
        [0, false, null, null, null, 9],
        [1, false, 'a', null, null, 6],
        [2, false, 'a', 'u', null, 4],
        [3, false, 'a', 'u', 'x', 4],
        [2, false, 'a', 'v', null, 3],
        [3, false, 'a', 'v', 'x', 3],
      ],
    )
    const columns = answer(
      [3],
      [5],
      [
        [0, false, null, 9],
        [1, false, 'x', 8],
      ],
    )
    const groups = answer(
      [1, 3],
      [5],
      [
        [0, false, null, null, 9],
        [1, false, 'a', null, 6],
        [2, false, 'a', 'x', 5],
      ],
    )
    const nested = matrixOf(
      {
        table,
        parts: [
          { dims: [3], table: columns },
          { dims: [1, 3], table: groups },
        ],
      },
      three,
    )
    const names = nodeTexts(table, 'day', () => undefined)
    const open = { ...view, axes: three, subtotals: true }
    expect(lines(pivotTable(nested, names, open))).toEqual([
      ['a', '小计', 6, 5],
      ['a', 'u', 4, 4],
      ['a', 'v', 3, 3],
    ])
    expect(lines(pivotTable(nested, names, { ...open, folded: new Set(['/"a"']) }))).toEqual([
      ['a', '小计', 6, 5],
    ])
    expect(pivotTable(nested, names, open).summary).toEqual(['合计', '', '9', '8'])
  })

  it('marks the days in its headers and in every row column, as days of rows are marked', () => {
    const days = { rows: [1, 4], columns: [2, 3] }
    const dated = answer(
      [1, 4, 2, 3],
      [5],
      [
        [0, false, null, null, null, null, 9],
        [4, false, 'a', '2026-10-10', '2026-10-01', 'x', 9],
      ],
    )
    const table = {
      ...dated,
      columns: dated.columns.map((column) =>
        ['d2', 'd4'].includes(column.key) ? { ...column, type: 'date' as const } : column,
      ),
    }
    const byDay = { ...table, columns: table.columns.slice(2), data: table.data.slice(2) }
    const both = matrixOf({ table, parts: [{ dims: [2, 3], table: { ...byDay, levels: [2] } }] }, days)
    const names = nodeTexts(table, 'day', () => undefined)
    const holidays = (day: string) => (day === '2026-10-01' ? ('休' as const) : ('班' as const))
    const shown = pivotTable(both, names, { ...view, axes: days, showWeekday: true, holidays })
    const day = shown.columns.find(({ over }) => over?.[0] === '2026-10-01')
    expect(day?.marks?.[0]).toMatchObject({ weekday: '周四', holiday: '休' })
    expect(day?.marks?.[1]).toBeUndefined()
    expect(shown.rowMark(0)).toMatchObject({ weekday: '周六', holiday: '班', markedColumn: 1 })
    const { container } = render(
      createElement(ColumnTitle, { column: day as TableColumn, place: 2, hasMenu: false, hasHelp: false }),
    )
    expect(container.textContent).toBe('2026-10-01周四休x')
  })

  it('puts figures under what they belong to', () => {
    const two = answer(
      [1, 2],
      [5, 6],
      [
        [0, false, null, null, 1, 2],
        [1, false, 'a', null, 1, 2],
        [2, false, 'a', 'x', 1, 2],
      ],
    )
    const byTwo = answer(
      [2],
      [5, 6],
      [
        [0, false, null, 1, 2],
        [1, false, 'x', 1, 2],
      ],
    )
    const both = matrixOf({ table: two, parts: [{ dims: [2], table: byTwo }] }, axes)
    const shown = pivotTable(
      both,
      nodeTexts(two, 'day', () => undefined),
      view,
    )
    expect(shown.columns.map(({ over = [], title }) => [...over, title].join('/'))).toEqual([
      '维度1',
      '合计/指标5',
      '合计/指标6',
      'x/指标5',
      'x/指标6',
    ])
  })
})

describe('an answer without a dimension that is gone', () => {
  it('is read by the dimensions that it has', () => {
    const left = answer(
      [2],
      [5],
      [
        [0, false, null, 7],
        [1, false, 'x', 3],
        [1, false, 'y', 6],
      ],
    )
    const there = shownAxes(info(), left)
    expect(there).toEqual({ rows: [], columns: [2] })
    const shown = pivotTable(
      matrixOf({ table: left, parts: [{ dims: [2], table: left }] }, there),
      nodeTexts(left, 'day', () => undefined),
      { ...view, axes: there },
    )
    expect(lines(shown)).toEqual([[7, 3, 6]])
  })
})

describe('going into a cell', () => {
  const row = matrix.rowOf('/"b"')
  const column = matrix.columnOf('/"y"')

  it('makes conditions of its place and puts the other dimension in front', () => {
    if (!row || !column) throw new Error('the cell is there')
    const fixed = fixedBy(axes, row, column, texts)
    expect(fixed.map(({ dimension, node }) => [dimension, node.value])).toEqual([
      [1, 'b'],
      [2, 'y'],
    ])
    const next = drilledInto(info({ filters: [{ dim: 1, op: 'in', values: ['a', 'b'] }] }), fixed, 3, {
      own: undefined,
    })
    expect(next).toMatchObject({
      dims: [3],
      pivot: [],
      filters: [
        { dim: 1, op: 'in', values: ['b'] },
        { dim: 2, op: 'in', values: ['y'] },
      ],
    })
  })

  it('narrows the days to a date’s period, and keeps a column that the total stands over', () => {
    const dated = matrixOf({ table: answer([1, 2], [5], [[2, false, '2026-10-05', 'y', 3]]) }, axes)
    const day = dated.rowOf('/"2026-10-05"')
    if (!day) throw new Error('the day is there')
    const isDate = (dimension: number) => dimension === 1
    const fixed = fixedBy(axes, day, dated.columns, { isDate, grainOf: () => 'week' })
    // Weeks by their days: the same dimension, at a finer grain; days have none.
    expect(nextGrain('week', ['day', 'week', 'month'])).toBe('day')
    expect(nextGrain('year', ['day', 'week', 'month'])).toBe('month')
    expect(nextGrain(undefined, ['day', 'week', 'month'])).toBeUndefined()
    const byDay = drilledInto(info({ grain: 'week' }), fixed, fixed[0]?.dimension as number, {
      own: 1,
      grain: 'day',
    })
    expect(byDay).toMatchObject({ grain: 'day', dims: expect.arrayContaining([fixed[0]?.dimension]) })
    expect(drilledInto(info({ grain: 'week' }), fixed, 4, { own: 1 })).toMatchObject({
      dims: [4, 2],
      pivot: [2],
      dateRange: { from: '2026-10-05', to: '2026-10-11' },
    })
    // Another date than the report's own is a condition.
    expect(drilledInto(info({ grain: 'week' }), fixed, 4, { own: 9 })).toMatchObject({
      dateRange: { relative: 'last7' },
      filters: [{ dim: 1, op: 'between', values: ['2026-10-05', '2026-10-11'] }],
    })
  })
})

describe('a pivot of 10,000 × 200', () => {
  it('finds every cell without copying it', () => {
    const rows = 10_000
    const columns = 200
    const filled = 20
    const spread: [number, boolean, ...Cell[]][] = []
    for (let row = 0; row < rows; row++) {
      spread.push([1, false, row, null, row])
      for (let at = 0; at < filled; at++) spread.push([2, false, row, (row * 7 + at) % columns, row + at])
    }
    const heads = Array.from({ length: columns }, (_, at): [number, boolean, ...Cell[]] => [1, false, at, at])
    const big = matrixOf(
      {
        table: answer([1, 2], [5], spread),
        parts: [{ dims: [2], table: answer([2], [5], heads) }],
      },
      axes,
    )
    const shown = pivotTable(big, texts, view)
    expect([shown.rows.length, shown.columns.length]).toEqual([rows, columns + 2])
    const at = (9_999 * 7 + 3) % columns
    expect(shown.cellAt(9_999, at + 2)).toBe(9_999 + 3)
    expect(shown.cellAt(9_999, ((9_999 * 7 + 30) % columns) + 2)).toBeNull()
  })
})
