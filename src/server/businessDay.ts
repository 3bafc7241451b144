// The day of the business at a moment, wherever the server stands: it begins at the cut-off hour of its zone.
import type { Settings } from './settings.ts'

/** YYYY-MM-DD. */
export function businessDay(
  { zone, cutoffHour }: Pick<Settings, 'zone' | 'cutoffHour'>,
  now = new Date(),
): string {
  const moment = new Date(now.getTime() - cutoffHour * 3_600_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(moment)
}
