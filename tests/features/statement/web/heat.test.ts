// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { Heat, ReportInfo } from '#semantic/model/types.ts'
import { calendarOf } from '#web/calendar/days.ts'
import { heatClasses } from '#features/statement/web/report/table/heat.ts'
import { calendarLines, hintAt, markText } from '#features/statement/web/report/table/hints.ts'
import { tableModelOf } from '#features/statement/web/report/table/reportTableModel.ts'
import { column, tableOf, tableSettings } from './figures.ts'

const info: ReportInfo = { dims: [1], points: [3, 4], compare: 'previous' }
const table = tableOf(
  [
    column('d1', { type: 'date', title: '日期', cuts: { '2026-10-05': '2026-10-09 – 10-11' } }),
    column('p3', { title: '活跃用户', unit: '人', total: 'distinct' }),
    column('p3_prev', { title: '活跃用户 上期', unit: '人', role: 'previous', of: 'p3' }),
    column('p3_diff', { title: '活跃用户 环比', format: 'percent', role: 'change', of: 'p3' }),
    column('p4', { title: '新增用户', unit: '人' }),
  ],
  [
    ['2026-10-12', '2026-10-11', '2026-10-10', '2026-10-09'],
    [900, 110, 100, 105],
    [null, 100, 100, 100],
    [null, 0.1, 0, 0.05],
    [1, 10, 20, 30],
  ],
  { summary: [null, 215, 200, 0.075, 61], unfinishedFrom: '2026-10-12' },
)
const modelOf = (heat?: Heat, rest: Partial<ReportInfo> = {}) =>
  tableModelOf(table, { ...info, ...(heat && { heat }), ...rest }, tableSettings)
const stepsOf = (heat: Heat, at: number) =>
  [0, 1, 2, 3].map((row) => /heat-(\d)/.exec(modelOf(heat).cellClass(row, at) ?? '')?.[1])

describe('a heat map of figures', () => {
  it('goes from the least to the greatest of a column; the day that is not over is left out of both', () => {
    expect(stepsOf('column', 1)).toEqual([undefined, '7', '1', '4'])
    expect(stepsOf('column', 3)).toEqual([undefined, '1', '4', '7'])
  })

  it('compares columns of one unit where it is of all, and leaves changes their own colour', () => {
    expect(stepsOf('all', 1)).toEqual([undefined, '7', '6', '7'])
    expect(stepsOf('all', 3)).toEqual([undefined, '1', '2', '2'])
    expect(modelOf('all').cellClass(1, 2)).toBe('data-table-rise')
    expect(modelOf('all').cellClass(-1, 1)).toBe('data-table-whole')
  })

  it('shades nothing where all are equal, empty, or it is off', () => {
    const cellAt = (row: number) => [5, 5, null][row] ?? null
    const flat = heatClasses({ heat: 'column', rowCount: 3, scales: ['人'], cellAt, isPart: () => true })
    expect([0, 1, 2].map((row) => flat(row, 0))).toEqual([undefined, undefined, undefined])
    expect(modelOf().cellClass(1, 1)).toBeUndefined()
  })
})

describe('what a cell says of itself', () => {
  const model = modelOf()
  const request = { result: { table, info }, model, calendar: null } as unknown as Parameters<
    typeof hintAt
  >[0]

  it('tells of a calculation what its total is, and why there is none', () => {
    const calculation = { number: 1, of: 3, kind: 'average', periods: 7 } as const
    const calculatedTable = tableOf(
      [
        column('d1', { type: 'date', title: '日期' }),
        column('p3', { title: '活跃用户' }),
        column('p3_c1', { title: '活跃用户 7 日均', role: 'calculation', of: 'p3', calculation }),
        column('p3_c2', {
          title: '活跃用户 累计',
          role: 'calculation',
          of: 'p3',
          calculation: { number: 2, of: 3, kind: 'running' },
        }),
      ],
      [['2026-10-12'], [900], [850], [900]],
      { summary: [null, 900, null, 900] },
    )
    const calculatedModel = tableModelOf(calculatedTable, { dims: [1], points: [3] }, tableSettings)
    const asked = { ...request, model: calculatedModel }
    expect(hintAt(asked, -1, 2)).toEqual(['活跃用户 7 日均 合计', '合计没有自己的窗口，所以为空。'])
    expect(markText(asked, -1, 2)).toBe('合计没有自己的窗口，所以为空。')
    expect(hintAt(asked, -1, 3)).toEqual(['活跃用户 累计 合计', '累计到最后一行的数，就是合计。'])
    // Behind its point a title says only what it adds, and its numbers are not summed up.
    expect(calculatedModel.columns[2]).toMatchObject({ title: '7 日均', minor: true, numeric: false })
  })

  it('tells the figure of the fixed row that a row is set against, or why there is none', () => {
    const calculation = { number: 1, of: 3, kind: 'change', base: { value: '2026-03-01' } } as const
    const changed = column('p3_c1', {
      title: '活跃用户 较 2026-03-01 变化',
      role: 'calculation',
      of: 'p3',
      calculation,
    })
    const lines = (more: object, value: number | null) => {
      const own = tableOf(
        [
          column('d1', { type: 'date', title: '日期' }),
          column('p3', { title: '活跃用户' }),
          { ...changed, ...more },
        ],
        [['2026-10-10'], [900], [value === null ? null : 900 / value - 1]],
        { bases: { p3_c1: { total: null, rows: [value] } } },
      )
      const model = tableModelOf(own, { dims: [1], points: [3] }, tableSettings)
      return hintAt({ ...request, result: { table: own, info } as never, model }, 0, 2)
    }
    expect(lines({}, 720)).toEqual([changed.title, '基准 「2026-03-01」：720'])
    expect(lines({ noBase: '基准不在筛选之内' }, null)).toEqual([
      changed.title,
      '基准 「2026-03-01」：基准不在筛选之内，所以为空',
    ])
  })

  it('tells of the total how it came about, and of a change both figures', () => {
    expect(hintAt(request, -1, 1)).toEqual(['活跃用户 合计', expect.stringContaining('去重')])
    expect(hintAt(request, -1, 3)).toEqual(['新增用户 合计', expect.stringContaining('相加')])
    expect(hintAt(request, -1, 0)).toBeUndefined()
    expect(hintAt(request, 1, 2)).toEqual([
      '活跃用户 环比',
      '本期 110，对比期 100',
      expect.stringContaining('本期 ÷ 对比期'),
    ])
    expect(hintAt(request, 1, 1)).toBeUndefined()
  })

  it('tells of a total that shows days which are not compared the figure of the others', () => {
    const partly = {
      ...table,
      summary: [null, 1215, 300, 0.05, 61],
      range: { from: '2026-10-09', to: '2026-10-12' },
      baseRange: { from: '2026-10-09', to: '2026-10-11' },
      comparedRange: { from: '2026-10-06', to: '2026-10-08' },
      bases: { p3: { total: 315, rows: [null, 110, 100, 105] } },
    }
    const own = { result: { table: partly, info }, model: tableModelOf(partly, info, tableSettings) }
    const asked = { ...own, calendar: null } as unknown as Parameters<typeof hintAt>[0]
    const told = '本期可比的 315（2026-10-09 – 10-11），对比期 300（2026-10-06 – 10-08）'
    expect(hintAt(asked, -1, 2)).toEqual([
      '活跃用户 环比 合计',
      told,
      expect.stringContaining('1,215'),
      expect.stringContaining('本期 ÷ 对比期'),
    ])
    expect(markText(asked, -1, 2)).toBe(told)
    expect(hintAt(asked, 1, 2)).toContain('本期 110，对比期 100')
    expect(hintAt(asked, 0, 2)).toContain('本期 900，没有可比的对比期')
  })

  it('tells of hatching why, in the status line too', () => {
    expect(markText(request, 0, 1)).toContain('还没有结束')
    expect(markText(request, 1, 1)).toBe('')
    expect(markText(request, -1, 1)).toContain('整期')
    const weekly = tableModelOf(
      {
        ...table,
        data: table.data.map((cells, at) => (at === 0 ? ['2026-10-05', '2026-09-28', null, null] : cells)),
      },
      { ...info, grain: 'week' },
      tableSettings,
    )
    expect(weekly.columns[0]?.format(weekly.cellAt(0, 0))).toBe('2026-10-09 – 10-11')
    expect(weekly.rowMark?.(0)).toMatchObject({ cut: true })
    expect(markText({ ...request, model: weekly }, 0, 1)).toContain('截断')
  })

  it('tells of a day its holiday and what is noted on it', () => {
    const calendar = calendarOf(
      {
        years: [
          {
            year: 2026,
            source: 'shipped',
            springFestival: null,
            days: [{ day: '2026-10-01', kind: 'rest', name: '国庆节' }],
          },
        ],
        notes: [
          {
            id: 1,
            day: '2026-10-01',
            until: '2026-10-03',
            cgi: 'x',
            game: '云海',
            kind: 'version',
            title: '2.1',
            text: '新地图',
            owner: '',
            editable: false,
            revision: 1,
          },
        ],
      },
      2026,
      2026,
    )
    expect(calendarLines(calendar, '2026-10-01')).toEqual(['国庆节，放假', '版本（云海）：2.1。新地图'])
    expect(calendarLines(calendar, '2026-10-03')).toEqual(['版本（云海）：2.1。新地图'])
    expect(calendarLines(calendar, '2026-10-04')).toEqual([])
  })
})
