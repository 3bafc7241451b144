// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { QueryDimension } from '#features/statement/contract.ts'
import { drillTargets, rowWords } from '#features/statement/web/report/dialogs/drill.ts'
import { tableModelOf } from '#features/statement/web/report/table/reportTableModel.ts'
import {
  cellCondition,
  narrowedBy,
  rowConditions,
} from '#features/statement/web/report/table/rowConditions.ts'
import {
  allSubtotals,
  everyRow,
  hasSubtotals,
  placeOf,
  subtotalOf,
  unfoldedRows,
} from '#features/statement/web/report/table/rowTree.ts'
import { column, tableOf, tableSettings } from './figures.ts'

/** Two days, each with two platforms, each with its channels. */
const levels = [1, 2, 3, 3, 2, 3, 1, 2, 3]

describe('rows that can be folded', () => {
  const shown = (...folded: number[]) => {
    const rows = unfoldedRows(levels, new Set(folded))
    return Array.from({ length: rows.count }, (_, row) => rows.sourceOf(row))
  }

  it('hide what is below them, whatever is folded inside', () => {
    expect(shown()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(shown(1)).toEqual([0, 1, 4, 5, 6, 7, 8])
    expect(shown(0)).toEqual([0, 6, 7, 8])
    expect(shown(0, 1, 4)).toEqual([0, 6, 7, 8])
    expect(shown(...allSubtotals(levels, 3))).toEqual([0, 6])
  })

  it('are the subtotals; a row belongs to the nearest above it', () => {
    expect([...allSubtotals(levels, 3)]).toEqual([0, 1, 4, 6, 7])
    expect([0, 1, 2, 3, 5, 8].map((row) => subtotalOf(levels, row, 3))).toEqual([0, 1, 1, 1, 4, 7])
    expect(subtotalOf([1, 1], 1, 1)).toBe(-1)
    expect([hasSubtotals(levels, 3), hasSubtotals([1, 1], 1), hasSubtotals(null, 2)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are found where they are shown', () => {
    const rows = unfoldedRows(levels, new Set([1]))
    expect([0, 1, 2, 4, 8].map((source) => placeOf(rows, source))).toEqual([0, 1, 1, 2, 6])
    expect(placeOf(everyRow(9), 7)).toBe(7)
  })
})

const info: ReportInfo = {
  dims: [1, 2],
  points: [5],
  dateRange: { from: '2026-10-07', to: '2026-10-11' },
  subtotals: true,
  top: { dim: 2, count: 1, by: 5 },
  filters: [{ dim: 2, op: 'notIn', values: ['x'] }],
}
const table = tableOf(
  [column('d1', { type: 'date' }), column('d2'), column('p5')],
  [
    ['2026-10-05', '2026-10-05', '2026-10-05', '2026-10-12'],
    [null, 'ios', null, null],
    [30, 20, 10, 7],
  ],
  {
    levels: [1, 2, 2, 1],
    others: [false, false, true, false],
    range: { from: '2026-10-07', to: '2026-10-11' },
    summary: [null, null, 37],
  },
)
const model = tableModelOf(table, info, tableSettings)
const result = { key: '', info, table }
const dimension = (id: number, types: QueryDimension['types'], unreachable = ''): QueryDimension => ({
  id,
  name: `维度${id}`,
  describe: '',
  pinyin: '',
  types,
  formType: 'multiSelect',
  grains: [],
  dictId: null,
  categoryId: null,
  unreachable,
  options: null,
  moreOptions: false,
})
const params = {
  dimensions: [
    dimension(1, 'date'),
    dimension(2, 'string'),
    dimension(3, 'string'),
    dimension(4, 'string', '不可达'),
    dimension(6, 'date'),
  ],
  points: [],
}

describe('a result with subtotals and a rest', () => {
  it('says 小计 and 其他 where the cells are empty, and nothing beyond', () => {
    expect([0, 1, 2].map((row) => model.textAt?.(row, 1))).toEqual(['小计', undefined, '其他'])
    expect(model.textAt?.(0, 0)).toBeUndefined()
    expect(model.textAt?.(0, 2)).toBeUndefined()
    const three = tableModelOf(
      tableOf([column('d1'), column('d2'), column('d3'), column('p5')], [['a'], [null], [null], [1]], {
        levels: [1],
      }),
      { ...info, dims: [1, 2, 3] },
      tableSettings,
    )
    expect([1, 2].map((at) => three.textAt?.(0, at))).toEqual(['小计', ''])
  })

  it('marks subtotals, mutes what they have said already', () => {
    expect([0, 1].map((row) => model.rowMark?.(row)?.subtotal)).toEqual([true, undefined])
    expect([model.cellClass(0, 0), model.cellClass(1, 0), model.cellClass(0, 1)]).toEqual([
      undefined,
      'data-table-quiet',
      'data-table-quiet',
    ])
  })
})

describe('what a row stands for', () => {
  const conditions = (row: number) => rowConditions({ model, result, params, row })

  it('is its period within the days asked for, and its values', () => {
    const weekly = { ...result, info: { ...info, grain: 'week' as const } }
    expect(rowConditions({ model, result: weekly, params, row: 1 })).toEqual({
      dateRange: { from: '2026-10-07', to: '2026-10-11' },
      filters: [{ dim: 2, op: 'in', values: ['ios'] }],
    })
  })

  it('of a subtotal knows only what it is grouped by', () => {
    expect(conditions(3).filters).toEqual([])
    expect(cellCondition({ model, result, params, row: 0 }, 1)).toBeNull()
  })

  it('of 其他 is all but the values that have rows of their own', () => {
    expect(conditions(2).filters).toEqual([{ dim: 2, op: 'notIn', values: ['ios'] }])
  })

  it('of a date that is not the report’s own days is a condition on that date', () => {
    const opened = tableOf([column('d6', { type: 'date' }), column('p5')], [['2026-05-01'], [1]])
    const of = { ...info, dims: [6], subtotals: false }
    const shown = tableModelOf(opened, of, tableSettings)
    const request = { model: shown, result: { key: '', info: of, table: opened }, params, row: 0 }
    expect(rowConditions(request)).toEqual({
      filters: [{ dim: 6, op: 'between', values: ['2026-05-01', '2026-05-01'] }],
    })
  })

  it('replaces conditions on the same thing and keeps the others', () => {
    const now: ReportInfo = {
      ...info,
      filters: [...(info.filters ?? []), { dim: 3, op: 'isNull', values: [] }],
    }
    expect(narrowedBy(now, conditions(1)).filters).toEqual([
      { dim: 2, op: 'in', values: ['ios'] },
      { dim: 3, op: 'isNull', values: [] },
    ])
  })
})

describe('drilling', () => {
  it('offers the next dimension first, and none that is fixed or out of reach', () => {
    const ids = (row: number) => drillTargets({ model, result, row }, params).map(({ id }) => id)
    expect(ids(0)).toEqual([2, 3, 6])
    expect(ids(1)).toEqual([3, 6])
  })

  it('names the row', () => {
    expect([0, 1, 2].map((row) => rowWords({ model, row }))).toEqual([
      '2026-10-05',
      '2026-10-05、ios',
      '2026-10-05、其他',
    ])
  })

  it('is not offered where rows are ranges of a figure', () => {
    const buckets = tableOf([column('b', { kind: 'dimension', role: 'bucket' }), column('n')], [['0–6'], [3]])
    const of: ReportInfo = { kind: 'distribution', dims: [], points: [5, 6] }
    const shown = tableModelOf(buckets, of, tableSettings)
    expect(
      drillTargets({ model: shown, result: { key: '', info: of, table: buckets }, row: 0 }, params),
    ).toEqual([])
  })
})
