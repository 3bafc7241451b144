// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { compactText, elapsedText, figureText, valueText } from '#features/statement/web/formats.ts'
import { exportFlags } from '#features/statement/web/report/exporting.ts'

describe('a figure', () => {
  it('is grouped by thousands, with decimals as its format says', () => {
    expect(figureText(118402640, 'integer', '元')).toBe('118,402,640')
    expect(figureText(1234.5, 'decimal', '')).toBe('1,234.50')
    expect(figureText(-3e300, 'decimal', '')).toBe('-3e+300')
    expect(figureText(0.04271, 'percent', '%')).toBe('4.27')
    expect(figureText(0.04271, 'percent', '')).toBe('4.27%')
    expect(figureText(2.56789, null, '')).toBe('2.5679')
  })

  it('is – when empty, 0 when zero, and never -0', () => {
    expect(figureText(null, 'integer', '')).toBe('–')
    expect(figureText('', 'integer', '')).toBe('–')
    expect(figureText(0, 'decimal', '')).toBe('0.00')
    expect(figureText(-0, 'integer', '')).toBe('0')
    expect(figureText(-0.001, 'decimal', '')).toBe('0.00')
    expect(figureText(Number.NaN, 'decimal', '')).toBe('–')
    expect(figureText(Number.POSITIVE_INFINITY, 'percent', '%')).toBe('–')
  })

  it('keeps every digit beyond what a double holds', () => {
    expect(figureText('9007199254740993', 'integer', '')).toBe('9,007,199,254,740,993')
    expect(figureText('-12345678901234567890.25', 'decimal', '')).toBe('-12,345,678,901,234,567,890.25')
  })
})

describe('a value of a dimension', () => {
  it('is not grouped, and tells empty text from no value', () => {
    expect(valueText(10001)).toBe('10001')
    expect(valueText(null)).toBe('–')
    expect(valueText('')).toBe('(空文本)')
    expect(valueText(true)).toBe('是')
    expect(valueText('=1+1')).toBe('=1+1')
  })
})

it('counts large figures in 万 and 亿 where there is little room', () => {
  const compact = (value: number | string | null) => compactText(value, 'integer', '元')
  expect([99_999, 100_000, 1_874_230, 12_345_678, 99_994_999].map(compact)).toEqual([
    '99,999',
    '10.0 万',
    '187.4 万',
    '1,235 万',
    '9,999 万',
  ])
  expect([99_999_999, -314_159_265, '9007199254740993', null].map(compact)).toEqual([
    '1.00 亿',
    '-3.14 亿',
    '90,071,993 亿',
    '–',
  ])
  expect(compactText(0.4289, 'percent', '')).toBe('42.89%')
})

describe('an export', () => {
  it('carries the personal export settings', () => {
    expect(exportFlags({ exportSetting: true, computeOnly: false, exportSummary: true })).toEqual({
      exportSetting: '1',
      computeOnly: '0',
      showBottom: '1',
    })
  })
})

it('says milliseconds up to a second', () => {
  expect(elapsedText(86.4)).toBe('86 ms')
  expect(elapsedText(2345)).toBe('2.3 s')
})
