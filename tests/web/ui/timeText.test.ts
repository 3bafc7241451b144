// @vitest-environment jsdom
// The same time for readers in other zones: shown by the business's clocks, here eight hours ahead of UTC.
import { afterEach, expect, it } from 'vitest'
import { momentText, zoneName } from '#shared/moment.ts'
import { timeText } from '#web/ui/timeText.ts'

const own = process.env.TZ
afterEach(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

const moment = '2026-11-20T16:03:07Z'

it('is told in the business’s zone, which is named to readers whose clocks differ then', () => {
  process.env.TZ = 'Asia/Shanghai'
  expect(timeText(moment)).toBe('2026-11-21 00:03')
  process.env.TZ = 'Asia/Singapore'
  expect(timeText(moment, 'short')).toBe('11-21 00:03')
  for (const zone of ['America/New_York', 'UTC', 'Asia/Kolkata']) {
    process.env.TZ = zone
    expect(timeText(moment, 'second'), zone).toBe('2026-11-21 00:03:07 GMT+8')
    expect(timeText(Date.parse(moment), 'clock'), zone).toBe('00:03 GMT+8')
  }
  expect(timeText('no moment')).toBe('no moment')
})

it('names a zone by what its clocks show at the moment', () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
  expect(zoneName(at('2026-01-15'), 'America/New_York')).toBe('GMT-5')
  expect(zoneName(at('2026-07-15'), 'America/New_York')).toBe('GMT-4')
  expect(zoneName(at('2026-01-15'), 'Asia/Kolkata')).toBe('GMT+5:30')
  expect(zoneName(at('2026-01-15'), 'UTC')).toBe('GMT')
  expect(momentText('2026-01-15T18:30:00Z', 'Asia/Kolkata', 'day')).toBe('2026-01-16')
})
