// The day of the business at a moment, wherever the server stands: it begins at the cut-off hour of its zone.
import type { Settings } from './settings.ts'

/** YYYY-MM-DD. */
export function businessDay(
  { zone, cutoffHour }: Pick<Settings, 'zone' | 'cutoffHour'>,
  now = new Date(),
): string {
  const moment = new Date(now.getTime() - cutoffHour * 3_600_000)
  return formatOf(zone).format(moment)
}

/** Making one takes longer than all the rest of a light call. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  formats.set(zone, known)
  return known
}
