// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { isUnfinished, periodEnd, periodText, weekdayOf } from '#semantic/model/shown/periods.ts'
import { relativeRanges } from '#semantic/model/types.ts'
import { resolveRange } from '#semantic/plan/asked/range.ts'
import { dayOf, dayText, shiftDay } from '#shared/day.ts'
import {
  businessHour,
  businessToday,
  daysOf,
  isDay,
  presets,
  rangeText,
  relativeTitles,
} from '#features/statement/web/dates/days.ts'
import { yearsOf } from '#features/statement/web/dates/holidays.ts'

// Outside a page there is no installation to ask.
const zone = 'Asia/Shanghai'
const today = '2026-10-12'
const days = (relative: (typeof relativeRanges)[number], on = today) => daysOf({ relative }, on)

describe('presets of the date filter', () => {
  it('are the given ones, by name', () => {
    expect(presets.map((preset) => relativeTitles[preset])).toEqual([
      '今天',
      '昨天',
      '近 7 天',
      '近 30 天',
      '本周',
      '上周',
      '本月',
      '上月',
      '全部',
    ])
  })

  it('end today and count it', () => {
    expect(days('today')).toEqual({ from: today, to: today })
    expect(days('yesterday')).toEqual({ from: '2026-10-11', to: '2026-10-11' })
    expect(days('last7')).toEqual({ from: '2026-10-06', to: today })
    expect(days('last30')).toEqual({ from: '2026-09-13', to: today })
  })

  it('have weeks from Monday, also on a Sunday and around a year', () => {
    expect(days('thisWeek')).toEqual({ from: '2026-10-12', to: '2026-10-18' })
    expect(days('thisWeek', '2026-10-11')).toEqual({ from: '2026-10-05', to: '2026-10-11' })
    expect(days('lastWeek')).toEqual({ from: '2026-10-05', to: '2026-10-11' })
    expect(days('lastWeek', '2027-01-01')).toEqual({ from: '2026-12-21', to: '2026-12-27' })
  })

  it('know the length of months, quarters and years', () => {
    expect(days('lastMonth', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(days('lastMonth', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(days('thisMonth')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(days('thisQuarter')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
    expect(days('thisYear')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
    expect(days('lastQuarter')).toEqual({ from: '2026-07-01', to: '2026-09-30' })
    expect(days('lastYear')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  })

  it('all have bounds and a title, but for all days', () => {
    for (const relative of relativeRanges) {
      expect(relativeTitles[relative]).toBeTruthy()
      const range = days(relative)
      if (relative === 'all') expect(range).toBeNull()
      else expect(range && range.from <= range.to).toBe(true)
    }
  })
})

it('names the days that the server asks for, on any day', () => {
  const clock = { zone, cutoffHour: 5 }
  const apart: string[] = []
  for (let day = dayOf(2023, 12, 25); day < dayOf(2025, 3, 5); day += 1) {
    const now = new Date(`${dayText(day)}T22:00:00Z`)
    const on = businessToday(now, clock)
    for (const relative of relativeRanges) {
      const asked = resolveRange({ relative }, { ...clock, now })
      const shown = daysOf({ relative }, on)
      const until = shown ? shiftDay(shown.to, 1) : undefined
      const isSame = shown?.from === asked?.from && until === asked?.until
      if (!isSame) apart.push(`${relative} on ${on}`)
    }
  }
  expect(apart).toEqual([])
})

it('takes today from the business, not from the reader', () => {
  const from = (cutoffHour: number) => ({ zone, cutoffHour })
  expect(businessToday(new Date('2026-10-11T16:30:00Z'), from(0))).toBe('2026-10-12')
  expect(businessToday(new Date('2026-10-11T15:30:00Z'), from(0))).toBe('2026-10-11')
  expect(businessToday(new Date('2026-10-11T20:59:00Z'), from(5))).toBe('2026-10-11')
  expect(businessToday(new Date('2026-10-11T21:00:00Z'), from(5))).toBe('2026-10-12')
  expect(businessHour(new Date('2026-10-11T16:30:00Z'), zone)).toBe('2026-10-12 00')
})

it('writes a range once where it is one day', () => {
  expect(rangeText({ from: '2026-09-13', to: today }, today)).toBe('2026-09-13 – 2026-10-12')
  expect(rangeText({ relative: 'today' }, today)).toBe('2026-10-12')
  expect(rangeText(undefined, today)).toBe('全部')
})

it('knows days that exist', () => {
  expect(isDay('2028-02-29')).toBe(true)
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', 'today', '2026-10-12T00:00']) {
    expect(isDay(text), text).toBe(false)
  }
})

describe('a period', () => {
  it('reads by its grain', () => {
    expect(periodText('2026-10-12', 'day')).toBe('2026-10-12')
    expect(periodText('2026-10-05', 'week')).toBe('2026-10-05 – 10-11')
    expect(periodText('2026-10-01', 'month')).toBe('2026-10')
    expect(periodText('2026-10-01', 'quarter')).toBe('2026 Q4')
    expect(periodText('2026-01-01', 'year')).toBe('2026')
    expect(periodText('2026-10-12 14:00:00', 'hour')).toBe('2026-10-12 14:00')
  })

  it('is unfinished while it holds today', () => {
    expect(isUnfinished('2026-10-12', 'day', today)).toBe(true)
    expect(isUnfinished('2026-10-11', 'day', today)).toBe(false)
    expect(isUnfinished('2026-10-12', 'week', today)).toBe(true)
    expect(isUnfinished('2026-10-05', 'week', today)).toBe(false)
    expect(isUnfinished('2026-10-01', 'month', today)).toBe(true)
    expect(isUnfinished('2026-10-12 14:00:00', 'hour', today, '2026-10-12 14')).toBe(true)
    expect(isUnfinished('2026-10-12T13:00:00', 'hour', today, '2026-10-12 14')).toBe(false)
    expect(periodEnd('2028-02-01', 'month')).toBe('2028-02-29')
  })

  it('knows its weekday', () => {
    expect(weekdayOf('2026-10-12')).toBe(1)
    expect(weekdayOf('2026-10-11')).toBe(0)
  })
})

describe('the years of a report', () => {
  const dated = { key: 'd1', kind: 'dimension', type: 'date' } as never
  const point = { key: 'p1', kind: 'point', type: 'number' } as never

  it('are those of its range, else those of its rows', () => {
    const range = { from: '2025-12-30', to: '2026-01-02' }
    expect(yearsOf({ columns: [dated], data: [[]], range })).toEqual({ from: 2025, to: 2026 })
    const data = [
      [1, 2],
      ['2019-05-01', null, '2012-01-01'],
    ]
    expect(yearsOf({ columns: [point, dated], data, range: null })).toEqual({ from: 2012, to: 2019 })
    expect(yearsOf({ columns: [point, dated], data: [[], []], range: null })).toBeNull()
    expect(yearsOf({ columns: [point], data: [[1]], range })).toBeNull()
  })
})
