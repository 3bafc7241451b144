// The day that it is for the business, wherever the reader sits: it begins at the cut-off hour of the business's zone.
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { installation } from './installation.ts'

/** YYYY-MM-DD. */
export function businessToday(now = new Date(), clock: BusinessClock = installation()): string {
  return businessDay(clock, now)
}
