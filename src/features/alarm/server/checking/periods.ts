// Periods as numbers: days since 1970-01-01, or hours since then on the business's clocks. As texts they are
// `2026-10-12` and `2026-10-12 14`.

import type { BusinessClock } from '#shared/businessDay.ts'
import { dateOf, dayNumber, dayOf, dayText } from '#shared/day.ts'
import type { AlarmGrain, ComparedWith } from '#features/alarm/contract.ts'

const hoursADay = 24
const minutesADay = 1_440

export const perDay = (grain: AlarmGrain): number => (grain === 'hour' ? hoursADay : 1)

export function periodText(grain: AlarmGrain, period: number): string {
  if (grain === 'day') return dayText(period)
  const hour = ((period % hoursADay) + hoursADay) % hoursADay
  return `${dayText(Math.floor(period / hoursADay))} ${String(hour).padStart(2, '0')}`
}

/** Of a query's run: `2026-10-12 14:05`. */
export function minuteText(minute: number): string {
  const within = ((minute % minutesADay) + minutesADay) % minutesADay
  const [hour, rest] = [Math.floor(within / 60), within % 60]
  return `${dayText(Math.floor(minute / minutesADay))} ${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

export const isMinute = (text: string): boolean => text.includes(':')

export const minuteOf = (text: string): number =>
  dayNumber(text) * minutesADay + Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))

/** From a text that starts with a day, and perhaps an hour: `2026-10-12`, `2026-10-12 14:00:00`. */
export function periodOf(grain: AlarmGrain, text: string): number {
  const day = dayNumber(text)
  return grain === 'day' ? day : day * hoursADay + Number(text.slice(11, 13))
}

/** The business day that the period belongs to. */
export const businessDayOf = (grain: AlarmGrain, period: number, { cutoffHour }: BusinessClock): number =>
  grain === 'day' ? period : Math.floor((period - cutoffHour) / hoursADay)

/** The period's end, in wall-clock minutes of the business. */
export const endOf = (grain: AlarmGrain, period: number, { cutoffHour }: BusinessClock): number =>
  grain === 'day' ? (period + 1) * minutesADay + cutoffHour * 60 : (period + 1) * 60

/** The last period that has ended at a wall-clock minute of the business. */
export const lastOver = (grain: AlarmGrain, minute: number, { cutoffHour }: BusinessClock): number =>
  grain === 'day' ? Math.floor((minute - cutoffHour * 60) / minutesADay) - 1 : Math.floor(minute / 60) - 1

export function comparedPeriod(grain: AlarmGrain, period: number, against: ComparedWith): number {
  if (against === 'yesterday') return period - perDay(grain)
  if (against === 'week') return period - 7 * perDay(grain)
  const day = Math.floor(period / perDay(grain))
  const { year, month, day: date } = dateOf(day)
  const same = dayOf(year - 1, month, date)
  // 29 February is compared with the 28th.
  const before = dateOf(same).month === month ? same : same - 1
  return before * perDay(grain) + (period - day * perDay(grain))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Wall-clock minutes since 1970 in the zone. */
export function wallMinute(zone: string, moment: Date): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  clocks.set(zone, clock)
  const parts = clock.formatToParts(moment)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) / 60_000
}

/** The moment at which the zone's clocks show the minute; where they skip it, that much later. */
export function momentAt(zone: string, minute: number): Date {
  const guess = minute * 60_000
  const first = guess - (wallMinute(zone, new Date(guess)) - minute) * 60_000
  return new Date(first - (wallMinute(zone, new Date(first)) - minute) * 60_000)
}
