import calendar from 'chinese-days'
import { describe, expect, it } from 'vitest'
import { comparedLabel } from '#semantic/model/shown/compared.ts'
import { comparedFestivals, lunarDays } from '#semantic/plan/compared/lunar.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { lunarYears, springFestival } from '#shared/days/springFestival.ts'

/** First and last day of those that go one way, and how many days it is. */
const ways = (from: string, to: string): [string, string, number][] =>
  lunarDays({ from: calendarDay(from) as number, until: (calendarDay(to) as number) + 1 }).map(
    ({ days, count }) => [dayText(days.from), dayText(days.until - 1), count],
  )

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

describe('the way to the same day of the lunar year before', () => {
  it('is the way between the festivals around the nearest one', () => {
    // 17 February 2026 and 29 January 2025.
    expect(ways('2026-02-10', '2026-02-24')).toEqual([['2026-02-10', '2026-02-24', 384]])
    // 29 January 2025 and 10 February 2024.
    expect(ways('2025-01-20', '2025-02-10')).toEqual([['2025-01-20', '2025-02-10', 354]])
    // 30 October 2025: 274 days after the festival of 2025, 110 before that of 2026.
    expect(ways('2025-10-30', '2025-10-30')).toEqual([['2025-10-30', '2025-10-30', 384]])
    // 30 June 2025: 152 days after the festival of 2025, 232 before the next.
    expect(ways('2025-06-30', '2025-06-30')).toEqual([['2025-06-30', '2025-06-30', 354]])
  })

  it('changes between two festivals, where a day as far from both goes by the earlier one', () => {
    // 9 August 2025 is 192 days from either.
    expect(ways('2025-01-01', '2026-03-31')).toEqual([
      ['2025-01-01', '2025-08-09', 354],
      ['2025-08-10', '2026-03-31', 384],
    ])
  })

  it('is each day’s own, whatever other days are asked', () => {
    const start = calendarDay('2019-06-01') as number
    for (let day = start; day < start + 1800; day += 7) {
      const [alone] = lunarDays({ from: day, until: day + 1 })
      for (const [back, ahead] of [
        [0, 30],
        [200, 0],
        [365, 365],
        [800, 700],
      ] as const) {
        const part = lunarDays({ from: day - back, until: day + ahead + 1 }).find(
          ({ days }) => days.from <= day && day < days.until,
        )
        expect(part?.count, dayText(day)).toBe(alone?.count)
      }
    }
  })

  it('is that of the labels in charts', () => {
    const label = comparedLabel({ compare: 'lunar', dims: [], points: [] }, {} as never)
    expect(label('2026-08-12')).toBe('2025-07-24')
    for (
      let day = calendarDay('2024-01-01') as number;
      day < (calendarDay('2026-12-31') as number);
      day += 5
    ) {
      const [way] = lunarDays({ from: day, until: day + 1 })
      const partner = dayText(day - (way?.count ?? 0))
      const own = dayText(day)
      expect(label(own)).toBe(partner.slice(0, 4) === own.slice(0, 4) ? partner.slice(5) : partner)
    }
  })

  it('is told by the years of the festivals that days are set against', () => {
    const festivals = (from: string, to: string) =>
      comparedFestivals({ from: calendarDay(from) as number, until: (calendarDay(to) as number) + 1 })
    expect(festivals('2026-08-12', '2026-08-12')).toEqual([2025])
    expect(festivals('2026-08-12', '2026-08-20')).toEqual([2025, 2026])
  })

  it('is refused over more than five years, and beyond the table', () => {
    expect(() => ways('2020-01-01', '2025-01-10')).toThrow('超过 5 年，不能按农历对比')
    expect(() => ways('1900-01-25', '1900-02-05')).toThrow('只支持 1901 至 2100 年的春节')
    expect(() => ways('2101-01-25', '2101-02-05')).toThrow('只支持 1901 至 2100 年的春节')
    expect(() => ways('1000-01-25', '1000-02-05')).toThrow('只支持 1901 至 2100 年的春节')
  })
})
