import { describe, expect, it } from 'vitest'
import { resolveRange } from '#semantic/plan/asked/range.ts'
import { businessDay, businessHour } from '#shared/businessDay.ts'
import { businessToday } from '#web/shell/businessDay.ts'

const at = (moment: string) => new Date(moment)

describe('the day of the business', () => {
  it.each([
    ['Asia/Shanghai', 0, '2026-10-11T15:59:59Z', '2026-10-11'],
    ['Asia/Shanghai', 0, '2026-10-11T16:00:00Z', '2026-10-12'],
    ['Asia/Shanghai', 5, '2026-10-11T20:59:59Z', '2026-10-11'],
    ['Asia/Shanghai', 5, '2026-10-11T21:00:00Z', '2026-10-12'],
    ['Asia/Kolkata', 0, '2026-10-11T18:29:00Z', '2026-10-11'],
    ['Asia/Kolkata', 0, '2026-10-11T18:30:00Z', '2026-10-12'],
    ['America/New_York', 23, '2026-01-02T03:59:59Z', '2025-12-31'],
    ['America/New_York', 23, '2026-01-02T04:00:00Z', '2026-01-01'],
    ['UTC', 12, '2024-02-29T11:59:59Z', '2024-02-28'],
    ['UTC', 12, '2024-02-29T12:00:00Z', '2024-02-29'],
    // The clocks went on from 02:00 to 03:00, back from 03:00 to 02:00: it is 05:00 by them that begins the day.
    ['Europe/Berlin', 5, '2026-03-29T02:59:59Z', '2026-03-28'],
    ['Europe/Berlin', 5, '2026-03-29T03:00:00Z', '2026-03-29'],
    ['Europe/Berlin', 5, '2026-10-25T03:59:59Z', '2026-10-24'],
    ['Europe/Berlin', 5, '2026-10-25T04:00:00Z', '2026-10-25'],
  ])('in %s from %i:00, at %s', (zone, cutoffHour, moment, day) => {
    expect(businessDay({ zone, cutoffHour }, at(moment))).toBe(day)
  })

  it('is one to the engine and in the browser', () => {
    const apart: string[] = []
    for (const zone of ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham', 'UTC']) {
      for (const cutoffHour of [0, 2, 5, 23]) {
        for (let hours = 0; hours < 400 * 24; hours += 59) {
          const now = new Date(Date.UTC(2025, 11, 1, hours, 30))
          const engine = resolveRange({ relative: 'today' }, { now, zone, cutoffHour })
          if (businessToday(now, { zone, cutoffHour }) !== engine?.from)
            apart.push(`${now.toISOString()} ${zone}`)
        }
      }
    }
    expect(apart).toEqual([])
  })

  it('has hours that the cut-off does not move', () => {
    expect(businessHour('Asia/Shanghai', at('2026-10-11T16:30:00Z'))).toBe('2026-10-12 00')
    expect(businessHour('America/St_Johns', at('2026-10-12T02:29:00Z'))).toBe('2026-10-11 23')
  })
})
