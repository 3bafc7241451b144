// The day that it is for the business, wherever the reader sits: it begins at the cut-off hour of the business's zone.
import { installation } from './installation.ts'

/** YYYY-MM-DD. */
export function businessToday(
  now = new Date(),
  { zone, cutoffHour }: { zone: string; cutoffHour: number } = installation(),
): string {
  const moment = new Date(now.getTime() - cutoffHour * 3_600_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment)
}
