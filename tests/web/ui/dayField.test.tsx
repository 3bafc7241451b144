// @vitest-environment jsdom
// Parsing a typed day, and the field for it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { shiftDay } from '#shared/day.ts'
import { relativeDay } from '#shared/sql/relativeDay.ts'
import { forgetCalendar } from '#web/calendar/calendar.ts'
import { setCalendarSource } from '#web/calendar/source.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { DayField } from '#web/ui/day/DayField.tsx'

const today = '2026-11-21'
describe('a typed day', () => {
  it.each([
    ['2026-01-05', '2026-01-05'],
    ['2026/1/5', '2026-01-05'],
    ['２０２６．１．５', '2026-01-05'],
    ['20260105', '2026-01-05'],
    ['2026年1月5日', '2026-01-05'],
    ['1-5', '2026-01-05'],
    ['12-24', '2025-12-24'],
    ['今天', today],
    ['昨天', '2026-11-20'],
    ['-7d', '2026-11-14'],
    ['+3', '2026-11-24'],
    ['3 天前', '2026-11-18'],
  ])('%s', (text, day) => expect(relativeDay(text, today)).toBe(day))

  it.each(['', '2026-02-30', '13-1', '7d', '明年', '2026-1'])('%j names none', (text) =>
    expect(relativeDay(text, today)).toBeNull(),
  )
})

describe('the field', () => {
  afterEach(cleanup)

  function show(initial: string, limits: { min?: string; max?: string } = {}) {
    const taken: string[] = []
    function Shown() {
      const [day, setDay] = useState(initial)
      const take = (next: string) => {
        taken.push(next)
        setDay(next)
      }
      return <DayField label="日期" value={day} {...limits} onChange={take} />
    }
    render(<Shown />)
    const input = screen.getByLabelText<HTMLInputElement>('日期')
    const type = (value: string) => fireEvent.change(input, { target: { value } })
    const press = (key: string) => fireEvent.keyDown(input, { key })
    return { input, taken, type, press, told: () => screen.getByRole('status').textContent }
  }

  it('says what it read, and takes it by Enter and when it is left', () => {
    const { input, taken, type, press, told } = show('2026-11-01')
    type('2026/1/5')
    expect(told()).toBe('= 2026-01-05')
    expect(taken).toEqual([])
    press('Enter')
    expect(input.value).toBe('2026-01-05')
    type('昨天')
    fireEvent.blur(input)
    expect(taken).toEqual(['2026-01-05', shiftDay(businessToday(), -1)])
  })

  it('takes a whole day at once, and none by nothing', () => {
    const { taken, type, press } = show('')
    type('20260105')
    type('')
    press('Enter')
    expect(taken).toEqual(['2026-01-05', ''])
  })

  it('keeps what names no day or lies outside, and says why', () => {
    const { input, taken, type, press, told } = show('2026-11-10', { max: '2026-11-30' })
    type('2026-02-30')
    press('Enter')
    expect(told()).toContain('2026 年 2 月没有 30 日')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    type('2026-12-01')
    expect(told()).toBe('不能晚于 2026-11-30')
    expect(taken).toEqual([])
  })

  it('moves by a day with the arrows, within its limits', () => {
    const { taken, press } = show('2026-11-29', { max: '2026-11-30' })
    press('ArrowUp')
    press('ArrowUp')
    press('ArrowDown')
    expect(taken).toEqual(['2026-11-30', '2026-11-29'])
  })

  it('knows festivals as soon as the calendar is there, which typing asks for', async () => {
    const { told, type, taken, press } = show('')
    const year = Number(businessToday().slice(0, 4)) - 1
    const arrived = Promise.withResolvers<void>()
    forgetCalendar()
    setCalendarSource(async (from, to) => {
      await arrived.promise
      const day = (one: number) => ({ day: `${one}-10-01`, kind: 'rest' as const, name: '国庆节' })
      const years = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      return {
        years: years.map((one) => ({
          year: one,
          source: 'shipped',
          springFestival: null,
          days: [day(one)],
        })),
        notes: [],
      }
    })
    type('去年国庆')
    expect(told()).toBe(`不知道 ${year} 年国庆放假的日期`)
    arrived.resolve()
    await vi.waitFor(() => expect(told()).toBe(`= ${year}-10-01`))
    press('Enter')
    expect(taken).toEqual([`${year}-10-01`])
  })
})
