import { expect, it } from 'vitest'
import { calendarDay, dateOf, dayText, isDay, isWeekend, shiftDay, weekdayOf } from '#shared/day.ts'

it('counts days from 1970, on both sides of it', () => {
  for (const text of ['1000-01-01', '1969-12-31', '1970-01-01', '2000-02-29', '2026-10-12', '9998-12-31']) {
    const day = calendarDay(text) as number
    expect(dayText(day)).toBe(text)
    expect(weekdayOf(text)).toBe(new Date(`${text}T00:00:00Z`).getUTCDay())
    const { year, month, day: date } = dateOf(day)
    expect([year, month, date]).toEqual(text.split('-').map(Number))
  }
})

it('knows days that exist', () => {
  expect(isDay('2028-02-29')).toBe(true)
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '',
    'today',
    '2026-10-12T00:00',
    null,
    20261012,
  ])
    expect(isDay(text), String(text)).toBe(false)
})

it('shifts days and tells weekends', () => {
  expect(shiftDay('2024-02-28', 1)).toBe('2024-02-29')
  expect(shiftDay('2026-01-01 14:00:00', -1)).toBe('2025-12-31')
  expect(['2026-10-09', '2026-10-10', '2026-10-11', '2026-10-12'].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
