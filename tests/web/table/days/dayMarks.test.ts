// @vitest-environment jsdom
// Marks of days in rows by the two settings and the calendar, in any column.
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { markAt, naturalWidth } from '#web/table/columnLayout.ts'
import { type DayLook, dayMarkOf, useDayRows, yearsOfDays } from '#web/table/days/dayMarks.ts'
import type { TableColumn } from '#web/table/types.ts'

const holidays = (day: string) =>
  day === '2026-10-01' ? ('休' as const) : day === '2026-10-10' ? ('班' as const) : undefined
const look = (showWeekday: boolean, highLightWeekend: boolean): DayLook => ({
  showWeekday,
  highLightWeekend,
  holidays,
})

it('tells weekday, holiday and tint of a day, and each setting takes its own away', () => {
  expect(dayMarkOf('2026-10-03', look(true, true))).toEqual({ tint: true, weekday: '周六' })
  expect(dayMarkOf('2026-10-01', look(true, true))).toEqual({ tint: true, weekday: '周四', holiday: '休' })
  expect(dayMarkOf('2026-10-10', look(true, true))).toEqual({ tint: false, weekday: '周六', holiday: '班' })
  expect(dayMarkOf('2026-10-03', look(false, true))).toEqual({ tint: true })
  expect(dayMarkOf('2026-10-03', look(true, false))).toEqual({ tint: false, weekday: '周六' })
  expect(dayMarkOf('0001-01-01', look(true, true))?.weekday).toMatch(/^周/)
})

it('tells of a moment within a day its tint alone, and of what is no day nothing', () => {
  expect(dayMarkOf('2026-10-03 12:00:00', look(true, true))).toEqual({ tint: true })
  expect([null, 'x', 5, '2026-13-01'].map((value) => dayMarkOf(value, look(true, true)))).toEqual(
    Array(4).fill(undefined),
  )
})

it('stands in the days’ own column, which is as wide as it needs', () => {
  const mark = dayMarkOf('2026-10-01', look(true, true), 1)
  expect(mark?.markedColumn).toBe(1)
  const column = (key: string): TableColumn => ({
    key,
    title: key,
    unit: '',
    align: 'left',
    format: String,
    numeric: false,
  })
  const measure = { cell: (text: string) => text.length * 10, title: () => 0, unit: () => 0 }
  const widths = (marked: boolean) =>
    [0, 1].map((index) =>
      naturalWidth(
        {
          columns: [column('a'), column('b')],
          rowCount: 1,
          cellAt: () => '2026-10-01',
          rowMark: () => (marked ? mark : undefined),
        },
        index,
        [0],
        measure,
      ),
    )
  const [plain, marked] = [widths(false), widths(true)]
  expect(marked[0]).toBe(plain[0])
  expect(marked[1]).toBeGreaterThan(plain[1] as number)
})

it('asks for the years of the days that are there', () => {
  expect(yearsOfDays(['2026-01-01', null, 'x', '2024-12-31 05:00:00'])).toEqual({ from: 2024, to: 2026 })
  expect(yearsOfDays(['x', 1])).toBeNull()
})

it('stands in every column of days, while the first tints the row', () => {
  const cells = [
    ['2026-10-12', 'x', '2026-10-17'],
    [null, 'x', '2026-10-17'],
  ]
  const cellAt = (row: number, column: number) => cells[row]?.[column] ?? null
  const { result } = renderHook(() => useDayRows({ rowCount: 2, cellAt, column: [0, 2] }))
  const told = (row: number) => [0, 1, 2].map((column) => markAt(result.current?.(row), column)?.weekday)
  expect(told(0)).toEqual(['周一', undefined, '周六'])
  expect(told(1)).toEqual([undefined, undefined, '周六'])
  expect(result.current?.(0)?.tint).toBe(false)
})
