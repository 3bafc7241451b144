// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { bandsOf, notesOf } from '#semantic/model/shown/bands.ts'
import { chartFigures, shownFigures, toggledKeys } from '#semantic/model/shown/chartFigures.ts'
import { kindOf, kindsOf, shapeOf } from '#semantic/model/shown/chartKinds.ts'
import { plotOf } from '#semantic/model/shown/plotOf.ts'
import type { ChartKind, ReportInfo } from '#semantic/model/types.ts'
import { flowLayout } from '#shared/plot/flowLayout.ts'
import type { Plot } from '#shared/plot/plot.ts'
import { calendarOf } from '#web/calendar/days.ts'
import { sectorUnder, stepUnder } from '#web/chart/picking.ts'
import type { Cell, ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import { legendChange } from '#features/statement/web/chart/change.ts'

const column = (key: string, rest: Partial<ReportTableColumn> = {}): ReportTableColumn => ({
  key,
  title: key,
  kind: key.startsWith('d') ? 'dimension' : 'point',
  type: key.startsWith('d') ? 'string' : 'integer',
  format: key.startsWith('d') ? null : 'integer',
  unit: key.startsWith('d') ? '' : '人',
  dictId: null,
  ...rest,
})
const day = column('d1', { type: 'date', title: '日期' })

const tableOf = (
  columns: ReportTableColumn[],
  rows: Cell[][],
  rest: Partial<ReportTable> = {},
): ReportTable => ({
  columns,
  data: columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  rowCount: rows.length,
  truncated: false,
  summary: null,
  range: null,
  sql: '',
  elapsedMs: 1,
  cached: false,
  computedAt: '2026-10-12T06:20:00.000Z',
  levels: null,
  others: null,
  unfinishedFrom: null,
  comparedRange: null,
  gone: [],
  trace: '',
  updateTime: null,
  ...rest,
})

const around = {
  labels: (dictId: number, code: string) => (dictId === 9 && code === 'ios' ? '苹果' : undefined),
  calendar: null,
  today: '2026-10-12',
  hour: '2026-10-12 14',
  highlights: true,
}

function draw(table: ReportTable, info: ReportInfo, chart?: ReportInfo['chart']) {
  const shape = shapeOf(table, info)
  const figures = shownFigures(chartFigures(table), chart)
  const kind = kindOf(chart, shape, figures[0], table.rowCount) as ChartKind
  return { shape, kind, drawn: plotOf(table, info, shape, kind, figures, around) }
}

describe('what a chart shows of a report', () => {
  const compared = [
    day,
    column('p3'),
    column('p3_prev', { of: 'p3', role: 'previous' }),
    column('p3_diff', { of: 'p3', role: 'change' }),
    column('p4', { format: 'percent', unit: '%', kind: 'computed' }),
    column('p5'),
  ]
  const figures = chartFigures({ columns: compared })

  it('knows figures by themselves, with what they are compared with', () => {
    expect(figures.map(({ key, previousAt, changeAt }) => [key, previousAt, changeAt])).toEqual([
      ['p3', 2, 3],
      ['p4', -1, -1],
      ['p5', -1, -1],
    ])
  })

  it('draws the chosen ones while they are there, and only those of one unit', () => {
    const keys = (chosen?: string[]) =>
      shownFigures(figures, chosen && { keys: chosen }).map(({ key }) => key)
    expect(keys()).toEqual(['p3'])
    expect(keys(['p9', 'p4'])).toEqual(['p4'])
    expect(keys(['p9'])).toEqual(['p3'])
    expect(keys(['p5', 'p4', 'p3'])).toEqual(['p5', 'p3'])
  })

  it('adds and takes away figures, never the last, never one of another unit', () => {
    const [p3, p4, p5] = figures as [(typeof figures)[0], (typeof figures)[0], (typeof figures)[0]]
    expect(toggledKeys([p3], p5)).toEqual(['p3', 'p5'])
    expect(toggledKeys([p3, p5], p3)).toEqual(['p5'])
    expect(toggledKeys([p3], p3)).toEqual(['p3'])
    expect(toggledKeys([p3], p4)).toBeNull()
  })
})

describe('the kind of chart', () => {
  const one = [['a', 1]] as Cell[][]
  it('follows the shape of the report', () => {
    const many = Array.from({ length: 30 }, (_, at) => [`name ${at}`, at] as Cell[])
    const kind = (columns: ReportTableColumn[], rows: Cell[][], info: Partial<ReportInfo> = {}) =>
      draw(tableOf(columns, rows), { dims: [], points: [], ...info }).kind
    expect(kind([day, column('p3')], [['2026-10-01', 1]])).toBe('line')
    expect(kind([column('d2'), column('p3')], one)).toBe('column')
    expect(kind([column('d2'), column('p3')], many)).toBe('bar')
    expect(kind([column('p3')], [[1]])).toBeNull()
    expect(kind([day], [['2026-10-01']])).toBeNull()
    expect(kind([day, column('p3')], [])).toBeNull()
    expect(shapeOf({ columns: [day, column('p3')], rowCount: 1_000_000 }, { dims: [1], points: [3] })).toBe(
      'none',
    )
    expect(kind([day, column('r1', { role: 'rate' })], [['2026-10-01', 0.5]], { kind: 'retention' })).toBe(
      'heatmap',
    )
    expect(kind([column('s1', { role: 'step' })], [[5]], { kind: 'funnel' })).toBe('funnel')
  })

  it('is the chosen one where the figures allow it: ratios make no pie and no pile', () => {
    const [amount, ratio] = chartFigures({
      columns: [column('p3'), column('p4', { kind: 'computed', format: 'percent' })],
    })
    expect(kindsOf('names', amount)).toContain('pie')
    expect(kindsOf('names', ratio)).not.toContain('pie')
    expect(kindsOf('daysBy', ratio)).not.toContain('stacked')
    expect(kindOf({ kind: 'stacked' }, 'daysBy', amount, 5)).toBe('stacked')
    expect(kindOf({ kind: 'stacked' }, 'daysBy', ratio, 5)).toBe('line')
    expect(kindOf({ kind: 'heatmap' }, 'days', amount, 5)).toBe('line')
  })
})

describe('a plot over days', () => {
  it('runs from the first day to the last whatever the order of the table, and knows what is not over', () => {
    const rows: Cell[][] = [
      ['2026-10-12', 3],
      ['2026-10-11', '9007199254740994'],
      [null, 7],
      ['2026-10-09', null],
    ]
    const { drawn } = draw(tableOf([day, column('p3')], rows), { dims: [1], points: [3] })
    expect(drawn?.plot.places.map(({ label }) => label)).toEqual(['10-09', '10-11', '10-12'])
    expect(drawn?.plot.series[0]?.values).toEqual([null, 2 ** 53 + 2, 3])
    expect(drawn?.plot.unfinishedFrom).toBe(2)
    expect(drawn?.plot.places[1]?.title).toBe('2026-10-11 周日')
  })

  it('takes the days that are not over from the server where it says them', () => {
    const rows: Cell[][] = [
      ['2026-09-28', 3],
      ['2026-10-05', 3],
      ['2026-10-12', 3],
    ]
    const table = tableOf([day, column('p3')], rows, { unfinishedFrom: '2026-10-11' })
    const plot = draw(table, { dims: [1], points: [3], grain: 'week' }).drawn?.plot
    expect(plot?.unfinishedFrom).toBe(1)
    expect(plot?.places[0]?.title).toBe('2026-09-28 – 10-04')
  })

  it('stands the other period beside it, each day with the day it is compared with', () => {
    const columns = [day, column('p3'), column('p3_prev', { of: 'p3', role: 'previous' })]
    const rows: Cell[][] = [['2026-01-05', 3, 2]]
    const label = (compare: NonNullable<ReportInfo['compare']>, rest: Partial<ReportTable> = {}) => {
      const { drawn } = draw(tableOf(columns, rows, rest), { dims: [1], points: [3], compare })
      expect(drawn?.plot.series[0]?.previous).toEqual([2])
      return drawn?.plot.places[0]?.previousLabel
    }
    expect(label('previous')).toBe('01-04')
    expect(label('week')).toBe('2025-12-29')
    expect(label('year52')).toBe('2025-01-06')
    expect(label('year')).toBe('2025-01-05')
    const ranges = {
      range: { from: '2026-01-05', to: '2026-01-05' },
      comparedRange: { from: '2024-12-17', to: '2024-12-17' },
    }
    // 43 days before the festival of its own year.
    expect(label('lunar', ranges)).toBe('2024-12-17')
    expect(label('filters')).toBeUndefined()
  })

  it('draws a line for each value of a second dimension, largest first, and says how many are left', () => {
    const rows: Cell[][] = []
    for (let group = 0; group < 14; group++) rows.push(['2026-10-01', `g${group}`, group])
    rows.push(['2026-10-02', 'g13', 5])
    const { drawn } = draw(tableOf([day, column('d2'), column('p3')], rows), { dims: [1, 2], points: [3] })
    expect(drawn?.plot.series.map(({ name }) => name).slice(0, 2)).toEqual(['g13', 'g12'])
    expect(drawn?.plot.series[0]?.values).toEqual([13, 5])
    expect(drawn?.plot.series[1]?.values).toEqual([12, null])
    expect(drawn?.left).toBe(4)
  })

  it('leaves subtotals out, and names the rest and labels', () => {
    const rows: Cell[][] = [
      ['2026-10-01', null, 30],
      ['2026-10-01', 'ios', 20],
      ['2026-10-01', null, 10],
    ]
    const table = tableOf([day, column('d2', { dictId: 9 }), column('p3')], rows, {
      levels: [1, 2, 2],
      others: [false, false, true],
    })
    const { drawn } = draw(table, { dims: [1, 2], points: [3] })
    expect(drawn?.plot.series.map(({ name, values }) => [name, values])).toEqual([
      ['苹果', [20]],
      ['其他', [10]],
    ])
  })
})

describe('a plot over names', () => {
  it('gives each value a place of its own, also where two are called the same', () => {
    const rows: Cell[][] = [
      ['ios', 1],
      ['苹果', 2],
      ['web', 3],
    ]
    const table = tableOf([column('d2', { dictId: 9 }), column('p3')], rows)
    const { drawn } = draw(table, { dims: [2], points: [3] }, { kind: 'column' })
    expect(drawn?.plot.places.map(({ label }) => label)).toEqual(['苹果（ios）', '苹果（苹果）', 'web'])
    expect(drawn?.plot.series[0]?.values).toEqual([1, 2, 3])
  })

  it('keeps the order of the table, and splits piles by the second dimension', () => {
    const rows: Cell[][] = [
      ['b', 'x', 1],
      ['a', 'x', 2],
      ['b', 'y', 3],
      [null, 'y', 4],
    ]
    const table = tableOf([column('d2'), column('d3'), column('p3')], rows)
    const piles = draw(table, { dims: [2, 3], points: [3] }, { kind: 'stacked' }).drawn?.plot
    expect(piles?.places.map(({ label }) => label)).toEqual(['b', 'a', '–'])
    expect(piles?.series.map(({ name, values }) => [name, values])).toEqual([
      ['y', [3, null, 4]],
      ['x', [1, 2, null]],
    ])
    const bars = draw(table, { dims: [2, 3], points: [3] }, { kind: 'bar' }).drawn?.plot
    expect(bars?.places.map(({ label }) => label)).toEqual(['b / x', 'a / x', 'b / y', '– / y'])
  })
})

describe('cohorts and funnels', () => {
  it('shows retention by cohort and day, and which cells still grow', () => {
    const columns = [
      day,
      column('n', { role: 'size' }),
      column('r1', { role: 'rate', day: 1, format: 'percent', unit: '%' }),
      column('r3', { role: 'rate', day: 3, format: 'percent', unit: '%' }),
    ]
    const rows: Cell[][] = [
      ['2026-10-11', 100, 0.2, null],
      ['2026-10-09', 100, 0.4, 0.1],
    ]
    const { drawn, kind } = draw(tableOf(columns, rows), { kind: 'retention', dims: [1], points: [] })
    expect(kind).toBe('heatmap')
    expect(drawn?.plot.places.map(({ label }) => label)).toEqual(['10-09', '10-11'])
    expect(drawn?.plot.series.map(({ values }) => values)).toEqual([
      [0.4, 0.2],
      [0.1, null],
    ])
    expect(drawn?.plot.series[0]?.unfinished).toEqual([false, true])
    expect(drawn?.plot.series[1]?.unfinished).toEqual([true, true])
    const line = draw(
      tableOf(columns, rows),
      { kind: 'retention', dims: [1], points: [] },
      { kind: 'line', keys: ['r1'] },
    )
    expect(line.drawn?.plot.series[0]?.values).toEqual([0.4, 0.2])
    expect(line.drawn?.plot.unfinishedFrom).toBe(1)
  })

  it('shows the steps of the whole, not of the first row', () => {
    const columns = [
      column('d2'),
      column('s1', { role: 'step', title: '注册' }),
      column('s2', { role: 'step', title: '登录' }),
      column('c2', { role: 'conversion', of: 's2', format: 'percent', unit: '%' }),
    ]
    const table = tableOf(columns, [['a', 5, 1, 0.2]], { summary: [null, 50, 20, 0.4] })
    const plot = draw(table, { kind: 'funnel', dims: [2], points: [] }).drawn?.plot
    expect(plot?.places.map(({ label }) => label)).toEqual(['注册', '登录'])
    expect(plot?.series[0]?.values).toEqual([50, 20])
    expect(plot?.stepTexts?.[1]).toContain('40.00%')
  })
})

describe('bands and notes', () => {
  const note = (id: number, at: string, title: string, game = '') => ({
    id,
    day: at,
    until: null,
    cgi: game || null,
    game,
    kind: 'version' as const,
    title,
    text: '',
    owner: '',
    editable: false,
    revision: 1,
  })
  const rest = (at: string, name: string) => ({ day: at, kind: 'rest' as const, name })
  const calendar = calendarOf(
    {
      years: [
        {
          year: 2026,
          source: 'shipped',
          springFestival: null,
          days: [
            rest('2026-10-01', '国庆节'),
            rest('2026-10-02', '国庆节'),
            { day: '2026-10-10', kind: 'work', name: '国庆节' },
          ],
        },
      ],
      notes: [note(1, '2026-10-02', '3.2 版本'), note(2, '2026-10-08', '周年庆')],
    },
    2026,
    2026,
  )
  const days = Array.from({ length: 12 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`)

  it('joins a holiday with its weekend under its name; a make-up workday is no weekend', () => {
    expect(bandsOf(days, 'day', calendar)).toEqual([
      { from: 0, to: 3, name: '国庆' },
      { from: 10, to: 10, name: '' },
    ])
    expect(bandsOf(days, 'day', null).map(({ from, to }) => [from, to])).toEqual([
      [2, 3],
      [9, 10],
    ])
    expect(bandsOf(days, 'week', calendar)).toEqual([])
  })

  it('puts a note at its day, or at the week that holds it', () => {
    expect(notesOf(days, 'day', calendar)).toEqual([
      { at: 1, titles: ['3.2 版本'] },
      { at: 7, titles: ['周年庆'] },
    ])
    expect(notesOf(['2026-09-28', '2026-10-05'], 'week', calendar)).toEqual([
      { at: 0, titles: ['3.2 版本'] },
      { at: 1, titles: ['周年庆'] },
    ])
    expect(notesOf(days, 'day', null)).toEqual([])
  })
})

describe('changes', () => {
  it('say direction and size, and nothing of what rounds to nothing', () => {
    expect(legendChange(0.0815, column('c'))).toEqual({ text: '8.15%', direction: 'rise' })
    expect(legendChange(-0.0031, column('c', { unit: 'pp' }))).toEqual({ text: '0.31 pp', direction: 'fall' })
    expect(legendChange(-0.00001, column('c'))).toEqual({ text: '0.00%', direction: 'none' })
    expect(legendChange(null, column('c'))).toEqual({ text: '–', direction: 'none' })
  })
})

describe('a mark under the pointer', () => {
  const plot = (values: number[], total?: number) =>
    ({
      places: values.map((_, at) => ({ label: `${at}`, title: `${at}` })),
      series: [{ name: '', hue: 0, values }],
      ...(total !== undefined && { total }),
    }) as unknown as Plot
  it('is the share of a ring, clockwise from the top; none in its hole, outside, and on the rest', () => {
    const size = { width: 400, height: 200 }
    const quarters = plot([1, 1, 2])
    // 60 px from the middle, between 46 and 78.
    const at = (x: number, y: number, of = quarters) => sectorUnder(of, size, 200 + x, 100 + y)?.at
    expect([at(42, -42), at(42, 42), at(-42, 42), at(-42, -42)]).toEqual([0, 1, 2, 2])
    expect([at(5, 5), at(90, 0)]).toEqual([undefined, undefined])
    // Half of the whole is beyond the shown values.
    expect(at(-42, 42, plot([1, 1], 4))).toBeUndefined()
    expect(at(42, 42, plot([1, 1], 4))).toBe(1)
  })
  it('is the step of a funnel, which stands beside the others', () => {
    const steps = plot([9, 5, 1])
    expect([17, 110, 330, 383, 384, 15].map((x) => stepUnder(steps, 400, x, 16)?.at)).toEqual([
      0,
      0,
      2,
      2,
      undefined,
      undefined,
    ])
  })
  it('leads to the column of its own step', () => {
    const step = (key: string) => column(key, { role: 'step' })
    const table = tableOf([step('s1'), step('s2')], [[9, 5]])
    const info: ReportInfo = { dims: [], points: [1, 2], kind: 'funnel' }
    const source = draw(table, info).drawn?.plot.series[0]?.source
    expect([source?.columns, source?.rows]).toEqual([
      ['s1', 's2'],
      [0, 0],
    ])
  })
})

describe('charts of activity', () => {
  it('draw the day beside the days up to it, and the states that make up the active players', () => {
    const rolling = tableOf(
      [
        day,
        column('n', { role: 'active' }),
        column('a30', { role: 'rolling' }),
        column('h30', { role: 'sticky', format: 'percent', unit: '%', kind: 'computed', type: 'number' }),
      ],
      [
        ['2026-10-02', 2, 5, 0.4],
        ['2026-10-01', 3, 4, 0.75],
      ],
    )
    const info: ReportInfo = { kind: 'activity', dims: [1], points: [1] }
    const { drawn } = draw(rolling, info)
    expect(drawn?.plot.series.map(({ values }) => values)).toEqual([
      [3, 2],
      [4, 5],
    ])
    expect(draw(rolling, info, { keys: ['h30'] }).drawn?.plot.series[0]?.values).toEqual([0.75, 0.4])
    const states = tableOf(
      [
        day,
        column('n', { role: 'active' }),
        ...[1, 2, 3, 4].map((at) => column(`w${at}`, { role: 'state' })),
      ],
      [['2026-10-01', 3, 1, 1, 1, 9]],
    )
    expect(draw(states, info).drawn?.plot.series.map(({ source }) => source?.column)).toEqual([
      'w1',
      'w2',
      'w3',
    ])
  })

  it('draw the flows of the last day that is over', () => {
    const state = (key: string, role: 'from' | 'to') =>
      column(key, { kind: 'dimension', type: 'string', role })
    const table = tableOf(
      [day, state('f', 'from'), state('g', 'to'), column('n', { role: 'flow' })],
      [
        ['2026-10-03', '未出现', '新增', 50],
        ['2026-10-02', '未出现', '新增', 4],
        ['2026-10-02', '新增', '持续', 2],
        ['2026-10-02', '新增', '沉默', 1],
        ['2026-10-02', '早已流失', '早已流失', 9000],
        ['2026-10-01', '未出现', '新增', 3],
      ],
      { unfinishedFrom: '2026-10-03' },
    )
    const info: ReportInfo = { kind: 'activity', dims: [1], points: [1] }
    const { drawn } = draw(table, info)
    const { flow, places, series } = drawn?.plot ?? {}
    expect(flow?.caption).toBe('前一天 → 2026-10-02（没有画一直是早已流失的 9,000）')
    expect(places?.map(({ label, row }) => [label, row])).toEqual([
      ['未出现 → 新增', 1],
      ['新增 → 持续', 2],
      ['新增 → 沉默', 3],
    ])
    expect(series?.[0]?.values).toEqual([4, 2, 1])
    expect(flow?.nodes.map(({ name, layer }) => `${layer} ${name}`)).toEqual([
      '0 新增',
      '0 未出现',
      '1 新增',
      '1 持续',
      '1 沉默',
    ])
    // Nodes are as high as what comes or goes, links as wide as their value, and all within the box.
    const layout = flowLayout(flow ?? { caption: '', nodes: [], links: [] }, [4, 2, 1], {
      left: 10,
      top: 20,
      width: 200,
      height: 100,
    })
    const unit = (layout.nodes[0]?.height ?? 0) / 3
    expect(layout.links.map(({ height }) => Math.round(height / unit))).toEqual([4, 2, 1])
    expect(layout.links[2]?.from.y).toBeCloseTo((layout.links[1]?.from.y ?? 0) + 2 * unit, 6)
    for (const { y, height } of layout.nodes) expect(y + height).toBeLessThanOrEqual(120.001)
    // Other dimensions are no states: nothing is drawn.
    const grouped = tableOf([column('d9', { kind: 'dimension', type: 'string' }), ...table.columns], [])
    expect(draw(grouped, info).drawn ?? null).toBeNull()
  })
})

describe('the curves of LTV', () => {
  const mean = { kind: 'computed', type: 'number', format: 'decimal', unit: '元' } as const
  const columns = [
    day,
    column('n', { role: 'size' }),
    column('k', { role: 'spent', unit: '元' }),
    column('u', { role: 'each', title: '人均花费', ...mean }),
    ...[1, 7, 30].flatMap((days) => [
      column(`l${days}`, { role: 'worth', day: days - 1, title: `LTV${days}`, ...mean }),
      column(`i${days}`, { role: 'recovered', day: days - 1, ...mean, format: 'percent', unit: '%' }),
    ]),
    column('q', { role: 'payback', unit: '天' }),
  ]
  const table = tableOf(
    columns,
    [
      ['2026-10-12', 5, null, null, 1, null, null, null, null, null, null],
      ['2026-10-06', 7, 70, 10, 2, 0.2, 4, 0.4, null, null, null],
      ['2026-09-01', 9, 90, 10, 3, 0.3, 6, 0.6, 12, 1.2, 25],
    ],
    { summary: [null, 21, 160, 10, 2.5, 0.25, 6, 0.6, 12, 1.2, 25], unfinishedFrom: '2026-10-12' },
  )
  const info: ReportInfo = { kind: 'ltv', dims: [1], points: [1, 2, 3] }
  const lines = (chart?: ReportInfo['chart']) => draw(table, info, chart).drawn?.plot

  it('run over the numbers of days, of the total and each cohort, as far as days are over', () => {
    const plot = lines()
    expect(plot?.places.map(({ label }) => label)).toEqual(['1 天', '7 天', '30 天'])
    expect(plot?.places[1]?.title).toBe('前 7 天（第 1 天 = 新增当天）')
    expect(plot?.series.map(({ name, values }) => [name, values])).toEqual([
      ['合计', [2.5, 6, 12]],
      ['2026-10-12', [null, null, null]],
      // Its seventh day is today.
      ['2026-10-06', [2, null, null]],
      ['2026-09-01', [3, 6, 12]],
    ])
    expect(plot?.limits).toEqual([{ value: 10, title: '人均花费' }])
  })

  it('draw forecasts on a band of their own, with their intervals', () => {
    const ahead = (['expected', 'low', 'high'] as const).map((role, at) =>
      column(`${'fgh'[at]}30`, { role, day: 29, title: `LTV30 预测${role}`, ...mean }),
    )
    const withAhead = tableOf(
      [...columns, ...ahead],
      [
        ['2026-10-06', 7, 70, 10, 2, 0.2, 4, 0.4, null, null, null, 9, 8, 11],
        ['2026-09-01', 9, 90, 10, 3, 0.3, 6, 0.6, 12, 1.2, 25, null, null, null],
      ],
      {
        summary: [null, 21, 160, 10, 2.5, 0.25, 6, 0.6, 12, 1.2, 25, 10, null, null],
        unfinishedFrom: '2026-10-12',
      },
    )
    const plot = draw(withAhead, info).drawn?.plot
    expect(plot?.series.map(({ values, ahead: own }) => [values, own])).toEqual([
      // The total's fact is that of the older cohort alone.
      [
        [2.5, 6, 10],
        [false, false, true],
      ],
      [
        [2, null, 9],
        [false, false, true],
      ],
      [[3, 6, 12], undefined],
    ])
    expect(plot?.series[1]?.expected).toEqual({
      name: '预测的 80% 区间',
      low: [null, null, 8],
      high: [null, null, 11],
    })
    expect(plot?.bands).toEqual([{ from: 2, to: 2, name: '预测' }])
    expect(draw(withAhead, info, { keys: ['i30'] }).drawn?.plot.bands).toEqual([])
  })

  it('of ROI show where the cost is paid back; columns show one number of days by cohort', () => {
    const roi = lines({ keys: ['i7'] })
    expect(roi?.series[0]?.values).toEqual([0.25, 0.6, 1.2])
    expect(roi?.limits).toEqual([{ value: 1, title: '回本 100%' }])
    const columnsOf = lines({ kind: 'column', keys: ['l7'] })
    expect(columnsOf?.kind).toBe('column')
    expect(columnsOf?.series.map(({ values }) => values)).toEqual([[6, 4, null]])
  })
})
