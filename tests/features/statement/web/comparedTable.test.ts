// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { changeCopy, changeText, directionOf } from '#semantic/model/shown/changes.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { columnOrder } from '#features/statement/web/report/table/columns.ts'
import { hintAt, markText } from '#features/statement/web/report/table/hints.ts'
import { tableModelOf } from '#features/statement/web/report/table/reportTableModel.ts'
import { column, tableOf, tableSettings } from './figures.ts'

describe('a change', () => {
  it('reads without a sign, which its arrow has, and is copied with it', () => {
    expect([changeText(0.0342, false), changeCopy(0.0342, false)]).toEqual(['3.42%', '3.42%'])
    expect([changeText(-0.0342, false), changeCopy(-0.0342, false)]).toEqual(['3.42%', '-3.42%'])
    expect(changeText(12.5, false)).toBe('1,250.00%')
  })

  it('of ratios is in points of a percent, whose unit the header has', () => {
    expect([changeText(-0.0031, true), changeCopy(-0.0031, true)]).toEqual(['0.31', '-0.31'])
  })

  it('has the direction of what is shown: what rounds to nothing has none', () => {
    expect([0.0001, -0.0001, 0.00004, -0.00004, 0, null].map(directionOf)).toEqual([
      'rise',
      'fall',
      'none',
      'none',
      'none',
      'none',
    ])
    expect([changeText(null, false), changeCopy(null, false)]).toEqual(['–', ''])
    expect(changeText(-0.00004, false)).toBe('0.00%')
  })
})

const info: ReportInfo = { dims: [1], points: [3, 4], compare: 'previous', shares: [3] }
const columns = [
  column('d1', { type: 'date', title: '日期' }),
  column('p3', { title: '活跃用户', unit: '人' }),
  column('p3_prev', { title: '活跃用户 上期', unit: '人', role: 'previous', of: 'p3' }),
  column('p3_diff', { title: '活跃用户 环比', format: 'percent', role: 'change', of: 'p3' }),
  column('p3_share', { title: '活跃用户占比', format: 'percent', role: 'share', of: 'p3' }),
  column('p4', { title: '付费率', format: 'percent', unit: '%', total: 'ratio' }),
  column('p4_diff', { title: '付费率 环比', format: 'percent', unit: 'pp', role: 'change', of: 'p4' }),
]
const table = tableOf(
  columns,
  [
    ['2026-10-12', '2026-10-11', '2026-10-10'],
    [5, 110, 100],
    [null, 100, 100],
    [null, 0.1, -0.5],
    [0.02, 0.5, 0.48],
    [0.01, 0.04, 0.05],
    [null, -0.01, 0],
  ],
  { summary: [null, 215, 200, 0.075, 1, 0.04, 0.001], unfinishedFrom: '2026-10-12' },
)

describe('a compared result as a table', () => {
  const model = tableModelOf(table, info, tableSettings)

  it('leaves out the other period’s figures until they are wanted', () => {
    expect(model.columns.map(({ key }) => key)).toEqual(['d1', 'p3', 'p3_diff', 'p3_share', 'p4', 'p4_diff'])
    const all = tableModelOf(table, info, { ...tableSettings, showPrevious: true })
    expect(all.columns.map(({ key }) => key)).toEqual(columns.map(({ key }) => key))
  })

  it('names changes shortly behind their figure and wholly for copies, with units where they belong', () => {
    expect(model.columns.map(({ title, unit }) => `${title} ${unit}`.trim())).toEqual([
      '日期',
      '活跃用户 人',
      '环比',
      '占比',
      '付费率 %',
      '环比 pp',
    ])
    expect(model.columns.map(({ fullTitle }) => fullTitle)).toEqual([
      undefined,
      undefined,
      '活跃用户 环比',
      '活跃用户占比',
      undefined,
      '付费率 环比',
    ])
  })

  it('draws a line after each figure and what hangs on it, which move together', () => {
    expect(model.columns.map(({ paired = false }) => paired)).toEqual([false, true, true, false, true, false])
    expect(model.columns.map(({ group }) => group)).toEqual([undefined, 'p3', 'p3', 'p3', 'p4', 'p4'])
  })

  it('colours changes by their direction, in the totals too, and says that a ratio’s total is no sum', () => {
    expect([0, 1, 2].map((row) => model.cellClass(row, 2))).toEqual([
      'data-table-quiet',
      'data-table-rise',
      'data-table-fall',
    ])
    expect([2, 4, 5].map((at) => model.cellClass(-1, at))).toEqual([
      'data-table-rise',
      'data-table-whole',
      'data-table-rise',
    ])
    expect(model.cellClass(-1, 1)).toBeUndefined()
    expect(model.summary).toEqual(['合计 3 天', '215', '7.50%', '100.00%', '4.00', '0.10'])
  })

  it('keeps changes out of the selection’s sum', () => {
    expect(model.columns.map(({ numeric }) => numeric)).toEqual([false, true, false, true, true, false])
  })

  it('hatches from the day on that the server says is not over', () => {
    expect([0, 1].map((row) => model.rowMark?.(row)?.unfinished)).toEqual([true, false])
    const weekly = tableModelOf(table, { ...info, grain: 'week' }, tableSettings)
    expect(weekly.rowMark?.(2)?.unfinished).toBe(true)
  })

  it('freezes as many columns as the reader asked for, none of them where they asked for none', () => {
    const frozen = (count: number) =>
      tableModelOf(table, { ...info, frozen: count }, tableSettings).columns.filter((one) => one.frozen)
    expect([frozen(0).length, frozen(3).length]).toEqual([0, 3])
    expect(model.columns.filter((one) => one.frozen)).toHaveLength(1)
  })

  it('puts what hangs on a figure behind it, wherever the reader moved it', () => {
    expect(columnOrder(columns, ['p4', 'd1', 'p3'])).toEqual([5, 6, 0, 1, 2, 3, 4])
    expect(columnOrder(columns, ['p3_diff', 'd1', 'p3'])).toEqual([3, 0, 1, 2, 4, 5, 6])
    // Beside a figure that is not its own it says whose change it is.
    const moved = tableModelOf(table, { ...info, columns: ['d1', 'p3_diff', 'p4', 'p3'] }, tableSettings)
    expect(moved.columns[1]?.title).toBe('活跃用户 环比')
  })
})

describe('retention as a table', () => {
  const cohorts = tableOf(
    [
      column('d1', { type: 'date' }),
      column('n', { title: '新增用户', role: 'size' }),
      column('n1', { title: '次日留存', role: 'retained', of: 'n', day: 1 }),
      column('r1', { title: '次日留存率', format: 'percent', unit: '%', role: 'rate', of: 'n1', day: 1 }),
      column('n3', { title: '3 日留存', role: 'retained', of: 'n', day: 3 }),
    ],
    [
      ['2026-10-12', '2026-10-11', '2026-10-09', '2026-10-05'],
      [10, 20, 30, 40],
      [null, 5, 15, 20],
      [null, 0.25, 0.5, 0.5],
      [null, null, 3, 10],
    ],
    { unfinishedFrom: '2026-10-12', summary: [null, 100, 40, 0.45, 10] },
  )
  const retention: ReportInfo = { kind: 'retention', dims: [1], points: [7, 8] }
  const model = tableModelOf(cohorts, retention, tableSettings)

  it('hatches the cells whose day is today, and leaves those empty whose day has not come', () => {
    expect([0, 1, 2, 3].map((row) => model.rowMark?.(row)?.unfinishedKeys)).toEqual([
      undefined,
      ['n1', 'r1'],
      ['n3'],
      undefined,
    ])
    expect(model.columns[2]?.format(model.cellAt(0, 2))).toBe('–')
  })

  it('pairs each rate with those who came back, and says that its total is no sum', () => {
    expect(model.columns.map(({ group }) => group)).toEqual([undefined, undefined, 'n1', 'n1', undefined])
    expect(model.columns[3]?.title).toBe('率')
    expect(model.cellClass(-1, 3)).toBe('data-table-whole')
  })

  it('says over how many cohorts a total counts: those whose day is over', () => {
    const request = { result: { table: cohorts, info: retention } as never, model, calendar: null }
    expect(hintAt(request, -1, 3)).toContain('合计含 4 批中的 2 批，其余的第 1 天还没过完。')
    expect(markText(request, -1, 4)).toBe('合计含 4 批中的 1 批，其余的第 3 天还没过完。')
    const past = { ...cohorts, data: cohorts.data.map((cells) => cells.slice(3)), rowCount: 1 }
    const all = tableModelOf(past, retention, tableSettings)
    expect(
      markText({ ...request, result: { table: past, info: retention } as never, model: all }, -1, 4),
    ).toBe('合计含全部 1 批。')
    expect(markText(request, -1, 1)).toBe('')
  })

  it('says over how many players LTV is, and counts its days from 1', () => {
    const worth = { kind: 'computed', type: 'number', format: 'decimal', unit: '元', dictId: null } as const
    const table = {
      ...cohorts,
      columns: [
        cohorts.columns[0],
        {
          key: 'n',
          title: '新增用户',
          kind: 'point',
          type: 'integer',
          format: 'integer',
          unit: '人',
          dictId: null,
          role: 'size',
        },
        { key: 'l7', title: 'LTV7', role: 'worth', day: 6, ...worth },
        { key: 'i7', title: 'ROI7', role: 'recovered', day: 6, ...worth, unreached: '没有按渠道分开' },
      ],
      data: [
        ['2026-10-10', '2026-10-01'],
        [1200, 1000],
        [null, 5],
        [null, 0.5],
      ],
      rowCount: 2,
      summary: [null, 2200, 5, 0.5],
      bases: { l7: { total: 1000, rows: [0, 1000] } },
    } as never
    const info: ReportInfo = { kind: 'ltv', dims: [1], points: [1, 2, 3] }
    const own = tableModelOf(table, info, tableSettings)
    const request = { result: { table, info } as never, model: own, calendar: null }
    expect(markText(request, -1, 2)).toBe(
      '按已满 7 天的 1,000 人算。合计含 2 批中的 1 批，其余的前 7 天还没过完。',
    )
    expect(markText(request, -1, 3)).toBe('合计含 2 批中的 1 批，其余的没有成本，或前 7 天还没过完。')
    expect(markText(request, 1, 2)).toContain('按已满 7 天的 1,000 人算。')
    expect(markText(request, 0, 3)).toContain('没有按渠道分开')
    expect(hintAt(request, 0, 3)).toContain('没有按渠道分开')
    expect(markText(request, 1, 3)).not.toContain('没有按渠道分开')
  })

  it('hatches a week’s cell as long as the day of one of its players is not over', () => {
    const weekly = tableModelOf(cohorts, { ...retention, grain: 'week' }, tableSettings)
    expect(weekly.rowMark?.(3)?.unfinishedKeys).toEqual(['n1', 'r1', 'n3'])
  })
})
