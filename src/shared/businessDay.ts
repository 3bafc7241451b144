// The day and the hour that it is for the business, wherever the reader or the server stands. A day begins at the
// cut-off hour of the business's zone: with 5, 04:59 on the 12th still belongs to the 11th.
import { dayText } from './day.ts'

export interface BusinessClock {
  /** IANA zone. */
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

/** The running hour as its cells begin: `2026-10-12 14`. The cut-off does not move it. */
export function businessHour(zone: string, now = new Date()): string {
  return new Date(wallClockHour(zone, now) * millisecondsAnHour).toISOString().slice(0, 13).replace('T', ' ')
}

/** The hour that runs by the zone's clocks, in hours since 1970. Throws RangeError where there is no such zone. */
export function wallClockHour(zone: string, now: Date): number {
  const parts = clockOf(zone).formatToParts(now)
  const part = (type: string): number => Number(parts.find((candidate) => candidate.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour')) / millisecondsAnHour
}

/** Making one takes as long as the rest of a light plan. */
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
