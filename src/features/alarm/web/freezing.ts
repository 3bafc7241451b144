// Until when alarms are frozen, in the business's own time of day.
import { type BusinessClock, businessDay, wallClockHour } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'

const hourMs = 3_600_000
/** When people are back at work. */
export const morningHour = 9

export const inAnHour = (now = new Date()): string => new Date(now.getTime() + hourMs).toISOString()

/** Nine in the morning of a day, by the zone's clocks. */
export function morningOf(day: string, zone: string): string {
  const wanted = Date.parse(`${day}T00:00:00Z`) / hourMs + morningHour
  // Twice: where the clocks change in between, the first guess is an hour off.
  let moment = new Date(wanted * hourMs)
  for (let times = 0; times < 2; times++)
    moment = new Date(moment.getTime() + (wanted - wallClockHour(zone, moment)) * hourMs)
  return moment.toISOString()
}

export const tomorrowOf = ({ zone }: Pick<BusinessClock, 'zone'>, now = new Date()): string =>
  shiftDay(businessDay({ zone, cutoffHour: 0 }, now), 1)
