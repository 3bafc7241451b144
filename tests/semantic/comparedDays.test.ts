import { describe, expect, it } from 'vitest'
import type { Grain } from '#semantic/model/types.ts'
import type { DayComparison } from '#semantic/plan/asked/comparison.ts'
import { comparedDays, levelPeriods, partlyCompared } from '#semantic/plan/compared/days.ts'
import type { Days } from '#semantic/plan/days/periods.ts'
import { calendarDay, dayText } from '#shared/day.ts'

interface Asked {
  comparison: DayComparison
  /** Both included. */
  range: [string, string]
  /** Far ahead when absent: all days are over. */
  today?: string
  compareRange?: { from: string; to: string }
}

const day = (text: string): number => calendarDay(text) as number

function compared({ comparison, range: [from, to], today = '2100-01-01', compareRange }: Asked) {
  const range = { from, until: dayText(day(to) + 1) }
  return comparedDays({ comparison, range, compareRange, today: day(today) })
}

/** `2026-01-01..2026-01-31`, both included. */
const texts = (parts: Days[]): string[] =>
  parts.map(({ from, until }) => `${dayText(from)}..${dayText(until - 1)}`)

function periods(asked: Asked, grain: Grain | null) {
  const { base, prior, shift } = levelPeriods(compared(asked), grain)
  return { base: texts(base), prior: texts(prior), shift: shift && `${shift.count} ${shift.unit}` }
}

/** The days of the other period alone, one stretch. */
const total = (asked: Asked): string => periods(asked, null).prior.join(' ')

describe('the total against the range before', () => {
  it.each([
    // As many days right before.
    [['2026-03-10', '2026-03-16'], '2026-03-03..2026-03-09'],
    [['2026-03-10', '2026-03-10'], '2026-03-09..2026-03-09'],
    [['2026-03-02', '2026-03-31'], '2026-01-31..2026-03-01'],
    [['2026-03-01', '2026-03-30'], '2026-01-30..2026-02-28'],
    // Whole months, as many of them.
    [['2026-03-01', '2026-03-31'], '2026-02-01..2026-02-28'],
    [['2024-03-01', '2024-03-31'], '2024-02-01..2024-02-29'],
    [['2026-01-01', '2026-01-31'], '2025-12-01..2025-12-31'],
    [['2026-01-01', '2026-02-28'], '2025-11-01..2025-12-31'],
    // Quarters and years are whole months too.
    [['2026-01-01', '2026-03-31'], '2025-10-01..2025-12-31'],
    [['2025-01-01', '2025-12-31'], '2024-01-01..2024-12-31'],
    [['2024-01-01', '2025-12-31'], '2022-01-01..2023-12-31'],
    // A week around a year's end.
    [['2025-12-29', '2026-01-04'], '2025-12-22..2025-12-28'],
  ] as [[string, string], string][])('%j is compared with %s', (range, expected) => {
    expect(total({ comparison: 'previous', range })).toBe(expected)
  })

  it.each([
    // The seven days up to today: six are over, and meet the first six of the seven days before.
    [['2026-03-10', '2026-03-16'], '2026-03-16', '2026-03-10..2026-03-15', '2026-03-03..2026-03-08'],
    // The month to date.
    [['2026-03-01', '2026-03-31'], '2026-03-11', '2026-03-01..2026-03-10', '2026-02-01..2026-02-10'],
    // February has 28 days: as many of March meet them.
    [['2026-03-01', '2026-03-31'], '2026-03-31', '2026-03-01..2026-03-28', '2026-02-01..2026-02-28'],
    // The day after the month: it is whole.
    [['2026-03-01', '2026-03-31'], '2026-04-01', '2026-03-01..2026-03-31', '2026-02-01..2026-02-28'],
    // The quarter to date: 40 days.
    [['2026-01-01', '2026-03-31'], '2026-02-10', '2026-01-01..2026-02-09', '2025-10-01..2025-11-09'],
    // The week to date, Wednesday.
    [['2025-12-29', '2026-01-04'], '2025-12-31', '2025-12-29..2025-12-30', '2025-12-22..2025-12-23'],
  ] as [[string, string], string, string, string][])('%j on %s: %s meets %s', (range, today, base, prior) => {
    expect(periods({ comparison: 'previous', range, today }, null)).toMatchObject({
      base: [base],
      prior: [prior],
    })
  })

  it('nothing is compared where no day is over', () => {
    const range: [string, string] = ['2026-03-16', '2026-03-20']
    for (const today of ['2026-03-16', '2026-03-01'])
      for (const grain of [null, 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const)
        for (const comparison of ['previous', 'week', 'year52', 'year', 'lunar'] as const)
          expect(periods({ comparison, range, today }, grain), `${comparison} by ${grain}`).toMatchObject({
            base: [],
            prior: [],
          })
  })
})

describe('rows against the period before', () => {
  const previous = (range: [string, string], grain: Grain, today?: string) =>
    periods({ comparison: 'previous', range, ...(today && { today }) }, grain)

  it('a day meets the day before, around a year and a leap day too', () => {
    expect(previous(['2026-01-01', '2026-01-03'], 'day')).toEqual({
      base: ['2026-01-01..2026-01-03'],
      prior: ['2025-12-31..2026-01-02'],
      shift: '1 day',
    })
    expect(previous(['2024-03-01', '2024-03-01'], 'day').prior).toEqual(['2024-02-29..2024-02-29'])
    expect(previous(['2025-03-01', '2025-03-01'], 'day').prior).toEqual(['2025-02-28..2025-02-28'])
  })

  it('an hour meets the hour before; the first of a range needs the day before', () => {
    expect(previous(['2026-01-01', '2026-01-03'], 'hour', '2026-01-03')).toEqual({
      base: ['2026-01-01..2026-01-02'],
      prior: ['2025-12-31..2026-01-02'],
      shift: '1 hour',
    })
  })

  it('a week meets the same days of the week before', () => {
    // Wednesday to the Tuesday after next.
    expect(previous(['2025-12-31', '2026-01-13'], 'week')).toEqual({
      base: ['2025-12-31..2026-01-13'],
      prior: ['2025-12-24..2026-01-06'],
      shift: '7 day',
    })
  })

  it('whole months meet whole months, whatever their lengths', () => {
    expect(previous(['2026-01-01', '2026-03-31'], 'month')).toEqual({
      base: ['2026-01-01..2026-03-31'],
      prior: ['2025-12-01..2026-02-28'],
      shift: '1 month',
    })
  })

  it('the month to date meets as many days of the month before', () => {
    expect(previous(['2026-02-01', '2026-03-31'], 'month', '2026-03-11')).toEqual({
      base: ['2026-02-01..2026-03-10'],
      // All of January for February, ten days of February for March.
      prior: ['2026-01-01..2026-02-10'],
      shift: '1 month',
    })
    expect(previous(['2026-03-01', '2026-03-31'], 'month', '2026-03-31').prior).toEqual([
      '2026-02-01..2026-02-28',
    ])
  })

  it('a month that the range cuts at its start meets the same days of the month before', () => {
    // 10–28 February meets 10–28 January; all of March meets all of February.
    expect(previous(['2026-02-10', '2026-03-31'], 'month').prior).toEqual([
      '2026-01-10..2026-01-28',
      '2026-02-01..2026-02-28',
    ])
    // 30 and 31 March have no such days in February; April meets all of March.
    expect(previous(['2026-03-30', '2026-04-30'], 'month').prior).toEqual(['2026-03-01..2026-03-31'])
    // Days in the middle of one month.
    expect(previous(['2026-03-10', '2026-03-12'], 'month').prior).toEqual(['2026-02-10..2026-02-12'])
  })

  it('quarters and years', () => {
    expect(previous(['2026-01-01', '2026-12-31'], 'quarter', '2026-04-11').prior).toEqual([
      // The last quarter of 2025 for the first of 2026; ten days of January for the second's ten.
      '2025-10-01..2026-01-10',
    ])
    expect(previous(['2025-01-01', '2026-12-31'], 'year', '2026-03-01').prior).toEqual([
      // 59 days of 2025 for the 59 of 2026.
      '2024-01-01..2025-02-28',
    ])
  })
})

describe('a fixed number of days back', () => {
  it('is the same at every level', () => {
    for (const grain of [null, 'hour', 'day', 'week', 'month', 'year'] as const) {
      expect(periods({ comparison: 'week', range: ['2026-01-01', '2026-01-31'] }, grain)).toEqual({
        base: ['2026-01-01..2026-01-31'],
        prior: ['2025-12-25..2026-01-24'],
        shift: '7 day',
      })
      expect(periods({ comparison: 'year52', range: ['2026-01-01', '2026-01-31'] }, grain)).toEqual({
        base: ['2026-01-01..2026-01-31'],
        // Thursday 1 January 2026 meets Thursday 2 January 2025.
        prior: ['2025-01-02..2025-02-01'],
        shift: '364 day',
      })
    }
  })

  it('days that are not over are left out with their partners', () => {
    expect(
      periods({ comparison: 'week', range: ['2026-03-10', '2026-03-16'], today: '2026-03-15' }, 'day'),
    ).toMatchObject({ base: ['2026-03-10..2026-03-14'], prior: ['2026-03-03..2026-03-07'] })
  })

  it('a chosen range, day by day', () => {
    const asked: Asked = {
      comparison: 'range',
      range: ['2026-10-01', '2026-10-08'],
      compareRange: { from: '2025-09-29', to: '2025-10-06' },
    }
    for (const grain of [null, 'day', 'month'] as const)
      expect(periods(asked, grain)).toEqual({
        base: ['2026-10-01..2026-10-08'],
        prior: ['2025-09-29..2025-10-06'],
        shift: '367 day',
      })
  })

  it('a chosen range may lie after, and its own days be unfinished', () => {
    const asked: Asked = {
      comparison: 'range',
      range: ['2026-10-01', '2026-10-07'],
      compareRange: { from: '2026-11-18', to: '2026-11-24' },
      today: '2026-11-21',
    }
    expect(periods(asked, 'day')).toEqual({
      base: ['2026-10-01..2026-10-03'],
      prior: ['2026-11-18..2026-11-20'],
      shift: '-48 day',
    })
  })
})

describe('the same date of the year before', () => {
  const year = (range: [string, string], grain: Grain | null, today?: string) =>
    periods({ comparison: 'year', range, ...(today && { today }) }, grain)

  it('29 February has no partner by day and by week', () => {
    for (const grain of ['hour', 'day', 'week'] as const) {
      expect(year(['2024-02-28', '2024-03-01'], grain)).toEqual({
        base: ['2024-02-28..2024-02-28', '2024-03-01..2024-03-01'],
        prior: ['2023-02-28..2023-03-01'],
        shift: '12 month',
      })
      expect(year(['2025-02-28', '2025-03-01'], grain)).toEqual({
        base: ['2025-02-28..2025-03-01'],
        prior: ['2024-02-28..2024-02-28', '2024-03-01..2024-03-01'],
        shift: '12 month',
      })
    }
    expect(year(['2024-02-29', '2024-02-29'], 'day')).toMatchObject({ base: [], prior: [] })
    expect(year(['2024-02-29', '2024-02-29'], null)).toMatchObject({ base: [], prior: [] })
  })

  it('whole months meet as wholes, with 29 February', () => {
    for (const grain of [null, 'month'] as const) {
      expect(year(['2024-02-01', '2024-02-29'], grain)).toMatchObject({
        base: ['2024-02-01..2024-02-29'],
        prior: ['2023-02-01..2023-02-28'],
      })
      expect(year(['2025-02-01', '2025-02-28'], grain)).toMatchObject({
        base: ['2025-02-01..2025-02-28'],
        prior: ['2024-02-01..2024-02-29'],
      })
    }
    expect(year(['2024-01-01', '2024-12-31'], 'year').prior).toEqual(['2023-01-01..2023-12-31'])
    expect(year(['2025-01-01', '2025-03-31'], 'quarter').prior).toEqual(['2024-01-01..2024-03-31'])
  })

  it('to date, the same dates, as many of them', () => {
    // 1 January to 10 March: 69 days on both sides.
    const leapBefore = year(['2025-01-01', '2025-12-31'], 'year', '2025-03-11')
    expect(leapBefore).toMatchObject({
      base: ['2025-01-01..2025-03-10'],
      prior: ['2024-01-01..2024-02-28', '2024-03-01..2024-03-10'],
    })
    const leapNow = year(['2024-01-01', '2024-12-31'], null, '2024-03-11')
    expect(leapNow).toMatchObject({
      base: ['2024-01-01..2024-02-28', '2024-03-01..2024-03-10'],
      prior: ['2023-01-01..2023-03-10'],
    })
    // By month the months that are over are whole; March alone is cut.
    expect(year(['2024-01-01', '2024-12-31'], 'month', '2024-03-11')).toMatchObject({
      base: ['2024-01-01..2024-03-10'],
      prior: ['2023-01-01..2023-03-10'],
    })
    expect(year(['2025-02-01', '2025-03-31'], 'month', '2025-03-01').prior).toEqual([
      '2024-02-01..2024-02-29',
    ])
  })

  it("weeks around a year's end keep their dates", () => {
    expect(year(['2025-12-29', '2026-01-04'], 'week').prior).toEqual(['2024-12-29..2025-01-04'])
  })

  it('a hundred years of days leave out each leap day', () => {
    const { base, prior } = year(['1901-01-01', '2000-12-31'], 'day')
    // 1904 … 2000: 25 leap days, none in 1900.
    expect(base).toHaveLength(26)
    expect(base.at(-1)).toBe('2000-03-01..2000-12-31')
    // 1904 … 1996 a year earlier: 24.
    expect(prior).toHaveLength(25)
    expect(prior[0]).toBe('1900-01-01..1904-02-28')
  })
})

describe('rows that are not compared as they are shown', () => {
  const partly = (asked: Asked, grain: Grain) => {
    const range = compared(asked)
    const { from, periods } = partlyCompared(range, levelPeriods(range, grain).base, grain)
    return { from: from === null ? null : dayText(from), periods: periods.map(dayText) }
  }

  it('are those that hold today and later days', () => {
    const asked: Asked = { comparison: 'week', range: ['2026-03-01', '2026-03-31'], today: '2026-03-11' }
    expect(partly(asked, 'day')).toEqual({ from: '2026-03-11', periods: [] })
    expect(partly(asked, 'week')).toEqual({ from: '2026-03-09', periods: [] })
    expect(partly(asked, 'month')).toEqual({ from: '2026-03-01', periods: [] })
    // The week that starts today holds no finished day.
    expect(partly({ ...asked, today: '2026-03-16' }, 'week')).toEqual({ from: '2026-03-16', periods: [] })
    expect(partly({ ...asked, today: '2026-04-01' }, 'week')).toEqual({ from: null, periods: [] })
  })

  it('are those that hold a leap day without a partner', () => {
    const asked: Asked = { comparison: 'year', range: ['2024-01-01', '2024-03-10'] }
    expect(partly(asked, 'day').periods).toEqual(['2024-02-29'])
    expect(partly(asked, 'week').periods).toEqual(['2024-02-26'])
    // February is whole.
    expect(partly(asked, 'month').periods).toEqual([])
    expect(partly(asked, 'year').periods).toEqual(['2024-01-01'])
    expect(partly({ ...asked, range: ['2024-01-01', '2024-02-29'] }, 'week').periods).toEqual(['2024-02-26'])
  })
})

describe('refusals', () => {
  const refused = (asked: Partial<Asked> & Pick<Asked, 'comparison'>) => () =>
    compared({ range: ['2026-03-01', '2026-03-07'], ...asked })

  it('without a range there is nothing to compare with', () => {
    for (const comparison of ['previous', 'week', 'year52', 'year', 'lunar', 'range'] as const)
      expect(() => comparedDays({ comparison, range: null, compareRange: undefined, today: 0 })).toThrow(
        '对比需要日期范围',
      )
  })

  it.each([
    [undefined, '请选择要对比的日期范围'],
    [{ from: '2025-03-07', to: '2025-03-01' }, '对比的开始日期 2025-03-07 晚于结束日期 2025-03-01'],
    [
      { from: '2025-03-01', to: '2025-03-08' },
      '对比的日期范围 2025-03-01 至 2025-03-08 有 8 天，所选日期范围有 7 天，逐日对比须天数相同，可改为 2025-03-01 至 2025-03-07',
    ],
    [{ from: '2025-02-30', to: '2025-03-08' }, '对比的开始日期「2025-02-30」不是有效的日期'],
    [{ from: '2025-03-01', to: 'x' }, '对比的结束日期「x」不是有效的日期'],
    [{ from: '0999-03-01', to: '0999-03-07' }, '超出可用的年份'],
  ])('a compareRange of %j', (compareRange, message) => {
    expect(refused({ comparison: 'range', ...(compareRange && { compareRange }) })).toThrow(message)
  })

  it('days before the year 1000', () => {
    const asked: Asked = { comparison: 'previous', range: ['1000-01-01', '1000-01-07'] }
    expect(() => periods(asked, 'day')).toThrow('早于 1000 年')
    expect(() => periods(asked, null)).toThrow('早于 1000 年')
    expect(() => periods({ ...asked, comparison: 'year' }, 'day')).toThrow('早于 1000 年')
  })

  it('a way that there is not', () => {
    expect(refused({ comparison: 'decade' as DayComparison })).toThrow('没有对比方式「decade」')
  })
})
