import { describe, expect, it } from 'vitest'
import type { DateRange, RelativeRange } from '#semantic/model/types.ts'
import { resolveRange } from '#semantic/plan/asked/range.ts'
import { mondayOf } from '#shared/day.ts'
import { makeContext } from './model.ts'

/** First and last day. */
function days(relative: string, now: string, changes = {}): string[] | null {
  const range = resolveRange(
    { relative: relative as RelativeRange },
    makeContext({ now: new Date(now), ...changes }),
  )
  return range === null ? null : [range.from, range.until]
}

describe('relative ranges', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-02'],
    ['yesterday', '2026-02-28', '2026-03-01'],
    ['last7', '2026-02-23', '2026-03-02'],
    ['last30', '2026-01-31', '2026-03-02'],
    ['last365', '2025-03-02', '2026-03-02'],
    ['thisWeek', '2026-02-23', '2026-03-02'],
    ['lastWeek', '2026-02-16', '2026-02-23'],
    ['thisMonth', '2026-03-01', '2026-04-01'],
    ['lastMonth', '2026-02-01', '2026-03-01'],
    ['thisQuarter', '2026-01-01', '2026-04-01'],
    ['lastQuarter', '2025-10-01', '2026-01-01'],
    ['thisYear', '2026-01-01', '2027-01-01'],
    ['lastYear', '2025-01-01', '2026-01-01'],
  ])('%s on Sunday 2026-03-01', (relative, from, until) => {
    expect(days(relative, '2026-03-01T12:00:00+08:00')).toEqual([from, until])
  })

  it('weeks start on Monday, around the end of a year too', () => {
    expect(days('thisWeek', '2026-01-01T12:00:00+08:00')).toEqual(['2025-12-29', '2026-01-05'])
    expect(days('thisWeek', '2026-01-04T12:00:00+08:00')).toEqual(['2025-12-29', '2026-01-05'])
    expect(days('thisWeek', '2026-01-05T12:00:00+08:00')).toEqual(['2026-01-05', '2026-01-12'])
    expect(mondayOf(-4)).toBe(-10)
    expect(mondayOf(-3)).toBe(-3)
  })

  it('29 February', () => {
    expect(days('today', '2024-02-29T12:00:00+08:00')).toEqual(['2024-02-29', '2024-03-01'])
    expect(days('lastMonth', '2024-03-31T12:00:00+08:00')).toEqual(['2024-02-01', '2024-03-01'])
    expect(days('last365', '2024-12-31T12:00:00+08:00')).toEqual(['2024-01-02', '2025-01-01'])
  })

  it("today is the business zone's, not UTC's", () => {
    expect(days('today', '2026-01-01T15:59:59Z')).toEqual(['2026-01-01', '2026-01-02'])
    expect(days('today', '2026-01-01T16:00:00Z')).toEqual(['2026-01-02', '2026-01-03'])
    expect(days('today', '2026-01-01T02:00:00Z', { zone: 'America/New_York' })?.[0]).toBe('2025-12-31')
    // Summer time began two hours before.
    expect(days('today', '2026-03-29T22:30:00Z', { zone: 'Europe/Berlin' })?.[0]).toBe('2026-03-30')
  })

  it('the day starts at the cut-off hour', () => {
    const cutoff = { cutoffHour: 5 }
    expect(days('today', '2026-01-01T04:59:59+08:00', cutoff)).toEqual(['2025-12-31', '2026-01-01'])
    expect(days('today', '2026-01-01T05:00:00+08:00', cutoff)).toEqual(['2026-01-01', '2026-01-02'])
    expect(days('thisYear', '2026-01-01T04:00:00+08:00', cutoff)).toEqual(['2025-01-01', '2026-01-01'])
  })

  it('all restricts nothing', () => {
    expect(days('all', '2026-01-01T00:00:00Z')).toBeNull()
    expect(resolveRange(undefined, makeContext())).toBeNull()
  })
})

describe('given ranges', () => {
  const resolve = (range: DateRange) => () => resolveRange(range, makeContext())

  it('include both ends', () => {
    expect(resolve({ from: '2024-02-28', to: '2024-02-29' })()).toEqual({
      from: '2024-02-28',
      until: '2024-03-01',
    })
  })

  it.each([
    ['2026-01-02', '2026-01-01', '开始日期 2026-01-02 晚于结束日期 2026-01-01'],
    ['2026-02-30', '2026-03-01', '开始日期「2026-02-30」不是有效的日期'],
    ['2026-01-01', '2025-02-29', '结束日期「2025-02-29」不是有效的日期'],
    ['2026-1-1', '2026-01-02', '不是有效的日期'],
    ['', '2026-01-02', '不是有效的日期'],
    ['1900-01-01', '2026-01-01', '最多 100 年'],
    ['0001-01-01', '0001-01-02', '超出可用的年份'],
    ['9999-12-31', '9999-12-31', '超出可用的年份'],
  ])('%s to %s is refused', (from, to, message) => {
    expect(resolve({ from, to })).toThrow(message)
  })

  it('an unknown name or zone is refused', () => {
    expect(() => days('tomorrow', '2026-01-01T00:00:00Z')).toThrow('没有日期范围「tomorrow」')
    expect(() => days('last0', '2026-01-01T00:00:00Z')).toThrow('没有日期范围')
    expect(() => days('today', '2026-01-01T00:00:00Z', { zone: 'Mars/Olympus' })).toThrow(
      '时区「Mars/Olympus」无效',
    )
  })
})
