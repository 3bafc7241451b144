// Until when alarms are frozen, in the business's own time of day.
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import { aheadOfUtc } from '#shared/moment.ts'

const hourMs = 3_600_000
/** When people are back at work. */
export const morningHour = 9

export const inAnHour = (now = new Date()): string => new Date(now.getTime() + hourMs).toISOString()

/** Nine in the morning of a day, by the zone's clocks. */
export const morningOf = (day: string, zone: string): string =>
  momentOn(day, `${String(morningHour).padStart(2, '0')}:00`, zone)

/** A time of a day, by the zone's clocks; what is no time is returned as it was typed. */
export function momentOn(day: string, time: string, zone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wanted)) return `${day} ${time}`.trim()
  // Twice: where the clocks change in between, the first guess is an hour off.
  const guess = wanted - aheadOfUtc(wanted, zone)
  return new Date(wanted - aheadOfUtc(guess, zone)).toISOString()
}

export const tomorrowOf = ({ zone }: Pick<BusinessClock, 'zone'>, now = new Date()): string =>
  shiftDay(businessDay({ zone, cutoffHour: 0 }, now), 1)
