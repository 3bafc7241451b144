import calendar from 'chinese-days'
import { describe, expect, it } from 'vitest'
import { lunarShift, lunarYears, springFestival } from '../../src/semantic/plan/lunar.ts'
import { calendarDay, dayText } from '../../src/shared/day.ts'

const shift = (from: string, to: string): number =>
  lunarShift({ from: calendarDay(from) as number, until: (calendarDay(to) as number) + 1 })

describe('Spring Festivals', () => {
  it.each([
    [1954, '1954-02-03'],
    [1985, '1985-02-20'],
    [2000, '2000-02-05'],
    [2024, '2024-02-10'],
    [2025, '2025-01-29'],
    [2026, '2026-02-17'],
    [2027, '2027-02-06'],
    [2030, '2030-02-03'],
    [2033, '2033-01-31'],
    [2034, '2034-02-19'],
  ])('%i: %s', (year, day) => {
    expect(dayText(springFestival(year))).toBe(day)
  })

  it('are the ones of chinese-days', () => {
    for (let year = lunarYears.first - 1; year <= lunarYears.last; year += 1)
      expect(dayText(springFestival(year))).toBe(calendar.getSolarDateFromLunar(`${year}-01-01`).date)
  })

  it('are those of the calendar that JavaScript brings, but for three years that it has wrong', () => {
    const format = new Intl.DateTimeFormat('en-u-ca-chinese', {
      timeZone: 'UTC',
      month: 'numeric',
      day: 'numeric',
    })
    const isFirst = (day: number) => format.format(day * 86_400_000) === '1/1'
    const others: number[] = []
    for (let year = lunarYears.first; year <= lunarYears.last; year += 1)
      if (!isFirst(springFestival(year))) others.push(year)
    expect(others).toEqual([1954, 2027, 2030])
  })

  it('lie 353 to 355 days apart, or 383 to 385', () => {
    for (let year = lunarYears.first; year <= lunarYears.last; year += 1)
      expect([353, 354, 355, 383, 384, 385]).toContain(springFestival(year) - springFestival(year - 1))
  })
})

describe('the lunar shift', () => {
  it('is the way between the festivals around the range', () => {
    // 17 February 2026 and 29 January 2025.
    expect(shift('2026-02-10', '2026-02-24')).toBe(384)
    // 29 January 2025 and 10 February 2024.
    expect(shift('2025-01-20', '2025-02-10')).toBe(354)
  })

  it('follows the festival nearest to the range', () => {
    // 30 October 2025: 274 days after the festival of 2025, 110 before that of 2026.
    expect(shift('2025-10-30', '2025-10-30')).toBe(384)
    // 30 June 2025: 152 days after the festival of 2025, 232 before the next.
    expect(shift('2025-06-30', '2025-06-30')).toBe(354)
    // New year's day 2026: 47 days before the festival.
    expect(shift('2026-01-01', '2026-01-07')).toBe(384)
    // A year holds its own.
    expect(shift('2025-01-01', '2025-12-31')).toBe(354)
  })

  it('is refused over more than a year, over two festivals, and beyond the table', () => {
    expect(() => shift('2025-01-01', '2026-01-02')).toThrow('超过一年，不能按农历对比')
    // 17 February 2026 and 6 February 2027.
    expect(() => shift('2026-02-16', '2027-02-07')).toThrow('内有 2 个春节')
    expect(() => shift('1900-01-25', '1900-02-05')).toThrow('只支持 1901 至 2100 年的春节')
    expect(() => shift('2101-01-25', '2101-02-05')).toThrow('只支持 1901 至 2100 年的春节')
    expect(() => shift('1000-01-25', '1000-02-05')).toThrow('只支持 1901 至 2100 年的春节')
  })
})
