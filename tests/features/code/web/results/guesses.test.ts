// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { chartOption } from '#web/chart/options.ts'
import type { PlanStep, ResultCell, ResultColumn, Run } from '#features/code/contract.ts'
import { changed, guessConfig, readConfig, writeConfig } from '#features/code/web/results/chart/config.ts'
import { guessKeys, sharedColumns } from '#features/code/web/results/compare/keys.ts'
import { cellTones } from '#features/code/web/results/compare/kinds.ts'
import { comparedNames } from '#features/code/web/results/compare/names.ts'
import {
  detailTitle,
  isMisjudged,
  planLines,
  planText,
  stepTitle,
} from '#features/code/web/results/plan/plan.ts'
import { durationText } from '#features/code/web/results/texts.ts'

const column = (title: string, type: ResultColumn['type']): ResultColumn => ({
  key: title,
  title,
  kind: 'column',
  type,
  databaseType: '',
  format: null,
})
const runOf = (columns: ResultColumn[], data: ResultCell[][] = []) => ({ columns, data }) as unknown as Run

beforeEach(() => localStorage.clear())

describe('the key of a comparison', () => {
  const columns = [column('day', 'date'), column('channel', 'string'), column('amount', 'number')]

  it('is the fewest columns that tell the rows apart, never figures', () => {
    const left = runOf(columns, [
      ['2026-10-01', '2026-10-01', '2026-10-02'],
      ['华为', '小米', '华为'],
      [1, 2, 3],
    ])
    expect(guessKeys(left, left)).toEqual([0, 1])
    const withId = runOf(
      [column('amount', 'number'), column('user_id', 'integer')],
      [
        [1, 1],
        [7, 8],
      ],
    )
    expect(guessKeys(withId, withId)).toEqual([1])
  })

  it('is of columns that both have', () => {
    const right = runOf([column('channel', 'string'), column('amount', 'number')])
    expect(sharedColumns(columns, right.columns)).toEqual([1, 2])
    expect(guessKeys(runOf(columns, [['a'], ['b'], [1]]), right)).toEqual([1])
    expect(guessKeys(runOf(columns), runOf([column('other', 'string')]))).toEqual([])
  })
})

describe('the cells of a comparison', () => {
  it('are toned by what happened to them', () => {
    const run = {
      columns: ['键', '变化', '额（旧）', '额（新）', '名'].map((title) => column(title, 'string')),
    }
    const rows: ResultCell[][] = [
      ['a', '改动', '1', '2', 'x'],
      ['b', '新增', null, '3', 'x'],
      ['c', '删除', '4', null, 'x'],
      ['d', '改动', '5', '5', 'x'],
    ]
    const tone = cellTones(run, (row, at) => rows[row]?.[at] ?? null)
    const tones = rows.map((_, row) => run.columns.map((_, at) => tone(row, at)))
    expect(tones).toEqual([
      [undefined, undefined, 'old', 'new', undefined],
      [undefined, 'added', undefined, 'added', undefined],
      [undefined, 'removed', 'removed', undefined, undefined],
      [undefined, undefined, undefined, undefined, undefined],
    ])
  })
})

it.each([
  ['结果 1 login_day', '结果 2 login_day', '结果 1 → 结果 2 login_day'],
  ['结果 1 login_day', '结果 2 pay_order', '结果 1 login_day → 结果 2 pay_order'],
  ['结果 1', '结果 2', '结果 1 → 结果 2'],
  ['同名', '同名', '同名 → 同名'],
  ['很'.repeat(80), '长'.repeat(80), `${'很'.repeat(80)} → ${'长'.repeat(17)}`],
])('a comparison of 「%s」 and 「%s」 says once what both are called', (older, newer, named) => {
  expect(comparedNames(older, newer)).toBe(named)
})

describe('a chart', () => {
  const columns = [
    column('day', 'date'),
    column('channel', 'string'),
    column('user_id', 'integer'),
    column('amount', 'number'),
  ]

  it('begins as lines over days, by the names beside them', () => {
    expect(guessConfig(columns)).toEqual({ type: 'line', x: 0, values: [3], series: 1, aggregate: 'sum' })
    expect(guessConfig([column('a', 'string')])).toMatchObject({ type: 'bar', x: 0, aggregate: 'count' })
  })

  it('never asks for what can’t be drawn: names are counted, rows of a scatter are put together again', () => {
    const start = guessConfig(columns)
    const mixed = changed(columns, start, { values: [3, 1] })
    expect(mixed.aggregate).toBe('count')
    expect(changed(columns, mixed, { aggregate: 'sum' }).aggregate).toBe('count')
    expect(changed(columns, mixed, { values: [3], aggregate: 'sum' }).aggregate).toBe('sum')
    // A pie draws the first alone.
    expect(changed(columns, { ...mixed, type: 'pie' }, { aggregate: 'max' }).aggregate).toBe('max')
    const points = changed(columns, start, { type: 'scatter' })
    expect(points.aggregate).toBe('none')
    expect(changed(columns, points, { type: 'bar' })).toEqual({ ...start, type: 'bar' })
    const byRow = { ...start, aggregate: 'none' as const }
    expect(changed(columns, byRow, { type: 'bar' }).aggregate).toBe('none')
  })

  it('is remembered for results of the same columns, and broken memories are not trusted', () => {
    writeConfig(columns, { type: 'pie', x: 1, values: [3], series: null, aggregate: 'avg' })
    expect(readConfig(columns)).toMatchObject({ type: 'pie', x: 1, aggregate: 'avg' })
    expect(readConfig(columns.slice(0, 3))).not.toMatchObject({ type: 'pie' })
    for (const key of Object.keys(localStorage))
      localStorage.setItem(key, '{"type":"x","x":99,"values":["a"]}')
    expect(readConfig(columns)).toMatchObject({ type: 'line', x: 0, values: [3] })
  })

  it('draws names as text, whatever they hold', () => {
    const tokens = {
      background: '',
      text: '',
      muted: '',
      border: '',
      grid: '',
      popup: '',
      family: '',
      series: ['#000'],
    }
    const data = {
      type: 'line' as const,
      xName: 'x',
      valueName: 'y',
      x: ['<img>'],
      series: [{ name: '<script>', values: [1.5] }],
      off: new Set<number>(),
    }
    const { tooltip, series } = chartOption(data, tokens) as {
      tooltip: { formatter: (parts: unknown) => string }
      series: unknown[]
    }
    const text = tooltip.formatter([{ seriesName: '<script>', name: '<img>', marker: '', value: 1.5 }])
    expect(text).not.toMatch(/<script>|<img>/)
    expect(text).toContain('<b>1.5</b>')
    expect(series).toHaveLength(1)
    expect((chartOption({ ...data, off: new Set([0]) }, tokens) as { series: unknown[] }).series).toEqual([])
  })
})

describe('a plan', () => {
  const step = (name: string, more: Partial<PlanStep> = {}): PlanStep => ({
    name,
    details: {},
    estimatedRows: null,
    rows: null,
    ms: null,
    children: [],
    ...more,
  })
  const plan = step('HASH_JOIN', {
    details: { Conditions: ['a = b', 'c = d'] },
    rows: 50_000,
    estimatedRows: 100,
    ms: 12.5,
    children: [step('SEQ_SCAN '), step('FILTER', { children: [step('UNHEARD_OF')] })],
  })

  it('is lines in order, without what is folded', () => {
    expect(planLines(plan, new Set()).map(({ id }) => id)).toEqual(['0', '0.0', '0.1', '0.1.0'])
    expect(planLines(plan, new Set(['0.1'])).map(({ id }) => id)).toEqual(['0', '0.0', '0.1'])
    let deep = step('X')
    for (let at = 0; at < 3_000; at++) deep = step('X', { children: [deep] })
    expect(planLines(deep, new Set())).toHaveLength(3_001)
  })

  it('speaks Chinese where it knows the step, and says what was misjudged', () => {
    expect([stepTitle('SEQ_SCAN '), stepTitle('UNHEARD_OF')]).toEqual(['扫描表', 'UNHEARD_OF'])
    expect([detailTitle('Projections'), detailTitle('Unheard Of')]).toEqual(['列', 'Unheard Of'])
    expect(isMisjudged(plan)).toBe(true)
    expect(isMisjudged({ ...plan, rows: 500, estimatedRows: 100 })).toBe(false)
    expect(planText(plan).split('\n')[0]).toBe(
      'HASH_JOIN | 连接，条件 a = b，c = d | 估计 100 行 | 实际 50000 行 | 12.5 ms | Conditions: a = b, c = d',
    )
  })
})

it('times read as people say them', () => {
  expect([86.4, 1_843, 59_990, 95_000].map(durationText)).toEqual([
    '86 ms',
    '1.84 s',
    '59.99 s',
    '1 分 35 秒',
  ])
})
