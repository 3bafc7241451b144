// Periods that the requested days cut, and their labels.
import { describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import { formatOf } from '#semantic/model/shown/columns.ts'
import type { Grain } from '#semantic/model/types.ts'
import { cutsOf } from '#semantic/plan/columns/cuts.ts'
import { dims, makeContext, makeModel, points } from './model.ts'

const days = (from: string, until: string) => ({ from, until })

describe('periods that the asked days cut', () => {
  it('are named by the days that they hold: at the start, at the end, and where one holds both', () => {
    expect(cutsOf('week', days('2026-10-07', '2026-10-21'), false)).toEqual({
      '2026-10-05': '2026-10-07 – 10-11',
      '2026-10-19': '2026-10-19 – 10-20',
    })
    expect(cutsOf('month', days('2026-10-14', '2026-10-16'), false)).toEqual({
      '2026-10-01': '2026-10-14 – 10-15',
    })
    expect(cutsOf('week', days('2026-12-29', '2027-01-03'), false)).toEqual({
      '2026-12-28': '2026-12-29 – 2027-01-02',
    })
    expect(cutsOf('quarter', days('2026-11-30', '2027-01-01'), false)).toEqual({
      '2026-10-01': '2026-11-30 – 12-31',
    })
  })

  it('are none where whole ones were asked for, by the day, and at the end where it is today that ends them', () => {
    expect(cutsOf('week', days('2026-10-05', '2026-10-19'), false)).toBeUndefined()
    expect(cutsOf('day', days('2026-10-07', '2026-10-21'), false)).toBeUndefined()
    expect(cutsOf('month', null, false)).toBeUndefined()
    expect(cutsOf('month', days('2026-10-01', '2026-10-13'), true)).toBeUndefined()
    expect(cutsOf('year', days('2026-02-01', '2026-10-13'), true)).toEqual({
      '2026-01-01': '2026-02-01 – 12-31',
    })
  })

  it('belong to the business’s own date alone, and its cells read so', () => {
    const compiled = (dim: number, grain: Grain) =>
      compileReport(
        {
          dims: [dim],
          points: [points.users],
          grain,
          dateRange: { from: '2025-12-10', to: '2025-12-16' },
        },
        makeModel(),
        makeContext(),
      ).columns[0]
    const column = compiled(dims.day, 'week')
    expect(column?.cuts).toEqual({ '2025-12-08': '2025-12-10 – 12-14', '2025-12-15': '2025-12-15 – 12-16' })
    expect(compiled(dims.openDate, 'week')?.cuts).toBeUndefined()
    if (!column) throw new Error('no column')
    const read = formatOf(column, 'week', {
      labels: () => undefined,
      weekdayInText: false,
      shortDays: false,
      today: '2026-10-12',
    })
    expect(read('2025-12-08')).toBe('2025-12-10 – 12-14')
    expect(read('2026-03-16')).toBe('2026-03-16 – 03-22')
  })

  it.each(['retention', 'funnel', 'distribution'] as const)('are named in a %s too', (kind) => {
    const { columns } = compileReport(
      {
        kind,
        dims: [dims.day],
        points: kind === 'distribution' ? [points.payers, points.revenue] : [points.users, points.payers],
        grain: 'week',
        dateRange: { from: '2025-12-10', to: '2025-12-16' },
      },
      makeModel(),
      makeContext(),
    )
    expect(columns[0]?.cuts?.['2025-12-08']).toBe('2025-12-10 – 12-14')
  })
})
