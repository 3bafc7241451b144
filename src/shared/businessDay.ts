// The current day and hour of the business, wherever the reader or the server is. A day begins at the cut-off
// hour in the business's zone: with 5, 04:59 on the 12th still belongs to the 11th.
import { dayText } from './day.ts'

export interface BusinessClock {
  /** IANA time zone. */
  zone: string
  /** 0 to 23. */
  cutoffHour: number
}

const millisecondsAnHour = 3_600_000

/** YYYY-MM-DD. */
export function businessDay(clock: BusinessClock, now = new Date()): string {
  return dayText(businessDayNumber(clock, now))
}

/** Days since 1970-01-01. */
export function businessDayNumber({ zone, cutoffHour }: BusinessClock, now = new Date()): number {
  return Math.floor((wallClockHour(zone, now) - cutoffHour) / 24)
}

/** The current hour in the format of hour cells: `2026-10-12 14`. The cut-off does not affect it. */
export function businessHour(zone: string, now = new Date()): string {
  return new Date(wallClockHour(zone, now) * millisecondsAnHour).toISOString().slice(0, 13).replace('T', ' ')
}

/** The current hour on the zone's clocks, in hours since 1970. Throws RangeError for an unknown zone. */
export function wallClockHour(zone: string, now: Date): number {
  const parts = clockOf(zone).formatToParts(now)
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour')) / millisecondsAnHour
}

/** Cached: creating a formatter takes as long as the rest of a light plan. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}
