// The present business day, wherever the user is: it begins at the cut-off hour in the business's time zone.
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { installation } from './installation.ts'

/** YYYY-MM-DD. */
export function businessToday(now = new Date(), clock: BusinessClock = installation()): string {
  return businessDay(clock, now)
}
