// @vitest-environment jsdom
// Figures in one column have the same precision: large ones are not rounded where small ones are not.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type {
  Finding,
  Interval,
  IntervalSum,
  Mover,
  PointTold,
  RowsFound,
} from '#features/prediction/contract.ts'
import { findingTexts, moversText } from '#features/prediction/web/range/plot.ts'
import { Rows } from '#features/prediction/web/range/Rows.tsx'
import { aheadRows } from '#features/prediction/web/turnover/aheadRows.ts'
import { aheadPlot } from '#features/prediction/web/turnover/plot.ts'

const point: PointTold = { id: 11, name: '充值金额', unit: '元', format: 'decimal', addsUp: true }

afterEach(cleanup)

const cellsShown = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.prediction-number')?.textContent ?? '')

it('rows within a range show what was counted, to the last digit', () => {
  const found: RowsFound = {
    point,
    dims: [{ id: 4, name: '渠道', types: 'string' }],
    from: '2026-03-01',
    to: '2026-03-31',
    perDay: false,
    rows: [12_345.67, 999.5, 1_000.25].map((value, at) => ({
      day: null,
      cells: [String(at)],
      labels: [String(at)],
      value,
    })),
    truncated: false,
    sum: 14_345.42,
    elapsedMs: 1,
  }
  render(<Rows rows={found} isOld={false} />)
  expect(cellsShown()).toEqual(['12,345.67', '999.50', '1,000.25'])
  expect(screen.getByRole('status').textContent).toContain('14,345.42')
})

const finding = (value: number, expected: number, day: string): Finding => ({
  point: point.id,
  key: '',
  cells: [],
  label: '',
  day,
  value,
  expected,
  low: expected - 5,
  high: expected + 5,
  side: 'up',
  beyond: 1,
  occasion: '',
})

it('findings of one point have its digits in all rows, whole numbers where all are large', () => {
  const textsOf = (findings: Finding[]) => {
    const text = findingTexts({ points: [point], findings }).get(point.id)
    return findings.map(({ value, expected }) => [text?.(value), text?.(expected)])
  }
  const mixed = [finding(1_020.5, 999.25, '2026-03-01'), finding(40.125, 30, '2026-03-02')]
  expect(textsOf(mixed)).toEqual([
    ['1,020.50', '999.25'],
    ['40.13', '30.00'],
  ])
  expect(textsOf([finding(52_020.5, 41_999.25, '2026-03-01')])).toEqual([['52,021', '41,999']])
})

it('what moved a figure is written with one precision, by whatever dimension', () => {
  const row = { label: 'ios', before: 1_500.5, after: 1_600.75, change: 100.25, share: 1 }
  const mover: Mover = {
    dimName: '渠道',
    method: 'sum',
    before: 1_500.5,
    after: 1_600.75,
    against: '',
    rows: [row],
  }
  // All figures of this dimension are large enough to be whole numbers by themselves.
  const large = { ...mover, before: 52_020.5, after: 41_999.25, rows: [] }
  const text = moversText(point, [large, mover])
  expect([row.before, row.after, row.change].map(text)).toEqual(['1,500.50', '1,600.75', '100.25'])
  expect(text(large.before)).toBe('52,020.50')
})

const sumOf = (expected: number): IntervalSum => ({
  grain: 'all',
  from: '2026-04-01',
  to: '2026-04-02',
  knownDays: 0,
  known: 0,
  expected,
  bands: [{ level: 80, low: expected - 10, high: expected + 10 }],
  actual: null,
})

const forecast = (expected: number[]): Interval => ({
  point,
  days: [],
  ahead: ['2026-04-01', '2026-04-02'],
  whole: '2026-03-31',
  levels: [80],
  series: [
    {
      key: '',
      cells: [],
      label: '',
      figures: [],
      actual: [null, null],
      expected,
      bands: [
        { level: 80, low: expected.map((value) => value - 10), high: expected.map((value) => value + 10) },
      ],
      past: { expected: [], bands: [] },
      outliers: [],
      method: '',
      warnings: [],
      sums: [sumOf((expected[0] ?? 0) + (expected[1] ?? 0))],
      scenarios: [],
    },
  ],
  more: 0,
  elapsedMs: 1,
})

it('the legend names each band by itself', () => {
  const one = forecast([980, 1_030])
  const [series] = one.series
  const wide = { level: 95, low: [900, 950], high: [1_060, 1_110] }
  const both = { ...one, series: series ? [{ ...series, bands: [...series.bands, wide] }] : [] }
  expect(aheadPlot(both, null).series.map(({ name }) => name)).toEqual([
    '实际',
    '预测',
    '80% 区间',
    '95% 区间',
  ])
})

it('the days ahead and their total have one precision', () => {
  const cellsOf = (expected: number[]) =>
    aheadRows(forecast(expected), { grain: 'day', level: 80 }).rows.map(({ cells }) => cells)
  expect(cellsOf([980.25, 1_030.5])).toEqual([
    ['980.25', '970.25 – 990.25'],
    ['1,030.50', '1,020.50 – 1,040.50'],
    ['2,010.75', '2,000.75 – 2,020.75'],
  ])
  expect(cellsOf([31_980.25, 41_030.5])[2]).toEqual(['73,011', '73,001 – 73,021'])
})
